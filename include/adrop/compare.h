/* Comparisons: techniques x networks x data sets x runs, and what can be said of them.
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
 *     timing.json          times of steps, once they were taken
 *     DATA/MODEL/DROPOUT/  one for each cell of the table, and in it
 *         SEED/                one run directory (train.h) for each run
 *         choice/SETTINGS/     the runs that a setting was chosen by
 *
 * and nothing that cannot be made again from the run directories. So a run that is done
 * is never done again, one that was interrupted is resumed, and `adrop train` with
 * the seed of a run repeats it.
 *
 * Seeds: run k of every technique has the upper 32 bits of XXH3 of the text "SEED//K", so that
 * techniques share initial weights, the order of batches, and rows. Unpaired, a technique has
 * those of "SEED/TECHNIQUE/K", and the rows are still the shared ones (`data-seed`): which rows
 * are trained and tested on never depends on the technique.
 *
 * Choices: where the paper picked a setting from a set (beta, continuous) and the text
 * of the technique leaves it open, one run for each candidate is trained on the training
 * rows but a tenth, and the one that does best on that tenth is chosen. The test rows
 * have no say in it. With choose_dropout_lr every technique with parameters of its own chooses
 * their learning rate in the same way. */
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
    adrop_texts model;            /* none: what suits the data */
    adrop_texts dropout;          /* techniques, as --dropout takes them; a comma separates
                                     bare names; "all": every one; none: "advanced" */
    size_t runs;                  /* of each; 5 */
    size_t seed;                  /* 1 */
    int paired;                   /* techniques share seeds, and the tests are paired; yes */
    int by_split;                 /* run k is on the data's split k - 1 (uci) */
    const char *baseline;         /* what the others are compared with; "advanced" */
    int test;                     /* auto (welch, or paired), welch, pooled, paired */
    double level;                 /* of intervals and verdicts; 0.95 */
    int choose;                   /* choose open settings; yes */
    size_t choose_epochs;         /* of the runs they are chosen by; 0: as the others */
    size_t jobs;                  /* runs at once, each with its share of the threads; 1 */
    int timing;                   /* time the steps of all techniques afterwards; no */
    size_t timing_rounds;         /* 5 */
    const char *out;              /* the folder; must be given */
    adrop_list choose_dropout_lr; /* rates that each technique that learns chooses from; none:
                                     all have the dropout_lr of train */
    int unpaired;                 /* every technique has seeds of its own; the same as paired 0 */
} adrop_compare_opts;

ADROP_API void adrop_compare_opts_init_sized(adrop_compare_opts *opts, size_t size);
#define adrop_compare_opts_init(opts) adrop_compare_opts_init_sized((opts), sizeof *(opts))
ADROP_API const adrop_option *adrop_compare_options(void);

typedef struct adrop_compare adrop_compare;

/* Plan a comparison: open each data set once, check every technique and network, find out
 * what the folder has already. model, dropout, seed, out and resume of train are not read.
 * ADROP_EINVAL for a technique, network or set that is there twice, for data sets of
 * different tasks, and for a folder that was made with other settings (the message says
 * which); more runs, techniques, networks and sets may be added to a folder. */
ADROP_API adrop_status adrop_compare_create(adrop_ctx *ctx, const adrop_compare_opts *opts,
                                            const adrop_data_opts *data,
                                            const adrop_train_opts *train, adrop_compare **out);

/* The same on n data sets that are open, whose rows are shared: each by its name, which no other
 * has; `data` of opts is left out. split says how they are split; NULL: as they were, which must be
 * alike. Seeds of splits are those of the runs. A folder is continued on the same rows: sets of
 * arrays are known by a sum of what they hold. Workers (adrop/launch.h) have no such rows:
 * ADROP_EINVAL. */
ADROP_API adrop_status adrop_compare_on(adrop_ctx *ctx, const adrop_compare_opts *opts, size_t n,
                                        const adrop_data *const *data,
                                        const adrop_split_opts *split,
                                        const adrop_train_opts *train, adrop_compare **out);

/* NULL is fine. */
ADROP_API void adrop_compare_free(adrop_compare *c);

typedef enum adrop_run_state {
    ADROP_RUN_WAITS, /* nothing of it is there */
    ADROP_RUN_BEGUN, /* there is a run directory to resume */
    ADROP_RUN_DONE,
    ADROP_RUN_FAILED, /* tried by adrop_compare_go, and failed; a later call tries again */
} adrop_run_state;

/* One run of the plan. The texts live as long as the comparison. */
typedef struct adrop_planned_run {
    const char *data, *model, *dropout; /* dropout as it is trained; "" while open */
    const char *candidate;              /* of a choice: the settings tried; otherwise "" */
    size_t run;                         /* from 1 on; 0 for a choice */
    uint64_t seed;
    const char *path;
    adrop_run_state state;
    const char *message; /* why it failed; "" */
    uint64_t data_seed;  /* of its rows: shared by the techniques */
} adrop_planned_run;

/* Run i of the plan, choices first: a listing. */
ADROP_API int adrop_compare_run_at_sized(const adrop_compare *c, size_t i, adrop_planned_run *run,
                                         size_t size);
#define adrop_compare_run_at(c, i, run) adrop_compare_run_at_sized((c), (i), (run), sizeof *(run))

/* Time a few steps of every cell that has runs to do, and say how many seconds the plan
 * will take: of step times, jobs taken into account. */
ADROP_API adrop_status adrop_compare_estimate(adrop_compare *c, double *seconds);

