/* Batch normalisation: checks of the spec, and the choice of implementation (norm.h).
 *
 *     channels last, 1 x 1 maps   loops  norm_kernel.c, our own: oneDNN has fast kernels only for
 *                                        multiples of 8 channels, and one ten times slower for the
 *                                        36 or 60 of a DenseNet
 *     blocked                     tiles  norm_tiles_kernel.c, our own: oneDNN's is as fast, but
 *                                        adds a whole channel in one float
 *     plain order                 dnnl   norm_dnnl.c, oneDNN's: slow, and no layer needs it
 *     the plain engine            plain  norm_plain.c: double */
#include "compute/norm.h"

#include <assert.h>
#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "compute/norm_impl.h"
#include "compute/shape.h"

/* A vector in plain order has the same layout as one with channels last. */
static int is_channels_last(const ad_engine *e, const void *spec)
{
    const ad_desc *d = &((const ad_norm_spec *)spec)->in;

    return !e->plain && (d->format == AD_CHANNELS_LAST ||
                         (d->format == AD_PLAIN && d->height == 1 && d->width == 1));
}

static int is_blocked(const ad_engine *e, const void *spec)
{
    return !e->plain && ((const ad_norm_spec *)spec)->in.format == AD_BLOCKED;
}

static int norm_is_float(const ad_engine *e, const void *spec)
{
    (void)spec;
    return !e->plain;
}

static const ad_choice table[] = {
    { "loops", is_channels_last, AD_OF_EACH_SET(ad_norm_loop) },
    { "tiles", is_blocked, AD_OF_EACH_SET(ad_norm_tiles) },
    { "dnnl", norm_is_float, AD_OF_ALL_SETS(ad_norm_dnnl) },
    { "plain", ad_is_plain, AD_OF_ALL_SETS(ad_norm_plain) },
};

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
    if ((status = AD_NEW(e->ctx, 1, "a norm", &n)))
        return status;
    *n = (ad_norm){ .e = e,
                    .spec = *spec,
                    .choice = ad_choose(table, sizeof table / sizeof *table, e, spec) };
    n->impl = n->choice->impl[e->kernels];
    if ((status = n->impl->plan(n)))
        ad_norm_free(n);
    else
        *out = n;
    return status;
}

void ad_norm_free(ad_norm *n)
{
    if (!n)
        return;
    if (n->impl->release)
        n->impl->release(n);
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

const char *ad_norm_algorithm(const ad_norm *n)
{
    return n->choice->name;
}

adrop_status ad_norm_train(ad_norm *n, const ad_norm_args *a)
{
    assert(a->y != a->x);
    assert(a->saved || !n->saved);
    return n->impl->train(n, a);
}

adrop_status ad_norm_eval(ad_norm *n, const ad_norm_args *a)
{
    return n->impl->eval(n, a);
}

adrop_status ad_norm_backward(ad_norm *n, const ad_norm_args *a)
{
    assert(a->dx != a->x);
    return n->impl->backward(n, a);
}

int ad_norm_has_steps(const ad_norm *n)
{
    return n->impl->moments != NULL;
}

static adrop_status no_steps(const ad_norm *n)
{
    return ad_fail(n->e->ctx, ADROP_EINVAL,
                   "norm: '%s' cannot share its statistics with other parts of the batch",
                   n->choice->name);
}

adrop_status ad_norm_moments(ad_norm *n, const ad_norm_args *a)
{
    return n->impl->moments ? n->impl->moments(n, a) : no_steps(n);
}

adrop_status ad_norm_sums(ad_norm *n, const ad_norm_args *a)
{
    return n->impl->sums ? n->impl->sums(n, a) : no_steps(n);
}

adrop_status ad_norm_input(ad_norm *n, const ad_norm_args *a)
{
    assert(a->dx != a->x);
    return n->impl->input ? n->impl->input(n, a) : no_steps(n);
}
