/* Searches: which settings do best on rows that were held out?
 *
 *     adrop_tune_opts opts;
 *     adrop_data_opts data;
 *     adrop_train_opts train;
 *     adrop_tune *t;
 *     adrop_tune_result result;
 *
 *     adrop_tune_opts_init(&opts);
 *     adrop_data_opts_init(&data);
 *     adrop_train_opts_init(&train);
 *     data.data = "digits";
 *     adrop_texts_add(ctx, &opts.vary, "lr=0.001..0.1:log");
 *     adrop_texts_add(ctx, &opts.vary, "dropout=none,bernoulli,advanced");
 *     adrop_texts_add(ctx, &opts.vary, "dropout.rate=0.1,0.3,0.5");
 *     opts.out = "runs/search";
 *     adrop_tune_create(ctx, &opts, &data, &train, &t);
 *     adrop_tune_go(t, NULL);
 *     adrop_tune_describe(t, &result);
 *     printf("%s: %.2f\n", result.best_settings, result.final.mean);
 *     adrop_tune_free(t);
 *
 * What is searched. A text of `vary` is KEY=VALUE,.. or KEY=LOW..HIGH with :log (equal ratios) and
 * :N (a grid of N points) behind it, in this order. KEY is a setting of training, or one of the
 * data that only concerns training rows and their scaling; with a dot it is an option of the
 * technique or of the network ("dropout.rate", "model.width"), which goes to those that have it.
 * A value with a comma stands in double quotes: model="mlp:256,256",vgg16. Ranges of counts give
 * whole numbers. Drawn numbers are rounded to four digits, so that they can be typed again.
 *
 * Trials. Method `grid` takes every combination, the last key changing fastest; the others draw:
 * the value of a key in trial i is a function of the seed, the key and i alone. Where there are no
 * more combinations than trials each is taken once. Trials whose settings come out equal are one:
 * it is trained once. Combinations that do not go together are left out, and said.
 *
 * Rows. A trial is trained on the training rows but those held out, and judged on these:
 * `val-fraction` of the training rows (a tenth if it is not given, or the validation part that the
 * data have), or each of `folds` parts of the training rows in turn, whose results are averaged.
 * The rows of a trial have no test part: test rows cannot decide anything. They are read when the
 * winner is chosen.
 *
 * Budgets. `epochs` is what a trial may take at most, R. grid and random train every trial so
 * long. halving (Jamieson and Talwalkar 2016) trains all n distinct trials for R / eta^K epochs,
 * goes on with the best n / eta, and so forth: K is the largest number for which n / eta^K >= 1 and
 * R / eta^K >= min_epochs. hyperband (Li et al. 2018) does so in brackets that begin with
 * R, R / eta, R / eta^2 .. epochs; how many trials each has follows from R and eta. All trials of
 * a rung are done before any is promoted, and ties go to the lower number; so neither the number
 * of jobs nor an interruption changes the result. A promoted trial continues from its checkpoint
 * bit for bit. Schedules of the learning rate are those of R epochs, at every rung. What counts is
 * the result after the last epoch of the rung; a trial that fails is not promoted.
 *
 * The winner is the trial with the best result after R epochs. It is trained again with `runs`
 * seeds on all training rows, those held out included (unless `patience` needs them or they came
 * with the data), and tested; so are, with the same seeds, the settings without any of `vary`,
 * unless no_baseline is set. Rows are the same in all runs; seeds are those of a comparison
 * (compare.h).
 *
 * Every run has run_threads threads, whatever the number of jobs: the bits of a training depend on
 * that number. The folder of a search holds
 *
 *     tune.json            the settings, the data, the trials, the winner: no times, no paths but
 *                          those within the folder, so that equal searches are equal files
 *     trials/I/            the run directory (train.h) of trial I; trials/I/K with folds
 *     final/SEED/          the runs of the winner, and
 *     baseline/SEED/       of the settings without `vary`
 *
 * A search that was stopped, or killed, is resumed by the same call. More trials, runs and jobs
 * may be asked for; eta, min_epochs, level and by may change: what was trained is used again. */
#ifndef ADROP_TUNE_H
#define ADROP_TUNE_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/compare.h"
#include "adrop/context.h"
#include "adrop/data.h"
#include "adrop/document.h"
#include "adrop/export.h"
#include "adrop/launch.h"
#include "adrop/option.h"
#include "adrop/status.h"
#include "adrop/train.h"

ADROP_BEGIN_DECLS

typedef enum adrop_tune_method {
    ADROP_TUNE_GRID,
    ADROP_TUNE_RANDOM,
    ADROP_TUNE_HALVING,
    ADROP_TUNE_HYPERBAND,
} adrop_tune_method;

