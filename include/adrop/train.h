/* Training, and its result: a run directory.
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
 *     checkpoint.safetensors        everything needed to resume, and the previous checkpoint,
 *     checkpoint.prev.safetensors   both replaced atomically
 *     model.safetensors             the weights, with PyTorch's names; with a validation part
 *                                   those of the best epoch on it, and then also
 *     last.safetensors              the weights of the last epoch
 *
 * and is never overwritten: an existing one is resumed, or an error. A run that was interrupted at
 * any moment and resumed gives the same bits as an uninterrupted run, at the same number of
 * threads. */
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

/* Settings; all but size and command are rows of adrop_train_options(). "Suits the data" means the
 * paper's setting for a known set, and a default for the kind of data otherwise. */
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
    size_t patience;                  /* stop after this many epochs without a better validation
                                         result; 0: never */
    size_t seed;                      /* of initial parameters, orders and noise, and of splits
                                         unless data_seed is given; 1 */
    size_t shards;                    /* 1 */
    int precision;          /* ADROP_PRECISION_F32, _BF16 or _AUTO: checkpoints are of floats */
    size_t workers;         /* threads that decode and augment ahead; 1 */
    size_t save_steps;      /* steps between additional checkpoints; 0: none */
    const char *out;        /* the run directory; "": none */
    int resume;             /* resume the run in out, if there is one */
    double save_seconds;    /* between checkpoints, 30; 0: one after each epoch. A checkpoint is
                               also written when the run ends or is stopped */
    size_t data_seed;       /* of splits and subsets; 0: seed */
    int allow_changed_data; /* continue although the data differ from those of the record, which
                               then says so */
    size_t eval_every;      /* epochs between evaluations; 0: only the last; 1 */
    const char *init;       /* a run directory or a file with initial weights: tensors with matching
                               name and shape are used; "": none */
    const char *freeze;     /* parameters that are not trained (adrop/trainer.h) */
    const char *command;    /* how the run was started, for its record; NULL: not recorded */
    int no_finite_check;    /* check only the loss (adrop/trainer.h) */
    int keep_zeros;         /* weights that are zero in init stay zero (adrop/units.h) */
    double r_drop;          /* as in adrop_trainer_opts; 0 */
    const char *dropout_schedule; /* as in adrop_trainer_opts; "" */
    int sync_batch_norm;          /* statistics of the whole batch, not of each shard; 0 */
    size_t dropout_every;         /* as in adrop_trainer_opts; 8 */
    double dropout_horizon;       /* as in adrop_trainer_opts; 0 */
    double dropout_step;          /* as in adrop_trainer_opts; 0.2 */
    size_t dropout_rows;          /* as in adrop_trainer_opts; 0 */
    double dropout_wait;          /* as in adrop_trainer_opts; 0.03 */
    int dropout_judge;            /* as in adrop_trainer_opts; next */
    double dropout_held_out;      /* as in adrop_trainer_opts; 0.1 */
} adrop_train_opts;

ADROP_API void adrop_train_opts_init_sized(adrop_train_opts *opts, size_t size);
#define adrop_train_opts_init(opts) adrop_train_opts_init_sized((opts), sizeof *(opts))
ADROP_API const adrop_option *adrop_train_options(void);

/* Members may be NULL. stop is called after every step: nonzero saves and ends the run, and the
 * call returns ADROP_EINTR unless nothing was left to do.
 *
 * A hook must return. If it leaves by longjmp or an exception, the memory of the run and the lock
 * of its directory stay allocated: no other run of the process can use that directory. Use stop to
 * end early. */
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
    int interrupted; /* stop ended it: ADROP_EINTR; what was done is saved */
    int resumed;     /* from a checkpoint */
    adrop_task task;
    double test_acc, best_test_acc;         /* classification; if interrupted, of the last finished
                                               epoch */
    double test_rmse, best_test_rmse;       /* regression; likewise */
    double train_acc_mean, train_rmse_mean; /* without noise, after training */
    double seconds;                         /* of training only, over all sessions of the run */
    /* With a validation part, model.safetensors, test_* and train_*_mean are those of the best
     * epoch on it, and best_test_* equals test_*; last_* is of the last epoch. */
    size_t best_epoch;                   /* 0: no validation part */
    double val_acc, val_rmse;            /* of that epoch */
    double last_acc, last_rmse;          /* on test rows, after the last epoch */
    int stopped_early;                   /* patience ran out */
    double test_micro_f1, test_macro_f1; /* for rows with several classes, of the saved model
                                            (adrop_score defines them); else NaN */
} adrop_train_result;

