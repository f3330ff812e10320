/* A trainer: a model, open data, and the state of training between two steps.
 *
 *     adrop_trainer_opts o;
 *     adrop_model_opts m;
 *     adrop_trainer *t;
 *     adrop_epoch e;
 *
 *     adrop_trainer_opts_init(&o);
 *     o.epochs = 20, o.batch = 32, o.lr = 0.05;
 *     adrop_model_opts_init(&m);
 *     m.model = "mlp:64,64", m.dropout = "advanced";     // shape and classes are the data's
 *     adrop_trainer_create(ctx, data, &m, &o, &t);
 *     while (!adrop_trainer_is_done(t) && !adrop_trainer_epoch(t, &e))
 *         printf("epoch %zu: %g %%\n", e.epoch, e.test_acc);
 *     adrop_model_save(adrop_trainer_model(t), "model.safetensors");
 *     adrop_trainer_free(t);
 *
 * Order, augmentation and noise are functions of the seed, the epoch, the step and row numbers.
 * Single steps, whole epochs, and a training saved and resumed at any step therefore give the same
 * bits, at the same number of threads. adrop_train (adrop/train.h) is a trainer with a run
 * directory. */
#ifndef ADROP_TRAINER_H
#define ADROP_TRAINER_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/model.h"
#include "adrop/option.h"
#include "adrop/rows.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_trainer adrop_trainer;

/* Settings; all but size are rows of adrop_trainer_options(). */
typedef struct adrop_trainer_opts {
    size_t size;                      /* sizeof(adrop_trainer_opts), set by the init call */
    size_t epochs;                    /* 10 */
    size_t batch;                     /* per step; 256, or the training rows if fewer */
    const char *optimizer;            /* "sgd" */
    double lr;                        /* learning rate; 0.01 */
    double momentum, weight_decay;    /* of sgd; 0.9 and 5e-4 */
    double dropout_lr, dropout_decay; /* of the techniques' parameters; 1e-4 and 0 */
    int schedule;                     /* constant, step, cosine; step with lr_drop */
    adrop_list lr_drop;               /* epochs after which both rates fall to a tenth */
    double warmup;                    /* epochs of increasing rates */
    double clip;                      /* largest norm of the gradient; 0: any */
    int augment;                      /* none, crop-flip, resize-flip */
    size_t patience;                  /* stop after this many epochs without a better validation
                                         result; 0: never */
    size_t seed;                      /* of initial weights, orders and noise; 1 */
    size_t workers;                   /* threads that decode and augment ahead; 1 */
    size_t eval_every;                /* epochs between evaluations on validation and test rows, in
                                         addition to the last epoch; 0: only the last; 1 */
    const char *freeze;               /* parameters that are not trained: names of tensors or
                                         layers, comma-separated, with shell wildcards; backbone:
                                         all but the dense layers at the end; "": none */
    int no_finite_check;              /* 1: check only the loss of a step for values that are not
                                         finite, not its inputs and gradients */
    double r_drop;                    /* R-Drop: weight of the divergence between two passes of
                                         each row of a step; 0: one pass */
    const char *dropout_schedule;     /* of the techniques' strength: early:N, late:N or
                                         linear:A..B; "": constant */
    size_t dropout_every;    /* steps between two responses (adrop_model_response), which train
                                advanced-cross; 0: none; 8 */
    double dropout_horizon;  /* of a response, in steps; 0: a hundredth of all steps, at least 10 */
    double dropout_step;     /* of a response; 0.2 */
    size_t dropout_rows;     /* other rows of a response; 0: the next batch */
    double dropout_wait;     /* share of all steps before the first response; 0.03 */
    int dropout_judge;       /* next, held-out: the other rows of a response are the next batch, or
                                rows withheld from training, without noise; next */
    double dropout_held_out; /* share of the training rows to withhold for that; 0.1 */
    int keep_best;           /* 1: after training, the model has the weights of the best epoch on
                                the validation rows; 0: those of the last */
} adrop_trainer_opts;

#define adrop_trainer_opts_init(opts) adrop_trainer_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_trainer_opts_init_sized(adrop_trainer_opts *opts, size_t size);
ADROP_API const adrop_option *adrop_trainer_options(void);

