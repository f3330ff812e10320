/* Comparisons: techniques x networks x data sets x runs, and the statistics of the results.
 *
 *     adrop_compare_opts opts;
 *     adrop_data_opts data;
 *     adrop_train_opts train;
 *     adrop_compare *c;
 *     adrop_compare_row row;
 *
 *     adrop_compare_opts_init(&opts);
 *     adrop_data_opts_init(&data);
 *     adrop_train_opts_init(&train);
 *     adrop_texts_add(ctx, &opts.data, "digits");
 *     adrop_texts_add(ctx, &opts.dropout, "none,bernoulli,advanced");
 *     opts.out = "runs/digits";
 *     opts.runs = 3;
 *     adrop_compare_create(ctx, &opts, &data, &train, &c);
 *     adrop_compare_go(c, NULL);
 *     adrop_compare_table(c, ADROP_METRIC_LAST);
 *     for (size_t i = 0; adrop_compare_row_at(c, i, &row); i++)
 *         printf("%s %.2f +- %.2f\n", row.dropout, row.mean, row.std);
 *     adrop_compare_free(c);
 *
 * The folder of a comparison holds
 *
 *     compare.json         its settings
 *     timing.json          times of steps, once measured
 *     DATA/MODEL/DROPOUT/  one folder per cell of the table, with
 *         SEED/                one run directory (train.h) per run
 *         choice/SETTINGS/     the runs used to choose a setting
 *
 * Everything in it can be recomputed from the run directories. A finished run is never repeated, an
 * interrupted run is resumed, and `adrop train` with the seed of a run repeats that run.
 *
 * Seeds: run K of every technique uses the upper 32 bits of XXH3 of the text "SEED//K", so
 * techniques share initial weights, the order of batches, and rows. Unpaired, a technique uses
 * "SEED/TECHNIQUE/K", but still the shared rows (`data-seed`): the rows for training and testing
 * never depend on the technique.
 *
 * Choices: the paper picked some settings from a set (beta, continuous). Where the text of the
 * technique leaves such a setting open, one run per candidate is trained on nine tenths of the
 * training rows, and the candidate with the best result on the remaining tenth is chosen. Test rows
 * are not used. With choose_dropout_lr, every technique that learns parameters chooses their
 * learning rate in the same way. */
#ifndef ADROP_COMPARE_H
#define ADROP_COMPARE_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/data.h"
#include "adrop/export.h"
#include "adrop/launch.h"
#include "adrop/option.h"
#include "adrop/stats.h"
#include "adrop/status.h"
#include "adrop/train.h"

ADROP_BEGIN_DECLS

/* Settings; all but size are rows of adrop_compare_options(). */
typedef struct adrop_compare_opts {
    size_t size;                  /* sizeof(adrop_compare_opts) */
    adrop_texts data;             /* names or paths */
    adrop_texts model;            /* none: the default for the data */
    adrop_texts dropout;          /* techniques, as for --dropout; a comma separates names without
                                     settings; "all": every technique; none: "advanced" */
    size_t runs;                  /* per cell; 5 */
    size_t seed;                  /* 1 */
    int paired;                   /* techniques share seeds and tests are paired; yes */
    int by_split;                 /* run k uses split k - 1 of the data (uci) */
    const char *baseline;         /* the technique that others are compared with; "advanced" */
    int test;                     /* auto (welch, or paired), welch, pooled, paired */
    double level;                 /* of intervals and verdicts; 0.95 */
    int choose;                   /* choose open settings; yes */
    size_t choose_epochs;         /* of the runs that choose settings; 0: as the others */
    size_t jobs;                  /* runs at once; each gets its share of the threads; 1 */
    int timing;                   /* time the steps of all techniques after the runs; no */
    size_t timing_rounds;         /* 5 */
    const char *out;              /* the folder; required */
    adrop_list choose_dropout_lr; /* candidate rates for each technique that learns; none: all use
                                     train's dropout_lr */
    int unpaired;                 /* each technique has its own seeds; the same as paired = 0 */
} adrop_compare_opts;

ADROP_API void adrop_compare_opts_init_sized(adrop_compare_opts *opts, size_t size);
#define adrop_compare_opts_init(opts) adrop_compare_opts_init_sized((opts), sizeof *(opts))
ADROP_API const adrop_option *adrop_compare_options(void);

