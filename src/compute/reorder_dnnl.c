/* Reorders by oneDNN (reorder.h). Padding of blocks becomes zero. */
#include <stddef.h>

#include "base/memory.h"
#include "compute/prim_dnnl.h"
#include "compute/reorder_impl.h"

static adrop_status reorder_dnnl_plan(ad_reorder *r)
{
    const ad_md from = ad_dnnl_desc(r->e, &r->spec.from), to = ad_dnnl_desc(r->e, &r->spec.to);
    adrop_status status = AD_NEW_RAW(r->e->ctx, 1, sizeof(ad_prim), "a reorder", &r->state);
    ad_prim *p = r->state;

    if (!status)
        status = ad_prim_create_reorder(r->e, &from, &to, "a reorder", p);
    if (!status)
        r->scratch = p->scratch;
    return status;
}

static void reorder_dnnl_release(ad_reorder *r)
{
    if (!r->state)
        return;
    ad_prim_free(r->state);
    ad_free(r->e->ctx, r->state);
}

static adrop_status reorder_dnnl_run(ad_reorder *r, const void *from, void *to, void *scratch)
{
    return ad_prim_run(r->e, r->state, (void *[]){ (void *)from, to }, scratch);
}

const ad_reorder_impl ad_reorder_dnnl = { reorder_dnnl_plan, reorder_dnnl_release,
                                          reorder_dnnl_run };
