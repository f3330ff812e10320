/* A trainer: a model, open data, and where training stands between two steps.
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
 * So steps one by one, epochs, and a training that was saved, ended and resumed at any step give
 * the same bits, at the same number of threads. adrop_train (adrop/train.h) is a trainer with a
 * run directory around it. */
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
    size_t batch;                     /* rows of a step; 256, or the training rows if fewer */
    const char *optimizer;            /* "sgd" */
    double lr;                        /* learning rate; 0.01 */
    double momentum, weight_decay;    /* of sgd; 0.9 and 5e-4 */
    double dropout_lr, dropout_decay; /* of the techniques' parameters; 1e-4 and 0 */
    int schedule;                     /* constant, step, cosine; step with lr_drop */
    adrop_list lr_drop;               /* epochs after which both rates fall to a tenth */
    double warmup;                    /* epochs of rising rates */
    double clip;                      /* largest norm of the gradient; 0: any */
    int augment;                      /* none, crop-flip, resize-flip */
    size_t patience;                  /* stop after so many epochs without a better
                                         validation result; 0: never */
    size_t seed;                      /* of initial weights, orders and noise; 1 */
    size_t workers;                   /* threads that decode and augment ahead; 1 */
    size_t eval_every;                /* epochs between evaluations on validation and test rows;
                                         the last epoch always has one; 0: no other; 1 */
    const char *freeze;               /* parameters that are not trained: names of tensors or
                                                   layers, by comma, with shell wildcards; backbone: all but the
                                                   dense layers at the end; "": none */
    int no_finite_check;              /* 1: only the loss of a step is looked at for values that
                                         are not finite, not its inputs and gradients */
    double r_drop;                    /* R-Drop: weight of the divergence between two passes of
                                         each row of a step; 0: one pass */
    const char *dropout_schedule;     /* of the techniques' strength: early:N, late:N or
                                                   linear:A..B; "": as they are */
    size_t dropout_every;    /* steps between two responses (adrop_model_response), by which
                                advanced-cross learns; 0: none; 8 */
    double dropout_horizon;  /* of a response, in steps; 0: a hundredth of all, 10 or more */
    double dropout_step;     /* of a response; 0.2 */
    size_t dropout_rows;     /* other rows of a response; 0: the next batch */
    double dropout_wait;     /* part of all steps before the first response; 0.03 */
    int dropout_judge;       /* next, held-out: other rows of a response are the next batch, or rows
                                that are not trained on, without noise; next */
    double dropout_held_out; /* part of the training rows that is withheld for that; 0.1 */
    int keep_best;           /* 1: when training is done, the model has the weights of the epoch
                                that did best on the validation rows; 0: those of the last */
} adrop_trainer_opts;

#define adrop_trainer_opts_init(opts) adrop_trainer_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_trainer_opts_init_sized(adrop_trainer_opts *opts, size_t size);
ADROP_API const adrop_option *adrop_trainer_options(void);

/* Make a trainer with a model of its own. Of the model's options model, dropout, dropout_at,
 * shards, precision and direct count; shape, outputs, loss, batch, n_train and seed are those of
 * the data and of opts. opts may be NULL: the defaults. The data must outlive the trainer and may
 * be shared with others, in other contexts too: they are only read.
 *
 * ADROP_EINVAL for settings that do not go together or do not fit the data, ADROP_ENOMEM, with
 * what is needed and what there is, for what cannot fit, and what adrop_model_create returns.
 * *out is NULL after a failure. */
ADROP_API adrop_status adrop_trainer_create(adrop_ctx *ctx, const adrop_data *data,
                                            const adrop_model_opts *model,
                                            const adrop_trainer_opts *opts, adrop_trainer **out);

/* The same with a model that exists, starting from its weights. It is borrowed: it must outlive
 * the trainer and be of the same context; its optimiser, its schema and no_finite_check are set
 * anew. The batch is at most the model's. ADROP_ESHAPE if its inputs or outputs are not those of
 * the data. */
ADROP_API adrop_status adrop_trainer_create_on(adrop_ctx *ctx, const adrop_data *data,
                                               adrop_model *model, const adrop_trainer_opts *opts,
                                               adrop_trainer **out);

/* NULL is fine. */
ADROP_API void adrop_trainer_free(adrop_trainer *t);

ADROP_API adrop_model *adrop_trainer_model(const adrop_trainer *t);
ADROP_API const adrop_data *adrop_trainer_data(const adrop_trainer *t);

/* -- What is told ------------------------------------------------------------------- */

/* How far an epoch is; told after every step. */
typedef struct adrop_progress {
    size_t epoch, epochs;
    size_t step, steps; /* of this epoch */
    double loss, acc;   /* of the epoch so far, with noise; acc NaN for regression */
    double images_per_second;
    double seconds_left; /* of all epochs, an estimate; NaN at the start */
} adrop_progress;

/* What an epoch came to. Accuracies are percentages, of the noisy outputs seen in
 * training for train_acc; errors (rmse) are in the target's units. Those that do not
 * apply are NaN, as are val_* and test_* of an epoch without evaluation (eval_every). */
typedef struct adrop_epoch {
    size_t epoch; /* from 1 on */
    double train_loss, extra_loss, train_acc, train_rmse;
    double val_loss, val_acc, val_rmse;
    double test_loss, test_acc, test_top5, test_rmse;
    double lr;                    /* of the last step */
    double seconds, eval_seconds; /* training alone; evaluation */
    const char *json;             /* adrop_train: the line of metrics.jsonl; else NULL */
    double dropout_strength;      /* of the last step; 1 without dropout_schedule */
    double val_micro_f1, val_macro_f1, test_micro_f1, test_macro_f1; /* as those of adrop_score */
} adrop_epoch;

