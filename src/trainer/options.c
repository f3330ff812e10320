/* The settings of a trainer (options.h): the table, the check against the data, and which of them
 * affect the computation; a checkpoint may be resumed with other values of the rest. */
#include "trainer/options.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/keep.h"
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
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_RESUMES, .letter = 'e',
      .synonyms = "n-epochs num-epochs", .fallback = 10, .min = 1, .max = 1e6,
      .help = "passes over the training rows" },
    { ROW("batch", ADROP_OPT_COUNT, batch, TRAINING), .traits = ADROP_TRAIT_COMMON, .letter = 'b',
      .synonyms = "batch-size", .fallback = 256, .min = 1, .max = 1 << 24,
      .help = "rows of a step" },
    AD_OPTIMIZER_ROW(adrop_trainer_opts),
    { ROW("lr", ADROP_OPT_REAL, lr, TRAINING), .traits = ADROP_TRAIT_COMMON, .letter = 'l',
      .synonyms = "learning-rate", .fallback = 0.01, .max = 1e3, .help = "learning rate" },
    AD_RATE_ROWS(adrop_trainer_opts),
    { ROW("augment", ADROP_OPT_CHOICE, augment, TRAINING), .words = augment_words,
      .help = "of images" },
    AD_R_DROP_ROW(adrop_trainer_opts),
    AD_DROPOUT_SCHEDULE_ROW(adrop_trainer_opts),
    AD_RESPONSE_ROWS(adrop_trainer_opts),
    AD_PATIENCE_ROW(adrop_trainer_opts),
    { ROW("keep-best", ADROP_OPT_FLAG, keep_best, TRAINING),
      .help = "end with the weights of the epoch that did best on validation rows" },
    { ROW("seed", ADROP_OPT_COUNT, seed, TRAINING),
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_FIXED, .letter = 's', .fallback = 1,
      .synonyms = "random-seed random-state", .max = 9007199254740992.0,
      .help = "of initial weights, orders and noise" },
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

/* "`momentum` has no effect with the optimizer 'adam': it is of sgd; leave it out" */
static adrop_status refuse_optimizer(adrop_ctx *ctx, const adrop_option *row, const char *text)
{
    const ad_optimizer_type *type;
    char who[128] = "";

    for (size_t i = 0; (type = ad_optimizer_type_at(AD_F64, i)) != NULL; i++)
        if (adrop_option_find(type->options, row->name))
            snprintf(who + strlen(who), sizeof who - strlen(who), "%s%s", *who ? ", " : "",
                     type->name);
    return ad_fail(ctx, ADROP_EINVAL,
                   "`%s` has no effect with the optimizer '%.60s': it is of %s; leave it out",
                   row->name, text, who);
}

/* Refuse settings that are given but have no effect. */
static adrop_status check_effects(adrop_ctx *ctx, const adrop_data_info *data,
                                  const adrop_trainer_opts *o)
{
    const unsigned tasks = ADROP_FOR_CLASSES | ADROP_FOR_VALUES;
    const unsigned task = data->task == ADROP_REGRESSION ? ADROP_FOR_VALUES : ADROP_FOR_CLASSES;
    const ad_optimizer_type *type = ad_optimizer_type_of(o->optimizer);
    char who[64];

    for (const adrop_option *row = options; row->name; row++) {
        if (ad_option_is_default(row, o))
            continue;
        if (row->applies & tasks && !(row->applies & task))
            return ad_fail(ctx, ADROP_EINVAL, "`%s` is for %s, and %s is a %s: leave it out",
                           row->name, adrop_option_applies(row, who, sizeof who), data->name,
                           task == ADROP_FOR_VALUES ? "regression" : "classification");
        if (row->applies & ADROP_FOR_OPTIMIZERS && type &&
            !adrop_option_find(type->options, row->name))
            return refuse_optimizer(ctx, row, o->optimizer);
    }
    return ADROP_OK;
}

/* Refuse settings that depend on validation results if there are no validation rows. */
static adrop_status check_validation(adrop_ctx *ctx, const adrop_data_info *data,
                                     const adrop_trainer_opts *o)
{
    const char *who = o->patience ? "patience" : o->keep_best ? "keep-best" : NULL;

    if (who && !data->n_val)
        return ad_fail(ctx, ADROP_EINVAL, "%s needs a validation part: give `val-fraction` as well",
                       who);
    if (who && !o->eval_every)
        return ad_fail(ctx, ADROP_EINVAL,
                       "%s needs validation results on the way: give `eval-every` a number", who);
    return ADROP_OK;
}

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
    if ((status = check_validation(ctx, data, out)))
        return status;
    if (out->dropout_rows && out->dropout_rows < 8)
        return ad_fail(ctx, ADROP_EINVAL, "`dropout-rows` is %zu: give 8 or more, or 0 for all",
                       out->dropout_rows);
    if (out->r_drop > 0 && data->is_multi_label)
        return ad_fail(
            ctx, ADROP_EINVAL,
            "`r-drop` compares probabilities of one class or another, and a row of %s may "
            "have several: leave it out",
            data->name);
    if (out->batch > data->n_train)
        out->batch = data->n_train;
    if ((status = check_effects(ctx, data, out)))
        return status;
    if (out->lr_drop.n && out->schedule == AD_SCHEDULE_CONSTANT)
        out->schedule = AD_SCHEDULE_STEP;
    const ad_schedule s = ad_trainer_schedule(out, 1);
    ad_strength strength;
    status = ad_strength_read(ctx, out->dropout_schedule, out->epochs, &strength);
    return status ? status : ad_schedule_check(ctx, &s);
}

adrop_status ad_trainer_optimizer(adrop_ctx *ctx, const adrop_trainer_opts *o, const char **text)
{
    const ad_optimizer_type *type = ad_optimizer_type_of(o->optimizer);
    const int is_bare = type && !strchr(o->optimizer, ':');
    adrop_status status = ADROP_OK;

    *text = o->optimizer;
    for (const adrop_option *row = options; is_bare && row->name && !status; row++)
        if (row->applies & ADROP_FOR_OPTIMIZERS && adrop_option_find(type->options, row->name)) {
            const char *value = adrop_option_show(ctx, row, o);
            status = value ? ad_keep_format(ctx, text, "%s%c%s=%s", *text,
                                            strchr(*text, ':') ? ',' : ':', row->name, value)
                           : ADROP_ENOMEM;
        }
    return status;
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
