/* Predictors: making, sharing, predicting (adrop/predict.h).
 *
 * A predictor is a model without gradients and the schema of its rows. One that shares another's
 * weights has its own plans and activations; the block of weights is reference-counted and
 * read-only. */
#include "predict/predictor.h"

#include <string.h>
#include <sys/stat.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "model/file.h"
#include "predict/newest.h"

static const char *const precision_words[] = { "f32", "bf16", "auto", "f64", NULL };
static const char *const sparse_words[] = { "auto", "off", "on", NULL };

static const adrop_option options[] = {
    { .name = "batch",
      .group = ADROP_GROUP_OWN,
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(adrop_predictor_opts, batch),
      .fallback = 256,
      .min = 1,
      .max = 1 << 24,
      .help = "rows that go through the network together" },
    { .name = "precision",
      .group = ADROP_GROUP_OWN,
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(adrop_predictor_opts, precision),
      .words = precision_words,
      .help = "of maps and products" },
    { .name = "sparse-weights",
      .group = ADROP_GROUP_OWN,
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(adrop_predictor_opts, sparse_weights),
      .words = sparse_words,
      .help = "are weights that are zero skipped?" },
    { 0 },
};

const adrop_option *adrop_predictor_options(void)
{
    return options;
}

void adrop_predictor_opts_init_sized(adrop_predictor_opts *opts, size_t size)
{
    adrop_predictor_opts mine = { 0 };

    adrop_options_default(options, &mine);
    ad_struct_init(opts, size, &mine, sizeof mine);
}

/* -- Making -------------------------------------------------------------------------- */

/* Read the model's schema, if any; it must match the model's inputs and outputs. */
static adrop_status read_schema(adrop_predictor *p, const char *name)
{
    const adrop_model_opts *o = &p->model->options;
    const ad_shape input = { o->channels, o->height, o->width };
    const char *text = adrop_model_schema(p->model);
    adrop_status status;

    p->shape = input;
    if (!text)
        return ADROP_OK;
    p->has_schema = 1;
    if ((status = ad_schema_read(p->ctx, name, text, &p->schema)))
        return status;
    p->shape = p->schema.shape;
    const ad_shape *out = &p->schema.inputs.out;
    const adrop_loss loss = p->schema.task != ADROP_CLASSIFICATION ? ADROP_LOSS_SQUARED
                            : p->schema.is_multi_label             ? ADROP_LOSS_BINARY
                                                                   : ADROP_LOSS_SOFTMAX;
    if (out->channels != input.channels || out->height != input.height ||
        out->width != input.width || ad_schema_outputs(&p->schema) != o->outputs || o->loss != loss)
        return ad_fail(p->ctx, ADROP_EFORMAT,
                       "'%s': its schema is of %zu x %zu x %zu inputs and %zu outputs, and the "
                       "network has %zu x %zu x %zu and %zu",
                       name, out->channels, out->height, out->width, ad_schema_outputs(&p->schema),
                       input.channels, input.height, input.width, o->outputs);
    return ADROP_OK;
}

static adrop_status take_memory(adrop_predictor *p)
{
    const adrop_model_opts *o = &p->model->options;
    const size_t units = o->channels * o->height * o->width;
    const size_t room = p->has_schema ? ad_schema_room(&p->schema) : 0;
    size_t inputs;
    adrop_status status;

    if (__builtin_mul_overflow(o->batch, units, &inputs))
        return ad_fail(p->ctx, ADROP_ENOMEM, "batches of %zu rows do not fit memory", o->batch);
    if ((status = AD_NEW(p->ctx, inputs, "inputs", &p->x)) ||
        (status = AD_NEW(p->ctx, room, "inputs", &p->scratch)) ||
        (status = AD_NEW(p->ctx, 3 * o->batch, "slots of passes", &p->slots)))
        return status;
    return AD_NEW(p->ctx, o->outputs, "a row of outputs", &p->row);
}

/* Make a predictor around a model. With owns_model it takes ownership, even after a failure. */
static adrop_status predictor_make(adrop_ctx *ctx, const char *name, adrop_model *model,
                                   int owns_model, adrop_predictor **out)
{
    adrop_predictor *p;
    adrop_status status = AD_NEW(ctx, 1, "a predictor", &p);

    *out = NULL;
    if (status) {
        if (owns_model)
            adrop_model_free(model);
        return status;
    }
    p->ctx = ctx;
    p->model = model;
    p->owns_model = owns_model;
    if (!(status = read_schema(p, name)))
        status = take_memory(p);
    if (status)
        adrop_predictor_free(p);
    else
        *out = p;
    return status;
}

/* Read the caller's options, and copy them to the options of a model's file. */
static adrop_status take_opts(adrop_ctx *ctx, const adrop_predictor_opts *given,
                              adrop_predictor_opts *opts, adrop_model_file_opts *out)
{
    adrop_status status = ADROP_OK;

    adrop_predictor_opts_init(opts);
    if (given)
        status = AD_SETTINGS_READ(ctx, adrop_predictor_opts, options, opts, given);
    adrop_model_file_opts_init(out);
    out->dropout = opts->dropout;
    out->batch = opts->batch;
    out->precision = opts->precision;
    return status;
}

/* Make a predictor around a model that was made from a file; it takes ownership. */
static adrop_status predictor_finish(adrop_ctx *ctx, const char *name, adrop_model *model,
                                     const adrop_predictor_opts *opts, adrop_predictor **out)
{
    const adrop_status status = adrop_model_sparse_weights(model, opts->sparse_weights, NULL);

    if (!status)
        return predictor_make(ctx, name, model, 1, out);
    adrop_model_free(model);
    return status;
}

