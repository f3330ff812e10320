/* Pooling: the spec's checks, and which way it is done (pool.h).
 *
 *     the plain engine                          pool_plain.c
 *     average, channels last or blocked         oneDNN (pool_dnnl.c)
 *     average, plain order; maximum             pool_kernel.c, our own: oneDNN has no fast
 *                                               kernel for plain order, and its maximum
 *                                               is several times slower on AVX2
 *     maximum of windows of over 256 cells      oneDNN */
#include "compute/pool.h"

#include <stdint.h>

#include "base/context.h"
#include "base/memory.h"
#include "compute/pool_impl.h"
#include "compute/shape.h"

/* How many windows fit along a side. */
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

static adrop_status check(ad_engine *e, const ad_pool_spec *s)
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

static const ad_pool_way *choose(const ad_pool *p)
{
    static const ad_pool_way *const loops[AD_N_KERNEL_SETS] = {
        [AD_F64] = &ad_pool_loop_f64,
        [AD_F32] = &ad_pool_loop_f32,
        [AD_F32_AVX2] = &ad_pool_loop_f32_avx2,
        [AD_F32_AVX512] = &ad_pool_loop_f32_avx512,
    };

    if (p->e->plain)
        return &ad_pool_plain;
    if (p->spec.average ? p->spec.in.format == AD_PLAIN
                        : p->window_h * p->window_w <= AD_POOL_MAX_CELLS)
        return loops[p->e->kernels];
    return &ad_pool_dnnl;
}

adrop_status ad_pool_create(ad_engine *e, const ad_pool_spec *spec, ad_pool **out)
{
    ad_pool *p;

    *out = NULL;
    adrop_status status = check(e, spec);
    if (status)
        return status;
    if ((status = ad_alloc(e->ctx, 1, sizeof *p, "a pool", &p)))
        return status;
    *p = (ad_pool){ .e = e,
                    .spec = *spec,
                    .window_h = spec->window ? spec->window : spec->in.height,
                    .window_w = spec->window ? spec->window : spec->in.width,
                    .stride = spec->window ? spec->stride : 1,
                    .out = ad_pool_output(spec) };
    p->way = choose(p);
    if ((status = p->way->plan(p)))
        ad_pool_free(p);
    else
        *out = p;
    return status;
}

void ad_pool_free(ad_pool *p)
{
    if (!p)
        return;
    if (p->way->release)
        p->way->release(p);
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

adrop_status ad_pool_forward(ad_pool *p, const void *x, void *y, void *saved, void *scratch)
{
    return p->way->forward(p, x, y, saved, scratch);
}

adrop_status ad_pool_backward(ad_pool *p, const void *dy, const void *saved, void *dx,
                              void *scratch)
{
    return p->way->backward(p, dy, saved, dx, scratch);
}
