/* The settings of a run (settings.h).
 *
 * Defaults by data set: the paper's settings for the sets it used (MNIST: 784-2x800-10, 200
 * epochs at 0.01; CIFAR and the ImageNets: VGG16, 300 or 100 epochs from 0.1, a tenth
 * after half and three quarters; UCI: 2x50, 50 epochs, batch 32), and for others those
 * of the nearest kind. */
#include "train/settings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "model/architecture.h"
#include "optim/optimizer.h"
#include "trainer/options.h"
#include "trainer/trainer.h"

#define ROW(name_, kind_, field_, group_)                                                          \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_train_opts, field_),                      \
  .group = ADROP_GROUP_##group_

/* Values of augment: auto, then those of a trainer. */
enum {
    AUGMENT_AUTO,
    AUGMENT_NONE = 1 + AD_AUGMENT_NONE,
    AUGMENT_CROP_FLIP = 1 + AD_AUGMENT_CROP_FLIP,
    AUGMENT_RESIZE_FLIP = 1 + AD_AUGMENT_RESIZE_FLIP
};

static const char *const at_words[] = { "auto",       "dense-inputs", "hidden", "preactivation",
                                        "logits-too", "everywhere",   NULL };
static const char *const augment_words[] = { "auto", "none", "crop-flip", "resize-flip", NULL };
static const char *const precision_words[] = { "f32", "bf16", "auto", NULL };

static const adrop_option options[] = {
    { ROW("model", ADROP_OPT_TEXT, model, NETWORK), .names = ADROP_NAMES_MODEL,
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_STUDY, .letter = 'm', .value = "M",
      .help =
          "the network, NAME or NAME:SETTINGS (adrop list models); default: what suits the data" },
    { ROW("dropout", ADROP_OPT_TEXT, dropout, NETWORK), .names = ADROP_NAMES_TECHNIQUE,
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_STUDY, .letter = 'D', .text = "advanced",
      .value = "T", .help = "the technique, NAME or NAME:KEY=VALUE,.. (adrop list techniques)" },
    { ROW("dropout-at", ADROP_OPT_CHOICE, dropout_at, NETWORK), .words = at_words,
      .help = "where it sits (docs/techniques); auto: dense-inputs for images and lsa, otherwise "
              "hidden" },
    { ROW("epochs", ADROP_OPT_COUNT, epochs, TRAINING),
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_RESUMES | ADROP_TRAIT_GROWS, .letter = 'e',
      .synonyms = "n-epochs num-epochs", .max = 1e6,
      .help = "passes over the training rows; 0: what suits the data" },
    { ROW("batch", ADROP_OPT_COUNT, batch, TRAINING), .traits = ADROP_TRAIT_COMMON, .letter = 'b',
      .synonyms = "batch-size", .max = 1 << 24, .help = "rows of a step; 0: what suits the data" },
    AD_OPTIMIZER_ROW(adrop_train_opts),
    { ROW("lr", ADROP_OPT_REAL, lr, TRAINING), .traits = ADROP_TRAIT_COMMON, .letter = 'l',
      .synonyms = "learning-rate", .max = 1e3, .help = "learning rate; 0: what suits the data" },
    AD_RATE_ROWS(adrop_train_opts),
    { ROW("augment", ADROP_OPT_CHOICE, augment, TRAINING), .words = augment_words,
      .help = "of images; auto: crop-flip for CIFAR, resize-flip for photographs" },
    AD_R_DROP_ROW(adrop_train_opts),
    AD_DROPOUT_SCHEDULE_ROW(adrop_train_opts),
    AD_RESPONSE_ROWS(adrop_train_opts),
    AD_PATIENCE_ROW(adrop_train_opts),
    { ROW("seed", ADROP_OPT_COUNT, seed, TRAINING),
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_FIXED, .letter = 's', .fallback = 1,
      .synonyms = "random-seed random-state", .max = 9007199254740992.0,
      .help = "of splits, initial parameters, orders and noise" },
    { ROW("data-seed", ADROP_OPT_COUNT, data_seed, DATA), .traits = ADROP_TRAIT_FIXED,
      .max = 9007199254740992.0, .help = "of splits and subsets alone; 0: that of seed" },
    { ROW("shards", ADROP_OPT_COUNT, shards, NETWORK), .fallback = 1, .min = 1, .max = 1e6,
      .help = "parts that a batch is cut into: memory is that of one" },
    { ROW("sync-batch-norm", ADROP_OPT_FLAG, sync_batch_norm, NETWORK),
      .help = "batch normalisation takes the statistics of the whole batch, not of each shard: "
              "memory is that of all shards of a process" },
    { ROW("precision", ADROP_OPT_CHOICE, precision, NETWORK), .words = precision_words,
      .help = "of maps and products; auto: bf16 where AMX runs" },
    AD_WORKERS_ROW(adrop_train_opts),
    AD_EVAL_ROW(adrop_train_opts),
    { ROW("save-steps", ADROP_OPT_COUNT, save_steps, ADVANCED), .traits = ADROP_TRAIT_FREE,
      .max = 1e9, .help = "a checkpoint every so many steps, besides those by time; 0: none" },
    { ROW("save-seconds", ADROP_OPT_REAL, save_seconds, ADVANCED), .traits = ADROP_TRAIT_FREE,
      .fallback = 30, .max = 1e9,
      .help = "seconds between checkpoints, which a power cut may cost; 0: one after each epoch" },
    { ROW("out", ADROP_OPT_TEXT, out, OUTPUT),
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_FREE | ADROP_TRAIT_STUDY, .letter = 'o',
      .value = "DIR", .help = "the run directory" },
    { ROW("resume", ADROP_OPT_FLAG, resume, OUTPUT),
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_FREE | ADROP_TRAIT_STUDY, .letter = 'r',
      .help = "resume the run that is there" },
    { ROW("allow-changed-data", ADROP_OPT_FLAG, allow_changed_data, DATA),
      .traits = ADROP_TRAIT_FREE,
      .help = "continue on data that are not those of the record, and say so in it" },
    { ROW("init", ADROP_OPT_TEXT, init, NETWORK), .traits = ADROP_TRAIT_COMMON, .value = "RUN|FILE",
      .help = "start from the weights of a run or a file: tensors of the same name and shape" },
    AD_FREEZE_ROW(adrop_train_opts),
    AD_FINITE_ROW(adrop_train_opts),
    { ROW("keep-zeros", ADROP_OPT_FLAG, keep_zeros, NETWORK),
      .help = "weights that are zero in the weights of init stay zero" },
    { 0 },
};

