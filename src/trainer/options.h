/* The settings of a trainer as rows of an option table, and their conversion for the parts of
 * a trainer. */
#ifndef AD_TRAINER_OPTIONS_H
#define AD_TRAINER_OPTIONS_H

#include "adrop/trainer.h"
#include "base/lab.h"
#include "optim/optimizer.h"
#include "optim/schedule.h"
#include "trainer/strength.h"

/* Rows that the options of a trainer and of a run (adrop_train_opts) share. */
#define AD_OPTIMIZER_ROW(type)                                                                     \
  {                                                                                                \
    .name = "optimizer", .kind = ADROP_OPT_TEXT, .offset = offsetof(type, optimizer),              \
    .group = ADROP_GROUP_TRAINING, .traits = ADROP_TRAIT_COMMON, .text = "sgd",                    \
    .words = ad_optimizer_words, .value = "NAME:KEY=..", .help = "what turns gradients into steps" \
  }

#define AD_REAL_ROW(type, label, field, default_value, most, open_end, ...)                        \
  {                                                                                                \
    .name = label, .kind = ADROP_OPT_REAL, .offset = offsetof(type, field),                        \
    .fallback = default_value, .max = most, .open = open_end, .group = ADROP_GROUP_TRAINING,       \
    .help = __VA_ARGS__                                                                            \
  }

#define AD_RATE_ROWS(type)                                                                         \
  AD_REAL_ROW(type, "momentum", momentum, 0.9, 1, ADROP_OPEN_MAX,                                  \
              "share of the last step that is kept, unless the optimizer's own text says",         \
              .applies = ADROP_FOR_OPTIMIZERS),                                                    \
      AD_REAL_ROW(type, "weight-decay", weight_decay, 5e-4, 1e3, 0, "of the weights"),             \
      AD_REAL_ROW(type, "dropout-lr", dropout_lr, 1e-4, 1e3, 0,                                    \
                  "learning rate of the technique's parameters"),                                  \
      AD_REAL_ROW(type, "dropout-decay", dropout_decay, 0, 1e3, 0, "their weight decay"),          \
      { .name = "schedule",                                                                        \
        .kind = ADROP_OPT_CHOICE,                                                                  \
        .offset = offsetof(type, schedule),                                                        \
        .words = ad_schedule_words,                                                                \
        .group = ADROP_GROUP_TRAINING,                                                             \
        .help = "how both rates change over the run; step needs lr-drop" },                        \
      { .name = "lr-drop",                                                                         \
        .kind = ADROP_OPT_LIST,                                                                    \
        .offset = offsetof(type, lr_drop),                                                         \
        .max = 1e6,                                                                                \
        .value = "E1,E2",                                                                          \
        .applies = ADROP_FOR_SCHEDULES,                                                            \
        .group = ADROP_GROUP_TRAINING,                                                             \
        .help = "epochs after which both rates fall to a tenth" },                                 \
      AD_REAL_ROW(type, "warmup", warmup, 0, 1e6, 0, "epochs of rising rates",                     \
                  .applies = ADROP_FOR_SCHEDULES),                                                 \
      AD_REAL_ROW(type, "clip", clip, 0, 1e30, 0, "largest norm of the gradient; 0: any")

#define AD_R_DROP_ROW(type)                                                                        \
  AD_REAL_ROW(type, "r-drop", r_drop, 0, 1e6, 0,                                                   \
              "weight of the divergence between two passes of each row; 0: one pass",              \
              .applies = ADROP_FOR_CLASSES)

#define AD_DROPOUT_SCHEDULE_ROW(type)                                                              \
  {                                                                                                \
    .name = "dropout-schedule", .kind = ADROP_OPT_TEXT,                                            \
    .offset = offsetof(type, dropout_schedule), .value = "S", .group = ADROP_GROUP_TRAINING,       \
    .help = "when there is dropout: early:N, late:N (epochs) or linear:A..B (strengths from 0 to " \
            "1); default: always"                                                                  \
  }

