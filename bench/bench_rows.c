/* What few rows cost: microseconds of a prediction without noise of 1, 2, 4 .. 256 rows, one
 * thread, and how many times that of one row. Best of ROUNDS rounds, in each of which every number
 * of rows has its turn. Uses public calls that are older than blocks of several sizes, so that it
 * can be compiled with an older library, too. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "adrop/adrop.h"

enum { MOST = 256, SIZES = 9, ROUNDS = 300 };

typedef struct {
    const char *model;
    size_t channels, side;
} network;

static const network networks[] = {
    { "mlp:50,50", 13, 1 },
    { "mlp:256,256", 64, 1 },
    { "mlp:800,800", 784, 1 },
    { "vgg16:width=0.0625", 3, 32 },
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

/* Microseconds of one call; the first of a size plans it. */
static double time_one(adrop_predictor *p, size_t rows, const float *x, double *mean)
{
    const double start = now();

    if (adrop_predictor_predict(p, rows, x, NULL, 0, mean, NULL)) {
        fprintf(stderr, "bench_rows: a prediction failed\n");
        exit(EXIT_FAILURE);
    }
    return now() - start;
}

static void time_network(adrop_predictor *p, const network *n, const float *x, double *mean)
{
    double best[SIZES];
    const size_t rounds = n->side > 1 ? ROUNDS / 20 : ROUNDS;

    for (size_t k = 0; k < SIZES; k++)
        best[k] = DBL_MAX;
    for (size_t round = 0; round <= rounds; round++)
        for (size_t k = 0; k < SIZES; k++) {
            const double t = time_one(p, (size_t)1 << k, x, mean);
            if (round && t < best[k])
                best[k] = t;
        }
    printf("%-20s", n->model);
    for (size_t k = 0; k < SIZES; k++)
        printf(" %8.1f", best[k]);
    printf("\n%-20s", "times one row");
    for (size_t k = 0; k < SIZES; k++)
        printf(" %8.1f", best[k] / best[0]);
    printf("\n");
    fflush(stdout);
}

static adrop_status run(adrop_ctx *ctx, const network *n)
{
    const size_t units = n->channels * n->side * n->side;
    adrop_model_opts opts;
    adrop_model *m = NULL;
    adrop_predictor *p = NULL;
    float *x = malloc(MOST * units * sizeof *x);
    double *mean = malloc(MOST * 10 * sizeof *mean);

    if (!x || !mean)
        exit(EXIT_FAILURE);
    for (size_t i = 0; i < MOST * units; i++)
        x[i] = (float)(i * 7919 % 1000) / 500 - 1;
    adrop_model_opts_init(&opts);
    opts.model = n->model, opts.dropout = "none";
    opts.channels = n->channels, opts.height = n->side, opts.width = n->side;
    opts.outputs = 10, opts.batch = MOST;
    adrop_status status = adrop_model_create(ctx, &opts, &m);
    if (!status)
        status = adrop_predictor_create(ctx, m, &p);
    if (!status)
        time_network(p, n, x, mean);
    adrop_predictor_free(p);
    adrop_model_free(m);
    free(x);
    free(mean);
    return status;
}

int main(void)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = 1;
    if (adrop_ctx_create(&opts, &ctx))
        return 1;
    printf("%-20s", "microseconds, rows");
    for (size_t k = 0; k < SIZES; k++)
        printf(" %8zu", (size_t)1 << k);
    printf("\n");
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++)
        if (run(ctx, &networks[i])) {
            fprintf(stderr, "bench_rows: %s: %s\n", networks[i].model, adrop_ctx_message(ctx));
            return 1;
        }
    adrop_ctx_free(ctx);
    return 0;
}