const adrop_option *adrop_train_options(void)
{
    return options;
}

void adrop_train_opts_init_sized(adrop_train_opts *opts, size_t size)
{
    adrop_train_opts mine = { 0 };

    adrop_options_default(options, &mine);
    ad_struct_init(opts, size, &mine, sizeof mine);
}

void adrop_train_hooks_init_sized(adrop_train_hooks *hooks, size_t size)
{
    ad_struct_init(hooks, size, &(const adrop_train_hooks){ 0 }, sizeof *hooks);
}

/* Settings for a known set or a kind of data. */
typedef struct {
    const char *name, *model;
    size_t epochs, batch;
    double lr;
    size_t drop[2];
    int augment;
} preset;

static const preset presets[] = {
    { "digits", "mlp:256,256", 40, 64, 0.05, { 0 }, AUGMENT_NONE },
    { "mnist", "mlp:800,800", 200, 256, 0.01, { 0 }, AUGMENT_NONE },
    { "fashion-mnist", "mlp:800,800", 200, 256, 0.01, { 0 }, AUGMENT_NONE },
    { "cifar10", "vgg16", 300, 256, 0.1, { 150, 225 }, AUGMENT_CROP_FLIP },
    { "cifar100", "vgg16", 300, 256, 0.1, { 150, 225 }, AUGMENT_CROP_FLIP },
    { "imagenet32", "vgg16", 100, 256, 0.1, { 50, 75 }, AUGMENT_CROP_FLIP },
    { "caltech256", "vgg16", 300, 256, 0.1, { 150, 225 }, AUGMENT_RESIZE_FLIP },
    { "miniimagenet", "vgg16", 300, 256, 0.1, { 150, 225 }, AUGMENT_RESIZE_FLIP },
    { "reuters21578", "mlp:800", 50, 64, 0.01, { 0 }, AUGMENT_NONE },
    { "imagenet", "vgg16", 90, 256, 0.1, { 30, 60 }, AUGMENT_RESIZE_FLIP },
};

/* Sets that are not known by name. */
static const preset tables = { "tables", "mlp:50,50", 50, 32, 0.01, { 0 }, AUGMENT_NONE };
static const preset texts = { "texts", "mlp:256", 30, 64, 0.5, { 0 }, AUGMENT_NONE };
static const preset grey = { "grey images", "mlp:800,800", 100, 256, 0.01, { 0 }, AUGMENT_NONE };
static const preset colour = { "colour images", "vgg16",          100, 128, 0.05,
                               { 50, 75 },      AUGMENT_CROP_FLIP };

static const preset *preset_of(const adrop_data_info *data)
{
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
        if (!strcmp(presets[i].name, data->name) && !data->is_sparse)
            return &presets[i];
    return data->is_text        ? &texts
           : !data->is_image    ? &tables
           : data->channels > 1 ? &colour
                                : &grey;
}

