/* Reorders by oneDNN (reorder.h). Padding of blocks becomes zero. */
#include <stddef.h>

#include "base/memory.h"
#include "compute/onednn.h"
#include "compute/reorder_impl.h"

/* A reorder has no op desc, so its attributes are set here. */
static adrop_status create(ad_reorder *r, const dnnl_memory_desc_t *from,
                           const dnnl_memory_desc_t *to, ad_prim *out)
{
    const dnnl_engine_t engine = r->e->dnnl->engine;
    dnnl_primitive_attr_t attr = NULL;
    dnnl_primitive_desc_t desc = NULL;
    dnnl_status_t status = dnnl_primitive_attr_create(&attr);

    if (status == dnnl_success)
        status = dnnl_primitive_attr_set_scratchpad_mode(attr, dnnl_scratchpad_mode_user);
    if (status == dnnl_success)
        status = dnnl_reorder_primitive_desc_create(&desc, from, engine, to, engine, attr);
    dnnl_primitive_attr_destroy(attr);
    return status == dnnl_success ? ad_prim_adopt(r->e, desc, "a reorder", out)
                                  : ad_dnnl_fail(r->e->ctx, status, "a reorder");
}

static adrop_status plan(ad_reorder *r)
{
    const dnnl_memory_desc_t from = ad_dnnl_desc(r->e, &r->spec.from),
                             to = ad_dnnl_desc(r->e, &r->spec.to);
    adrop_status status = ad_alloc(r->e->ctx, 1, sizeof(ad_prim), "a reorder", &r->state);
    ad_prim *p = r->state;

    if (status || (status = create(r, &from, &to, p)) ||
        (status = ad_prim_bind(r->e, p, DNNL_ARG_FROM, &from)) ||
        (status = ad_prim_bind(r->e, p, DNNL_ARG_TO, &to)))
        return status;
    r->scratch = p->scratch;
    return ADROP_OK;
}

static void release(ad_reorder *r)
{
    if (!r->state)
        return;
    ad_prim_free(r->state);
    ad_free(r->e->ctx, r->state);
}

static adrop_status run(ad_reorder *r, const void *from, void *to, void *scratch)
{
    return ad_prim_run(r->e, r->state, (void *[]){ (void *)from, to }, scratch);
}

const ad_reorder_impl ad_reorder_dnnl = { plan, release, run };