/* ADROP_EINTR if stop asked for it, with the result so far. ADROP_EINVAL for settings that
 * contradict each other or differ from those of the run to be resumed (the message says which).
 * ADROP_EEXIST for an existing run without resume, or one that another program is working on.
 * ADROP_ENUMERIC if the loss is not finite (the message names layer and step, and says whether a
 * checkpoint exists). ADROP_EDISK if a file cannot be written (the old checkpoint stays).
 * ADROP_ENOMEM, with the required and available sizes, before the first step if memory is
 * insufficient. Also the errors of opening the data and creating the model. */
ADROP_API adrop_status adrop_train_sized(adrop_ctx *ctx, const adrop_data_opts *data,
                                         const adrop_train_opts *train,
                                         const adrop_train_hooks *hooks, adrop_train_result *result,
                                         size_t size);
#define adrop_train(ctx, data, train, hooks, result)                                               \
  adrop_train_sized((ctx), (data), (train), (hooks), (result), sizeof *(result))

/* The same on open data, which are only read: several runs, in their own contexts, may share them.
 * opts are the options with which they were opened, for the record; NULL: they come from no file,
 * and the record has the contents of adrop_data_describe and adrop_data_split. A run can only be
 * resumed on its own rows, recognised by the checksum of the arrays, in the same parts:
 * ADROP_EFORMAT and ADROP_EINVAL otherwise. */
ADROP_API adrop_status adrop_train_on_sized(adrop_ctx *ctx, const adrop_data *data,
                                            const adrop_data_opts *opts,
                                            const adrop_train_opts *train,
                                            const adrop_train_hooks *hooks,
                                            adrop_train_result *result, size_t size);
#define adrop_train_on(ctx, data, opts, train, hooks, result)                                      \
  adrop_train_on_sized((ctx), (data), (opts), (train), (hooks), (result), sizeof *(result))

/* Fill in the settings that depend on the data, as adrop_train does, and check that they are
 * consistent: the settings of a run before it begins. */
ADROP_API adrop_status adrop_train_resolve(adrop_ctx *ctx, const adrop_data *data,
                                           adrop_train_opts *train);

/* The settings with which a run was started, from its run.json, over the defaults: pass them to
 * adrop_train with resume, and possibly more epochs, to resume it. Their texts, including
 * data->data, live as long as the context. The data directory is not part of a record. ADROP_EIO or
 * ADROP_EFORMAT if there is no run. */
#define adrop_train_settings(ctx, path, data, train)                                               \
  adrop_train_settings_sized((ctx), (path), (data), sizeof *(data), (train), sizeof *(train))
ADROP_API adrop_status adrop_train_settings_sized(adrop_ctx *ctx, const char *path,
                                                  adrop_data_opts *data, size_t data_size,
                                                  adrop_train_opts *train, size_t train_size);

/* -- Opening a run again, with a data set -------------------------------------------- */

/* To predict your own rows, no data set is needed: adrop_predictor_open (adrop/predict.h). */
typedef struct adrop_run adrop_run;

/* Read run.json and model.safetensors (or, for an unfinished run, the newest valid checkpoint), and
 * a data set to test on: data, or the run's own if it is NULL. Rows are processed like the training
 * rows: with the run's settings, its means and standard deviations, its class numbers (matched by
 * name), and targets in its units. run.json stores all of these, so the run's own data need not be
 * present if data is another set; runs of older versions lack them, and their own data are read.
 * ADROP_ESHAPE for rows of another shape, ADROP_EINVAL for a class that the run does not know.
 * data_dir is the folder of known sets. */
