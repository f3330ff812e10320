/* Weights of rows in the loss: their own times those of their classes, scaled to mean 1 over the
 * training rows, so that learning rates keep their meaning. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "base/keep.h"
#include "base/memory.h"
#include "base/text.h"
#include "rows/dataset.h"

/* n / (classes n_c) over the training rows; 1 for classes without rows. */
static adrop_status balance(const adrop_data *data, adrop_ctx *ctx, double **out)
{
    const ad_rows *rows = data->rows;
    const size_t n = data->n_part[ADROP_PART_TRAIN], classes = rows->classes.n;
    adrop_status status = AD_NEW(ctx, classes, "class weights", out);

    if (status)
        return status;
    for (size_t i = 0; i < n; i++)
        (*out)[rows->labels[data->part[ADROP_PART_TRAIN][i]]]++;
    for (size_t c = 0; c < classes; c++)
        (*out)[c] = (*out)[c] > 0 ? (double)n / ((double)classes * (*out)[c]) : 1;
    return ADROP_OK;
}

static adrop_status weights_refuse(const adrop_data *data, adrop_ctx *ctx, const char *item)
{
    return ad_fail(
        ctx, ADROP_EINVAL,
        "'%s' of `class-weights` is not CLASS:WEIGHT with a class of '%s' and a weight of "
        "0 or more; as in spam:2,ham:1, or balanced",
        AD_SHOWN(item), data->rows->name);
}

/* "spam:2,ham:1"; the name of a class may have colons, not commas. */
static adrop_status read_weights(const adrop_data *data, adrop_ctx *ctx, const char *text,
                                 double **out)
{
    const ad_names *classes = &data->rows->classes;
    adrop_status status = AD_NEW(ctx, classes->n, "class weights", out);

    for (size_t c = 0; !status && c < classes->n; c++)
        (*out)[c] = 1;
    while (*text && !status) {
        const char *item, *name;
        const size_t length = strcspn(text, ",");
        double weight = -1;
        size_t c = 0;
        if ((status = ad_keep_part(ctx, text, length, &item)))
            break;
        text += length + (text[length] == ',');
        const char *colon = strrchr(item, ':');
        if (!colon || adrop_number_read(colon + 1, &weight) || !(weight >= 0 && isfinite(weight)))
            return weights_refuse(data, ctx, item);
        if ((status = ad_keep_part(ctx, item, (size_t)(colon - item), &name)))
            break;
        while (c < classes->n && strcmp(classes->at[c], name))
            c++;
        if (c == classes->n)
            return weights_refuse(data, ctx, name);
        (*out)[c] = weight;
    }
    return status;
}

/* The weight of each class; NULL: all equal. */
static adrop_status weigh_classes(const adrop_data *data, adrop_ctx *ctx, double **out)
{
    const char *text = data->opts.class_weight;

    const bool is_none = !*text || !strcmp(text, "none");

    if (is_none && data->opts.class_weights != ADROP_CLASSES_BALANCED)
        return ADROP_OK;
    if (!data->rows->labels)
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' has no classes: `class-weights` do not fit a regression",
                       data->rows->name);
    if (ad_data_sets(data))
        return ad_fail(
            ctx, ADROP_EINVAL,
            "a row of '%s' may have several classes: `class-weights` are for rows of one",
            data->rows->name);
    return is_none || !strcmp(text, "balanced") ? balance(data, ctx, out)
                                                : read_weights(data, ctx, text, out);
}

adrop_status ad_data_weigh(adrop_data *data, adrop_ctx *ctx)
{
    const ad_rows *rows = data->rows;
    const size_t n = data->n_part[ADROP_PART_TRAIN];
    double *of_class = NULL, sum = 0;
    adrop_status status = weigh_classes(data, ctx, &of_class);

    if (!status && (rows->weights || of_class))
        status = AD_NEW(ctx, rows->n, "weights", &data->weights);
    for (size_t row = 0; data->weights && row < rows->n; row++) {
        const double own = rows->weights ? (double)rows->weights[row] : 1;
        data->weights[row] =
            (float)(own * (of_class && rows->labels[row] >= 0 ? of_class[rows->labels[row]] : 1));
    }
    ad_free(ctx, of_class);
    if (status || !data->weights)
        return status;
    for (size_t i = 0; i < n; i++)
        sum += (double)data->weights[data->part[ADROP_PART_TRAIN][i]];
    if (n && !(sum > 0))
        return ad_fail(ctx, ADROP_EINVAL, "the weights of the training rows of '%s' are all 0",
                       rows->name);
    for (size_t row = 0; n && row < rows->n; row++)
        data->weights[row] = (float)((double)data->weights[row] * (double)n / sum);
    return ADROP_OK;
}
