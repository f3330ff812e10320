/* Searches: which settings give the best result on held-out rows?
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
 * What is searched. A text of `vary` is KEY=VALUE,.. or KEY=LOW..HIGH, optionally followed by :log
 * (equal ratios) and :N (a grid of N points), in this order. KEY is a setting of training, or a
 * data setting that affects only training rows and their scaling. With a dot, it is an option of
 * the technique or of the network ("dropout.rate", "model.width"), used by those that have it. A
 * value with a comma needs double quotes: model="mlp:256,256",vgg16. Ranges of counts give whole
 * numbers. Random numbers are rounded to four digits, so they can be typed again.
 *
 * Trials. Method `grid` uses every combination, with the last key changing fastest. The other
 * methods draw: the value of a key in trial i is a function of only the seed, the key and i. If
 * there are no more combinations than trials, each is used once. Trials with equal settings are
 * trained once. Invalid combinations are skipped and reported.
 *
 * Rows. A trial is trained on the training rows that are not held out, and evaluated on those that
 * are: `val-fraction` of the training rows (a tenth by default, or the data's validation part), or
 * each of `folds` parts of the training rows in turn, whose results are averaged. A trial has no
 * test part, so test rows cannot influence the choice. They are read once the winner is chosen.
 *
 * Budgets. `epochs` is the maximum per trial, R. grid and random train every trial for R epochs.
 * halving (Jamieson and Talwalkar 2016) trains all n distinct trials for R / eta^K epochs,
 * continues with the best n / eta, and so on: K is the largest number with n / eta^K >= 1 and R /
 * eta^K >= min_epochs. hyperband (Li et al. 2018) does this in brackets that begin with R, R / eta,
 * R / eta^2 .. epochs; R and eta determine the number of trials in each. All trials of a rung
 * finish before any is promoted, and ties go to the lower number, so neither the number of jobs nor
 * an interruption changes the result. A promoted trial continues from its checkpoint bit for bit.
 * Learning rate schedules are those of R epochs, at every rung. Trials are compared by the result
 * after the last epoch of the rung; a failed trial is not promoted.
 *
 * The winner is the trial with the best result after R epochs. It is trained again with `runs`
 * seeds on all training rows, including those held out (unless `patience` needs them or they are
 * part of the data), and tested. The settings without any of `vary` are trained and tested with the
 * same seeds, unless no_baseline is set. Rows are the same in all runs; seeds are those of a
 * comparison (compare.h).
 *
 * Every run has run_threads threads, independent of the number of jobs, because the bits of a
 * training depend on that number. The folder of a search holds
 *
 *     tune.json            the settings, the data, the trials, the winner: no times, and only paths
 *                          within the folder, so that equal searches give equal files
 *     trials/I/            the run directory (train.h) of trial I; trials/I/K with folds
 *     final/SEED/          the runs of the winner, and
 *     baseline/SEED/       of the settings without `vary`
 *
 * A search that was stopped or killed is resumed by the same call. Trials, runs and jobs may be
 * increased; eta, min_epochs, level and by may change. Finished training is reused. */
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
    adrop_texts vary;   /* what to search; 1 to 16 texts */
    int method;         /* an adrop_tune_method; halving */
    int by;             /* 0: validation accuracy, or RMSE; 1: validation loss */
    size_t trials;      /* of random and halving; 0: 27, or all combinations if fewer */
    size_t eta;         /* of halving and hyperband: one in eta is promoted; 3 */
    size_t min_epochs;  /* least epochs of the first rung; 1 */
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

/* Plan a search: read the data once, create and check the trials, and find the finished ones in the
 * folder. seed, out and resume of train are ignored. ADROP_EINVAL, with a message, for an unknown
 * key or value, empty ranges, contradictory settings, and a folder made with other settings. *out
 * is NULL after a failure. */
ADROP_API adrop_status adrop_tune_create(adrop_ctx *ctx, const adrop_tune_opts *opts,
                                         const adrop_data_opts *data, const adrop_train_opts *train,
                                         adrop_tune **out);

/* The same on an open data set, as adrop_compare_on. split says how its rows are split, with
 * `folds` for evaluating trials, and no `fold`; NULL: as they are. Settings for reading files
 * cannot be searched. */
ADROP_API adrop_status adrop_tune_on(adrop_ctx *ctx, const adrop_tune_opts *opts,
                                     const adrop_data *data, const adrop_split_opts *split,
                                     const adrop_train_opts *train, adrop_tune **out);

/* NULL is fine. */
ADROP_API void adrop_tune_free(adrop_tune *t);

/* -- The plan ------------------------------------------------------------------------ */

typedef enum adrop_trial_state {
    ADROP_TRIAL_WAITS,    /* not started */
    ADROP_TRIAL_STOPPED,  /* finished its last rung, not promoted */
    ADROP_TRIAL_DONE,     /* trained for all epochs, or until patience ran out */
    ADROP_TRIAL_FAILED,   /* its training failed: see message */
    ADROP_TRIAL_EQUAL,    /* equal to an earlier one: same_as */
    ADROP_TRIAL_LEFT_OUT, /* its settings are invalid: see message */
} adrop_trial_state;

/* A trial. Texts live as long as the search. */
typedef struct adrop_trial {
    size_t trial;         /* from 1 */
    const char *settings; /* "lr=0.0123 dropout=bernoulli:rate=0.3" */
    adrop_trial_state state;
    size_t same_as;      /* the trial it is equal to; 0: none */
    size_t bracket;      /* from 1; the last it was in */
    size_t rung;         /* the last finished, from 1; 0: none */
    size_t epochs;       /* trained up to then */
    double val;          /* its score then; NaN: none yet */
    const char *run;     /* its run directory, or the folder of its folds, relative to the search's
                            folder */
    const char *message; /* why it failed or was left out, or "" */
} adrop_trial;

