/* Transforms for an input scale, fitted on the training rows. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "rows/dataset.h"

static const struct {
    adrop_input_scale scale;
    const char *name;
} scales[] = { { ADROP_SCALE_UNIT, "unit" },
               { ADROP_SCALE_SYMMETRIC, "symmetric" },
               { ADROP_SCALE_STANDARD, "standardise" },
               { ADROP_SCALE_ROW_NORM, "row-norm" } };

enum { N_SCALES = sizeof scales / sizeof scales[0] };

adrop_input_scale ad_scale_of(const ad_transforms *inputs)
{
    adrop_input_scale found = ADROP_SCALE_NONE;

    for (size_t k = 0; k < inputs->n; k++) {
        const char *name = inputs->item[k].type->name;
        adrop_input_scale scale = ADROP_SCALE_OTHER;
        if (!strcmp(name, "impute") || !strcmp(name, "one-hot")) /* they do not scale */
            continue;
        for (size_t i = 0; i < N_SCALES; i++)
            if (!strcmp(name, scales[i].name))
                scale = scales[i].scale;
        found = found == ADROP_SCALE_NONE ? scale : ADROP_SCALE_OTHER;
    }
    return found;
}

/* The training rows, for fitting transforms. */
typedef struct {
    const adrop_data *data;
    uint8_t *scratch; /* (a row), owned: for a decoded row */
} fitting;

static adrop_status get_input(const ad_training_rows *rows, adrop_ctx *ctx, size_t i,
                              const void **row)
{
    const fitting *f = rows->user;
    const ad_rows *from = f->data->rows;
    const size_t number = f->data->part[ADROP_PART_TRAIN][i];
    const uint8_t *pixels = NULL;
    adrop_status status = ADROP_OK;

    if (ad_data_values(f->data))
        *row = ad_data_values(f->data) + number * ad_shape_size(f->data->schema.shape);
    else if (!(status = ad_rows_bytes(from, ctx, number, f->scratch, &pixels)))
        *row = pixels;
    return status;
}

static adrop_status get_target(const ad_training_rows *rows, adrop_ctx *ctx, size_t i,
                               const void **row)
{
    const adrop_data *data = ((const fitting *)rows->user)->data;

    (void)ctx;
    *row = data->rows->targets + data->part[ADROP_PART_TRAIN][i] * data->rows->n_targets;
    return ADROP_OK;
}

static adrop_status check_scale(const adrop_data *data, adrop_ctx *ctx, adrop_input_scale scale)
{
    const bool values = !ad_data_is_bytes(data);

    if (values && (scale == ADROP_SCALE_UNIT || scale == ADROP_SCALE_SYMMETRIC))
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' does not hold pixels: input-scale is standard, row-norm or none",
                       data->rows->name);
    if (!values && scale == ADROP_SCALE_ROW_NORM)
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' holds pixels: input-scale is unit, symmetric, standard or none",
                       data->rows->name);
    if (ad_data_sparse(data) && scale != ADROP_SCALE_NONE)
        return ad_fail(ctx, ADROP_EINVAL,
                       "the rows of '%s' are sparse: input-scale is none, or take features lsa:K",
                       data->rows->name);
    if (scale == ADROP_SCALE_STANDARD && !data->n_part[ADROP_PART_TRAIN])
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' has no training rows to take mean and standard deviation from: use "
                       "input-scale unit, symmetric or none",
                       data->rows->name);
    return ADROP_OK;
}

/* The number of words of each column. *out stays NULL if there are none. */
static adrop_status count_words(const ad_rows *rows, adrop_ctx *ctx, uint32_t **out)
{
    adrop_status status = ADROP_OK;

    if (rows->categories)
        status = AD_NEW(ctx, rows->shape.channels, "words", out);
    for (size_t c = 0; *out && c < rows->shape.channels; c++)
        (*out)[c] = (uint32_t)rows->categories[c].n;
    return status;
}

