/* What a mapping given as a formula costs beside the built-in sigmoid, one thread: nanoseconds per
 * element, the value alone and with the slope, for every kernel set this CPU runs.
 * Best of ROUNDS rounds, in each of which every mapping has its turn. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "adrop/adrop.h"
#include "dist/formula.h"
#include "dist/map.h"

enum { N = 4096, ROUNDS = 400, N_FORMULAS = 6 };

typedef void map_fn(const ad_program *p, double limit, size_t n, const void *r, void *m,
                    void *slope);

static map_fn *const formula_of[AD_N_KERNEL_SETS] = AD_OF_EACH_SET(ad_formula_map);

#define DECLARE(set) extern const ad_map ad_map_sigmoid_##set;
AD_EACH_KERNEL_SET(DECLARE)
#define ROW(set) &ad_map_sigmoid_##set,
static const ad_map *const sigmoid_of[AD_N_KERNEL_SETS] = { AD_EACH_KERNEL_SET(ROW) };

static const char *const texts[N_FORMULAS] = {
    "1/(1+exp(-r))",   "sigmoid(r)",    "1/(1+exp(-r^3))",
    "min(1,max(0,r))", "exp(-exp(-r))", "0.2+0.6*sigmoid(r)",
};

static double r[N], m[N], slope[N]; /* room for either real type */
static ad_program program[N_FORMULAS];

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Row 0 is the built-in sigmoid, row i formula i - 1. */
static double time_one(ad_kernel_set set, size_t row, void *out_slope)
{
    const double start = now();

    if (row)
        formula_of[set](&program[row - 1], 30, N, r, m, out_slope);
    else
        sigmoid_of[set]->apply(N, r, m, out_slope);
    return (now() - start) / N;
}

static void fill(ad_kernel_set set)
{
    for (size_t i = 0; i < N; i++) {
        const double x = 12.0 * (double)(i * 7919 % N) / N - 6;
        if (set == AD_F64)
            r[i] = x;
        else
            ((float *)r)[i] = (float)x;
    }
}

static void time_set(ad_kernel_set set)
{
    double best[N_FORMULAS + 1][2];

    fill(set);
    for (size_t row = 0; row <= N_FORMULAS; row++)
        best[row][0] = best[row][1] = DBL_MAX;
    for (size_t round = 0; round < ROUNDS; round++)
        for (size_t row = 0; row <= N_FORMULAS; row++)
            for (size_t with = 0; with < 2; with++) {
                const double t = time_one(set, row, with ? slope : NULL);
                if (t < best[row][with])
                    best[row][with] = t;
            }
    for (size_t row = 0; row <= N_FORMULAS; row++)
        printf("%-11s %-22s %8.2f %8.2f %8.1f %8.1f\n", ad_kernel_set_name(set),
               row ? texts[row - 1] : "sigmoid, built in", best[row][0], best[row][1],
               best[row][0] / best[0][0], best[row][1] / best[0][1]);
}

int main(void)
{
    adrop_ctx *ctx;

    if (adrop_ctx_create(NULL, &ctx))
        return 1;
    for (size_t i = 0; i < N_FORMULAS; i++)
        if (ad_formula_read(ctx, texts[i], 'r', &program[i])) {
            fprintf(stderr, "bench_formula: %s: %s\n", texts[i], adrop_ctx_message(ctx));
            adrop_ctx_free(ctx);
            return 1;
        }
    printf("%-11s %-22s %8s %8s   (ns per element) and times the sigmoid\n", "kernels", "mapping",
           "value", "slope");
    for (ad_kernel_set set = AD_F64; set < AD_N_KERNEL_SETS; set++)
        if (ad_kernel_set_usable(set))
            time_set(set);
    adrop_ctx_free(ctx);
    return 0;
}