/* Trial i, from 0: a listing. */
ADROP_API int adrop_tune_trial_at_sized(const adrop_tune *t, size_t i, adrop_trial *trial,
                                        size_t size);
#define adrop_tune_trial_at(t, i, trial)                                                           \
  adrop_tune_trial_at_sized((t), (i), (trial), sizeof *(trial))

/* Setting k of trial i, in the order of `vary`, without those that do not apply; key and text live
 * as long as the context. 0 past the last, and if out of memory. */
ADROP_API int adrop_tune_setting_at(const adrop_tune *t, size_t i, size_t k, const char **key,
                                    const char **text);

/* A rung: how many trials are trained, and up to which epoch. */
typedef struct adrop_rung {
    size_t bracket, rung; /* from 1 */
    size_t trials, epochs;
} adrop_rung;

/* Rung i of the plan, bracket by bracket: a listing. */
ADROP_API int adrop_tune_rung_at_sized(const adrop_tune *t, size_t i, adrop_rung *rung,
                                       size_t size);
#define adrop_tune_rung_at(t, i, rung) adrop_tune_rung_at_sized((t), (i), (rung), sizeof *(rung))

/* Time a few steps of each network and technique, and estimate the seconds for the rest of the plan
 * and for all of it, allowing for jobs. */
ADROP_API adrop_status adrop_tune_estimate(adrop_tune *t, double *seconds_left, double *seconds);

/* -- The search ---------------------------------------------------------------------- */

/* Progress of a search. */
typedef struct adrop_tune_progress {
    const char *what;         /* "trial 7, lr=0.0123", "winner, run 2 of 5" */
    size_t done, epochs;      /* epochs done and planned, over all folds and runs */
    size_t running;           /* runs */
    const adrop_progress *at; /* the progress of the run that reported */
    double seconds_left;      /* NaN at the start */
} adrop_tune_progress;

/* Members may be NULL. Calls never overlap, but may come from different threads. */
typedef struct adrop_tune_hooks {
    size_t size; /* sizeof(adrop_tune_hooks) */
    void *user;
    void (*progress)(void *user, const adrop_tune_progress *p);
    /* A trial has finished a rung, or has failed. */
    void (*trial)(void *user, const adrop_trial *trial);
    /* A run of the winner, or of the settings without `vary`, has finished. */
    void (*ended)(void *user, const char *what, const adrop_train_result *result);
    int (*stop)(void *user);
    adrop_launch *launch; /* trains the runs of this call (launch.h); NULL: this program */
} adrop_tune_hooks;

ADROP_API void adrop_tune_hooks_init_sized(adrop_tune_hooks *hooks, size_t size);
#define adrop_tune_hooks_init(hooks) adrop_tune_hooks_init_sized((hooks), sizeof *(hooks))

/* Do the runs that are left, and write tune.json. ADROP_EINTR if stop asked for it; everything done
 * so far is in the folder. ADROP_ENUMERIC if no trial could be trained. */
ADROP_API adrop_status adrop_tune_go(adrop_tune *t, const adrop_tune_hooks *hooks);

/* Several runs of one setting: their results on test rows. */
typedef struct adrop_tune_runs {
    size_t n;             /* finished; the rest is NaN for 0 */
    double mean, std;     /* std is NaN for fewer than 2 */
    double low, high;     /* interval of the mean, by Student's t, clamped to possible values: at
                             least 0, per cent at most 100; NaN for fewer than 2 */
    const double *values; /* (n), valid as long as the search */
} adrop_tune_runs;

/* The state of a search. */
typedef struct adrop_tune_result {
    size_t trials, distinct, left_out, failed;
    size_t epochs;                 /* R */
    size_t epochs_all;             /* planned: all rungs and folds, without the final runs */
    size_t epochs_final;           /* of the final runs */
    size_t epochs_full;            /* if all distinct trials were trained to the end */
    size_t n_train, n_val, n_test; /* rows per trial; test rows of the final runs */
    size_t folds;                  /* 0: a validation part */
    size_t jobs;                   /* resolved */
    const char *by;                /* "val_acc", "val_rmse", "val_loss" */
    const char *metric;            /* of the final runs: "test_acc", "test_rmse" */
    int by_less, metric_less;      /* is smaller better? */
    size_t best;                   /* trial, from 1; 0: unknown so far */
    double best_val;
    const char *best_settings;
    size_t second; /* the next best trial after R epochs; 0: none */
    double second_val;
    adrop_tune_runs final, baseline; /* of the winner; of the settings without `vary` */
    int baseline_is_best;            /* they are the same settings, with no separate runs */
    double difference, low, high, p; /* final - baseline, paired by seed; NaN: unknown */
} adrop_tune_result;

ADROP_API void adrop_tune_describe_sized(const adrop_tune *t, adrop_tune_result *result,
                                         size_t size);
#define adrop_tune_describe(t, result) adrop_tune_describe_sized((t), (result), sizeof *(result))

/* A search as documents (document.h): the plan, with its duration (adrop_tune_estimate; NaN:
 * unknown) and the first `most` trials; and the winner with its margin, and the first `most` trials
 * by epochs trained, then by result. SIZE_MAX: all, 0: none. */
ADROP_API adrop_status adrop_tune_plan_document(const adrop_tune *t, size_t most,
                                                double seconds_left, double seconds,
                                                adrop_document **out);
ADROP_API adrop_status adrop_tune_document(const adrop_tune *t, size_t most, adrop_document **out);

/* The current contents for tune.json, one line. Freed with adrop_free. */
ADROP_API adrop_status adrop_tune_json(adrop_tune *t, char **text);

ADROP_END_DECLS

#endif
