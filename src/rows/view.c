/* Making a data set of rows: empty, by its own schema, as a view of another; freeing it. */
#include <string.h>

#include "base/memory.h"
#include "base/option_check.h"
#include "rows/dataset.h"

adrop_status ad_data_create(adrop_ctx *ctx, ad_rows *rows, adrop_data **out)
{
    const adrop_status status = AD_NEW(ctx, 1, "a data set", out);

    if (status)
        return status;
    (*out)->own.allocator = ctx->allocator;
    (*out)->rows = ad_rows_share(rows);
    return ADROP_OK;
}

void adrop_data_free(adrop_data *data)
{
    if (!data)
        return;
    adrop_ctx own = { .allocator = data->own.allocator };
    for (int p = 0; p < AD_N_PARTS; p++)
        ad_free(&own, data->part[p]);
    ad_free(&own, data->given);
    ad_free(&own, data->labels);
    ad_label_sets_release(&own, &data->sets);
    ad_free(&own, data->weights);
    ad_features_rows_release(&own, &data->text_rows);
    ad_schema_release(&data->schema, &own);
    ad_files_release(&own, &data->files);
    ad_rows_release(data->rows);
    ad_free(&own, data);
}

static adrop_status copy_array(adrop_ctx *ctx, const void *from, size_t n, size_t size, void *out)
{
    void **slot = out;
    const adrop_status status = from ? AD_NEW_RAW(ctx, n, size, "a view", slot) : ADROP_OK;

    if (from && !status)
        memcpy(*slot, from, n * size);
    return status;
}

static adrop_status fill(adrop_data *view, adrop_ctx *ctx, const adrop_data *base)
{
    const size_t n = base->rows->n;
    adrop_status status;

    if ((status = copy_array(ctx, base->given, n, 1, &view->given)) ||
        (status = ad_files_append(ctx, &view->files, &base->files)) ||
        (status = ad_data_split(view, ctx)))
        return status;
    if (!base->is_adopted)
        return ad_data_fit(view, ctx);
    view->is_adopted = 1;
    status = copy_array(ctx, base->labels, n, sizeof *base->labels, &view->labels);
    if (!status && base->sets.start)
        status = ad_label_sets_copy(ctx, &base->sets, n, &view->sets);
    if (!status)
        status = ad_schema_copy(&base->schema, ctx, &view->schema);
    return !status && base->rows->texts.bytes ? ad_data_apply_texts(view, ctx) : status;
}

adrop_status adrop_data_view(adrop_ctx *ctx, const adrop_data *base, const adrop_split_opts *how,
                             adrop_data **out)
{
    if (ad_check_given(ctx, "base", base) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_split_opts mine;
    adrop_data *view;
    adrop_status status;

    *out = NULL;
    if ((status = ad_split_opts_take(ctx, how, &mine)) ||
        (status = ad_data_create(ctx, base->rows, &view)))
        return status;
    view->how = mine;
    if ((status = fill(view, ctx, base)))
        adrop_data_free(view);
    else
        *out = view;
    return status;
}

void adrop_data_split_sized(const adrop_data *data, adrop_split_opts *how, size_t size)
{
    ad_struct_init(how, size, &data->how, sizeof data->how);
}
