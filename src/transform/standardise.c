/* standardise: y = (x / top - mean) / standard deviation, with the mean and the standard deviation
 * (with n, not n - 1) of each channel, or column of a table, over the training rows.
 *
 * Bytes have 256 levels, so their moments come from counts of the levels: exact except for the
 * final sums. A constant channel has standard deviation 1. */
#include "transform/standardise.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/json_text.h"
#include "base/memory.h"
#include "transform/transforms_impl.h"

typedef struct {
    double top;
} settings;

static const adrop_option options[] = { { .name = "top",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, top),
                                          .fallback = 1,
                                          .max = DBL_MAX,
                                          .open = ADROP_OPEN_MIN,
                                          .help = "what values are divided by first" },
                                        { 0 } };

/* fitted: mean (channels), then standard deviation (channels). */
static double *standardise_mean_of(const ad_transform *t)
{
    return t->fitted;
}

static double *deviation_of(const ad_transform *t)
{
    return (double *)t->fitted + t->in.channels;
}

static adrop_status standardise_make_room(ad_transform *t, adrop_ctx *ctx)
{
    ad_free(ctx, t->fitted); /* from an earlier fit */
    t->fitted_size = 2 * t->in.channels * sizeof(double);
    return AD_NEW_RAW(ctx, 2 * t->in.channels, sizeof(double), "moments", &t->fitted);
}

static double root(double variance)
{
    return variance > 0 ? sqrt(variance) : 1;
}

/* counts (channels, 256): how often each level occurs. */
static adrop_status count_levels(adrop_ctx *ctx, const ad_training_rows *rows, uint64_t *counts)
{
    const size_t area = rows->shape.height * rows->shape.width;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < rows->n && !status; i++) {
        const void *row;
        if ((status = rows->get(rows, ctx, i, &row)))
            break;
        const uint8_t *pixels = row;
        for (size_t c = 0; c < rows->shape.channels; c++)
            for (size_t j = 0; j < area; j++)
                counts[c * AD_LEVELS + pixels[c * area + j]]++;
    }
    return status;
}

static adrop_status fit_bytes(ad_transform *t, adrop_ctx *ctx, const ad_training_rows *rows)
{
    const double n = (double)rows->n * (double)(rows->shape.height * rows->shape.width);
    const double top = ((const settings *)t->settings)->top;
    double *mean = standardise_mean_of(t);
    uint64_t *counts;
    adrop_status status = AD_NEW(ctx, rows->shape.channels * AD_LEVELS, "moments", &counts);

    if (!status)
        status = count_levels(ctx, rows, counts);
    for (size_t c = 0; !status && c < rows->shape.channels; c++) {
        const uint64_t *k = counts + c * AD_LEVELS;
        double sum = 0, squares = 0;
        for (int p = 0; p < AD_LEVELS; p++)
            sum += (double)k[p] * p / top;
        mean[c] = sum / n;
        for (int p = 0; p < AD_LEVELS; p++) {
            const double d = (double)p / top - mean[c];
            squares += (double)k[p] * d * d;
        }
        deviation_of(t)[c] = root(squares / n);
    }
    ad_free(ctx, counts);
    return status;
}

/* Sums over the training rows, channel by channel in the order of the rows: of the values
 * (mean 0), then of their squared distances from the mean. */
static adrop_status fit_floats(ad_transform *t, adrop_ctx *ctx, const ad_training_rows *rows)
{
    const size_t channels = rows->shape.channels, area = rows->shape.height * rows->shape.width;
    const double n = (double)rows->n * (double)area, top = ((const settings *)t->settings)->top;
    double *mean = standardise_mean_of(t), *squares = deviation_of(t);
    const void *row;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < rows->n; i++) {
        if ((status = rows->get(rows, ctx, i, &row)))
            return status;
        const float *x = row;
        for (size_t c = 0; c < channels; c++)
            for (size_t j = 0; j < area; j++)
                mean[c] += *x++ / top;
    }
    for (size_t c = 0; c < channels; c++)
        mean[c] = mean[c] / n + 0.0; /* no -0, which JSON would lose */
    for (size_t i = 0; i < rows->n; i++) {
        if ((status = rows->get(rows, ctx, i, &row)))
            return status;
        const float *x = row;
        for (size_t c = 0; c < channels; c++)
            for (size_t j = 0; j < area; j++) {
                const double d = *x++ / top - mean[c];
                squares[c] += d * d;
            }
    }
    for (size_t c = 0; c < channels; c++)
        squares[c] = root(squares[c] / n);
    for (size_t c = 0; c < channels; c++)
        if (ad_training_words(rows, c)) { /* numbers of words stay as they are */
            mean[c] = 0;
            squares[c] = 1;
        }
    return ADROP_OK;
}

