/* Sums: the checks, and the choice of implementation (pointwise.h).
 *
 *     float, bf16        dnnl   pointwise_dnnl.c, oneDNN's binary primitive: as fast as a loop
 *     the plain engine   plain  below: a loop in double */
#include "compute/pointwise.h"

#include <assert.h>

#include "base/context.h"
#include "base/memory.h"
#include "compute/pointwise_impl.h"
#include "compute/shape.h"

static adrop_status plan_plain(ad_pointwise *p)
{
    (void)p;
    return ADROP_OK;
}

static adrop_status add_plain(ad_pointwise *p, const void *a, const void *b, void *y, void *scratch)
{
    const double *one = a, *other = b;
    double *to = y;

    (void)scratch;
    for (size_t i = 0; i < p->n; i++)
        to[i] = one[i] + other[i];
    return ADROP_OK;
}

static const ad_pointwise_impl plain = { plan_plain, NULL, add_plain };

static int pointwise_is_float(const ad_engine *e, const void *desc)
{
    (void)desc;
    return !e->plain;
}

static const ad_choice table[] = {
    { "dnnl", pointwise_is_float, AD_OF_ALL_SETS(ad_pointwise_dnnl) },
    { "plain", ad_is_plain, AD_OF_ALL_SETS(plain) },
};

adrop_status ad_pointwise_create(ad_engine *e, const ad_desc *desc, ad_pointwise **out)
{
    ad_pointwise *p;

    *out = NULL;
    adrop_status status = ad_shape_check(e, "add", desc);
    if (status || (status = AD_NEW(e->ctx, 1, "a sum", &p)))
        return status;
    *p = (ad_pointwise){ .e = e,
                         .n = ad_desc_bytes(desc, e->block) / ad_dtype_size(desc->dtype),
                         .dtype = desc->dtype };
    p->impl = ad_choose(table, sizeof table / sizeof *table, e, desc)->impl[e->kernels];
    if ((status = p->impl->plan(p)))
        ad_pointwise_free(p);
    else
        *out = p;
    return status;
}

void ad_pointwise_free(ad_pointwise *p)
{
    if (!p)
        return;
    if (p->impl->release)
        p->impl->release(p);
    ad_free(p->e->ctx, p);
}

size_t ad_pointwise_scratch(const ad_pointwise *p)
{
    return p->scratch;
}

adrop_status ad_add(ad_pointwise *p, const void *a, const void *b, void *y, void *scratch)
{
    assert(y != b);
    return p->impl->add(p, a, b, y, scratch);
}