/* Create a trainer with its own model. Of the model's options, only model, dropout, dropout_at,
 * shards, precision and direct are used; shape, outputs, loss, batch, n_train and seed come from
 * the data and opts. opts may be NULL: the defaults. The data must outlive the trainer. They are
 * only read, and may be shared with trainers in other contexts.
 *
 * ADROP_EINVAL for settings that contradict each other or do not fit the data; ADROP_ENOMEM, with
 * the required and available sizes, if memory is insufficient; and the errors of
 * adrop_model_create. *out is NULL after a failure. */
ADROP_API adrop_status adrop_trainer_create(adrop_ctx *ctx, const adrop_data *data,
                                            const adrop_model_opts *model,
                                            const adrop_trainer_opts *opts, adrop_trainer **out);

/* The same with an existing model, starting from its weights. The model is borrowed: it must
 * outlive the trainer and belong to the same context. Its optimiser, schema and no_finite_check are
 * replaced. The batch is at most the model's. ADROP_ESHAPE if its inputs or outputs do not match
 * the data. */
ADROP_API adrop_status adrop_trainer_create_on(adrop_ctx *ctx, const adrop_data *data,
                                               adrop_model *model, const adrop_trainer_opts *opts,
                                               adrop_trainer **out);

/* NULL is fine. */
ADROP_API void adrop_trainer_free(adrop_trainer *t);

ADROP_API adrop_model *adrop_trainer_model(const adrop_trainer *t);
ADROP_API const adrop_data *adrop_trainer_data(const adrop_trainer *t);

/* -- Progress and results ------------------------------------------------------------ */

/* Progress of an epoch, reported after every step. */
typedef struct adrop_progress {
    size_t epoch, epochs;
    size_t step, steps; /* of this epoch */
    double loss, acc;   /* of the epoch so far, with noise; acc NaN for regression */
    double images_per_second;
    double seconds_left; /* of all epochs, estimated; NaN at the start */
} adrop_progress;

/* The result of an epoch. Accuracies are percentages; train_acc is that of the noisy outputs during
 * training. Errors (rmse) are in the target's units. Members that do not apply are NaN, and so are
 * val_* and test_* of an epoch without evaluation (eval_every). */
typedef struct adrop_epoch {
    size_t epoch; /* from 1 */
    double train_loss, extra_loss, train_acc, train_rmse;
    double val_loss, val_acc, val_rmse;
    double test_loss, test_acc, test_top5, test_rmse;
    double lr;                    /* of the last step */
    double seconds, eval_seconds; /* training alone; evaluation */
    const char *json;             /* adrop_train: the line of metrics.jsonl; else NULL */
    double dropout_strength;      /* of the last step; 1 without dropout_schedule */
    double val_micro_f1, val_macro_f1, test_micro_f1, test_macro_f1; /* as in adrop_score */
} adrop_epoch;

/* Members may be NULL. progress is called after every step. stop is called after every step of
 * adrop_trainer_epoch and adrop_trainer_run: nonzero ends the call with ADROP_EINTR, unless nothing
 * was left to do. epoch is called by adrop_trainer_run after every epoch. */
typedef struct adrop_trainer_hooks {
    size_t size; /* sizeof(adrop_trainer_hooks) */
    void *user;
    void (*progress)(void *user, const adrop_progress *p);
    void (*epoch)(void *user, const adrop_epoch *e);
    int (*stop)(void *user);
} adrop_trainer_hooks;

#define adrop_trainer_hooks_init(hooks) adrop_trainer_hooks_init_sized((hooks), sizeof *(hooks))
ADROP_API void adrop_trainer_hooks_init_sized(adrop_trainer_hooks *hooks, size_t size);

/* Set the hooks from now on; NULL: none. */
ADROP_API adrop_status adrop_trainer_watch(adrop_trainer *t, const adrop_trainer_hooks *hooks);

/* -- Training ------------------------------------------------------------------------ */