/* Settings; all but size are rows of adrop_tune_options(). */
typedef struct adrop_tune_opts {
    size_t size;        /* sizeof(adrop_tune_opts) */
    adrop_texts vary;   /* what is searched; at least one, at most 16 */
    int method;         /* an adrop_tune_method; halving */
    int by;             /* 0: validation accuracy, or RMSE; 1: validation loss */
    size_t trials;      /* of random and halving; 0: 27, or all combinations if fewer */
    size_t eta;         /* of halving and hyperband: one of so many is promoted; 3 */
    size_t min_epochs;  /* of the first rung, at least; 1 */
    size_t runs;        /* of the winner; 5 */
    int no_baseline;    /* do not train the settings without `vary` */
    double level;       /* of intervals; 0.95 */
    size_t seed;        /* 1 */
    size_t jobs;        /* runs at once; 0: as many as the context's threads allow */
    size_t run_threads; /* of each run; 1 */
    const char *out;    /* the folder; must be given */
} adrop_tune_opts;

ADROP_API void adrop_tune_opts_init_sized(adrop_tune_opts *opts, size_t size);
#define adrop_tune_opts_init(opts) adrop_tune_opts_init_sized((opts), sizeof *(opts))
ADROP_API const adrop_option *adrop_tune_options(void);

typedef struct adrop_tune adrop_tune;

/* Plan a search: read the data once, make the trials, check each, find out what the folder has
 * already. seed, out and resume of train are not read. ADROP_EINVAL, with a sentence, for a key or
 * a value that is not known, ranges that are empty, settings that contradict each other, and for a
 * folder that was made with other settings. *out is NULL after a failure. */
ADROP_API adrop_status adrop_tune_create(adrop_ctx *ctx, const adrop_tune_opts *opts,
                                         const adrop_data_opts *data, const adrop_train_opts *train,
                                         adrop_tune **out);

/* The same on a data set that is open, as adrop_compare_on: split says how its rows are split, with
 * `folds` to judge trials by, and no `fold`; NULL: as they were. What says how files are read
 * cannot be searched. */
ADROP_API adrop_status adrop_tune_on(adrop_ctx *ctx, const adrop_tune_opts *opts,
                                     const adrop_data *data, const adrop_split_opts *split,
                                     const adrop_train_opts *train, adrop_tune **out);

/* NULL is fine. */
ADROP_API void adrop_tune_free(adrop_tune *t);

/* -- The plan ------------------------------------------------------------------------ */

typedef enum adrop_trial_state {
    ADROP_TRIAL_WAITS,    /* nothing of it is there */
    ADROP_TRIAL_STOPPED,  /* done with its last rung, and not promoted */
    ADROP_TRIAL_DONE,     /* trained for all epochs, or until patience ran out */
    ADROP_TRIAL_FAILED,   /* its training failed: see message */
    ADROP_TRIAL_EQUAL,    /* to an earlier one: same_as */
    ADROP_TRIAL_LEFT_OUT, /* its settings do not go together: see message */
} adrop_trial_state;

/* A trial. Texts live as long as the search. */
typedef struct adrop_trial {
    size_t trial;         /* from 1 on */
    const char *settings; /* "lr=0.0123 dropout=bernoulli:rate=0.3" */
    adrop_trial_state state;
    size_t same_as;      /* the trial it is equal to; 0: none */
    size_t bracket;      /* from 1 on; the last it was in */
    size_t rung;         /* the last that it is done with, from 1 on; 0: none */
    size_t epochs;       /* it was trained for then */
    double val;          /* what it is judged by, then; NaN: nothing yet */
    const char *run;     /* its run directory, or the folder of its folds, within the search's */
    const char *message; /* why it failed or was left out; "" */
} adrop_trial;

/* Trial i, from 0 on: a listing. */
ADROP_API int adrop_tune_trial_at_sized(const adrop_tune *t, size_t i, adrop_trial *trial,
                                        size_t size);
#define adrop_tune_trial_at(t, i, trial)                                                           \
  adrop_tune_trial_at_sized((t), (i), (trial), sizeof *(trial))

/* Setting k of trial i, in the order of `vary`, those left out that do not apply; key and text live
 * as long as the context. 0 past the last, and if there is no memory. */
ADROP_API int adrop_tune_setting_at(const adrop_tune *t, size_t i, size_t k, const char **key,
                                    const char **text);

/* A rung: how many trials are to be trained, until which epoch. */
typedef struct adrop_rung {
    size_t bracket, rung; /* from 1 on */
    size_t trials, epochs;
} adrop_rung;

/* Rung i of the plan, bracket by bracket: a listing. */
ADROP_API int adrop_tune_rung_at_sized(const adrop_tune *t, size_t i, adrop_rung *rung,
                                       size_t size);
