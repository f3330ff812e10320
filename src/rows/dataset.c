/* Queries on an open data set (adrop/rows.h). */
#include "rows/dataset.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/option_check.h"
#include "transform/standardise.h"

void adrop_data_describe_sized(const adrop_data *data, adrop_data_info *info, size_t size)
{
    const ad_rows *rows = data->rows;
    adrop_data_info mine = { .name = rows->name,
                             .path = rows->path,
                             .format = rows->format,
                             .task = rows->task,
                             .rows = rows->n,
                             .channels = data->schema.inputs.out.channels,
                             .height = data->schema.inputs.out.height,
                             .width = data->schema.inputs.out.width,
                             .classes = data->schema.classes.n,
                             .n_train = data->n_part[ADROP_PART_TRAIN],
                             .n_val = data->n_part[ADROP_PART_VAL],
                             .n_test = data->n_part[ADROP_PART_TEST],
                             .is_image = rows->is_image,
                             .is_pixels = ad_data_is_bytes(data),
                             .is_text = rows->texts.bytes != NULL,
                             .is_multi_label = data->schema.is_multi_label,
                             .is_sparse = ad_data_sparse(data) != NULL,
                             .input_scale = ad_scale_of(&data->schema.inputs) };

    mine.columns = data->schema.shape.channels;
    for (size_t c = 0; rows->categories && c < rows->shape.channels; c++)
        mine.words += rows->categories[c].n > 0;
    mine.unseen = data->n_unseen;
    mine.missing = data->n_missing;
    mine.has_answers = rows->has_answers;
    mine.target_mean = ad_schema_target(&data->schema, 0, 0, &mine.target_deviation);
    mine.targets = rows->targets ? rows->n_targets : 0;
    mine.target_deviations = data->schema.deviations;
    ad_struct_write(info, size, &mine, sizeof mine);
}

size_t ad_data_memory(const adrop_data *data)
{
    const ad_rows *rows = data->rows;
    const size_t reals = ad_data_values(data) ? sizeof(float) : rows->pixels ? 1 : 0;
    const ad_sparse *sparse = ad_data_sparse(data);

    return rows->n * (ad_shape_size(data->schema.shape) * reals + rows->n_targets * sizeof(float)) +
           (sparse ? ad_sparse_count(sparse) * (sizeof(float) + sizeof(uint32_t)) : 0);
}

const uint32_t *adrop_data_rows(const adrop_data *data, adrop_part part, size_t *n)
{
    const int there = (int)part >= 0 && (int)part < AD_N_PARTS;

    if (n)
        *n = there ? data->n_part[part] : 0;
    return there ? data->part[part] : NULL;
}

const char *adrop_data_class_name(const adrop_data *data, size_t label)
{
    return ad_names_at(&data->schema.classes, label);
}

const char *adrop_data_column_name(const adrop_data *data, size_t column)
{
    if (column >= data->schema.shape.channels)
        return NULL;
    if (data->schema.text)
        return ad_features_term(data->schema.text, column) && ad_schema_is_sparse(&data->schema)
                   ? ad_features_term(data->schema.text, column)
                   : "";
    return data->schema.columns.n ? data->schema.columns.at[column] : "";
}

const char *adrop_data_row_name(const adrop_data *data, size_t row)
{
    return ad_names_at(&data->rows->ids, row);
}

size_t adrop_data_row_line(const adrop_data *data, size_t row)
{
    return data->rows->lines && row < data->rows->n ? data->rows->lines[row] : 0;
}

int32_t adrop_data_label(const adrop_data *data, size_t row)
{
    const int32_t *labels = ad_data_labels(data);

    return labels && row < data->rows->n ? labels[row] : -1;
}

int adrop_data_has_class(const adrop_data *data, size_t row, size_t label)
{
    const ad_label_sets *sets = ad_data_sets(data);

    if (row >= data->rows->n || !sets)
        return adrop_data_label(data, row) == (int32_t)label;
    for (size_t i = sets->start[row]; i < sets->start[row + 1]; i++)
        if (sets->label[i] == (int32_t)label)
            return 1;
    return 0;
}

double adrop_data_target(const adrop_data *data, size_t row)
{
    return adrop_data_target_at(data, row, 0);
}

double adrop_data_target_at(const adrop_data *data, size_t row, size_t target)
{
    const ad_rows *rows = data->rows;

    return rows->targets && row < rows->n && target < rows->n_targets
               ? rows->targets[row * rows->n_targets + target]
               : (double)NAN;
}

const char *adrop_data_target_name(const adrop_data *data, size_t target)
{
    return ad_names_at(&data->schema.answers, target);
}

void adrop_data_moments(const adrop_data *data, size_t channel, double *mean, double *deviation)
{
    double unused[2];

    ad_standardise_moments(&data->schema.inputs, channel, mean ? mean : &unused[0],
                           deviation ? deviation : &unused[1]);
}

static adrop_status check_row(const adrop_data *data, adrop_ctx *ctx, size_t row)
{
    if (row >= data->rows->n)
        return ad_fail(ctx, ADROP_EINVAL, "there is no row %zu: '%s' has %zu", row,
                       data->rows->name, data->rows->n);
    return ADROP_OK;
}

adrop_status adrop_data_pixels(adrop_ctx *ctx, const adrop_data *data, size_t row, uint8_t *out)
{
    const ad_rows *rows = data->rows;
    const uint8_t *pixels;
    adrop_status status = check_row(data, ctx, row);

    if (status)
        return status;
    if (!ad_data_is_bytes(data))
        return ad_fail(ctx, ADROP_EINVAL, "'%s' does not hold pixels", rows->name);
    if ((status = ad_check_array(ctx, "pixels", 1, out)))
        return status;
    status = ad_rows_bytes(rows, ctx, row, out, &pixels);
    if (!status && pixels != out)
        memcpy(out, pixels, ad_shape_size(rows->shape));
    return status;
}

adrop_status adrop_data_row(adrop_ctx *ctx, const adrop_data *data, size_t row, float *x)
{
    const ad_rows *rows = data->rows;
    const size_t size = ad_shape_size(data->schema.shape);
    const uint8_t *pixels;
    float *scratch;
    uint8_t *decoded;
    adrop_status status = check_row(data, ctx, row);

    if (status || (status = ad_check_array(ctx, "x", 1, x)) ||
        (status = AD_NEW(ctx, ad_schema_room(&data->schema) + (size + 3) / 4, "a row", &scratch)))
        return status;
    decoded = (uint8_t *)(scratch + ad_schema_room(&data->schema));
    if (ad_data_sparse(data))
        ad_sparse_spread(ad_data_sparse(data), row, x);
    else if (ad_data_values(data))
        ad_schema_apply_floats(&data->schema, ad_data_values(data) + row * size, x, scratch);
    else if (!(status = ad_rows_bytes(rows, ctx, row, decoded, &pixels)))
        ad_schema_apply_bytes(&data->schema, pixels, x, scratch);
    ad_free(ctx, scratch);
    return status;
}
