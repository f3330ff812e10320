/* The settings of a model, and of a model made from a file (adrop/model.h). */
#include "adrop/model.h"
#include "base/option_check.h"
#include "layer/loss.h"

enum { MOST_ROWS = 1 << 24, MOST_SIDE = 65536 };

static const char *const at_words[] = { "dense-inputs", "hidden",     "preactivation",
                                        "logits-too",   "everywhere", NULL };
static const char *const loss_words[] = { "softmax", "squared", "binary", NULL };
static const char *const precision_words[] = { "f32", "bf16", "auto", "f64", NULL };

#define ROW(name_, kind_, field_)                                                                  \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_model_opts, field_),                      \
  .group = ADROP_GROUP_OWN
#define COUNT(name_, field_, default_, most_, help_)                                               \
  {                                                                                                \
    ROW(name_, ADROP_OPT_COUNT, field_), .fallback = default_, .min = 1, .max = most_,             \
                                         .help = help_                                             \
  }

static const adrop_option options[] = {
    { ROW("dropout-at", ADROP_OPT_CHOICE, dropout_at), .words = at_words,
      .help = "where dropout sits" },
    COUNT("channels", channels, 784, MOST_ROWS, "of an input; the columns of a table"),
    COUNT("height", height, 1, MOST_SIDE, "of an input"),
    COUNT("width", width, 1, MOST_SIDE, "of an input"),
    COUNT("outputs", outputs, 10, AD_LOSS_OUTPUTS, "classes, or values to predict"),
    { ROW("loss", ADROP_OPT_CHOICE, loss), .words = loss_words,
      .help = "cross-entropy of classes, mean squared error, or binary cross-entropy" },
    COUNT("batch", batch, 256, MOST_ROWS, "most rows of a call"),
    COUNT("shards", shards, 1, MOST_ROWS, "parts that a training batch is cut into"),
    COUNT("n-train", n_train, 1, AD_MOST_COUNT, "rows of the training set"),
    { ROW("precision", ADROP_OPT_CHOICE, precision), .words = precision_words,
      .help = "of maps and products; auto: bf16 where AMX runs; f64: the slow reference" },
    { ROW("direct", ADROP_OPT_FLAG, direct), .help = "no Winograd convolutions" },
    { ROW("input-gradient", ADROP_OPT_FLAG, input_gradient),
      .help = "the gradient of the inputs can be asked for" },
    { ROW("no-finite-check", ADROP_OPT_FLAG, no_finite_check),
      .help = "do not look for inputs and gradients that are not finite" },
    { ROW("sparse", ADROP_OPT_FLAG, sparse), .help = "rows are sparse" },
    { ROW("dropout-strength", ADROP_OPT_REAL, dropout_strength), .fallback = 1, .max = 1,
      .help = "how much of the technique there is" },
    { ROW("sync-batch-norm", ADROP_OPT_FLAG, sync_batch_norm),
      .help = "batch normalisation takes the statistics of the whole batch" },
    { 0 },
};

const adrop_option *adrop_model_options(void)
{
    return options;
}

void adrop_model_opts_init_sized(adrop_model_opts *opts, size_t size)
{
    adrop_model_opts mine = { .model = "mlp:800,800", .dropout = "advanced" };

    adrop_options_default(options, &mine);
    ad_struct_init(opts, size, &mine, sizeof mine);
}

static const adrop_option file_options[] = {
    { .name = "batch",
      .group = ADROP_GROUP_OWN,
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(adrop_model_file_opts, batch),
      .fallback = 256,
      .min = 1,
      .max = MOST_ROWS,
      .help = "most rows of a call" },
    { .name = "precision",
      .group = ADROP_GROUP_OWN,
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(adrop_model_file_opts, precision),
      .words = precision_words,
      .help = "of maps and products" },
    { 0 },
};

const adrop_option *adrop_model_file_options(void)
{
    return file_options;
}

void adrop_model_file_opts_init_sized(adrop_model_file_opts *opts, size_t size)
{
    adrop_model_file_opts mine = { 0 };

    adrop_options_default(file_options, &mine);
    ad_struct_init(opts, size, &mine, sizeof mine);
}
