/* Holding out rows to choose settings (hold_out.h). */
#include "rows/hold_out.h"

#include <string.h>

#include "base/memory.h"
#include "rows/dataset.h"
#include "rows/folds.h"

/* part (rows): the training and validation rows of base; the rest is unused. */
static void hold_out_mark(const adrop_data *base, uint8_t *part)
{
    memset(part, ADROP_ROW_UNUSED, base->rows->n);
    for (int p = ADROP_PART_TRAIN; p <= ADROP_PART_VAL; p++)
        for (size_t i = 0; i < base->n_part[p]; i++)
            part[base->part[p][i]] = (uint8_t)p;
}

/* One fold of the training rows becomes the validation part. */
static adrop_status deal(adrop_ctx *ctx, const adrop_data *base, size_t folds, size_t fold,
                         uint8_t *part)
{
    const ad_rows *rows = base->rows;
    uint32_t *of;

    if (base->n_part[ADROP_PART_VAL])
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' has a validation part of its own: leave `folds` out", rows->name);
    adrop_status status = AD_NEW(ctx, rows->n, "folds", &of);
    if (!status)
        status = ad_folds_deal(ctx, rows, base->opts.seed, folds, part, of);
    for (size_t row = 0; !status && row < rows->n; row++)
        if (part[row] == ADROP_ROW_TRAIN && of[row] + 1 == fold)
            part[row] = ADROP_ROW_VAL;
    ad_free(ctx, of);
    return status;
}

static adrop_status list(adrop_ctx *ctx, const uint8_t *part, adrop_data *out)
{
    adrop_status status = ADROP_OK;

    for (int p = 0; !status && p < AD_N_PARTS; p++) {
        size_t n = 0;
        for (size_t row = 0; row < out->rows->n; row++)
            n += part[row] == p && p != ADROP_PART_TEST;
        status = AD_NEW(ctx, n, "row lists", &out->part[p]);
        for (size_t row = 0; !status && n && row < out->rows->n; row++)
            if (part[row] == p)
                out->part[p][out->n_part[p]++] = (uint32_t)row;
    }
    return status;
}

adrop_status ad_data_hold_out(adrop_ctx *ctx, const adrop_data *base, size_t folds, size_t fold,
                              adrop_data **out)
{
    adrop_data *data = NULL;
    uint8_t *part = NULL;
    adrop_status status;

    *out = NULL;
    if ((status = AD_NEW(ctx, base->rows->n, "a split", &part)) ||
        (status = ad_data_create(ctx, base->rows, &data)))
        goto done;
    data->opts = base->opts;
    hold_out_mark(base, part);
    if ((!folds || !(status = deal(ctx, base, folds, fold, part))) &&
        !(status = ad_files_append(ctx, &data->files, &base->files)) &&
        !(status = list(ctx, part, data)))
        status = ad_data_fit(data, ctx);
done:
    ad_free(ctx, part);
    if (status)
        adrop_data_free(data);
    else
        *out = data;
    return status;
}
