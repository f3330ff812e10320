/* The time of one training step of a network beside the machine's own speed at matrix
 * products. */
#ifndef ADROP_CLI_BENCH_STEP_H
#define ADROP_CLI_BENCH_STEP_H

#include <stddef.h>

#include "adrop/model.h"
#include "document_out.h"
#include "stopwatch.h"

typedef struct bench_step {
    const char *name;    /* of the case: "fc", "vgg16" */
    const char *dropout; /* one technique's text */
    size_t batch;        /* 0: the case's own */
    size_t shards;
    adrop_precision precision;
    int direct;   /* no Winograd */
    size_t steps; /* 0: at least 5, as many as 3 seconds hold */
    int profile;  /* add up the times of layers */
} bench_step;

typedef struct bench_step_result {
    size_t batch;
    stopwatch_times step;
    double gflop;       /* of one step, by direct convolution */
    double peak;        /* GFLOP a second of matrix products, in the same run */
    size_t steps;       /* timed */
    adrop_model *model; /* owned: its layers and their clock; free with adrop_model_free */
} bench_step_result;

/* Is there such a case: fc, or an architecture on 32 x 32 images? */
int bench_step_known(const char *name);

adrop_status bench_step_time(adrop_ctx *ctx, const bench_step *b, bench_step_result *result);

/* The columns of a table of results, and the row of one; memory: the program's, in bytes
 * (bench_step_show.c). */
extern const document_column bench_step_columns[];
void bench_step_row(adrop_document *d, const bench_step *b, const bench_step_result *r, int threads,
                    size_t memory);

/* Where the time of a step went, layer by layer and by kind of layer: a table that is left open. */
void bench_step_profile(adrop_document *d, const bench_step_result *r);

#endif