static adrop_status standardise_fit(ad_transform *t, adrop_ctx *ctx, const ad_training_rows *rows)
{
    const adrop_status status = standardise_make_room(t, ctx);

    if (status)
        return status;
    return rows->is_bytes ? fit_bytes(t, ctx, rows) : fit_floats(t, ctx, rows);
}

/* A table's row: one value per channel, so the compiler can vectorise. */
static void apply_row(size_t n, double top, const double *mean, const double *deviation,
                      const float *x, float *y)
{
    if (top == 1) /* saves a division, with the same bits */
        for (size_t c = 0; c < n; c++)
            y[c] = (float)((x[c] - mean[c]) / deviation[c]);
    else
        for (size_t c = 0; c < n; c++)
            y[c] = (float)((x[c] / top - mean[c]) / deviation[c]);
}

static void standardise_apply(const ad_transform *t, ad_shape in, const float *x, float *y)
{
    const double top = ((const settings *)t->settings)->top;
    const size_t area = in.height * in.width;

    if (area == 1) {
        apply_row(in.channels, top, standardise_mean_of(t), deviation_of(t), x, y);
        return;
    }
    for (size_t c = 0; c < in.channels; c++, x += area, y += area) {
        const double mean = standardise_mean_of(t)[c], deviation = deviation_of(t)[c];
        for (size_t j = 0; j < area; j++)
            y[j] = (float)((x[j] / top - mean) / deviation);
    }
}

static double standardise_invert(const ad_transform *t, size_t channel, double z, double *slope)
{
    const double top = ((const settings *)t->settings)->top;

    *slope = deviation_of(t)[channel] * top;
    return (standardise_mean_of(t)[channel] + deviation_of(t)[channel] * z) * top;
}

static void standardise_write(const ad_transform *t, ad_json *b, json_t *to)
{
    json_t *means = json_array(), *deviations = json_array();

    for (size_t c = 0; c < t->in.channels; c++) {
        ad_json_append(b, means, ad_json_real(standardise_mean_of(t)[c]));
        ad_json_append(b, deviations, ad_json_real(deviation_of(t)[c]));
    }
    ad_json_put(b, to, "mean", means);
    ad_json_put(b, to, "deviation", deviations);
}

/* Read n finite numbers above `least`. */
static adrop_status read_reals(const json_t *list, size_t n, double least, double *out)
{
    if (json_array_size(list) != n)
        return ADROP_EFORMAT;
    for (size_t c = 0; c < n; c++) {
        const json_t *x = json_array_get(list, c);
        out[c] = json_number_value(x) + 0.0; /* no -0: it is written as 0 */
        if (!json_is_number(x) || !isfinite(out[c]) || !(out[c] > least))
            return ADROP_EFORMAT;
    }
    return ADROP_OK;
}

static adrop_status standardise_read(ad_transform *t, adrop_ctx *ctx, const json_t *from,
                                     const char **member)
{
    const size_t n = t->in.channels;
    const json_t *means = json_object_get(from, "mean");
    adrop_status status;

    *member = "mean";
    if (json_array_size(means) != n) /* before allocating what a file claims */
        return ADROP_EFORMAT;
    if ((status = standardise_make_room(t, ctx)) ||
        (status = read_reals(means, n, -INFINITY, standardise_mean_of(t))))
        return status;
    *member = "deviation";
    return read_reals(json_object_get(from, "deviation"), n, 0, deviation_of(t));
}

bool ad_standardise_moments(const ad_transforms *list, size_t channel, double *mean,
                            double *deviation)
{
    const ad_transform *t = list->item;

    while (t < list->item + list->n && t->type != &ad_transform_type_standardise)
        t++;
    const bool there = t < list->item + list->n && channel < t->in.channels;

    *mean = there ? standardise_mean_of(t)[channel] : (double)NAN;
    *deviation = there ? deviation_of(t)[channel] : (double)NAN;
    return there;
}

adrop_status ad_standardise_add(ad_transforms *list, adrop_ctx *ctx, double top, const double *mean,
                                const double *deviation)
{
    ad_transform *t;
    adrop_status status = ad_transforms_begin(list, ctx, "standardise", &t);

    if (status)
        return status;
    ((settings *)t->settings)->top = top;
    t->in = t->out = list->out;
    if ((status = standardise_make_room(t, ctx)))
        return status;
    memcpy(standardise_mean_of(t), mean, t->in.channels * sizeof *mean);
    memcpy(deviation_of(t), deviation, t->in.channels * sizeof *deviation);
    return ADROP_OK;
}

const ad_transform_type ad_transform_type_standardise = {
    .name = "standardise",
    .summary = "mean 0 and standard deviation 1 in each column or channel",
    .options = options,
    .settings_size = sizeof(settings),
    .by_value = true,
    .fit = standardise_fit,
    .apply = standardise_apply,
    .invert = standardise_invert,
    .write = standardise_write,
    .read = standardise_read,
};
