/* Pooling: checks of the spec, and the choice of implementation (pool.h).
 *
 *     average, plain order; maximum over     loops  pool_kernel.c, our own: oneDNN has no fast
 *     windows of up to 256 cells                    kernel for plain order, and its maximum is
 *                                                   several times slower on AVX2; a byte can index
 *                                                   256 cells
 *     average, channels last or blocked;     dnnl   pool_dnnl.c, oneDNN's
 *     maximum over larger windows
 *     the plain engine                       plain  pool_plain.c: double */
#include "compute/pool.h"

#include <assert.h>
#include <stdint.h>

#include "base/context.h"
#include "base/memory.h"
#include "compute/pool_impl.h"
#include "compute/shape.h"

/* The number of windows along a side. */
static size_t along(size_t side, size_t window, size_t stride, size_t pad)
{
    return side + 2 * pad < window ? 0 : (side + 2 * pad - window) / stride + 1;
}

ad_desc ad_pool_output(const ad_pool_spec *spec)
{
    ad_desc out = spec->in;

    if (spec->window == 0) {
        out.height = out.width = 1;
    } else {
        out.height = along(spec->in.height, spec->window, spec->stride, spec->pad);
        out.width = along(spec->in.width, spec->window, spec->stride, spec->pad);
    }
    return out;
}

static adrop_status pool_check(ad_engine *e, const ad_pool_spec *s)
{
    const adrop_status status = ad_shape_check(e, "pool", &s->in);

    if (status)
        return status;
    if (s->window == 0 && !s->average)
        return ad_fail(e->ctx, ADROP_EINVAL,
                       "pool: a maximum needs a window of 1 or more; 0, the whole map, is for "
                       "averages");
    if (s->window > 0 && s->stride == 0)
        return ad_fail(e->ctx, ADROP_EINVAL, "pool: stride is 0: it must be 1 or more");
    if (s->pad > 0 && s->average)
        return ad_fail(e->ctx, ADROP_EINVAL, "pool: an average takes no padding: use pad 0");
    if (s->pad > 0 && s->pad > s->window / 2)
        return ad_fail(e->ctx, ADROP_EINVAL,
                       "pool: padding %zu is more than half of window %zu: a window could lie in "
                       "it",
                       s->pad, s->window);
    if (s->window > INT32_MAX || s->stride > INT32_MAX)
        return ad_fail(e->ctx, ADROP_EINVAL, "pool: window %zu or stride %zu is too large",
                       s->window, s->stride);
    const ad_desc out = ad_pool_output(s);
    if (!out.height || !out.width)
        return ad_fail(e->ctx, ADROP_ESHAPE,
                       "pool: no window of %zu x %zu fits on maps of %zu x %zu: use a smaller one",
                       s->window, s->window, s->in.height, s->in.width);
    return ADROP_OK;
}

static int is_for_loops(const ad_engine *e, const void *spec)
{
    const ad_pool_spec *s = spec;

    return !e->plain &&
           (s->average ? s->in.format == AD_PLAIN : s->window <= AD_POOL_MAX_CELLS / s->window);
}

static int pool_is_float(const ad_engine *e, const void *spec)
{
    (void)spec;
    return !e->plain;
}

static const ad_choice table[] = {
    { "loops", is_for_loops, AD_OF_EACH_SET(ad_pool_loop) },
    { "dnnl", pool_is_float, AD_OF_ALL_SETS(ad_pool_dnnl) },
    { "plain", ad_is_plain, AD_OF_ALL_SETS(ad_pool_plain) },
};

adrop_status ad_pool_create(ad_engine *e, const ad_pool_spec *spec, ad_pool **out)
{
    ad_pool *p;

    *out = NULL;
    adrop_status status = pool_check(e, spec);
    if (status)
        return status;
    if ((status = AD_NEW(e->ctx, 1, "a pool", &p)))
        return status;
    *p = (ad_pool){ .e = e,
                    .spec = *spec,
                    .window_h = spec->window ? spec->window : spec->in.height,
                    .window_w = spec->window ? spec->window : spec->in.width,
                    .stride = spec->window ? spec->stride : 1,
                    .out = ad_pool_output(spec),
                    .choice = ad_choose(table, sizeof table / sizeof *table, e, spec) };
    p->impl = p->choice->impl[e->kernels];
    if ((status = p->impl->plan(p)))
        ad_pool_free(p);
    else
        *out = p;
    return status;
}

void ad_pool_free(ad_pool *p)
{
    if (!p)
        return;
    if (p->impl->release)
        p->impl->release(p);
    ad_free(p->e->ctx, p);
}

size_t ad_pool_scratch(const ad_pool *p)
{
    return p->scratch;
}

size_t ad_pool_saved(const ad_pool *p)
{
    return p->saved;
}

const char *ad_pool_algorithm(const ad_pool *p)
{
    return p->choice->name;
}

adrop_status ad_pool_forward(ad_pool *p, const void *x, void *y, void *saved, void *scratch)
{
    assert(x != y);
    assert(saved || !p->saved);
    return p->impl->forward(p, x, y, saved, scratch);
}

adrop_status ad_pool_backward(ad_pool *p, const void *dy, const void *saved, void *dx,
                              void *scratch)
{
    assert(dx != dy);
    return p->impl->backward(p, dy, saved, dx, scratch);
}
