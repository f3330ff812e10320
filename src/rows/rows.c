/* Rows in memory (rows.h): create, share, release. */
#include "rows/rows.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"

adrop_status ad_rows_create(adrop_ctx *ctx, const char *name, ad_rows **out)
{
    ad_rows *rows;
    adrop_status status;

    *out = NULL;
    if ((status = AD_NEW(ctx, 1, "rows", &rows)))
        return status;
    rows->own.allocator = ctx->allocator;
    atomic_init(&rows->users, 1);
    rows->format = "";
    rows->has_answers = true;
    rows->n_targets = 1;
    if ((status = ad_copy_text(ctx, name, &rows->name)) ||
        (status = AD_NEW(ctx, 1, "a path", &rows->path))) {
        ad_rows_release(rows);
        return status;
    }
    *out = rows;
    return ADROP_OK;
}

ad_rows *ad_rows_share(ad_rows *rows)
{
    atomic_fetch_add_explicit(&rows->users, 1, memory_order_relaxed);
    return rows;
}

void ad_rows_release(ad_rows *rows)
{
    /* accesses by other users happen before the release */
    if (!rows || atomic_fetch_sub_explicit(&rows->users, 1, memory_order_acq_rel) > 1)
        return;
    adrop_ctx own = { .allocator = rows->own.allocator };
    if (!rows->is_borrowed) {
        ad_free(&own, (void *)rows->pixels);
        ad_free(&own, (void *)rows->values);
        ad_free(&own, (void *)rows->targets);
    }
    if (!rows->is_borrowed || rows->sets.start) /* the first label of each set is allocated here */
        ad_free(&own, (void *)rows->labels);
    ad_label_sets_release(&own, &rows->sets);
    if (rows->source.self)
        rows->source.free(rows->source.self, &own);
    ad_free(&own, rows->texts.bytes);
    ad_free(&own, rows->texts.start);
    ad_sparse_release(&own, &rows->sparse);
    ad_free(&own, (void *)rows->parts);
    ad_names_release(&own, &rows->classes);
    ad_names_release(&own, &rows->columns);
    ad_name_lists_release(&own, rows->categories, rows->shape.channels);
    ad_names_release(&own, &rows->answers);
    ad_layout_release(&own, &rows->layout);
    ad_names_release(&own, &rows->ids);
    ad_free(&own, rows->lines);
    ad_free(&own, rows->weights);
    ad_free(&own, rows->groups);
    ad_free(&own, rows->name);
    ad_free(&own, rows->path);
    ad_free(&own, rows);
}

adrop_status ad_rows_bytes(const ad_rows *rows, adrop_ctx *ctx, size_t row, uint8_t *scratch,
                           const uint8_t **pixels)
{
    *pixels = scratch;
    if (rows->source.self)
        return rows->source.read(rows->source.self, ctx, row, scratch);
    *pixels = rows->pixels + row * ad_shape_size(rows->shape);
    return ADROP_OK;
}
