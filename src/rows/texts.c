/* Rows that are documents (texts.h): their features, computed once for all of them. */
#include "rows/texts.h"

#include <string.h>

#include "base/memory.h"
#include "rows/dataset.h"

/* The documents as a list; the caller owns both arrays. */
static adrop_status list(const ad_rows *rows, adrop_ctx *ctx, const char ***text, size_t **length)
{
    adrop_status status;

    if ((status = AD_NEW(ctx, rows->n, "documents", text)) ||
        (status = AD_NEW(ctx, rows->n, "documents", length)))
        return status;
    for (size_t i = 0; i < rows->n; i++) {
        (*text)[i] = rows->texts.bytes + rows->texts.start[i];
        (*length)[i] = rows->texts.start[i + 1] - rows->texts.start[i];
    }
    return ADROP_OK;
}

static adrop_status texts_fit(adrop_data *data, adrop_ctx *ctx, const ad_documents *docs)
{
    adrop_text_opts opts = data->opts.terms;
    ad_features_settings settings;
    uint8_t *train = NULL;
    adrop_status status;

    if (!*opts.features && data->rows->features)
        opts.features = data->rows->features;
    if ((status = ad_features_settings_read(ctx, &opts, &settings)) ||
        (status = AD_NEW(ctx, docs->n, "documents", &train)))
        return status;
    for (size_t i = 0; i < data->n_part[ADROP_PART_TRAIN]; i++)
        train[data->part[ADROP_PART_TRAIN][i]] = 1;
    status = ad_features_fit(ctx, &settings, docs, train, &data->schema.text, &data->text_rows);
    if (status == ADROP_EFORMAT || status == ADROP_EINVAL)
        status = ad_fail(ctx, status, "'%.300s': %.600s", data->rows->name, adrop_ctx_message(ctx));
    ad_free(ctx, train);
    return status;
}

static adrop_status texts_make(adrop_data *data, adrop_ctx *ctx, int fits)
{
    const char **text = NULL;
    size_t *length = NULL;
    adrop_status status = list(data->rows, ctx, &text, &length);
    const ad_documents docs = { data->rows->n, text, length };

    if (!status)
        status = fits ? texts_fit(data, ctx, &docs)
                      : ad_features_apply(data->schema.text, ctx, &docs, &data->text_rows);
    ad_free(ctx, text);
    ad_free(ctx, length);
    if (!status)
        data->schema.shape = (ad_shape){ ad_features_width(data->schema.text), 1, 1 };
    return status;
}

adrop_status ad_data_fit_texts(adrop_data *data, adrop_ctx *ctx)
{
    return texts_make(data, ctx, 1);
}

adrop_status ad_data_apply_texts(adrop_data *data, adrop_ctx *ctx)
{
    return texts_make(data, ctx, 0);
}
