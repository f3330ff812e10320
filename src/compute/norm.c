/* Batch normalisation: the spec's checks, and which way it is done (norm.h).
 *
 *     the plain engine            norm_plain.c
 *     channels last, 1 x 1 maps   norm_kernel.c, our own: oneDNN has fast kernels only for
 *                                 multiples of 8 channels, and falls to one ten times
 *                                 slower for the 36 or 60 of a DenseNet
 *     blocked                     norm_tiles_kernel.c, our own: oneDNN's is as fast, but
 *                                 adds a channel up in one float
 *     plain order                 oneDNN (norm_dnnl.c): slow, and no layer needs it */
#include "compute/norm.h"

#include <assert.h>
#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "compute/norm_impl.h"
#include "compute/shape.h"

static const ad_norm_way *choose(const ad_engine *e, const ad_desc *d)
{
#define ROW(set) &ad_norm_loop_##set,
    static const ad_norm_way *const loops[] = { AD_EACH_KERNEL_SET(ROW) };
#undef ROW
#define ROW(set) &ad_norm_tiles_##set,
    static const ad_norm_way *const tiles[] = { AD_EACH_KERNEL_SET(ROW) };
#undef ROW
    const int vector = d->height == 1 && d->width == 1;

    if (e->plain)
        return &ad_norm_plain;
    if (d->format == AD_CHANNELS_LAST || (d->format == AD_PLAIN && vector))
        return loops[e->kernels];
    return d->format == AD_BLOCKED ? tiles[e->kernels] : &ad_norm_dnnl;
}

adrop_status ad_norm_create(ad_engine *e, const ad_norm_spec *spec, ad_norm **out)
{
    ad_norm *n;

    *out = NULL;
    adrop_status status = ad_shape_check(e, "norm", &spec->in);
    if (status)
        return status;
    if (!isfinite(spec->epsilon) || !(spec->epsilon > 0))
        return ad_fail(e->ctx, ADROP_EINVAL, "norm: epsilon is %s: it must be greater than 0",
                       AD_NUM(spec->epsilon));
    if ((status = ad_alloc(e->ctx, 1, sizeof *n, "a norm", &n)))
        return status;
    *n = (ad_norm){ .e = e, .spec = *spec, .way = choose(e, &spec->in) };
    if ((status = n->way->plan(n)))
        ad_norm_free(n);
    else
        *out = n;
    return status;
}

void ad_norm_free(ad_norm *n)
{
    if (!n)
        return;
    if (n->way->release)
        n->way->release(n);
    ad_free(n->e->ctx, n);
}

size_t ad_norm_scratch(const ad_norm *n)
{
    return n->scratch;
}

size_t ad_norm_saved(const ad_norm *n)
{
    return n->saved;
}

adrop_status ad_norm_train(ad_norm *n, const ad_norm_args *a)
{
    assert(a->y != a->x);
    assert(a->saved || !n->saved);
    return n->way->train(n, a);
}

adrop_status ad_norm_eval(ad_norm *n, const ad_norm_args *a)
{
    return n->way->eval(n, a);
}

adrop_status ad_norm_backward(ad_norm *n, const ad_norm_args *a)
{
    assert(a->dx != a->x);
    return n->way->backward(n, a);
}
