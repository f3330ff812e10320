/* Training, and what is left of it: a run directory.
 *
 *     adrop_data_opts data;
 *     adrop_train_opts train;
 *     adrop_train_result result;
 *
 *     adrop_data_opts_init(&data);
 *     adrop_train_opts_init(&train);
 *     data.data = "digits";
 *     train.dropout = "bernoulli:rate=0.2";
 *     train.out = "runs/first";
 *     adrop_train(ctx, &data, &train, NULL, &result);
 *
 * A run directory holds
 *
 *     run.json                      settings, versions, data checksums, status
 *     metrics.jsonl                 one line per epoch
 *     checkpoint.safetensors        everything needed to resume; and the one before it,
 *     checkpoint.prev.safetensors   both written beside, flushed and renamed
 *     model.safetensors             the weights, with PyTorch's names: with a validation part
 *                                   those of the epoch that did best on it, and
 *     last.safetensors              those of the last epoch
 *
 * and is never overwritten: an existing one is resumed or refused. A run
 * that was interrupted at any moment and resumed ends in the same bits as one that was
 * not, at the same number of threads. */
#ifndef ADROP_TRAIN_H
#define ADROP_TRAIN_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/data.h"
#include "adrop/export.h"
#include "adrop/model.h"
#include "adrop/option.h"
#include "adrop/status.h"
#include "adrop/trainer.h"
#include "adrop/units.h"

ADROP_BEGIN_DECLS

/* Settings; all but size and command are rows of adrop_train_options(). "By the data" is what the
 * paper used for a known set, and what suits the kind of data for others. */
typedef struct adrop_train_opts {
    size_t size;                      /* sizeof(adrop_train_opts) */
    const char *model;                /* "": what suits the data */
    const char *dropout;              /* "advanced" */
    int dropout_at;                   /* 0: what suits the data; else adrop_dropout_at + 1 */
    size_t epochs, batch;             /* 0: what suits the data */
    const char *optimizer;            /* "sgd" */
    double lr;                        /* 0: what suits the data */
    double momentum, weight_decay;    /* sgd; 0.9 and 5e-4 */
    double dropout_lr, dropout_decay; /* of the techniques' parameters; 1e-4 and 0 */
    int schedule;                     /* constant, step, cosine; step with lr_drop */
    adrop_list lr_drop;               /* epochs at which rates fall to a tenth */
    double warmup;                    /* epochs */
    double clip;                      /* largest norm of the gradient; 0: any */
    int augment;                      /* auto, none, crop-flip, resize-flip */
    size_t patience;                  /* stop after so many epochs without a better
                                         validation result; 0: never */
    size_t seed;                      /* of initial parameters, orders and noise, and of splits
                                         unless data_seed is given; 1 */
    size_t shards;                    /* 1 */
    int precision;          /* ADROP_PRECISION_F32, _BF16 or _AUTO: checkpoints are of floats */
    size_t workers;         /* threads that decode and augment ahead; 1 */
    size_t save_steps;      /* a checkpoint every so many steps too; 0: none */
    const char *out;        /* the run directory; "": none is written */
    int resume;             /* resume the run in out, if there is one */
    double save_seconds;    /* between checkpoints, 30; 0: one after each epoch. There is
                               one when the run ends or is stopped, too */
    size_t data_seed;       /* of splits and subsets; 0: seed */
    int allow_changed_data; /* continue on data that are not those of the record, which
                               then says so */
    size_t eval_every;      /* epochs between evaluations; 0: only the last; 1 */
    const char *init;       /* a run directory or a file of weights to start from: tensors
                                         of the same name and shape are taken; "": none */
    const char *freeze;     /* parameters that are not trained (adrop/trainer.h) */
    const char *command;    /* how the run was started, for its record; NULL: not said */
    int no_finite_check;    /* only the loss is looked at (adrop/trainer.h) */
    int keep_zeros;         /* weights that are zero in init stay zero (adrop/units.h) */
    double r_drop;          /* as adrop_trainer_opts; 0 */
    const char *dropout_schedule; /* as adrop_trainer_opts; "" */
    int sync_batch_norm;          /* statistics of the whole batch, not of each shard; 0 */
    size_t dropout_every;         /* as adrop_trainer_opts; 8 */
    double dropout_horizon;       /* as adrop_trainer_opts; 0 */
    double dropout_step;          /* as adrop_trainer_opts; 0.2 */
    size_t dropout_rows;          /* as adrop_trainer_opts; 0 */
    double dropout_wait;          /* as adrop_trainer_opts; 0.03 */
    int dropout_judge;            /* as adrop_trainer_opts; next */
    double dropout_held_out;      /* as adrop_trainer_opts; 0.1 */
} adrop_train_opts;

ADROP_API void adrop_train_opts_init_sized(adrop_train_opts *opts, size_t size);
#define adrop_train_opts_init(opts) adrop_train_opts_init_sized((opts), sizeof *(opts))
ADROP_API const adrop_option *adrop_train_options(void);