/* A data set with a network. Texts live as long as the comparison. */
typedef struct adrop_compare_group {
    const char *data, *model;
    adrop_task task;
    size_t n_train, n_test; /* rows */
    size_t epochs, batch;   /* of a run */
} adrop_compare_group;

/* Group i: a listing. */
ADROP_API int adrop_compare_group_at_sized(const adrop_compare *c, size_t i,
                                           adrop_compare_group *group, size_t size);
#define adrop_compare_group_at(c, i, group)                                                        \
  adrop_compare_group_at_sized((c), (i), (group), sizeof *(group))

/* The settings that it has, the baseline as it was found; and its context. */
ADROP_API const adrop_compare_opts *adrop_compare_settings(const adrop_compare *c);
ADROP_API adrop_ctx *adrop_compare_ctx(const adrop_compare *c);

/* The techniques that `dropout` of the settings names, one by one: a comma separates bare names,
 * "all" is every one, and none is "advanced". */
ADROP_API adrop_status adrop_compare_techniques(adrop_ctx *ctx, const adrop_texts *from,
                                                adrop_texts *to);

/* How far the whole of it is. */
typedef struct adrop_compare_progress {
    size_t done, failed, runs; /* of the plan */
    size_t running;
    const adrop_planned_run *run; /* the one that moved */
    const adrop_progress *at;     /* where it stands */
    double seconds_left;          /* NaN at the start */
} adrop_compare_progress;

/* All may be NULL. They are called from one thread at a time, but not always the same. */
typedef struct adrop_compare_hooks {
    size_t size; /* sizeof(adrop_compare_hooks) */
    void *user;
    void (*progress)(void *user, const adrop_compare_progress *p);
    void (*ended)(void *user, const adrop_planned_run *run, const adrop_train_result *result);
    void (*timed)(void *user, size_t block, size_t blocks);
    int (*stop)(void *user);
    adrop_launch *launch; /* who trains the runs of this call (launch.h); NULL: this program */
} adrop_compare_hooks;

ADROP_API void adrop_compare_hooks_init_sized(adrop_compare_hooks *hooks, size_t size);
#define adrop_compare_hooks_init(hooks) adrop_compare_hooks_init_sized((hooks), sizeof *(hooks))

/* Do what is left to do. A run that fails is reported and skipped; the others continue.
 * ADROP_EINTR when stop said so: all that was learned is in the folder. */
ADROP_API adrop_status adrop_compare_go(adrop_compare *c, const adrop_compare_hooks *hooks);

/* Time training steps, for every data set and network all techniques in turn, a block of
 * steps each, timing_rounds times; the machine should have nothing else to do. The
 * result is timing.json; one that is there and has all techniques is kept. */
ADROP_API adrop_status adrop_compare_time(adrop_compare *c, const adrop_compare_hooks *hooks);

/* Which figure of a run counts. */
typedef enum adrop_metric {
    ADROP_METRIC_LAST,     /* accuracy, or rmse, on the test rows after the last epoch */
    ADROP_METRIC_BEST,     /* the best of all epochs, which the test rows have chosen */
    ADROP_METRIC_TOP5,     /* after the last epoch */
    ADROP_METRIC_MICRO_F1, /* likewise, of rows that may have several classes (adrop_score) */
    ADROP_METRIC_MACRO_F1,
} adrop_metric;

/* A row of the table: one technique on one data set and network. What cannot be had is
 * NaN: the tests with fewer than two runs, the times without timing.json, the ratios
 * without `none`. Differences are those of the row from the baseline's row. */
typedef struct adrop_compare_row {
    const char *data, *model, *dropout; /* dropout as it was trained */
    const char *asked;                  /* and as it was asked for */
    const char *chosen;                 /* "beta=0.2 of 0.001, 0.1, ..": what was chosen; "" */
    size_t n, planned, failed;          /* runs: done, wanted, failed */
    const double *values;               /* (n) */
    const uint64_t *seeds;              /* (n) */
    double mean, std, std_population;
    int rank; /* by the mean, among its data set and network: 1 is best */
    int is_baseline;
    double difference, low, high; /* and its interval */
    double p, p_holm;             /* Holm over all rows of the table */
    double effect;                /* Hedges' g */
    double p_paper; /* Welch, one-sided, population standard deviations: as in the paper's tables */
    double p_rank, least_p_rank; /* Wilcoxon's (signed ranks if paired), and the least it can be */
    double seconds_per_epoch;    /* median */
    double s1, s2, s1_norm, s2_norm;
    double rate, noise_level; /* 1 - E[m] and Var[m] / E[m]^2 of the masks at the end, averages over
                                 the dropout layers and the runs; 0 for `none` */
    int chosen_edge; /* -1 or 1: what was chosen is the least or the greatest of its candidates, so
                        that a better one may lie beyond; else 0 */
} adrop_compare_row;

/* Make the table from the runs that are done. */
ADROP_API adrop_status adrop_compare_table(adrop_compare *c, adrop_metric metric);

/* Row i of it: a listing. Texts and arrays live until the table is made anew. */
ADROP_API int adrop_compare_row_at_sized(const adrop_compare *c, size_t i, adrop_compare_row *row,
                                         size_t size);
#define adrop_compare_row_at(c, i, row) adrop_compare_row_at_sized((c), (i), (row), sizeof *(row))

/* "test_acc", "test_rmse", "best_test_acc", "test_top5": what the table holds. */
ADROP_API const char *adrop_compare_metric(const adrop_compare *c);

/* Is less better? */
ADROP_API int adrop_compare_less_is_better(const adrop_compare *c);

ADROP_END_DECLS

#endif
