/* Fitting a list of transforms: each sees the training rows as transformed by those before it. */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "transform/transforms_impl.h"

/* The output rows of the first `list.n` transforms. */
typedef struct {
    const ad_training_rows *raw;
    ad_transforms list; /* the transforms before; the items' memory is not owned */
    float *floats;      /* (raw row), owned: a row of bytes as floats */
    float *out;         /* (output row), owned */
    float *scratch;     /* owned */
} transformed;

static adrop_status get(const ad_training_rows *rows, adrop_ctx *ctx, size_t i, const void **row)
{
    transformed *w = rows->user;
    const void *raw;
    const adrop_status status = w->raw->get(w->raw, ctx, i, &raw);

    *row = w->out;
    if (status)
        return status;
    if (w->raw->is_bytes) {
        const size_t size = ad_shape_size(w->raw->shape);
        for (size_t j = 0; j < size; j++)
            w->floats[j] = ((const uint8_t *)raw)[j];
        raw = w->floats;
    }
    ad_transforms_apply(&w->list, 0, raw, w->out, w->scratch);
    return ADROP_OK;
}

static adrop_status fit_behind(const ad_transforms *before, ad_transform *t, adrop_ctx *ctx,
                               const ad_training_rows *raw)
{
    transformed w = { .raw = raw, .list = *before };
    const ad_training_rows rows = { .n = raw->n,
                                    .shape = t->in,
                                    .categories = raw->categories,
                                    .n_categories = raw->n_categories,
                                    .get = get,
                                    .user = &w };
    adrop_status status = ADROP_OK;

    if (raw->is_bytes)
        status = AD_NEW(ctx, ad_shape_size(raw->shape), "a row", &w.floats);
    if (!status && !(status = AD_NEW(ctx, ad_shape_size(t->in), "a row", &w.out)))
        status = AD_NEW(ctx, ad_transforms_room(before), "a row", &w.scratch);
    if (!status)
        status = t->type->fit(t, ctx, &rows);
    ad_free(ctx, w.floats);
    ad_free(ctx, w.out);
    ad_free(ctx, w.scratch);
    return status;
}

adrop_status ad_transforms_fit(ad_transforms *list, adrop_ctx *ctx, ad_shape in,
                               const ad_training_rows *rows)
{
    adrop_status status = ADROP_OK;

    list->in = list->out = in;
    for (size_t i = 0; i < list->n && !status; i++) {
        ad_transform *t = &list->item[i];
        t->in = list->out;
        if (t->type->fit && (!rows || !rows->n))
            return ad_fail(ctx, ADROP_EINVAL, "there are no training rows to fit '%s' on",
                           t->type->name);
        if (t->type->fit) {
            ad_transforms before = *list;
            before.n = i;
            status = i ? fit_behind(&before, t, ctx, rows) : t->type->fit(t, ctx, rows);
        }
        if (!status)
            status = ad_transforms_settle(t, ctx);
        list->out = t->out;
    }
    return status;
}
