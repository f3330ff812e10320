/* The dense layer: checks of the spec, and the choice of implementation (dense.h).
 *
 *     bf16 engine        bf16   dense_dnnl.c: oneDNN multiplies bf16 numbers
 *     f32                gemm   dense_gemm.c: oneDNN's sgemm, with bias and ReLU in one pass
 *     the plain engine   plain  dense_plain.c: double */
#include "compute/dense.h"

#include <assert.h>
#include <stdint.h>

#include "base/context.h"
#include "base/memory.h"
#include "compute/dense_impl.h"

static int is_bf16(const ad_engine *e, const void *spec)
{
    (void)spec;
    return e->map == AD_DATA_BF16;
}

static int dense_is_float(const ad_engine *e, const void *spec)
{
    (void)spec;
    return !e->plain;
}

static const ad_choice table[] = {
    { "bf16", is_bf16, AD_OF_ALL_SETS(ad_dense_bf16) },
    { "gemm", dense_is_float, AD_OF_ALL_SETS(ad_dense_gemm) },
    { "plain", ad_is_plain, AD_OF_ALL_SETS(ad_dense_plain) },
};

/* Does the size in bytes of (a, b) doubles not overflow? */
static int is_countable(size_t a, size_t b)
{
    return a <= INT32_MAX && b <= INT32_MAX && a <= PTRDIFF_MAX / sizeof(double) / b;
}

static adrop_status dense_check(const ad_engine *e, const ad_dense_spec *s)
{
    if (!s->rows || !s->in || !s->out)
        return ad_fail(e->ctx, ADROP_ESHAPE,
                       "dense layer: rows, inputs and outputs must be 1 or more");
    if (!is_countable(s->rows, s->in) || !is_countable(s->rows, s->out) ||
        !is_countable(s->in, s->out))
        return ad_fail(e->ctx, ADROP_ESHAPE, "dense layer: the sizes are too large to count");
    return ADROP_OK;
}

adrop_status ad_dense_create(ad_engine *e, const ad_dense_spec *spec, ad_dense **out)
{
    ad_dense *d;
    ad_saved_threads saved;
    adrop_status status = dense_check(e, spec);

    *out = NULL;
    if (!status)
        status = AD_NEW(e->ctx, 1, "a dense layer", &d);
    if (status)
        return status;
    *d = (ad_dense){ .e = e,
                     .spec = *spec,
                     .choice = ad_choose(table, sizeof table / sizeof *table, e, spec) };
    d->impl = d->choice->impl[e->kernels];
    ad_engine_enter_to_plan(e, &saved);
    status = d->impl->plan(d);
    ad_engine_leave(&saved);
    if (status)
        ad_dense_free(d);
    else
        *out = d;
    return status;
}

void ad_dense_free(ad_dense *d)
{
    if (!d)
        return;
    if (d->impl->release)
        d->impl->release(d);
    ad_free(d->e->ctx, d);
}

size_t ad_dense_scratch(const ad_dense *d)
{
    return d->scratch;
}

const char *ad_dense_algorithm(const ad_dense *d)
{
    return d->choice->name;
}

adrop_status ad_dense_forward(ad_dense *d, const ad_dense_args *a)
{
    assert(a->y != a->x);
    assert(a->b || !d->spec.bias);
    return d->impl->forward(d, a);
}

adrop_status ad_dense_backward(ad_dense *d, const ad_dense_args *a)
{
    assert(a->dx != a->dy && a->dx != a->x);
    assert(a->y || !d->spec.relu);
    return d->impl->backward(d, a);
}