typedef struct adrop_compare adrop_compare;

/* Plan a comparison: open each data set once, check every technique and network, and find the
 * finished runs in the folder. model, dropout, seed, out and resume of train are ignored.
 * ADROP_EINVAL if a technique, network or data set is listed twice, if data sets have different
 * tasks, or if the folder was made with other settings (the message names them). Runs, techniques,
 * networks and data sets may be added to an existing folder. */
ADROP_API adrop_status adrop_compare_create(adrop_ctx *ctx, const adrop_compare_opts *opts,
                                            const adrop_data_opts *data,
                                            const adrop_train_opts *train, adrop_compare **out);

/* The same with n open data sets, whose rows are shared. Each is known by its name, which must be
 * unique; `data` of opts is ignored. split says how all are split; NULL: as they are, which must be
 * the same for all. The seeds of splits are those of the runs. A folder can only be continued with
 * the same rows: data sets from arrays are recognised by a checksum of their contents. Workers
 * (adrop/launch.h) cannot access such rows: ADROP_EINVAL. */
ADROP_API adrop_status adrop_compare_on(adrop_ctx *ctx, const adrop_compare_opts *opts, size_t n,
                                        const adrop_data *const *data,
                                        const adrop_split_opts *split,
                                        const adrop_train_opts *train, adrop_compare **out);

/* NULL is fine. */
ADROP_API void adrop_compare_free(adrop_compare *c);

typedef enum adrop_run_state {
    ADROP_RUN_WAITS, /* not started */
    ADROP_RUN_BEGUN, /* a run directory exists and can be resumed */
    ADROP_RUN_DONE,
    ADROP_RUN_FAILED, /* failed in adrop_compare_go; a later call tries again */
} adrop_run_state;

/* One run of the plan. The texts live as long as the comparison. */
typedef struct adrop_planned_run {
    const char *data, *model, *dropout; /* dropout as trained; "" while a choice is open */
    const char *candidate;              /* in a choice: the settings tried; otherwise "" */
    size_t run;                         /* from 1; 0 for a choice */
    uint64_t seed;
    const char *path;
    adrop_run_state state;
    const char *message; /* why it failed, or "" */
    uint64_t data_seed;  /* of its rows: the same for all techniques */
} adrop_planned_run;

/* Run i of the plan, choices first: a listing. */
ADROP_API int adrop_compare_run_at_sized(const adrop_compare *c, size_t i, adrop_planned_run *run,
                                         size_t size);
#define adrop_compare_run_at(c, i, run) adrop_compare_run_at_sized((c), (i), (run), sizeof *(run))

/* Time a few steps of every cell with runs left, and estimate the seconds that the rest of the plan
 * takes, allowing for jobs. */
ADROP_API adrop_status adrop_compare_estimate(adrop_compare *c, double *seconds);

/* A data set with a network. Texts live as long as the comparison. */
typedef struct adrop_compare_group {
    const char *data, *model;
    adrop_task task;
    size_t n_train, n_test; /* rows */
    size_t epochs, batch;   /* per run */
} adrop_compare_group;

/* Group i: a listing. */
ADROP_API int adrop_compare_group_at_sized(const adrop_compare *c, size_t i,
                                           adrop_compare_group *group, size_t size);
#define adrop_compare_group_at(c, i, group)                                                        \
  adrop_compare_group_at_sized((c), (i), (group), sizeof *(group))

/* Its settings, with the baseline resolved; and its context. */
ADROP_API const adrop_compare_opts *adrop_compare_settings(const adrop_compare *c);
ADROP_API adrop_ctx *adrop_compare_ctx(const adrop_compare *c);

/* Expand `dropout` of the settings into single techniques: a comma separates names without
 * settings, "all" means every technique, and none means "advanced". */
ADROP_API adrop_status adrop_compare_techniques(adrop_ctx *ctx, const adrop_texts *from,
                                                adrop_texts *to);

/* Progress of the whole comparison. */
typedef struct adrop_compare_progress {
    size_t done, failed, runs; /* of the plan */
    size_t running;
    const adrop_planned_run *run; /* the run that reported */
    const adrop_progress *at;     /* its progress */
    double seconds_left;          /* NaN at the start */
} adrop_compare_progress;