#define adrop_tune_rung_at(t, i, rung) adrop_tune_rung_at_sized((t), (i), (rung), sizeof *(rung))

/* Time a few steps of each network and technique, and say how many seconds what is left of the
 * plan will take, and the whole of it, jobs taken into account. */
ADROP_API adrop_status adrop_tune_estimate(adrop_tune *t, double *seconds_left, double *seconds);

/* -- The search ---------------------------------------------------------------------- */

/* How far it is. */
typedef struct adrop_tune_progress {
    const char *what;         /* "trial 7, lr=0.0123", "winner, run 2 of 5" */
    size_t done, epochs;      /* epochs of the plan, all folds and runs counted */
    size_t running;           /* runs */
    const adrop_progress *at; /* where the one that moved stands */
    double seconds_left;      /* NaN at the start */
} adrop_tune_progress;

/* All may be NULL. They are called from one thread at a time, but not always the same. */
typedef struct adrop_tune_hooks {
    size_t size; /* sizeof(adrop_tune_hooks) */
    void *user;
    void (*progress)(void *user, const adrop_tune_progress *p);
    /* A trial is done with a rung, or has failed. */
    void (*trial)(void *user, const adrop_trial *trial);
    /* A run of the winner, or of the settings without `vary`, has ended. */
    void (*ended)(void *user, const char *what, const adrop_train_result *result);
    int (*stop)(void *user);
    adrop_launch *launch; /* who trains the runs of this call (launch.h); NULL: this program */
} adrop_tune_hooks;

ADROP_API void adrop_tune_hooks_init_sized(adrop_tune_hooks *hooks, size_t size);
#define adrop_tune_hooks_init(hooks) adrop_tune_hooks_init_sized((hooks), sizeof *(hooks))

/* Do what is left to do, and write tune.json. ADROP_EINTR when stop said so: all that was learned
 * is in the folder. ADROP_ENUMERIC if no trial could be trained. */
ADROP_API adrop_status adrop_tune_go(adrop_tune *t, const adrop_tune_hooks *hooks);

/* Several runs of one setting: what they came to on test rows. */
typedef struct adrop_tune_runs {
    size_t n;             /* done; what follows is NaN for 0 */
    double mean, std;     /* std NaN for fewer than 2 */
    double low, high;     /* interval of the mean, by Student's t, within what is possible: from 0
                             on, to 100 of per cent; NaN for fewer than 2 */
    const double *values; /* (n), as long as the search lives */
} adrop_tune_runs;

/* What is known of the search. */
typedef struct adrop_tune_result {
    size_t trials, distinct, left_out, failed;
    size_t epochs;                 /* R */
    size_t epochs_all;             /* of the plan: all rungs and folds; without the final runs */
    size_t epochs_final;           /* of the final runs */
    size_t epochs_full;            /* of all distinct trials trained to the end */
    size_t n_train, n_val, n_test; /* rows of a trial; test rows of the final runs */
    size_t folds;                  /* 0: a validation part */
    size_t jobs;                   /* as they will be */
    const char *by;                /* "val_acc", "val_rmse", "val_loss" */
    const char *metric;            /* of the final runs: "test_acc", "test_rmse" */
    int by_less, metric_less;      /* is less better? */
    size_t best;                   /* trial, from 1 on; 0: not known yet */
    double best_val;
    const char *best_settings;
    size_t second; /* the next best trial after R epochs; 0: none */
    double second_val;
    adrop_tune_runs final, baseline; /* of the winner; of the settings without `vary` */
    int baseline_is_best;            /* they are the same settings: no runs of their own */
    double difference, low, high, p; /* final - baseline, paired by seed; NaN: not known */
} adrop_tune_result;

ADROP_API void adrop_tune_describe_sized(const adrop_tune *t, adrop_tune_result *result,
                                         size_t size);
#define adrop_tune_describe(t, result) adrop_tune_describe_sized((t), (result), sizeof *(result))

/* What the search says as documents (document.h): the plan, with how long it takes
 * (adrop_tune_estimate; NaN: not known) and the first `most` trials; and who won by what, with the
 * `most` trials that were trained longest, of these the best. SIZE_MAX: all, 0: none. */
ADROP_API adrop_status adrop_tune_plan_document(const adrop_tune *t, size_t most,
                                                double seconds_left, double seconds,
                                                adrop_document **out);
ADROP_API adrop_status adrop_tune_document(const adrop_tune *t, size_t most, adrop_document **out);

/* tune.json as it would be written now, one line. Freed with adrop_free. */
ADROP_API adrop_status adrop_tune_json(adrop_tune *t, char **text);

ADROP_END_DECLS

#endif
