/* Conversion between formats or number types: the checks, and the choice of implementation
 * (reorder.h).
 *
 *     another format or type             dnnl   reorder_dnnl.c, oneDNN's
 *     the same, as always on the plain   copy   below
 *     engine, which has one of each */
#include "compute/reorder.h"

#include <assert.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "compute/reorder_impl.h"
#include "compute/shape.h"

static int differs(const ad_engine *e, const void *spec)
{
    const ad_reorder_spec *s = spec;

    (void)e;
    return !ad_desc_equal(&s->from, &s->to);
}

static int is_same(const ad_engine *e, const void *spec)
{
    return !differs(e, spec);
}

static adrop_status plan_copy(ad_reorder *r)
{
    (void)r;
    return ADROP_OK;
}

static adrop_status reorder_copy(ad_reorder *r, const void *from, void *to, void *scratch)
{
    (void)scratch;
    memcpy(to, from, ad_desc_bytes(&r->spec.from, r->e->block));
    return ADROP_OK;
}

static const ad_reorder_impl by_copy = { plan_copy, NULL, reorder_copy };

static const ad_choice table[] = {
    { "dnnl", differs, AD_OF_ALL_SETS(ad_reorder_dnnl) },
    { "copy", is_same, AD_OF_ALL_SETS(by_copy) },
};

static adrop_status reorder_check(ad_engine *e, const ad_desc *from, const ad_desc *to)
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
    adrop_status status = reorder_check(e, from, to);
    if (status || (status = AD_NEW(e->ctx, 1, "a reorder", &r)))
        return status;
    *r = (ad_reorder){ .e = e, .spec = { *from, *to } };
    r->impl = ad_choose(table, sizeof table / sizeof *table, e, &r->spec)->impl[e->kernels];
    if ((status = r->impl->plan(r)))
        ad_reorder_free(r);
    else
        *out = r;
    return status;
}

void ad_reorder_free(ad_reorder *r)
{
    if (!r)
        return;
    if (r->impl->release)
        r->impl->release(r);
    ad_free(r->e->ctx, r);
}

size_t ad_reorder_scratch(const ad_reorder *r)
{
    return r->scratch;
}

adrop_status ad_reorder_run(ad_reorder *r, const void *from, void *to, void *scratch)
{
    assert(from != to);
    return r->impl->run(r, from, to, scratch);
}
