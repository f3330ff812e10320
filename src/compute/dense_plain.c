/* The dense layer in double, directly from the formulas of dense.h: the oracle. */
#include "compute/dense_impl.h"
#include "compute/product.h"

static adrop_status dense_plain_plan(ad_dense *d)
{
    (void)d;
    return ADROP_OK;
}

static adrop_status dense_plain_forward(ad_dense *d, const ad_dense_args *a)
{
    const ad_dense_spec *s = &d->spec;
    const double *b = s->bias ? a->b : NULL;
    double *y = a->y;

    ad_matmul_f64(&(ad_product){ .m = s->rows,
                                 .n = s->out,
                                 .k = s->in,
                                 .a = a->x,
                                 .lda = s->in,
                                 .tb = AD_TRANSPOSED,
                                 .b = a->w,
                                 .ldb = s->in,
                                 .c = y,
                                 .ldc = s->out });
    for (size_t r = 0; r < s->rows; r++)
        for (size_t o = 0; o < s->out; o++) {
            const double z = y[r * s->out + o] + (b ? b[o] : 0);
            y[r * s->out + o] = s->relu && z < 0 ? 0 : z;
        }
    return ADROP_OK;
}

static adrop_status dense_plain_backward(ad_dense *d, const ad_dense_args *a)
{
    const ad_dense_spec *s = &d->spec;
    const double *y = s->relu ? a->y : NULL;
    double *dz = a->dy, *db = a->db;

    for (size_t i = 0; y && i < s->rows * s->out; i++)
        if (!(y[i] > 0))
            dz[i] = 0;
    for (size_t o = 0; db && o < s->out; o++) {
        db[o] = 0;
        for (size_t r = 0; r < s->rows; r++)
            db[o] += dz[r * s->out + o];
    }
    if (a->dx)
        ad_matmul_f64(&(ad_product){ .m = s->rows,
                                     .n = s->in,
                                     .k = s->out,
                                     .a = dz,
                                     .lda = s->out,
                                     .b = a->w,
                                     .ldb = s->in,
                                     .c = a->dx,
                                     .ldc = s->in });
    ad_matmul_f64(&(ad_product){ .m = s->out,
                                 .n = s->in,
                                 .k = s->rows,
                                 .ta = AD_TRANSPOSED,
                                 .a = dz,
                                 .lda = s->out,
                                 .b = a->x,
                                 .ldb = s->in,
                                 .c = a->dw,
                                 .ldc = s->in });
    return ADROP_OK;
}

const ad_dense_impl ad_dense_plain = { dense_plain_plan, NULL, dense_plain_forward,
                                       dense_plain_backward };
