/* impute: a missing value (NaN) is replaced by the mean or the median of its column over the
 * training rows; with how=indicator by the mean, and each column with missing values among the
 * training rows gets a column of 0 and 1 after all others.
 *
 * The median of an even number of values is the mean of the two in the middle. A missing word
 * becomes the number -1, which no word has. A column without any value is filled with 0. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/json_text.h"
#include "base/memory.h"
#include "transform/transform.h"

enum { HOW_MEAN, HOW_MEDIAN, HOW_INDICATOR };

typedef struct {
    int how;
} settings;

static const char *const how_words[] = { "mean", "median", "indicator", NULL };

static const adrop_option options[] = { { .name = "how",
                                          .kind = ADROP_OPT_CHOICE,
                                          .offset = offsetof(settings, how),
                                          .words = how_words,
                                          .help = "what a missing value is replaced by" },
                                        { 0 } };

/* fitted: the replacement of a missing value (channels), then 1 per channel with an indicator. */
static double *fill_of(const ad_transform *t)
{
    return t->fitted;
}

static double *flag_of(const ad_transform *t)
{
    return (double *)t->fitted + t->in.channels;
}

static adrop_status impute_make_room(ad_transform *t, adrop_ctx *ctx)
{
    ad_free(ctx, t->fitted); /* from an earlier fit */
    t->fitted_size = 2 * t->in.channels * sizeof(double);
    return AD_NEW_RAW(ctx, 2 * t->in.channels, sizeof(double), "a transform", &t->fitted);
}

static int by_value(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

static double mean(const float *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += (double)x[i];
    return n ? sum / (double)n + 0.0 : 0;
}

static double median(float *x, size_t n)
{
    if (!n)
        return 0;
    qsort(x, n, sizeof *x, by_value);
    return n % 2 ? (double)x[n / 2] + 0.0 : ((double)x[n / 2 - 1] + (double)x[n / 2]) / 2 + 0.0;
}

static adrop_status impute_fit(ad_transform *t, adrop_ctx *ctx, const ad_training_rows *rows)
{
    const int how = ((const settings *)t->settings)->how;
    float *column = NULL;
    adrop_status status = impute_make_room(t, ctx);

    if (!status)
        status = AD_NEW(ctx, rows->n, "a column", &column);
    for (size_t c = 0; !status && c < t->in.channels; c++) {
        size_t n = 0;
        for (size_t i = 0; i < rows->n && !status; i++) {
            const void *row = NULL;
            if ((status = rows->get(rows, ctx, i, &row)))
                break;
            column[n] = ((const float *)row)[c];
            n += isnan(column[n]) ? 0 : 1;
        }
        fill_of(t)[c] = ad_training_words(rows, c) ? -1
                        : how == HOW_MEDIAN        ? median(column, n)
                                                   : mean(column, n);
        flag_of(t)[c] = how == HOW_INDICATOR && n < rows->n;
    }
    ad_free(ctx, column);
    return status;
}

static adrop_status out_shape(const ad_transform *t, adrop_ctx *ctx, ad_shape in, ad_shape *out)
{
    *out = in;
    if (in.height * in.width != 1)
        return ad_fail(ctx, ADROP_ESHAPE, "missing values are those of tables");
    for (size_t c = 0; c < in.channels; c++)
        out->channels += flag_of(t)[c] > 0;
    return ADROP_OK;
}

static void impute_apply(const ad_transform *t, ad_shape in, const float *x, float *y)
{
    float *flag = y + in.channels;

    for (size_t c = 0; c < in.channels; c++) {
        const int missing = isnan(x[c]);
        y[c] = missing ? (float)fill_of(t)[c] : x[c];
        if (flag_of(t)[c] > 0)
            *flag++ = (float)missing;
    }
}

static void impute_write(const ad_transform *t, ad_json *b, json_t *to)
{
    json_t *fill = json_array(), *flags = json_array();

    for (size_t c = 0; c < t->in.channels; c++) {
        ad_json_append(b, fill, ad_json_real(fill_of(t)[c]));
        if (flag_of(t)[c] > 0)
            ad_json_append(b, flags, json_integer((json_int_t)c));
    }
    ad_json_put(b, to, "fill", fill);
    ad_json_put(b, to, "indicators", flags);
}

static adrop_status impute_read(ad_transform *t, adrop_ctx *ctx, const json_t *from,
                                const char **member)
{
    const json_t *fill = json_object_get(from, "fill"),
                 *flags = json_object_get(from, "indicators");
    const size_t n = t->in.channels;
    adrop_status status;

    *member = "fill";
    if (json_array_size(fill) != n)
        return ADROP_EFORMAT;
    if ((status = impute_make_room(t, ctx)))
        return status;
    for (size_t c = 0; c < n; c++) {
        const json_t *x = json_array_get(fill, c);
        fill_of(t)[c] = json_number_value(x) + 0.0;
        if (!json_is_number(x) || !(fabs(fill_of(t)[c]) <= (double)FLT_MAX))
            return ADROP_EFORMAT;
    }
    *member = "indicators";
    if (!json_is_array(flags))
        return ADROP_EFORMAT;
    for (size_t i = 0; i < json_array_size(flags); i++) {
        const json_t *x = json_array_get(flags, i);
        const json_int_t c = json_integer_value(x);
        if (!json_is_integer(x) || c < 0 || (size_t)c >= n)
            return ADROP_EFORMAT;
        flag_of(t)[c] = 1;
    }
    return ADROP_OK;
}

const ad_transform_type ad_transform_type_impute = {
    .name = "impute",
    .summary = "replace values that are missing",
    .options = options,
    .settings_size = sizeof(settings),
    .takes_missing = true,
    .out_shape = out_shape,
    .fit = impute_fit,
    .apply = impute_apply,
    .write = impute_write,
    .read = impute_read,
};