/* All may be NULL. stop is asked after every step: not 0 saves and ends the run, and the
 * call returns ADROP_EINTR unless nothing was left to do.
 *
 * A hook returns. One that leaves by longjmp or an exception leaves the run as it is, with its
 * memory and the lock of its directory held: no other run of the process can use that directory.
 * stop is the way to end early. */
typedef struct adrop_train_hooks {
    size_t size; /* sizeof(adrop_train_hooks) */
    void *user;
    void (*started)(void *user, const adrop_model *model, const adrop_data *data);
    void (*progress)(void *user, const adrop_progress *p);
    void (*epoch)(void *user, const adrop_epoch *e);
    int (*stop)(void *user);
} adrop_train_hooks;

ADROP_API void adrop_train_hooks_init_sized(adrop_train_hooks *hooks, size_t size);
#define adrop_train_hooks_init(hooks) adrop_train_hooks_init_sized((hooks), sizeof *(hooks))

typedef struct adrop_train_result {
    size_t epochs;   /* done */
    int interrupted; /* stop said so: ADROP_EINTR; what was done is saved */
    int resumed;     /* from a checkpoint */
    adrop_task task;
    double test_acc, best_test_acc;         /* classification; of an interrupted run, those */
    double test_rmse, best_test_rmse;       /* regression     of its last finished epoch */
    double train_acc_mean, train_rmse_mean; /* without noise, at the end */
    double seconds;                         /* of training alone, all sessions of the run */
    /* With a validation part model.safetensors, test_* and train_*_mean are of the epoch that did
     * best on it, and best_test_* is the same as test_*; last_* is of the last epoch. */
    size_t best_epoch;                   /* 0: there is no validation part */
    double val_acc, val_rmse;            /* of that epoch */
    double last_acc, last_rmse;          /* on test rows */
    int stopped_early;                   /* patience has run out */
    double test_micro_f1, test_macro_f1; /* of rows that may have several classes, of the model that
                                            is kept (adrop_score has the meaning); else NaN */
} adrop_train_result;

/* ADROP_EINTR when stop said so, with the result of what was done. ADROP_EINVAL for settings
 * that do not go together or differ from those of the run to
 * be resumed (the message says which), ADROP_EEXIST for a run that is there without
 * resume or that another program works on, ADROP_ENUMERIC when the loss is not finite
 * (the message names layer and step, and says whether a checkpoint is kept), ADROP_EDISK
 * when a file cannot be written (the old checkpoint stays), ADROP_ENOMEM, with what is needed and
 * what there is, before the first step if it cannot fit, and what opening the data and
 * making the model may return. */
ADROP_API adrop_status adrop_train_sized(adrop_ctx *ctx, const adrop_data_opts *data,
                                         const adrop_train_opts *train,
                                         const adrop_train_hooks *hooks, adrop_train_result *result,
                                         size_t size);
#define adrop_train(ctx, data, train, hooks, result)                                               \
  adrop_train_sized((ctx), (data), (train), (hooks), (result), sizeof *(result))

/* The same on data that are open, which are only read: several runs, in contexts of their own,
 * may share them. how says how they were opened, for the record; NULL: they are no file's, and
 * the record has what adrop_data_describe and adrop_data_split say. A run is resumed on the rows it
 * was begun with, by the sum of what the arrays hold, in the same parts: ADROP_EFORMAT and
 * ADROP_EINVAL otherwise. */
ADROP_API adrop_status adrop_train_on_sized(adrop_ctx *ctx, const adrop_data *data,
                                            const adrop_data_opts *opts,
                                            const adrop_train_opts *train,
                                            const adrop_train_hooks *hooks,
                                            adrop_train_result *result, size_t size);
#define adrop_train_on(ctx, data, opts, train, hooks, result)                                      \
  adrop_train_on_sized((ctx), (data), (opts), (train), (hooks), (result), sizeof *(result))

/* Fill in what is left to the data, as adrop_train does, and check that the settings go together:
 * what a run would be, before it begins. */
ADROP_API adrop_status adrop_train_resolve(adrop_ctx *ctx, const adrop_data *data,
                                           adrop_train_opts *train);

/* The settings with which a run was begun, by its run.json, over the defaults: adrop_train with
 * them, resume and perhaps more epochs resumes it. Their texts, data->data among them, live as long
 * as the context. The data directory is not part of a record. ADROP_EIO or ADROP_EFORMAT if there
 * is no run. */
#define adrop_train_settings(ctx, path, data, train)                                               \
  adrop_train_settings_sized((ctx), (path), (data), sizeof *(data), (train), sizeof *(train))
ADROP_API adrop_status adrop_train_settings_sized(adrop_ctx *ctx, const char *path,
                                                  adrop_data_opts *data, size_t data_size,
                                                  adrop_train_opts *train, size_t train_size);

