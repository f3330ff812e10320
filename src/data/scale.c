/* Scaling of inputs and targets, fitted on the training rows alone; or each row by its
 * own norm.
 *
 * Pixels have 256 levels at most, so their moments come from counts, exactly, and
 * scaling is a table of 256 values a channel. Values of tables are scaled once, in
 * place. A column that does not vary is divided by 1. */
#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "data/dataset.h"

static size_t area(const adrop_data *data)
{
    return data->raw.height * data->raw.width;
}

static double deviation_of(double variance)
{
    return variance > 0 ? sqrt(variance) : 1;
}

/* counts (channels, 256) of the training rows' pixels. */
static adrop_status count_levels(adrop_data *data, uint64_t *counts)
{
    const size_t n = area(data);
    uint8_t *scratch;
    const uint8_t *pixels;
    adrop_status status = ad_alloc(data->ctx, ad_raw_row_size(&data->raw), 1, "a row", &scratch);

    for (size_t i = 0; !status && i < data->n_rows[ADROP_PART_TRAIN]; i++) {
        status = ad_data_bytes(data, data->ctx, data->rows[ADROP_PART_TRAIN][i], scratch, &pixels);
        for (size_t c = 0; !status && c < data->raw.channels; c++)
            for (size_t j = 0; j < n; j++)
                counts[c * AD_LEVELS + pixels[c * n + j]]++;
    }
    ad_free(data->ctx, scratch);
    return status;
}

static adrop_status fit_pixels(adrop_data *data)
{
    const double n = (double)data->n_rows[ADROP_PART_TRAIN] * (double)area(data);
    uint64_t *counts;
    adrop_status status = ad_alloc(data->ctx, data->raw.channels * AD_LEVELS, sizeof *counts,
                                   "moments", &counts);

    if (!status)
        status = count_levels(data, counts);
    for (size_t c = 0; !status && c < data->raw.channels; c++) {
        const uint64_t *k = counts + c * AD_LEVELS;
        double sum = 0, squares = 0;
        for (int p = 0; p < AD_LEVELS; p++)
            sum += (double)k[p] * p / data->raw.top;
        data->mean[c] = sum / n;
        for (int p = 0; p < AD_LEVELS; p++) {
            const double d = (double)p / data->raw.top - data->mean[c];
            squares += (double)k[p] * d * d;
        }
        data->deviation[c] = deviation_of(squares / n);
    }
    ad_free(data->ctx, counts);
    return status;
}

static void fit_values(adrop_data *data)
{
    const size_t size = ad_raw_row_size(&data->raw), n = area(data);
    const size_t n_rows = data->n_rows[ADROP_PART_TRAIN];

    for (size_t c = 0; c < data->raw.channels; c++) {
        double sum = 0, squares = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (size_t i = 0; i < n_rows; i++) {
                const float *x = data->raw.values + data->rows[ADROP_PART_TRAIN][i] * size + c * n;
                for (size_t j = 0; j < n; j++) {
                    const double d = x[j] - data->mean[c];
                    sum += pass ? 0 : d;
                    squares += pass ? d * d : 0;
                }
            }
            if (!pass)
                data->mean[c] = sum / ((double)n_rows * (double)n);
        }
        data->deviation[c] = deviation_of(squares / ((double)n_rows * (double)n));
    }
}

static adrop_status fit(adrop_data *data)
{
    adrop_status status;

    if (!data->n_rows[ADROP_PART_TRAIN])
        return ad_fail(data->ctx, ADROP_EINVAL,
                       "'%s' has no training rows to take mean and deviation from: use "
                       "input-scale unit, symmetric or none",
                       data->name);
    if ((status = ad_alloc(data->ctx, data->raw.channels, sizeof(double), "moments",
                           &data->mean)) ||
        (status = ad_alloc(data->ctx, data->raw.channels, sizeof(double), "moments",
                           &data->deviation)))
        return status;
    if (!data->raw.values)
        return fit_pixels(data);
    fit_values(data);
    return ADROP_OK;
}