ADROP_API adrop_status adrop_run_open(adrop_ctx *ctx, const char *path, const char *data,
                                      const char *data_dir, adrop_run **out);

/* How a run is opened. */
typedef struct adrop_run_opts {
    size_t size;            /* sizeof(adrop_run_opts) */
    const char *data;       /* a name or a path; NULL: the run's own */
    const char *data_dir;   /* the folder of known sets; NULL: none */
    int inputs;             /* open rows for prediction, with any classes */
    int all;                /* all rows, without the run's splits and limits */
    int allow_changed_data; /* accept the run's own data if they differ from its record */
    adrop_sparse_weights sparse_weights; /* whether zero weights are skipped (adrop/units.h) */
} adrop_run_opts;

ADROP_API void adrop_run_opts_init_sized(adrop_run_opts *opts, size_t size);
#define adrop_run_opts_init(opts) adrop_run_opts_init_sized((opts), sizeof *(opts))
/* Its option table (option.h): all but data and data_dir, which are texts, or NULL. */
ADROP_API const adrop_option *adrop_run_options(void);

/* adrop_run_open and adrop_run_open_inputs in one. The run's own data must match its record (unless
 * all rows are opened as inputs): the same files with the same checksums, at their recorded place
 * or, if that is gone, at the path as typed. ADROP_EFORMAT names the file that changed, is missing
 * or was added. */
ADROP_API adrop_status adrop_run_open_with(adrop_ctx *ctx, const char *path,
                                           const adrop_run_opts *opts, adrop_run **out);

/* The same with open rows, in memory or from files: processed like the run's training rows, with
 * classes and words matched by name. The parts are those of data. If these are the run's own data
 * (adrop_run_has_own_data), the parts are those of the run: ADROP_EINVAL if neither the split of
 * data nor the run's settings give them. data and data_dir of opts are ignored. The run makes a
 * view of data, which may then be freed. ADROP_EINVAL for columns with other names, and for missing
 * values if the run was trained without. */
ADROP_API adrop_status adrop_run_open_on(adrop_ctx *ctx, const char *path, const adrop_data *data,
                                         const adrop_run_opts *opts, adrop_run **out);

/* 1 if the data are those that the run was trained on, in the same files or equal copies. They then
 * include its training rows. */
ADROP_API int adrop_run_has_own_data(const adrop_run *run);

/* 1 if the run's own data differ from those it was trained on; only possible if that was
 * allowed. */
ADROP_API int adrop_run_has_changed_data(const adrop_run *run);

/* adrop_run_open for rows to predict, with any classes: adrop_data_label is -1 for one that the run
 * does not know. all: all rows, without the run's splits and limits. */
ADROP_API adrop_status adrop_run_open_inputs(adrop_ctx *ctx, const char *path, const char *data,
                                             const char *data_dir, int all, adrop_run **out);
ADROP_API void adrop_run_free(adrop_run *run);

ADROP_API adrop_model *adrop_run_model(adrop_run *run);
ADROP_API adrop_data *adrop_run_data(adrop_run *run);
ADROP_API const char *adrop_run_setting(const adrop_run *run, const char *key); /* NULL: none */

/* Results on a part, without noise, in the members test_*; n rows. */
ADROP_API adrop_status adrop_run_evaluate_sized(adrop_run *run, adrop_part part,
                                                adrop_epoch *result, size_t size, size_t *n);
#define adrop_run_evaluate(run, part, result, n)                                                   \
  adrop_run_evaluate_sized((run), (part), (result), sizeof *(result), (n))

/* Predictions for rows (n, inputs as scaled by the data set): probabilities of the classes, or
 * values in the target's units, (n, outputs), and their standard deviation over `samples` noisy
 * passes. samples 0: one pass without noise, standard deviations 0. row_numbers are the addresses
 * of the noise. `deviation` may be NULL. */
ADROP_API adrop_status adrop_run_predict(adrop_run *run, size_t n, const float *x,
                                         const uint32_t *row_numbers, size_t samples, double *mean,
                                         double *deviation);

ADROP_END_DECLS

#endif