static int is_folder(const char *path)
{
    struct stat info;

    return !stat(path, &info) && S_ISDIR(info.st_mode);
}

adrop_status adrop_predictor_open(adrop_ctx *ctx, const char *path,
                                  const adrop_predictor_opts *opts, adrop_predictor **out)
{
    if (ad_check_given(ctx, "path", path) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    char found[AD_PATH_SIZE];
    adrop_model_file_opts model_file_opts;
    adrop_predictor_opts mine;
    adrop_model *model;
    adrop_status status = take_opts(ctx, opts, &mine, &model_file_opts);

    *out = NULL;
    if (!status && is_folder(path)) {
        status = ad_newest_file(ctx, path, found);
        path = found;
    }
    if (!status)
        status = ad_model_file_open(ctx, path, &model_file_opts, 1, &model);
    return status ? status : predictor_finish(ctx, path, model, &mine, out);
}

adrop_status adrop_predictor_read(adrop_ctx *ctx, const void *bytes, size_t size,
                                  const adrop_predictor_opts *opts, adrop_predictor **out)
{
    if (ad_check_given(ctx, "bytes", bytes) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_model_file_opts model_file_opts;
    adrop_predictor_opts mine;
    adrop_model *model;
    adrop_status status = take_opts(ctx, opts, &mine, &model_file_opts);

    *out = NULL;
    if (!status)
        status = ad_model_file_read(ctx, bytes, size, &model_file_opts, 1, &model);
    return status ? status : predictor_finish(ctx, "the buffer", model, &mine, out);
}

adrop_status adrop_predictor_create(adrop_ctx *ctx, adrop_model *model, adrop_predictor **out)
{
    if (ad_check_given(ctx, "model", model) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    return predictor_make(ctx, "the model", model, 0, out);
}

adrop_status adrop_predictor_share(const adrop_predictor *p, adrop_ctx *ctx, adrop_predictor **out)
{
    if (ad_check_given(p->ctx, "ctx", ctx) || ad_check_given(p->ctx, "out", out))
        return ADROP_EINVAL;

    adrop_model *model;
    const adrop_status status = ad_model_share(p->model, ctx, &model);

    *out = NULL;
    return status ? status : predictor_make(ctx, "the model", model, 1, out);
}

void adrop_predictor_free(adrop_predictor *p)
{
    if (!p)
        return;
    if (p->has_schema)
        ad_schema_release(&p->schema, p->ctx);
    ad_sampling_free(p->sampling);
    ad_moments_free(p->moments);
    if (p->owns_model)
        adrop_model_free(p->model);
    ad_free(p->ctx, p->x);
    ad_free(p->ctx, p->scratch);
    ad_free(p->ctx, p->slots);
    ad_free(p->ctx, p->row);
    ad_free(p->ctx, p);
}

/* -- Predicting ---------------------------------------------------------------------- */

void adrop_predictor_describe_sized(const adrop_predictor *p, adrop_predictor_info *info,
                                    size_t size)
{
    const adrop_model_opts *o = &p->model->options;
    const adrop_predictor_info mine = { .channels = p->shape.channels,
                                        .height = p->shape.height,
                                        .width = p->shape.width,
                                        .outputs = o->outputs,
                                        .is_classifier = o->loss != ADROP_LOSS_SQUARED,
                                        .is_text = p->schema.text != NULL,
                                        .is_multi_label = o->loss == ADROP_LOSS_BINARY,
                                        .is_pixels = p->schema.is_pixels,
                                        .has_schema = p->has_schema };

    ad_struct_write(info, size, &mine, sizeof mine);
}

const char *adrop_predictor_class_name(const adrop_predictor *p, size_t i)
{
    return ad_names_at(&p->schema.classes, i);
}

const char *adrop_predictor_column_name(const adrop_predictor *p, size_t i)
{
    return ad_names_at(&p->schema.columns, i);
}

const char *adrop_predictor_word(const adrop_predictor *p, size_t column, size_t i)
{
    const ad_names *words = p->schema.categories;

    return words && column < p->shape.channels ? ad_names_at(&words[column], i) : NULL;
}

const char *adrop_predictor_target_name(const adrop_predictor *p, size_t i)
{
    return ad_names_at(&p->schema.answers, i);
}

const adrop_model *adrop_predictor_model(const adrop_predictor *p)
{
    return p->model;
}

adrop_status adrop_predictor_predict(adrop_predictor *p, size_t n, const float *rows,
                                     const uint32_t *row_numbers, size_t samples, double *mean,
                                     double *std)
{
    const ad_predict_rows in = { .n = n, .values = rows, .row_numbers = row_numbers };

    return ad_predictor_moments(p, &in, samples, mean, std);
}

adrop_status adrop_predictor_predict_bytes(adrop_predictor *p, size_t n, const uint8_t *rows,
                                           const uint32_t *row_numbers, size_t samples,
                                           double *mean, double *std)
{
    const ad_predict_rows in = { .n = n, .pixels = rows, .row_numbers = row_numbers };

    if (!p->schema.is_pixels)
        return ad_fail(p->ctx, ADROP_EINVAL, "the model does not read bytes: give floats");
    return ad_predictor_moments(p, &in, samples, mean, std);
}

adrop_status adrop_predictor_sample(adrop_predictor *p, const adrop_sample_opts *opts, size_t n,
                                    const float *rows, const uint32_t *row_numbers,
                                    adrop_sampled *out)
{
    const ad_predict_rows in = { .n = n, .values = rows, .row_numbers = row_numbers };

    return ad_predictor_passes(p, &in, opts, out);
}