/* All may be NULL. progress is called after every step. stop is asked after every step of
 * adrop_trainer_epoch and adrop_trainer_run: not 0 ends the call with ADROP_EINTR, unless
 * nothing was left to do. epoch is called by adrop_trainer_run after every epoch. */
typedef struct adrop_trainer_hooks {
    size_t size; /* sizeof(adrop_trainer_hooks) */
    void *user;
    void (*progress)(void *user, const adrop_progress *p);
    void (*epoch)(void *user, const adrop_epoch *e);
    int (*stop)(void *user);
} adrop_trainer_hooks;

#define adrop_trainer_hooks_init(hooks) adrop_trainer_hooks_init_sized((hooks), sizeof *(hooks))
ADROP_API void adrop_trainer_hooks_init_sized(adrop_trainer_hooks *hooks, size_t size);

/* From now on; NULL: none. */
ADROP_API adrop_status adrop_trainer_watch(adrop_trainer *t, const adrop_trainer_hooks *hooks);

/* -- Training ------------------------------------------------------------------------ */

/* What a step came to. */
typedef struct adrop_step {
    size_t epoch;       /* the step's, from 1 on */
    size_t step, steps; /* its number in the epoch, from 1 on, and their number */
    size_t rows;
    double loss, extra; /* mean over the rows; what techniques and penalties add */
    double lr;          /* of the weights */
    int epoch_over;     /* it was the epoch's last: adrop_trainer_epoch evaluates it */
} adrop_step;

/* One step of the optimiser on the next batch. After the last step of an epoch the next one
 * begins, without evaluation, unless adrop_trainer_epoch came between.
 *
 * ADROP_ENUMERIC if the loss or an input is not finite (the message names the step, and the layer
 * or the row): the weights are those before the step. ADROP_EINVAL if all epochs are done. */
#define adrop_trainer_step(t, step) adrop_trainer_step_sized((t), (step), sizeof *(step))
ADROP_API adrop_status adrop_trainer_step_sized(adrop_trainer *t, adrop_step *step, size_t size);

/* The steps that are left of the epoch, and its evaluation on validation and test rows.
 * ADROP_EINTR if stop said so before its end: what was done stays, and the next call continues.
 *
 * With keep_best the last call gives the model the best epoch's weights; the last epoch's are
 * kept, and saved, for a training that continues with more epochs. */
#define adrop_trainer_epoch(t, epoch) adrop_trainer_epoch_sized((t), (epoch), sizeof *(epoch))
ADROP_API adrop_status adrop_trainer_epoch_sized(adrop_trainer *t, adrop_epoch *epoch, size_t size);

/* All that is left. ADROP_EINTR as above. */
ADROP_API adrop_status adrop_trainer_run(adrop_trainer *t);

/* 1 when all epochs are done, or patience has run out. */
ADROP_API int adrop_trainer_is_done(const adrop_trainer *t);

/* Results of a part, without noise. */
typedef struct adrop_score {
    size_t n;                  /* rows; 0: the part is empty, and the rest NaN */
    double loss;               /* mean over the rows */
    double acc, top5, rmse;    /* NaN where they do not apply; top5 with more than 5 classes */
    double micro_f1, macro_f1; /* of rows that may have several classes, in per cent: over all
                                  decisions, and the mean of the classes' (0 for a class that is
                                  neither there nor predicted); acc is then the share of rows with
                                  exactly their classes. NaN elsewhere */
} adrop_score;

#define adrop_trainer_evaluate(t, part, score)                                                     \
  adrop_trainer_evaluate_sized((t), (part), (score), sizeof *(score))
ADROP_API adrop_status adrop_trainer_evaluate_sized(adrop_trainer *t, adrop_part part,
                                                    adrop_score *score, size_t size);

/* Where training stands. Results are accuracies, or errors for regression; NaN: none yet. */
typedef struct adrop_trainer_info {
    size_t step;           /* steps done, of all epochs */
    size_t epoch, batch;   /* epochs done, and steps of the next */
    size_t steps;          /* of an epoch */
    size_t since_best;     /* epochs since the best validation result */
    double best, best_val; /* best results on test and validation rows */
    double last;           /* result on test rows of the last epoch */
    double seconds;        /* of training alone, those before it was saved included */
} adrop_trainer_info;

#define adrop_trainer_describe(t, info) adrop_trainer_describe_sized((t), (info), sizeof *(info))
ADROP_API void adrop_trainer_describe_sized(const adrop_trainer *t, adrop_trainer_info *info,
                                            size_t size);

/* -- Checkpoints --------------------------------------------------------------------- */

/* Everything that is needed to resume with the same bits, in one file, which is replaced whole or
 * not at all: weights, the optimiser's state, where training stands, the settings. It can be
 * opened as a model, too (adrop/model.h, adrop/predict.h). ADROP_EDISK when the disk is full. */
ADROP_API adrop_status adrop_trainer_save(adrop_trainer *t, const char *path);

/* Resume from a checkpoint, in a trainer that was made alike. ADROP_EFORMAT for a file that is no
 * checkpoint, is damaged, or is of another model; ADROP_EINVAL, naming the setting, if one that
 * changes what is computed differs (epochs, patience and workers may). Nothing is changed then. */
ADROP_API adrop_status adrop_trainer_resume(adrop_trainer *t, const char *path);

ADROP_END_DECLS

#endif
