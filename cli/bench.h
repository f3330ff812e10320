/* `adrop bench`: what it can time, a table of results for each, and the code that runs it. */
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

/* -- Times of repeated work. */

/* Do the work once; any result but 0 stops the stopwatch. */
typedef int stopwatch_work(void *self);

/* Seconds per piece of work. */
typedef struct stopwatch_times {
    double best, median, mean;
} stopwatch_times;

/* Repeat the work until `least` seconds have passed, and return the average in *seconds. Returns
 * what the work returned last. */
int stopwatch_round(stopwatch_work *work, void *self, double least, double *seconds);

/* Best, median and mean of n > 0 rounds. Sorts them. */
stopwatch_times stopwatch_sum_up(double *seconds, size_t n);

/* -- The speed of one dropout layer relative to a plain multiply, y = 2 x, of the same array on one
 * thread. Rounds alternate between the two, so both see the same state of the machine. */

/* The size of the work. */
typedef struct bench_size {
    size_t rows, units; /* of x */
    size_t outputs;     /* of the dense layer after it */
    size_t rounds;
    double least; /* minimal seconds per round */
} bench_size;

/* The arrays shared by all passes. */
typedef struct bench_masks bench_masks;

typedef struct bench_masks_result {
    const char *dropout; /* as given */
    int backward;        /* backward is timed, too */
    int threads;
    const char *isa;
    const bench_size *size;
    size_t outputs; /* 0 if not needed */
    stopwatch_times pass, multiply;
} bench_masks_result;

/* Ends the program if memory is short. */
bench_masks *bench_masks_create(const bench_size *size);
void bench_masks_free(bench_masks *b);

/* A site where the technique can work: without a dense layer after it if possible, else with one;
 * on a map with about as many elements if it needs a map. */
adrop_status bench_masks_site(adrop_ctx *ctx, const char *text, const bench_size *size,
                              adrop_site *site);

/* Time the technique's training passes at the site: forward only, or with backward, zero_grads and
 * extra_loss. Sets pass and multiply. */
adrop_status bench_masks_time(bench_masks *b, adrop_ctx *ctx, const char *text,
                              const adrop_site *site, int backward, bench_masks_result *r);

/* The columns of the table, and a row for one result. memory: of the program, in bytes. */
extern const adrop_column bench_masks_columns[];
void bench_masks_row(adrop_document *d, const bench_masks_result *r, size_t memory);

/* -- The time of a training step of a network, relative to the machine's speed at matrix
 * products. */

typedef struct bench_step {
    const char *name;    /* of the case: "fc", "vgg16" */
    const char *dropout; /* one technique's text */
    size_t batch;        /* 0: the case's own */
    size_t shards;
    adrop_precision precision;
    int direct;   /* no Winograd algorithm */
    size_t steps; /* 0: as many as fit 3 seconds, at least 5 */
    int profile;  /* time each layer */
} bench_step;

typedef struct bench_step_result {
    size_t batch;
    stopwatch_times step;
    double gflop;       /* of one step, counted for direct convolution */
    double peak;        /* GFLOP per second of matrix products, in the same run */
    size_t steps;       /* timed */
    adrop_model *model; /* owned, with the times of its layers; free with adrop_model_free */
} bench_step_result;

adrop_status bench_step_time(adrop_ctx *ctx, const bench_step *b, bench_step_result *result);

/* The columns of the table, and a row for one result (bench_step_show.c). memory: of the program,
 * in bytes. */
extern const adrop_column bench_step_columns[];
void bench_step_row(adrop_document *d, const bench_step *b, const bench_step_result *r, int threads,
                    size_t memory);

/* The time of a step by layer and by kind of layer: a table, left open. */
void bench_step_profile(adrop_document *d, const bench_step_result *r);

/* -- The time of Monte Carlo passes relative to plain passes. */

typedef struct bench_uncertainty_result {
    const char *name, *dropout; /* name of the case: mnist, vgg16 */
    size_t rows, samples;
    stopwatch_times plain;   /* one pass without noise over all rows */
    stopwatch_times sampled; /* all samples of all rows */
    stopwatch_times masks;   /* the masks of these samples alone */
} bench_uncertainty_result;

/* The number of cases: 1,024 rows of 28 x 28 (time is proportional to rows) through 784-800-800-10,
 * and a batch of 32 x 32 images through vgg16 with dropout in its head. */
size_t bench_uncertainty_cases(void);

/* Time case `which`; single: with one row only. */
adrop_status bench_uncertainty_time(adrop_ctx *ctx, size_t which, const char *dropout,
                                    size_t samples, size_t rounds, int single,
                                    bench_uncertainty_result *r);

/* The title of the table, its columns, and a row for one result. */
extern const char bench_uncertainty_says[];
extern const adrop_column bench_uncertainty_columns[];
void bench_uncertainty_row(adrop_document *d, const bench_uncertainty_result *r, int threads);

/* -- The time of pruned networks relative to whole ones. */

typedef struct bench_pruned_result {
    const char *name, *model; /* "nodes", "mlp:800,800" */
    double kept;              /* share of nodes, channels or weights */
    size_t rows;
    stopwatch_times whole, pruned; /* one forward pass of all rows */
    size_t whole_bytes, pruned_bytes;
} bench_pruned_result;

/* The number of cases: networks without some of their nodes or channels, dense layers without most
 * of their weights. */
size_t bench_pruned_cases(void);

/* Time case `which`; single: with one row only. */
adrop_status bench_pruned_time(adrop_ctx *ctx, size_t which, size_t rounds, int single,
                               bench_pruned_result *r);

/* The title of the table, its columns, and a row for one result. */
extern const char bench_pruned_says[];
extern const adrop_column bench_pruned_columns[];
void bench_pruned_row(adrop_document *d, const bench_pruned_result *r, int threads);

/* -- Communication costs between the ranks of a job: the terms of the model in docs/scaling.md. */

/* Measure exchanges and sums between the ranks, and report them once; or, if `what` has a name, a
 * step of that network and its parts. Returns the exit status. */
int bench_comm(const command_call *call, adrop_comm_opts *opts, const bench_step *what);

/* -- Code shared by all cases of `adrop bench`. */

/* A technique to time. */
typedef struct bench_subject {
    const char *text;
    adrop_site site; /* for masks only */
} bench_subject;

/* The whole plan, and its state. */
typedef struct bench {
    const command_call *call;
    int json, quiet;
    int first_pass, last_pass; /* masks: 0 forward, 1 with backward */
    bench_size size;           /* masks */
    bench_step step;           /* for steps: everything except the technique */
    bench_subject *subjects;   /* (n), owned */
    size_t n;
    adrop_ctx *ctx[2]; /* (n_ctx), owned: one per number of threads */
    size_t n_ctx;
    size_t done, all;     /* results so far, in total */
    adrop_document *rows; /* the results, with an open table; NULL: none yet */
} bench;

/* Time everything, and print each result as soon as it is known. Returns the exit status. */
int bench_run_masks(bench *b);
int bench_run_steps(bench *b);
int bench_run_uncertainty(bench *b, size_t samples);
int bench_run_pruned(bench *b);

#endif
