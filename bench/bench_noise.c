/* Millions of random numbers a second, one thread: every noise of every kernel
 * set this CPU runs, beside a plain multiply of an array of the same size.
 * Best and median of 21 rounds over 204800 elements (a batch of 256 x 800). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../tests/sets.h"

enum { ROWS = 256, UNITS = 800, ROUNDS = 21 };

static double noise[ROWS][UNITS]; /* room for either real type */
static float out[ROWS][UNITS], in[ROWS][UNITS];

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void report(const char *set, const char *name, double *seconds)
{
    const double n = ROWS * UNITS / 1e6;

    qsort(seconds, ROUNDS, sizeof *seconds, by_value);
    printf("%-11s %-12s %8.0f %8.0f\n", set, name, n / seconds[0], n / seconds[ROUNDS / 2]);
}

static void time_fill(ad_kernel_set set, const char *name, fill_fn *fill)
{
    double seconds[ROUNDS];

    for (int round = 0; round < ROUNDS; round++) {
        const double start = now();
        for (uint32_t row = 0; row < ROWS; row++) {
            const ad_address at = { .seed = 1, .row = row, .step = (uint32_t)round };
            fill(&at, 0, UNITS, noise[row]);
        }
        seconds[round] = now() - start;
    }
    report(ad_kernel_set_name(set), name, seconds);
}

/* Raw words fit where floats do. */
static void time_words(ad_kernel_set set)
{
    double seconds[ROUNDS];

    for (int round = 0; round < ROUNDS; round++) {
        const double start = now();
        for (uint32_t row = 0; row < ROWS; row++) {
            const ad_address at = { .seed = 1, .row = row, .step = (uint32_t)round };
            noise_sets[set].words(&at, 0, UNITS, (uint32_t *)noise[row]);
        }
        seconds[round] = now() - start;
    }
    report(ad_kernel_set_name(set), "words", seconds);
}

static void time_beta(ad_kernel_set set, double beta)
{
    double seconds[ROUNDS];

    for (int round = 0; round < ROUNDS; round++) {
        const double start = now();
        for (uint32_t row = 0; row < ROWS; row++) {
            const ad_address at = { .seed = 1, .row = row, .step = (uint32_t)round };
            noise_sets[set].beta(&at, beta, beta, 0, UNITS, noise[row]);
        }
        seconds[round] = now() - start;
    }
    report(ad_kernel_set_name(set), "beta 0.2", seconds);
}

static void time_multiply(void)
{
    double seconds[ROUNDS];

    for (int round = 0; round < ROUNDS; round++) {
        const float factor = 1.0f + (float)round;
        const double start = now();
        for (size_t i = 0; i < ROWS; i++)
            for (size_t j = 0; j < UNITS; j++)
                out[i][j] = in[i][j] * factor;
        seconds[round] = now() - start;
    }
    report("", "multiply", seconds);
}

int main(void)
{
    printf("%-11s %-12s %8s %8s   (million elements a second)\n", "kernels", "noise", "best",
           "median");
    for (int s = 0; s < AD_N_KERNEL_SETS && ad_kernel_set_usable((ad_kernel_set)s); s++) {
        const ad_kernel_set set = (ad_kernel_set)s;
        time_words(set);
        time_fill(set, "uniform", noise_sets[s].uniform);
        time_fill(set, "exponential", noise_sets[s].exponential);
        time_fill(set, "laplace", noise_sets[s].laplace);
        time_fill(set, "logistic", noise_sets[s].logistic);
        time_fill(set, "normal", noise_sets[s].normal);
        time_beta(set, 0.2);
    }
    time_multiply();
    return isnan(out[3][5]) ? EXIT_FAILURE : EXIT_SUCCESS; /* keeps the loop alive */
}
