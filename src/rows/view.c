/* Making a data set from rows: empty, with its own schema, or as a view of another; freeing it. */
#include <string.h>

#include "base/memory.h"
#include "base/option_check.h"
#include "base/text.h"
#include "rows/dataset.h"
#include "rows/recode.h"

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
    ad_free(&own, data->recoded);
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

static adrop_status view_fill(adrop_data *view, adrop_ctx *ctx, const adrop_data *base)
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
    if (!status)
        status = copy_array(ctx, base->recoded, n * ad_shape_size(base->rows->shape),
                            sizeof *base->recoded, &view->recoded);
    if (!status && base->sets.start)
        status = ad_label_sets_copy(ctx, &base->sets, n, &view->sets);
    if (!status)
        status = ad_schema_copy(&base->schema, ctx, &view->schema);
    return !status && base->rows->texts.bytes ? ad_data_apply_texts(view, ctx) : status;
}

adrop_status adrop_data_view(adrop_ctx *ctx, const adrop_data *base, const adrop_split_opts *opts,
                             adrop_data **out)
{
    if (ad_check_given(ctx, "base", base) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_split_opts mine;
    adrop_data *view;
    adrop_status status;

    *out = NULL;
    if ((status = ad_split_opts_take(ctx, opts, &mine)) ||
        (status = ad_data_create(ctx, base->rows, &view)))
        return status;
    view->opts = mine;
    if ((status = view_fill(view, ctx, base)))
        adrop_data_free(view);
    else
        *out = view;
    return status;
}

/* -- Views with another schema --------------------------------------------------------------- */

static adrop_status check_columns(adrop_ctx *ctx, const ad_rows *rows, const ad_schema *s)
{
    if (rows->has_missing && !ad_schema_takes_missing(s))
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' has values that are missing, and the run was trained without: give "
                       "`missing` when it is trained",
                       rows->name);
    for (size_t i = 0; !s->text && i < rows->columns.n && i < s->columns.n; i++)
        if (strcmp(rows->columns.at[i], s->columns.at[i]))
            return ad_fail(ctx, ADROP_EINVAL,
                           "column %zu of '%s' is '%s', and the run was trained on '%s' there", i,
                           rows->name, AD_SHOWN(rows->columns.at[i]), AD_SHOWN(s->columns.at[i]));
    return ADROP_OK;
}

/* Set view->recoded; rows with another number of columns are refused later. */
static adrop_status recode(adrop_data *view, adrop_ctx *ctx, const ad_schema *s)
{
    const ad_rows *rows = view->rows;
    const size_t width = rows->shape.channels;
    size_t *n_words = NULL, all = 0, at = 0;
    const char **words = NULL;
    ad_recode r = { 0 };
    adrop_status status;

    if ((!rows->categories && !s->categories) || !rows->values || s->shape.channels != width)
        return ADROP_OK;
    for (size_t c = 0; rows->categories && c < width; c++)
        all += rows->categories[c].n;
    if (!(status = AD_NEW(ctx, width, "words", &n_words)))
        status = AD_NEW(ctx, all, "words", &words);
    for (size_t c = 0; !status && rows->categories && c < width; c++) {
        n_words[c] = rows->categories[c].n;
        for (size_t k = 0; k < n_words[c]; k++)
            words[at++] = rows->categories[c].at[k];
    }
    if (!status)
        status = ad_recode_create(ctx, rows->name, width, n_words, words, s->categories, &r);
    if (!status)
        status = AD_NEW(ctx, rows->n * width, "rows", &view->recoded);
    for (size_t i = 0; !status && i < rows->n; i++)
        ad_recode_apply(&r, rows->values + i * width, view->recoded + i * width);
    ad_recode_release(ctx, &r);
    ad_free(ctx, words);
    ad_free(ctx, n_words);
    return status;
}

adrop_status ad_data_adopt_view(adrop_ctx *ctx, const adrop_data *base,
                                const adrop_split_opts *opts, const ad_schema *schema,
                                int unknown_too, adrop_data **out)
{
    adrop_data *view;
    adrop_status status = check_columns(ctx, base->rows, schema);

    *out = NULL;
    if (status || (status = ad_data_create(ctx, base->rows, &view)))
        return status;
    view->opts = *opts;
    if ((status = copy_array(ctx, base->given, base->rows->n, 1, &view->given)) ||
        (status = ad_files_append(ctx, &view->files, &base->files)) ||
        (status = ad_data_split(view, ctx)) || (status = recode(view, ctx, schema)) ||
        (status = ad_data_adopt(view, ctx, schema, unknown_too)))
        adrop_data_free(view);
    else
        *out = view;
    return status;
}

void adrop_data_split_sized(const adrop_data *data, adrop_split_opts *opts, size_t size)
{
    ad_struct_init(opts, size, &data->opts, sizeof data->opts);
}
