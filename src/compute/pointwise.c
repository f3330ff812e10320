/* ReLU and sums: the checks, and who does it (pointwise.h).
 *
 *     relu   our own loops (pointwise_kernel.c), in every kernel set: oneDNN's eltwise is
 *            as fast from memory, but two to three times slower from the cache (1 M
 *            elements, AVX2)
 *     add    oneDNN's binary primitive (pointwise_dnnl.c), as fast as a loop
 *
 * and on the plain engine a loop in double for both. */
#include "compute/pointwise.h"

#include "base/context.h"
#include "base/memory.h"
#include "compute/pointwise_impl.h"
#include "compute/shape.h"

adrop_status ad_pointwise_create(ad_engine *e, const ad_desc *desc, ad_pointwise **out)
{
    ad_pointwise *p;

    *out = NULL;
    adrop_status status = ad_shape_check(e, "relu and add", desc);
    if (status || (status = ad_alloc(e->ctx, 1, sizeof *p, "relu and add", &p)))
        return status;
    *p = (ad_pointwise){ .e = e,
                         .n = ad_desc_bytes(desc, e->block) / ad_dtype_size(desc->dtype),
                         .dtype = desc->dtype };
    if (!e->plain && (status = ad_pointwise_dnnl_plan(p)))
        ad_pointwise_free(p);
    else
        *out = p;
    return status;
}

void ad_pointwise_free(ad_pointwise *p)
{
    if (!p)
        return;
    ad_pointwise_dnnl_release(p);
    ad_free(p->e->ctx, p);
}

size_t ad_pointwise_scratch(const ad_pointwise *p)
{
    return p->scratch;
}

static const ad_relu_loop *const loops[AD_N_KERNEL_SETS] = {
    [AD_F64] = &ad_relu_loop_f64,
    [AD_F32] = &ad_relu_loop_f32,
    [AD_F32_AVX2] = &ad_relu_loop_f32_avx2,
    [AD_F32_AVX512] = &ad_relu_loop_f32_avx512,
};

adrop_status ad_relu_forward(ad_pointwise *p, const void *x, void *y, void *scratch)
{
    (void)scratch;
    loops[p->e->kernels]->forward(p->e->threads, p->n, p->dtype == AD_DATA_BF16, x, y);
    return ADROP_OK;
}

adrop_status ad_relu_backward(ad_pointwise *p, const void *y, const void *dy, void *dx,
                              void *scratch)
{
    (void)scratch;
    loops[p->e->kernels]->backward(p->e->threads, p->n, p->dtype == AD_DATA_BF16, y, dy, dx);
    return ADROP_OK;
}

adrop_status ad_add(ad_pointwise *p, const void *a, const void *b, void *y, void *scratch)
{
    const double *one = a, *other = b;
    double *to = y;

    if (!p->e->plain)
        return ad_pointwise_dnnl_add(p, a, b, y, scratch);
    for (size_t i = 0; i < p->n; i++)
        to[i] = one[i] + other[i];
    return ADROP_OK;
}
