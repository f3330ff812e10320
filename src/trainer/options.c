/* The settings of a trainer (options.h): the table, the check against the data, and which of them
 * change what is computed, so that a checkpoint may be resumed with other values of the rest. */
#include "trainer/options.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/option_check.h"
#include "rows/dataset.h"

const char *const ad_eval_words[] = { "end", NULL };
const char *const ad_judge_words[] = { "next", "held-out", NULL };
static const char *const augment_words[] = { "none", "crop-flip", "resize-flip", NULL };

#define ROW(name_, kind_, field_, group_)                                                          \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_trainer_opts, field_),                    \
  .group = ADROP_GROUP_##group_

static const adrop_option options[] = {
    { ROW("epochs", ADROP_OPT_COUNT, epochs, TRAINING),
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_RESUMES, .letter = 'e', .fallback = 10, .min = 1,
      .max = 1e6, .help = "passes over the training rows" },
    { ROW("batch", ADROP_OPT_COUNT, batch, TRAINING), .traits = ADROP_TRAIT_COMMON, .letter = 'b',
      .fallback = 256, .min = 1, .max = 1 << 24, .help = "rows of a step" },
    AD_OPTIMIZER_ROW(adrop_trainer_opts),
    { ROW("lr", ADROP_OPT_REAL, lr, TRAINING), .traits = ADROP_TRAIT_COMMON, .letter = 'l',
      .fallback = 0.01, .max = 1e3, .help = "learning rate" },
    AD_RATE_ROWS(adrop_trainer_opts),
    { ROW("augment", ADROP_OPT_CHOICE, augment, TRAINING), .words = augment_words,
      .help = "of images" },
    AD_R_DROP_ROW(adrop_trainer_opts),
    AD_DROPOUT_SCHEDULE_ROW(adrop_trainer_opts),
    AD_RESPONSE_ROWS(adrop_trainer_opts),
    AD_PATIENCE_ROW(adrop_trainer_opts),
    { ROW("seed", ADROP_OPT_COUNT, seed, TRAINING),
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_FIXED, .letter = 's', .fallback = 1,
      .max = 9007199254740992.0, .help = "of initial weights, orders and noise" },
    AD_WORKERS_ROW(adrop_trainer_opts),
    AD_EVAL_ROW(adrop_trainer_opts),
    AD_FREEZE_ROW(adrop_trainer_opts),
    AD_FINITE_ROW(adrop_trainer_opts),
    { 0 },
};

const adrop_option *adrop_trainer_options(void)
{
    return options;
}

void adrop_trainer_opts_init_sized(adrop_trainer_opts *opts, size_t size)
{
    adrop_trainer_opts mine = { .size = sizeof mine };

    adrop_options_default(options, &mine);
    ad_struct_init(opts, size, &mine, sizeof mine);
}

static const double usual_momentum = 0.9;

adrop_status ad_trainer_opts_read(adrop_ctx *ctx, const adrop_data_info *data,
                                  const adrop_trainer_opts *given, adrop_trainer_opts *out)
{
    adrop_status status = ADROP_OK;

    adrop_trainer_opts_init(out);
    if (given)
        status = AD_SETTINGS_READ(ctx, adrop_trainer_opts, options, out, given);
    if (status)
        return status;
    if (!data->n_train)
        return ad_fail(ctx, ADROP_EINVAL, "%s has no training rows", data->name);
    if (out->augment > AD_AUGMENT_NONE && !data->is_image)
        return ad_fail(ctx, ADROP_EINVAL, "only images can be augmented, and %s is a table",
                       data->name);
    if (out->patience && !data->n_val)
        return ad_fail(ctx, ADROP_EINVAL,
                       "patience needs a validation part: give `val-fraction` as well");
    if (out->patience && !out->eval_every)
        return ad_fail(ctx, ADROP_EINVAL,
                       "patience needs validation results on the way: give `eval-every` a number");
    if (out->dropout_rows && out->dropout_rows < 8)
        return ad_fail(ctx, ADROP_EINVAL, "`dropout-rows` is %zu: give 8 or more, or 0 for all",
                       out->dropout_rows);
    if (out->r_drop > 0 && data->is_multi_label)
        return ad_fail(
            ctx, ADROP_EINVAL,
            "`r-drop` compares probabilities of one class or another, and a row of %s may "
            "have several: leave it out",
            data->name);
    if (out->r_drop > 0 && data->task == ADROP_REGRESSION)
        return ad_fail(ctx, ADROP_EINVAL,
                       "`r-drop` compares probabilities of classes, and %s is a regression: leave "
                       "it out",
                       data->name);
    if (out->batch > data->n_train)
        out->batch = data->n_train;
    if (out->momentum != usual_momentum && strncmp(out->optimizer, "sgd", 3) != 0)
        return ad_fail(
            ctx, ADROP_EINVAL,
            "`momentum` has no effect with the optimizer '%.60s': it is of sgd; leave it "
            "out",
            out->optimizer);
    if (out->lr_drop.n && out->schedule == AD_SCHEDULE_CONSTANT)
        out->schedule = AD_SCHEDULE_STEP;
    const ad_schedule s = ad_trainer_schedule(out, 1);
    ad_strength strength;
    status = ad_strength_read(ctx, out->dropout_schedule, out->epochs, &strength);
    return status ? status : ad_schedule_check(ctx, &s);
}

char *ad_trainer_optimizer(const adrop_trainer_opts *o, char text[2 * ADROP_TEXT_SIZE])
{
    if (!strcmp(o->optimizer, "sgd"))
        snprintf(text, 2 * ADROP_TEXT_SIZE, "sgd:momentum=%s", AD_NUM(o->momentum));
    else
        snprintf(text, 2 * ADROP_TEXT_SIZE, "%s", o->optimizer);
    return text;
}

ad_schedule ad_trainer_schedule(const adrop_trainer_opts *o, size_t steps_per_epoch)
{
    return (ad_schedule){ .kind = (ad_schedule_kind)o->schedule,
                          .epochs = o->epochs,
                          .steps_per_epoch = steps_per_epoch,
                          .drops = o->lr_drop,
                          .warmup = o->warmup };
}

unsigned ad_trainer_augment(int augment)
{
    return augment == AD_AUGMENT_CROP_FLIP     ? ADROP_AUGMENT_CROP | ADROP_AUGMENT_FLIP
           : augment == AD_AUGMENT_RESIZE_FLIP ? ADROP_AUGMENT_RESIZE | ADROP_AUGMENT_FLIP
                                               : 0u;
}

int ad_trainer_matters(const char *name)
{
    return strcmp(name, "epochs") && strcmp(name, "patience") && strcmp(name, "workers") &&
           strcmp(name, "eval-every") && strcmp(name, "no-finite-check");
}
