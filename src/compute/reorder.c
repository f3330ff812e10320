/* From one format or number type to another: the checks, copies of what is the same
 * already, and oneDNN for the rest (reorder.h, reorder_dnnl.c). */
#include "compute/reorder.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "compute/reorder_impl.h"
#include "compute/shape.h"

static adrop_status check(ad_engine *e, const ad_desc *from, const ad_desc *to)
{
    adrop_status status;

    if ((status = ad_shape_check(e, "reorder", from)) ||
        (status = ad_shape_check(e, "reorder", to)))
        return status;
    if (from->rows != to->rows || from->channels != to->channels || from->height != to->height ||
        from->width != to->width)
        return ad_fail(e->ctx, ADROP_ESHAPE,
                       "reorder: from %zu x %zu x %zu x %zu to %zu x %zu x %zu x %zu: both must "
                       "have one shape",
                       from->rows, from->channels, from->height, from->width, to->rows,
                       to->channels, to->height, to->width);
    return ADROP_OK;
}

adrop_status ad_reorder_create(ad_engine *e, const ad_desc *from, const ad_desc *to,
                               ad_reorder **out)
{
    ad_reorder *r;

    *out = NULL;
    adrop_status status = check(e, from, to);
    if (status || (status = ad_alloc(e->ctx, 1, sizeof *r, "a reorder", &r)))
        return status;
    *r = (ad_reorder){ .e = e, .from = *from, .to = *to };
    if (!ad_desc_equal(from, to) && (status = ad_reorder_dnnl_plan(r)))
        ad_reorder_free(r);
    else
        *out = r;
    return status;
}

void ad_reorder_free(ad_reorder *r)
{
    if (!r)
        return;
    ad_reorder_dnnl_release(r);
    ad_free(r->e->ctx, r);
}

size_t ad_reorder_scratch(const ad_reorder *r)
{
    return r->scratch;
}

adrop_status ad_reorder_run(ad_reorder *r, const void *from, void *to, void *scratch)
{
    if (r->state)
        return ad_reorder_dnnl_run(r, from, to, scratch);
    memcpy(to, from, ad_desc_bytes(&r->from, r->e->block));
    return ADROP_OK;
}
