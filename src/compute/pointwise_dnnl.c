/* Sums of two arrays by oneDNN's binary primitive (pointwise.h). The whole buffer is treated as one
 * vector, including the padding of blocks, which stays zero. oneDNN's sum primitive is not used,
 * because it has no fast kernel on AVX2. */
#include <stddef.h>

#include "base/memory.h"
#include "compute/pointwise_impl.h"
#include "compute/prim_dnnl.h"

static adrop_status pointwise_dnnl_plan(ad_pointwise *p)
{
    const ad_md all = ad_dnnl_vector(p->n, ad_dnnl_type(p->dtype));
    const ad_op op = { .kind = AD_OP_SUM, .x = &all, .y = &all };
    adrop_status status = AD_NEW_RAW(p->e->ctx, 1, sizeof(ad_prim), "a sum", &p->state);
    ad_prim *sum = p->state;

    if (status || (status = ad_prim_create(p->e, &op, "a sum", sum)) ||
        (status = ad_prim_bind(p->e, sum, DNNL_ARG_SRC_0, &all)) ||
        (status = ad_prim_bind(p->e, sum, DNNL_ARG_SRC_1, &all)) ||
        (status = ad_prim_bind(p->e, sum, DNNL_ARG_DST, &all)))
        return status;
    p->scratch = sum->scratch;
    return ADROP_OK;
}

static void pointwise_dnnl_release(ad_pointwise *p)
{
    if (!p->state)
        return;
    ad_prim_free(p->state);
    ad_free(p->e->ctx, p->state);
}

static adrop_status pointwise_dnnl_add(ad_pointwise *p, const void *a, const void *b, void *y,
                                       void *scratch)
{
    return ad_prim_run(p->e, p->state, (void *[]){ (void *)a, (void *)b, y }, scratch);
}

const ad_pointwise_impl ad_pointwise_dnnl = { pointwise_dnnl_plan, pointwise_dnnl_release,
                                              pointwise_dnnl_add };
