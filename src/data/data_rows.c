/* What can be asked of an open data set. */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/struct.h"
#include "data/dataset.h"
#include "data/images.h"

void adrop_data_describe_sized(const adrop_data *data, adrop_data_info *info, size_t size)
{
    const ad_raw *raw = &data->raw;
    const adrop_data_info mine = { .name = data->name,
                                   .path = data->path,
                                   .format = data->format,
                                   .task = raw->task,
                                   .rows = raw->rows,
                                   .channels = raw->channels,
                                   .height = raw->height,
                                   .width = raw->width,
                                   .classes = raw->n_classes,
                                   .n_train = data->n_rows[ADROP_PART_TRAIN],
                                   .n_val = data->n_rows[ADROP_PART_VAL],
                                   .n_test = data->n_rows[ADROP_PART_TEST],
                                   .is_image = raw->is_image,
                                   .is_pixels = raw->values == NULL,
                                   .input_scale = data->scale,
                                   .target_mean = data->target_mean,
                                   .target_deviation = data->target_deviation };

    ad_struct_write(info, size, &mine, sizeof mine);
}

size_t ad_data_memory(const adrop_data *data)
{
    const ad_raw *raw = &data->raw;
    const size_t reals = raw->values ? sizeof(float) : raw->pixels ? 1 : 0;

    return raw->rows * (ad_raw_row_size(raw) * reals + sizeof(float));
}

const uint32_t *adrop_data_rows(const adrop_data *data, adrop_part part, size_t *n)
{
    const int there = (int)part >= 0 && (int)part < AD_N_PARTS;

    *n = there ? data->n_rows[part] : 0;
    return there ? data->rows[part] : NULL;
}

const char *adrop_data_class_name(const adrop_data *data, size_t label)
{
    return label < data->raw.n_classes ? data->class_names[label] : NULL;
}

const char *adrop_data_column_name(const adrop_data *data, size_t column)
{
    if (column >= data->raw.channels)
        return NULL;
    return data->column_names ? data->column_names[column] : "";
}

int32_t adrop_data_label(const adrop_data *data, size_t row)
{
    return data->raw.labels && row < data->raw.rows ? data->raw.labels[row] : -1;
}

double adrop_data_target(const adrop_data *data, size_t row)
{
    return data->raw.targets && row < data->raw.rows ? data->raw.targets[row] : (double)NAN;
}

void adrop_data_moments(const adrop_data *data, size_t channel, double *mean, double *deviation)
{
    const int there = data->mean && channel < data->raw.channels;

    *mean = there ? data->mean[channel] : (double)NAN;
    *deviation = there ? data->deviation[channel] : (double)NAN;
}

adrop_status ad_data_bytes(const adrop_data *data, adrop_ctx *ctx, size_t row, uint8_t *scratch,
                           const uint8_t **pixels)
{
    *pixels = scratch;
    if (data->raw.images)
        return ad_lazy_images_decode(data->raw.images, ctx, row, scratch);
    *pixels = data->raw.pixels + row * ad_raw_row_size(&data->raw);
    return ADROP_OK;
}

static adrop_status check_row(const adrop_data *data, size_t row)
{
    if (row >= data->raw.rows)
        return ad_fail(data->ctx, ADROP_EINVAL, "there is no row %zu: '%s' has %zu", row,
                       data->name, data->raw.rows);
    return ADROP_OK;
}

adrop_status adrop_data_pixels(adrop_data *data, size_t row, uint8_t *out)
{
    const uint8_t *pixels;
    adrop_status status = check_row(data, row);

    if (status)
        return status;
    if (data->raw.values)
        return ad_fail(data->ctx, ADROP_EINVAL, "'%s' does not hold pixels", data->name);
    status = ad_data_bytes(data, data->ctx, row, out, &pixels);
    if (!status && pixels != out)
        memcpy(out, pixels, ad_raw_row_size(&data->raw));
    return status;
}

adrop_status adrop_data_row(adrop_data *data, size_t row, float *x)
{
    const size_t size = ad_raw_row_size(&data->raw);
    const uint8_t *pixels;
    uint8_t *scratch;
    adrop_status status = check_row(data, row);

    if (status)
        return status;
    if (data->raw.values) {
        memcpy(x, data->raw.values + row * size, size * sizeof *x);
        return ADROP_OK;
    }
    if ((status = ad_alloc(data->ctx, size, 1, "a row", &scratch)))
        return status;
    if (!(status = ad_data_bytes(data, data->ctx, row, scratch, &pixels)))
        ad_data_apply_levels(data, pixels, x);
    ad_free(data->ctx, scratch);
    return status;
}