/* Members may be NULL. Calls never overlap, but may come from different threads. */
typedef struct adrop_compare_hooks {
    size_t size; /* sizeof(adrop_compare_hooks) */
    void *user;
    void (*progress)(void *user, const adrop_compare_progress *p);
    void (*ended)(void *user, const adrop_planned_run *run, const adrop_train_result *result);
    void (*timed)(void *user, size_t block, size_t blocks);
    int (*stop)(void *user);
    adrop_launch *launch; /* trains the runs of this call (launch.h); NULL: this program */
} adrop_compare_hooks;

ADROP_API void adrop_compare_hooks_init_sized(adrop_compare_hooks *hooks, size_t size);
#define adrop_compare_hooks_init(hooks) adrop_compare_hooks_init_sized((hooks), sizeof *(hooks))

/* Do the runs that are left. A run that fails is reported and skipped; the others continue.
 * ADROP_EINTR if stop asked for it; everything done so far is in the folder. */
ADROP_API adrop_status adrop_compare_go(adrop_compare *c, const adrop_compare_hooks *hooks);

/* Time training steps: for each data set and network, the techniques take turns with a block of
 * steps each, timing_rounds times. The machine should be otherwise idle. The result is timing.json;
 * an existing one that covers all techniques is kept. */
ADROP_API adrop_status adrop_compare_time(adrop_compare *c, const adrop_compare_hooks *hooks);

/* Which result of a run the table shows. */
typedef enum adrop_metric {
    ADROP_METRIC_LAST,     /* accuracy, or rmse, on the test rows after the last epoch */
    ADROP_METRIC_BEST,     /* the best of all epochs, selected on the test rows */
    ADROP_METRIC_TOP5,     /* after the last epoch */
    ADROP_METRIC_MICRO_F1, /* the same, for rows that may have several classes (adrop_score) */
    ADROP_METRIC_MACRO_F1,
} adrop_metric;

/* A row of the table: one technique on one data set and network. Values that cannot be computed are
 * NaN: tests with fewer than two runs, times without timing.json, ratios without `none`.
 * Differences are this row minus the baseline's row. */
typedef struct adrop_compare_row {
    const char *data, *model, *dropout; /* dropout as it was trained */
    const char *asked;                  /* and as requested */
    const char *chosen;                 /* the choice made, as "beta=0.2 of 0.001, 0.1, .."; "" */
    size_t n, planned, failed;          /* runs done, planned, failed */
    const double *values;               /* (n) */
    const uint64_t *seeds;              /* (n) */
    double mean, std, std_population;
    int rank; /* by the mean, within its data set and network: 1 is best */
    int is_baseline;
    double difference, low, high; /* with its confidence interval */
    double p, p_holm;             /* Holm's correction over all rows of the table */
    double effect;                /* Hedges' g */
    double p_paper; /* Welch, one-sided, population standard deviations: as in the paper's tables */
    double p_rank, least_p_rank; /* Wilcoxon's (signed ranks if paired), and its smallest possible
                                    value */
    double seconds_per_epoch;    /* median */
    double s1, s2, s1_norm, s2_norm;
    double rate, noise_level; /* 1 - E[m] and Var[m] / E[m]^2 of the final masks, averaged over
                                 dropout layers and runs; 0 for `none` */
    int chosen_edge; /* -1 or 1: the chosen value is the smallest or largest candidate, so a better
                        one may lie outside the range; else 0 */
} adrop_compare_row;

/* Make the table from the runs that are done. */
ADROP_API adrop_status adrop_compare_table(adrop_compare *c, adrop_metric metric);

/* Row i of the table: a listing. Texts and arrays live until the table is made again. */
ADROP_API int adrop_compare_row_at_sized(const adrop_compare *c, size_t i, adrop_compare_row *row,
                                         size_t size);
#define adrop_compare_row_at(c, i, row) adrop_compare_row_at_sized((c), (i), (row), sizeof *(row))

/* "test_acc", "test_rmse", "best_test_acc", "test_top5": the metric of the table. */
ADROP_API const char *adrop_compare_metric(const adrop_compare *c);

/* 1 if smaller values are better. */
ADROP_API int adrop_compare_less_is_better(const adrop_compare *c);

ADROP_END_DECLS

#endif