static float level(const adrop_data *data, size_t c, int p)
{
    const double unit = (double)p / data->raw.top;

    switch (data->scale) {
    case ADROP_SCALE_UNIT:
        return (float)unit;
    case ADROP_SCALE_SYMMETRIC:
        return (float)(2 * unit - 1);
    case ADROP_SCALE_STANDARD:
        return (float)((unit - data->mean[c]) / data->deviation[c]);
    default:
        return (float)p;
    }
}

static adrop_status make_levels(adrop_data *data)
{
    const adrop_status status = ad_alloc(data->ctx, data->raw.channels * AD_LEVELS, sizeof(float),
                                         "levels", &data->levels);

    for (size_t c = 0; !status && c < data->raw.channels; c++)
        for (int p = 0; p < AD_LEVELS; p++)
            data->levels[c * AD_LEVELS + (size_t)p] = level(data, c, p);
    return status;
}

static void scale_values(adrop_data *data)
{
    const size_t n = area(data);
    float *x = data->raw.values;

    for (size_t row = 0; row < data->raw.rows; row++)
        for (size_t c = 0; c < data->raw.channels; c++)
            for (size_t j = 0; j < n; j++, x++)
                *x = (float)((*x - data->mean[c]) / data->deviation[c]);
}

static void norm_rows(adrop_data *data)
{
    const size_t size = ad_raw_row_size(&data->raw);

    for (size_t row = 0; row < data->raw.rows; row++) {
        float *x = data->raw.values + row * size;
        double squares = 0;
        for (size_t j = 0; j < size; j++)
            squares += (double)x[j] * x[j];
        for (size_t j = 0; j < size && squares > 0; j++)
            x[j] = (float)(x[j] / sqrt(squares));
    }
}

static void fit_target(adrop_data *data)
{
    const size_t n = data->n_rows[ADROP_PART_TRAIN];
    const uint32_t *rows = data->rows[ADROP_PART_TRAIN];
    double sum = 0, squares = 0;

    for (size_t i = 0; i < n; i++)
        sum += data->raw.targets[rows[i]];
    data->target_mean = sum / (double)n;
    for (size_t i = 0; i < n; i++) {
        const double d = data->raw.targets[rows[i]] - data->target_mean;
        squares += d * d;
    }
    data->target_deviation = deviation_of(squares / (double)n);
}

adrop_status ad_data_apply_scale(adrop_data *data)
{
    if (!data->raw.values)
        return make_levels(data);
    if (data->scale == ADROP_SCALE_STANDARD)
        scale_values(data);
    if (data->scale == ADROP_SCALE_ROW_NORM)
        norm_rows(data);
    return ADROP_OK;
}

adrop_status ad_data_scale(adrop_data *data, const adrop_data_opts *opts)
{
    const bool values = data->raw.values != NULL;
    adrop_status status;

    data->scale = (adrop_input_scale)opts->input_scale;
    if (data->scale == ADROP_SCALE_AUTO)
        data->scale = values ? ADROP_SCALE_STANDARD : ADROP_SCALE_UNIT;
    if (values && (data->scale == ADROP_SCALE_UNIT || data->scale == ADROP_SCALE_SYMMETRIC))
        return ad_fail(data->ctx, ADROP_EINVAL,
                       "'%s' does not hold pixels: input-scale is standard, row-norm or none",
                       data->name);
    if (!values && data->scale == ADROP_SCALE_ROW_NORM)
        return ad_fail(data->ctx, ADROP_EINVAL,
                       "'%s' holds pixels: input-scale is unit, symmetric, standard or none",
                       data->name);
    if (data->scale == ADROP_SCALE_STANDARD && (status = fit(data)))
        return status;
    data->target_deviation = 1;
    if (data->raw.targets && opts->standard_target && data->n_rows[ADROP_PART_TRAIN])
        fit_target(data);
    return ad_data_apply_scale(data);
}

void ad_data_apply_levels(const adrop_data *data, const uint8_t *pixels, float *x)
{
    const size_t n = area(data);

    for (size_t c = 0; c < data->raw.channels; c++) {
        const float *levels = data->levels + c * AD_LEVELS;
/* gcc unrolls no such loop by itself, and it is twice as fast so */
#pragma GCC unroll 8
        for (size_t j = 0; j < n; j++)
            x[c * n + j] = levels[pixels[c * n + j]];
    }
}