/* -- A run opened again, with a data set -------------------------------------------- */

/* To predict rows of your own no data set is needed: adrop_predictor_open (adrop/predict.h). */
typedef struct adrop_run adrop_run;

/* Read run.json and model.safetensors (or, of an unfinished run, the newest checkpoint
 * that verifies), and a data set to test on: data, or the run's own if it is NULL. Rows are read
 * with the run's settings and as those it was trained on: scaled by its means and
 * standard deviations, classes by its numbers (found by name), targets in its units. run.json has
 * kept them: where data is another set, the run's own need not be there. A run of an older adrop
 * has not: then its own are read. ADROP_ESHAPE for rows of another shape, ADROP_EINVAL for a class
 * that the run does not know. data_dir is where known names are looked for. */
ADROP_API adrop_status adrop_run_open(adrop_ctx *ctx, const char *path, const char *data,
                                      const char *data_dir, adrop_run **out);

/* How a run is opened. */
typedef struct adrop_run_opts {
    size_t size;            /* sizeof(adrop_run_opts) */
    const char *data;       /* a name or a path; NULL: the run's own */
    const char *data_dir;   /* where known names are looked for; NULL: nowhere */
    int inputs;             /* rows to predict, whatever their classes */
    int all;                /* every row is wanted: without the run's splits and limits */
    int allow_changed_data; /* the run's own data may differ from those of its record */
    adrop_sparse_weights sparse_weights; /* are weights that are zero skipped (adrop/units.h)? */
} adrop_run_opts;

ADROP_API void adrop_run_opts_init_sized(adrop_run_opts *opts, size_t size);
#define adrop_run_opts_init(opts) adrop_run_opts_init_sized((opts), sizeof *(opts))
/* Its option table (option.h): all but data and data_dir, which are texts, or NULL. */
ADROP_API const adrop_option *adrop_run_options(void);

/* adrop_run_open and adrop_run_open_inputs in one. The run's own data, unless all of their rows
 * are wanted as inputs, must be those of its record: the same files with the same checksums, read
 * where they were or, if that is gone, at the path that was typed. ADROP_EFORMAT names the file
 * that changed, is missing or was added. */
ADROP_API adrop_status adrop_run_open_with(adrop_ctx *ctx, const char *path,
                                           const adrop_run_opts *opts, adrop_run **out);

/* The same with rows that are open, in memory or read from files: read as those that the run was
 * trained on, classes and words found by their names. Their parts are those of data; where they are
 * the run's own (adrop_run_has_own_data), those that they had then: ADROP_EINVAL if neither the
 * split of data nor the run's settings give them. data and data_dir of opts are not read. A view of
 * data is made: data may be freed. ADROP_EINVAL for columns of other names, and for values that are
 * missing if the run was trained without. */
ADROP_API adrop_status adrop_run_open_on(adrop_ctx *ctx, const char *path, const adrop_data *data,
                                         const adrop_run_opts *opts, adrop_run **out);

/* Are the data those the run was trained on, in the files it read or in equal ones elsewhere? Then
 * its training rows are among them. */
ADROP_API int adrop_run_has_own_data(const adrop_run *run);

/* Are the run's own data other than those it was trained on? Only where that was allowed. */
ADROP_API int adrop_run_has_changed_data(const adrop_run *run);

/* The same for inputs to predict, whatever their classes: adrop_data_label is -1 for one
 * that the run does not know. all: every row is wanted, so that the run's settings of
 * splits and limits are left out. */
ADROP_API adrop_status adrop_run_open_inputs(adrop_ctx *ctx, const char *path, const char *data,
                                             const char *data_dir, int all, adrop_run **out);
ADROP_API void adrop_run_free(adrop_run *run);

ADROP_API adrop_model *adrop_run_model(adrop_run *run);
ADROP_API adrop_data *adrop_run_data(adrop_run *run);
ADROP_API const char *adrop_run_setting(const adrop_run *run, const char *key); /* NULL: none */

/* Results of a part, without noise, in the fields of test_*; n rows. */
ADROP_API adrop_status adrop_run_evaluate_sized(adrop_run *run, adrop_part part,
                                                adrop_epoch *result, size_t size, size_t *n);
#define adrop_run_evaluate(run, part, result, n)                                                   \
  adrop_run_evaluate_sized((run), (part), (result), sizeof *(result), (n))

/* Predictions of rows (n, inputs as the data set scales them): probabilities of the
 * classes, or values in the target's units, (n, outputs), and their standard deviation over
 * `samples` noisy passes; samples 0: one pass without noise, standard deviations 0. row_numbers
 * address the noise. `deviation` may be NULL. */
ADROP_API adrop_status adrop_run_predict(adrop_run *run, size_t n, const float *x,
                                         const uint32_t *row_numbers, size_t samples, double *mean,
                                         double *deviation);

ADROP_END_DECLS

#endif
