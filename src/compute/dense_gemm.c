/* The dense layer in float (dense.h): sgemm or, in predictions, the product of product_rows.h. Bias
 * and ReLU take one pass after it; ReLU's derivative and the bias gradient take one pass before the
 * products of the gradients. */
#include "compute/dense_impl.h"
#include "compute/product_rows.h"

static adrop_status dense_gemm_plan(ad_dense *d)
{
    d->scratch = ad_columns_scratch(d->spec.rows, d->spec.out);
    return ADROP_OK;
}

static adrop_status dense_gemm_forward(ad_dense *d, const ad_dense_args *a)
{
    const ad_dense_spec *s = &d->spec;
    const ad_product p = { .m = s->rows,
                           .n = s->out,
                           .k = s->in,
                           .a = a->x,
                           .lda = s->in,
                           .tb = AD_TRANSPOSED,
                           .b = a->w,
                           .ldb = s->in,
                           .c = a->y,
                           .ldc = s->out };

    if (a->same_bits)
        ad_product_rows_by(d->e->threads, d->e->kernels, &p);
    else
        ad_matmul_f32(&p);
    ad_dense_bias(d, a);
    return ADROP_OK;
}

static adrop_status dense_gemm_backward(ad_dense *d, const ad_dense_args *a)
{
    const ad_dense_spec *s = &d->spec;

    ad_dense_sums(d, a);
    if (a->dx)
        ad_matmul_f32(&(ad_product){ .m = s->rows,
                                     .n = s->in,
                                     .k = s->out,
                                     .a = a->dy,
                                     .lda = s->out,
                                     .b = a->w,
                                     .ldb = s->in,
                                     .c = a->dx,
                                     .ldc = s->in });
    ad_matmul_f32(&(ad_product){ .m = s->out,
                                 .n = s->in,
                                 .k = s->rows,
                                 .ta = AD_TRANSPOSED,
                                 .a = a->dy,
                                 .lda = s->out,
                                 .b = a->x,
                                 .ldb = s->in,
                                 .c = a->dw,
                                 .ldc = s->in });
    return ADROP_OK;
}

const ad_dense_impl ad_dense_gemm = { dense_gemm_plan, NULL, dense_gemm_forward,
                                      dense_gemm_backward };
