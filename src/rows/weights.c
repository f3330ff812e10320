/* What rows count in the loss: their own weights times those of their classes, scaled to mean 1
 * over the training rows, so that learning rates mean what they meant. */
#include <math.h>

#include "base/memory.h"
#include "rows/dataset.h"

/* n / (classes n_c) over the training rows; classes without any count 1. */
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

adrop_status ad_data_weigh(adrop_data *data, adrop_ctx *ctx)
{
    const ad_rows *rows = data->rows;
    const size_t n = data->n_part[ADROP_PART_TRAIN];
    const int balanced = data->how.class_weights == ADROP_CLASSES_BALANCED;
    double *of_class = NULL, sum = 0;
    adrop_status status;

    if (balanced && !rows->labels)
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' has no classes: `class-weights` do not fit a regression", rows->name);
    if (!rows->weights && !balanced)
        return ADROP_OK;
    if ((status = AD_NEW(ctx, rows->n, "weights", &data->weights)) ||
        (balanced && (status = balance(data, ctx, &of_class))))
        return status;
    for (size_t row = 0; row < rows->n; row++) {
        const double own = rows->weights ? (double)rows->weights[row] : 1;
        data->weights[row] =
            (float)(own * (of_class && rows->labels[row] >= 0 ? of_class[rows->labels[row]] : 1));
    }
    ad_free(ctx, of_class);
    for (size_t i = 0; i < n; i++)
        sum += (double)data->weights[data->part[ADROP_PART_TRAIN][i]];
    if (n && !(sum > 0))
        return ad_fail(ctx, ADROP_EINVAL, "the weights of the training rows of '%s' are all 0",
                       rows->name);
    for (size_t row = 0; n && row < rows->n; row++)
        data->weights[row] = (float)((double)data->weights[row] * (double)n / sum);
    return ADROP_OK;
}