/* The result of a step. */
typedef struct adrop_step {
    size_t epoch;       /* the epoch of the step, from 1 */
    size_t step, steps; /* its index in the epoch, from 1, and the steps per epoch */
    size_t rows;
    double loss, extra; /* mean over the rows; what techniques and penalties add */
    double lr;          /* of the weights */
    int epoch_over;     /* it was the last of the epoch: adrop_trainer_epoch evaluates it */
} adrop_step;

/* One optimiser step on the next batch. After the last step of an epoch, the next call starts the
 * next epoch without evaluation, unless adrop_trainer_epoch was called in between.
 *
 * ADROP_ENUMERIC if the loss or an input is not finite (the message names the step, and the layer
 * or the row); the weights are then those before the step. ADROP_EINVAL if all epochs are done. */
#define adrop_trainer_step(t, step) adrop_trainer_step_sized((t), (step), sizeof *(step))
ADROP_API adrop_status adrop_trainer_step_sized(adrop_trainer *t, adrop_step *step, size_t size);

/* The remaining steps of the epoch, and its evaluation on validation and test rows. ADROP_EINTR if
 * stop ended it early; the steps done are kept, and the next call continues.
 *
 * With keep_best, the last call gives the model the weights of the best epoch; those of the last
 * epoch are kept, and saved, for continuing the training with more epochs. */
#define adrop_trainer_epoch(t, epoch) adrop_trainer_epoch_sized((t), (epoch), sizeof *(epoch))
ADROP_API adrop_status adrop_trainer_epoch_sized(adrop_trainer *t, adrop_epoch *epoch, size_t size);

/* All remaining epochs. ADROP_EINTR as above. */
ADROP_API adrop_status adrop_trainer_run(adrop_trainer *t);

/* 1 if all epochs are done, or patience ran out. */
ADROP_API int adrop_trainer_is_done(const adrop_trainer *t);

/* Results of a part, without noise. */
typedef struct adrop_score {
    size_t n;                  /* rows; 0: the part is empty, and all else is NaN */
    double loss;               /* mean over the rows */
    double acc, top5, rmse;    /* NaN where they do not apply; top5 with more than 5 classes */
    double micro_f1, macro_f1; /* for rows with several classes, in per cent: over all decisions,
                                  and the mean of the classes' (0 for a class that is neither true
                                  nor predicted); acc is then the share of rows whose classes are
                                  all correct. NaN otherwise */
} adrop_score;

#define adrop_trainer_evaluate(t, part, score)                                                     \
  adrop_trainer_evaluate_sized((t), (part), (score), sizeof *(score))
ADROP_API adrop_status adrop_trainer_evaluate_sized(adrop_trainer *t, adrop_part part,
                                                    adrop_score *score, size_t size);

/* The state of training. Results are accuracies, or errors for regression; NaN: none yet. */
typedef struct adrop_trainer_info {
    size_t step;           /* steps done, over all epochs */
    size_t epoch, batch;   /* epochs done, and steps done of the next */
    size_t steps;          /* per epoch */
    size_t since_best;     /* epochs since the best validation result */
    double best, best_val; /* best results on test and validation rows */
    double last;           /* result on test rows of the last epoch */
    double seconds;        /* of training only, including sessions before a save */
} adrop_trainer_info;

#define adrop_trainer_describe(t, info) adrop_trainer_describe_sized((t), (info), sizeof *(info))
ADROP_API void adrop_trainer_describe_sized(const adrop_trainer *t, adrop_trainer_info *info,
                                            size_t size);

/* -- Checkpoints --------------------------------------------------------------------- */

/* Write everything needed to resume with the same bits to one file, which is replaced atomically:
 * weights, the optimiser's state, the state of training, the settings. It can also be opened as a
 * model (adrop/model.h, adrop/predict.h). ADROP_EDISK if the disk is full. */
ADROP_API adrop_status adrop_trainer_save(adrop_trainer *t, const char *path);

/* Resume from a checkpoint, in a trainer created in the same way. ADROP_EFORMAT for a file that is
 * not a checkpoint, is damaged, or belongs to another model. ADROP_EINVAL, naming the setting, if
 * one that affects the result differs (epochs, patience and workers may). Nothing is changed on
 * failure. */
ADROP_API adrop_status adrop_trainer_resume(adrop_trainer *t, const char *path);

ADROP_END_DECLS

#endif