/* In this order: missing values, scaling of quantities, words, and norms of rows last. */
static adrop_status add_transforms(adrop_data *data, adrop_ctx *ctx, adrop_input_scale scale)
{
    static const char *const how[] = { "", "mean", "median", "indicator" };
    const ad_rows *rows = data->rows;
    ad_transforms *list = &data->schema.inputs;
    char text[64];
    adrop_status status = ADROP_OK;

    if (rows->values && !rows->is_image && data->opts.missing) {
        snprintf(text, sizeof text, "impute:how=%s", how[data->opts.missing]);
        status = ad_transforms_add(list, ctx, text);
    }
    if (!status && rows->categories && scale == ADROP_SCALE_ROW_NORM)
        status = ad_transforms_add(list, ctx, "one-hot");
    for (size_t i = 0; i < N_SCALES && !status; i++)
        if (scales[i].scale == scale) {
            snprintf(text, sizeof text, "%s", scales[i].name);
            if (ad_data_is_bytes(data))
                snprintf(text, sizeof text, "%s:top=%u", scales[i].name, rows->top);
            status = ad_transforms_add(list, ctx, text);
        }
    if (!status && rows->categories && scale != ADROP_SCALE_ROW_NORM)
        status = ad_transforms_add(list, ctx, "one-hot");
    return status;
}

static adrop_status fit_inputs(adrop_data *data, adrop_ctx *ctx)
{
    const ad_rows *rows = data->rows;
    fitting f = { .data = data };
    ad_training_rows training = { .n = data->n_part[ADROP_PART_TRAIN],
                                  .shape = data->schema.shape,
                                  .is_bytes = ad_data_is_bytes(data),
                                  .get = get_input,
                                  .user = &f };
    adrop_input_scale scale = (adrop_input_scale)data->opts.input_scale;
    uint32_t *words = NULL;
    adrop_status status;

    if (scale == ADROP_SCALE_AUTO)
        scale = ad_data_sparse(data)     ? ADROP_SCALE_NONE
                : ad_data_is_bytes(data) ? ADROP_SCALE_UNIT
                                         : ADROP_SCALE_STANDARD;
    if ((status = check_scale(data, ctx, scale)))
        return status;
    if (!(status = add_transforms(data, ctx, scale)))
        status = count_words(rows, ctx, &words);
    training.categories = words;
    training.n_categories = words ? rows->shape.channels : 0;
    if (!status && rows->source.self)
        status = AD_NEW(ctx, ad_shape_size(rows->shape), "a row", &f.scratch);
    if (!status)
        status = ad_transforms_fit(&data->schema.inputs, ctx, data->schema.shape, &training);
    ad_free(ctx, f.scratch);
    ad_free(ctx, words);
    return status;
}

static adrop_status fit_target(adrop_data *data, adrop_ctx *ctx)
{
    const ad_shape shape = { data->rows->n_targets, 1, 1 };
    fitting f = { .data = data };
    const ad_training_rows training = {
        .n = data->n_part[ADROP_PART_TRAIN], .shape = shape, .get = get_target, .user = &f
    };
    adrop_status status = ADROP_OK;

    if (data->rows->targets && data->opts.standard_target && training.n)
        status = ad_transforms_add(&data->schema.target, ctx, "standardise");
    return status ? status : ad_transforms_fit(&data->schema.target, ctx, shape, &training);
}

adrop_status ad_data_fit(adrop_data *data, adrop_ctx *ctx)
{
    const ad_rows *rows = data->rows;
    ad_schema *s = &data->schema;
    adrop_status status;

    *s = (ad_schema){ .task = rows->task,
                      .shape = rows->shape,
                      .is_multi_label = rows->sets.start != NULL,
                      .is_pixels = ad_data_is_bytes(data) };
    if (rows->texts.bytes && (status = ad_data_fit_texts(data, ctx)))
        return status;
    if ((status = fit_inputs(data, ctx)) || (status = fit_target(data, ctx)) ||
        (status = ad_names_copy(ctx, rows->classes.at, rows->classes.n, &s->classes)) ||
        (status = ad_names_copy(ctx, rows->columns.at, rows->columns.n, &s->columns)) ||
        (status = ad_names_copy(ctx, rows->answers.at, rows->answers.n, &s->answers)) ||
        (status = ad_layout_copy(ctx, &rows->layout, &s->layout)) ||
        (status = ad_name_lists_copy(ctx, rows->categories, rows->shape.channels,
                                     &s->categories)) ||
        (status = ad_schema_check_names(s, ctx, rows->name)) || (status = ad_data_weigh(data, ctx)))
        return status;
    ad_data_count_unseen(data, ctx);
    return ad_schema_settle(s, ctx);
}