void ad_train_resolve(const adrop_data_info *data, adrop_train_opts *t)
{
    const preset *u = preset_of(data);
    const ad_optimizer_type *optimizer = ad_optimizer_type_of(t->optimizer);
    const int rates_given = t->lr > 0;

    if (!*t->model)
        t->model = u->model;
    if (!t->dropout_at)
        t->dropout_at = 1 + (data->is_image || (data->is_text && !data->is_sparse)
                                 ? ADROP_AT_DENSE_INPUTS
                                 : ADROP_AT_HIDDEN);
    if (!t->epochs) {
        t->epochs = u->epochs;
        if (!rates_given && !t->lr_drop.n && u->drop[0]) {
            t->schedule = AD_SCHEDULE_STEP;
            t->lr_drop = (adrop_list){ 2, { (double)u->drop[0], (double)u->drop[1] } };
        }
    }
    if (t->lr_drop.n && t->schedule == AD_SCHEDULE_CONSTANT)
        t->schedule = AD_SCHEDULE_STEP;
    if (!t->batch)
        t->batch = u->batch;
    if (t->batch > data->n_train && data->n_train)
        t->batch = data->n_train;
    if (!rates_given)
        t->lr = optimizer && optimizer->usual_lr > 0 ? optimizer->usual_lr : u->lr;
    if (t->augment == AUGMENT_AUTO)
        t->augment = u->augment;
}

void ad_train_trainer_opts(const adrop_train_opts *t, adrop_trainer_opts *out)
{
    adrop_trainer_opts_init(out);
    ad_options_copy(adrop_trainer_options(), out, options, t);
    out->augment--; /* drop auto */
}

/* Does the network suit the data? */
static adrop_status check_network(adrop_ctx *ctx, const adrop_data_info *data, const char *model)
{
    const ad_architecture *type;
    void *settings;
    const adrop_status status = ad_architecture_read(ctx, model, &type, &settings);

    if (status)
        return status;
    ad_architecture_release(ctx, type, settings);
    if (data->is_image || !type->for_images)
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EINVAL,
                   "the network '%.60s' is for images, and '%.300s' is a table: give an mlp, as in "
                   "mlp:50,50",
                   model, data->name);
}

adrop_status adrop_train_resolve(adrop_ctx *ctx, const adrop_data *data, adrop_train_opts *train)
{
    adrop_data_info info;
    adrop_train_opts mine;

    adrop_train_opts_init(&mine);
    adrop_status status = AD_SETTINGS_READ(ctx, adrop_train_opts, options, &mine, train);
    if (status)
        return status;
    adrop_data_describe(data, &info);
    ad_train_resolve(&info, &mine);
    if (!(status = ad_train_check(ctx, &info, &mine)))
        ad_struct_init(train, train->size, &mine, sizeof mine);
    return status;
}

adrop_status ad_train_check(adrop_ctx *ctx, const adrop_data_info *data, const adrop_train_opts *t)
{
    adrop_trainer_opts given, read;

    const adrop_status suits = check_network(ctx, data, t->model);
    if (suits)
        return suits;
    if (t->keep_zeros && !*t->init)
        return ad_fail(ctx, ADROP_EINVAL,
                       "`keep-zeros` is for weights that are given: name them with `init`");
    ad_train_trainer_opts(t, &given);
    return ad_trainer_opts_read(ctx, data, &given, &read);
}

adrop_model_opts ad_train_model_opts(const adrop_data_info *data, const adrop_train_opts *t)
{
    adrop_model_opts o;
    adrop_trainer_opts opts;

    adrop_model_opts_init(&o);
    ad_train_trainer_opts(t, &opts);
    o.model = t->model;
    o.dropout = t->dropout;
    o.dropout_at = (adrop_dropout_at)(t->dropout_at - 1);
    o.shards = t->shards;
    o.sync_batch_norm = t->sync_batch_norm;
    o.precision = (adrop_precision)t->precision;
    return ad_trainer_model_opts(data, &opts, &o);
}

int ad_train_matters(const char *name)
{
    const adrop_option *row = adrop_option_find(options, name);

    if (!row)
        row = adrop_option_find(adrop_data_options(), name);
    return !row || !(row->traits & ADROP_TRAIT_FREE);
}

void ad_train_set_epochs(adrop_train_opts *train, size_t epochs)
{
    adrop_list *drops = &train->lr_drop;
    size_t n = 0;

    for (size_t i = 0; i < drops->n; i++) {
        const double at = floor(drops->value[i] * (double)epochs / (double)train->epochs);
        if (at > (n ? drops->value[n - 1] : 0))
            drops->value[n++] = at;
    }
    drops->n = n;
    train->epochs = epochs;
}