#define AD_RESPONSE_ROWS(type)                                                                     \
  { .name = "dropout-every",                                                                       \
    .kind = ADROP_OPT_COUNT,                                                                       \
    .offset = offsetof(type, dropout_every),                                                       \
    .fallback = 8,                                                                                 \
    .group = ADROP_GROUP_TRAINING,                                                                 \
    .max = 1e9,                                                                                    \
    .help = "steps between two responses of advanced-cross; 0: its noise stays as it starts" },    \
      AD_REAL_ROW(type, "dropout-horizon", dropout_horizon, 0, 1e9, 0,                             \
                  "steps after which it judges its noise; 0: a hundredth of all, 10 or more"),     \
      AD_REAL_ROW(type, "dropout-wait", dropout_wait, 0.03, 1, 0,                                  \
                  "part of all steps before its first response"),                                  \
      AD_REAL_ROW(type, "dropout-step", dropout_step, 0.2, 100, 0,                                 \
                  "how far ln sigma moves in a response, about; it does not follow the schedule"), \
      { .name = "dropout-rows",                                                                    \
        .kind = ADROP_OPT_COUNT,                                                                   \
        .offset = offsetof(type, dropout_rows),                                                    \
        .group = ADROP_GROUP_TRAINING,                                                             \
        .max = 1 << 24,                                                                            \
        .help = "rows that it is judged by, of the next batch; 0: all of them" },                  \
      { .name = "dropout-judge",                                                                   \
        .kind = ADROP_OPT_CHOICE,                                                                  \
        .offset = offsetof(type, dropout_judge),                                                   \
        .group = ADROP_GROUP_TRAINING,                                                             \
        .words = ad_judge_words,                                                                   \
        .help = "rows that it is judged by: the next batch, or rows that are not trained on, "     \
                "without noise" },                                                                 \
  {                                                                                                \
    .name = "dropout-held-out", .kind = ADROP_OPT_REAL,                                            \
    .offset = offsetof(type, dropout_held_out), .fallback = 0.1, .max = 1,                         \
    .open = ADROP_OPEN_MIN | ADROP_OPEN_MAX, .group = ADROP_GROUP_TRAINING,                        \
    .help = "part of the training rows that judge alone, with dropout-judge held-out"              \
  }

/* Indexed by ad_judge. */
AD_LAB extern const char *const ad_judge_words[];

#define AD_PATIENCE_ROW(type)                                                                      \
  {                                                                                                \
    .name = "patience", .kind = ADROP_OPT_COUNT, .offset = offsetof(type, patience), .max = 1e6,   \
    .group = ADROP_GROUP_TRAINING,                                                                 \
    .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_RESUMES | ADROP_TRAIT_CHANGES,                      \
    .help = "stop after so many epochs without a better validation result; 0: never"               \
  }

/* The word for 0 of eval-every. */
AD_LAB extern const char *const ad_eval_words[];

#define AD_EVAL_ROW(type)                                                                          \
  {                                                                                                \
    .name = "eval-every", .kind = ADROP_OPT_COUNT, .offset = offsetof(type, eval_every),           \
    .fallback = 1, .max = 1e6, .words = ad_eval_words, .value = "N|end",                           \
    .group = ADROP_GROUP_TRAINING, .traits = ADROP_TRAIT_RESUMES | ADROP_TRAIT_FIXED,              \
    .help = "epochs between evaluations on validation and test rows; end: after the last alone"    \
  }

#define AD_FREEZE_ROW(type)                                                                        \
  {                                                                                                \
    .name = "freeze", .kind = ADROP_OPT_TEXT, .offset = offsetof(type, freeze),                    \
    .value = "PATTERN,..", .group = ADROP_GROUP_NETWORK,                                           \
    .help = "parameters or layers that are not trained, by name or wildcard: features.*; "         \
            "backbone: all but the head"                                                           \
  }

#define AD_FINITE_ROW(type)                                                                        \
  {                                                                                                \
    .name = "no-finite-check", .kind = ADROP_OPT_FLAG, .offset = offsetof(type, no_finite_check),  \
    .group = ADROP_GROUP_ADVANCED, .traits = ADROP_TRAIT_RESUMES | ADROP_TRAIT_FIXED,              \
    .help = "do not look for inputs and gradients that are not finite; the loss is looked at"      \
  }

#define AD_WORKERS_ROW(type)                                                                       \
  {                                                                                                \
    .name = "workers", .kind = ADROP_OPT_COUNT, .offset = offsetof(type, workers), .fallback = 1,  \
    .max = 64, .group = ADROP_GROUP_ADVANCED, .traits = ADROP_TRAIT_FREE | ADROP_TRAIT_RESUMES,    \
    .help = "threads that decode and augment images ahead of the step"                             \
  }

/* Values of dropout-judge. */
typedef enum ad_judge { AD_JUDGE_NEXT, AD_JUDGE_HELD_OUT } ad_judge;

/* Values of augment. */
enum { AD_AUGMENT_NONE, AD_AUGMENT_CROP_FLIP, AD_AUGMENT_RESIZE_FLIP };

/* The defaults, overwritten by `given` (may be NULL), with the batch limited to the training
 * rows. ADROP_EINVAL for values out of range and for those that contradict each other or do not fit
 * the data. */
AD_LAB adrop_status ad_trainer_opts_read(adrop_ctx *ctx, const adrop_data_info *data,
                                         const adrop_trainer_opts *given, adrop_trainer_opts *out);

/* The optimiser's text, "sgd:momentum=0.9": a bare name gets the trainer's settings, a text with
 * settings stays as it is. */
adrop_status ad_trainer_optimizer(adrop_ctx *ctx, const adrop_trainer_opts *o, const char **text);

ad_schedule ad_trainer_schedule(const adrop_trainer_opts *o, size_t steps_per_epoch);

/* ADROP_AUGMENT_ flags of a value of augment. */
unsigned ad_trainer_augment(int augment);

/* Passes per row in a step: two with R-Drop. */
static inline size_t ad_trainer_passes(const adrop_trainer_opts *o)
{
    return o->r_drop > 0 ? 2 : 1;
}

#endif
