/* `adrop bench`: what can be timed, a table of its results each, and how all of it is run. */
#ifndef ADROP_CLI_BENCH_H
#define ADROP_CLI_BENCH_H

#include <stddef.h>

#include "adrop/comm.h"
#include "adrop/context.h"
#include "adrop/dropout.h"
#include "adrop/model.h"
#include "adrop/status.h"
#include "command.h"
#include "document_out.h"

/* -- Times of work that is repeated. */

/* Do the work once; anything but 0 stops the watch. */
typedef int stopwatch_work(void *self);

/* Seconds of one piece of work. */
typedef struct stopwatch_times {
    double best, median, mean;
} stopwatch_times;

/* Do the work, again and again until `least` seconds have passed, and give the
 * average. Returns what the work returned last. */
int stopwatch_round(stopwatch_work *work, void *self, double least, double *seconds);

/* Best, median and mean of n rounds, n > 0; sorts them. */
stopwatch_times stopwatch_sum_up(double *seconds, size_t n);

/* -- The speed of one dropout layer beside that of a plain multiply, y = 2 x, of the
 * same array on one thread. The rounds alternate between the two, so that both see
 * the same machine. */

/* How much is timed. */
typedef struct bench_size {
    size_t rows, units; /* of x */
    size_t outputs;     /* of the dense layer that follows */
    size_t rounds;
    double least; /* seconds a round takes at least */
} bench_size;

/* The arrays that all passes share. */
typedef struct bench_masks bench_masks;

typedef struct bench_masks_result {
    const char *dropout; /* as it was given */
    int backward;        /* timed as well */
    int threads;
    const char *isa;
    const bench_size *size;
    size_t outputs; /* 0 where none are needed */
    stopwatch_times pass, multiply;
} bench_masks_result;

/* Ends the program when there is no memory. */
bench_masks *bench_masks_create(const bench_size *size);
void bench_masks_free(bench_masks *b);

/* Where the technique can stand: before no dense layer if it can do without, else
 * before one; on a map of as many elements if it needs a map. */
adrop_status bench_masks_site(adrop_ctx *ctx, const char *text, const bench_size *size,
                              adrop_site *site);

/* Time the training passes of the technique at the site: forward alone, or with
 * backward, zero_grads and extra_loss. Sets pass and multiply. */
adrop_status bench_masks_time(bench_masks *b, adrop_ctx *ctx, const char *text,
                              const adrop_site *site, int backward, bench_masks_result *r);

/* The columns of a table of results, and the row of one; memory: the program's, in bytes. */
extern const adrop_column bench_masks_columns[];
void bench_masks_row(adrop_document *d, const bench_masks_result *r, size_t memory);

/* -- The time of one training step of a network beside the machine's own speed at matrix
 * products. */

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

adrop_status bench_step_time(adrop_ctx *ctx, const bench_step *b, bench_step_result *result);

/* The columns of a table of results, and the row of one; memory: the program's, in bytes
 * (bench_step_show.c). */
extern const adrop_column bench_step_columns[];
void bench_step_row(adrop_document *d, const bench_step *b, const bench_step_result *r, int threads,
                    size_t memory);

/* Where the time of a step went, layer by layer and by kind of layer: a table that is left open. */
void bench_step_profile(adrop_document *d, const bench_step_result *r);

/* -- The time of Monte Carlo passes beside that of plain ones. */

typedef struct bench_uncertainty_result {
    const char *name, *dropout; /* the case: mnist, vgg16 */
    size_t rows, samples;
    stopwatch_times plain;   /* one pass without noise of all rows */
    stopwatch_times sampled; /* all samples of all rows */
    stopwatch_times masks;   /* of all these samples, the layers by themselves */
} bench_uncertainty_result;

/* How many cases there are: 1,024 rows of 28 x 28 (time grows with rows) through 784-800-800-10,
 * and a batch of 32 x 32 images through vgg16 with dropout in its head. */
size_t bench_uncertainty_cases(void);

/* Time case number `which`; single: one row alone. */
adrop_status bench_uncertainty_time(adrop_ctx *ctx, size_t which, const char *dropout,
                                    size_t samples, size_t rounds, int single,
                                    bench_uncertainty_result *r);

/* What a table of results is, its columns, and the row of one. */
extern const char bench_uncertainty_says[];
extern const adrop_column bench_uncertainty_columns[];
void bench_uncertainty_row(adrop_document *d, const bench_uncertainty_result *r, int threads);

/* -- The time of pruned networks beside the whole ones. */

typedef struct bench_pruned_result {
    const char *name, *model; /* "nodes", "mlp:800,800" */
    double kept;              /* share of nodes, channels or weights */
    size_t rows;
    stopwatch_times whole, pruned; /* one forward pass of all rows */
    size_t whole_bytes, pruned_bytes;
} bench_pruned_result;

/* How many cases there are: networks without some of their nodes or channels, dense layers without
 * most of their weights. */
size_t bench_pruned_cases(void);

/* Time case number `which`; single: one row alone. */
adrop_status bench_pruned_time(adrop_ctx *ctx, size_t which, size_t rounds, int single,
                               bench_pruned_result *r);

/* What a table of results is, its columns, and the row of one. */
extern const char bench_pruned_says[];
extern const adrop_column bench_pruned_columns[];
void bench_pruned_row(adrop_document *d, const bench_pruned_result *r, int threads);

/* -- What the ranks of a job cost each other: the pieces of the model in docs/scaling.md. */

/* Measure exchanges and sums between the ranks, and say them once; or with a name in `what` a step
 * of that network, and its pieces. Returns the exit status. */
int bench_comm(const command_call *call, adrop_comm_opts *opts, const bench_step *what);

/* -- `adrop bench` at work: what its two kinds of cases share. */

/* A technique to be timed. */
typedef struct bench_subject {
    const char *text;
    adrop_site site; /* masks alone */
} bench_subject;

/* Everything that is to be timed. */
typedef struct bench {
    const command_call *call;
    int json, quiet;
    int first_pass, last_pass; /* masks: 0 forward, 1 with backward */
    bench_size size;           /* masks */
    bench_step step;           /* steps: all but the technique */
    bench_subject *subjects;   /* (n), owned */
    size_t n;
    adrop_ctx *ctx[2]; /* (n_ctx), owned: one a number of threads */
    size_t n_ctx;
    size_t done, all;     /* results so far, and to come */
    adrop_document *rows; /* what is to be printed, its table open; NULL: none yet */
} bench;

/* Time everything and print it, each as soon as it is there. Return the exit status. */
int bench_run_masks(bench *b);
int bench_run_steps(bench *b);
int bench_run_uncertainty(bench *b, size_t samples);
int bench_run_pruned(bench *b);

#endif
