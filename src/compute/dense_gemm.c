/* The dense layer in float (dense.h): sgemm, with bias and ReLU in one pass after it, ReLU's
 * derivative and the bias's gradient in one pass before the gradients' products. */
#include "base/parallel.h"
#include "compute/dense_impl.h"
#include "compute/product.h"

enum { BLOCK_ROWS = 64 };

static adrop_status plan(ad_dense *d)
{
    d->scratch = ad_columns_scratch(d->spec.rows, d->spec.out);
    return ADROP_OK;
}

/* y = x W' for rows from `first` on. */
static ad_product forward_product(const ad_dense_spec *s, const ad_dense_args *a, size_t first,
                                  size_t rows)
{
    return (ad_product){ .m = rows,
                         .n = s->out,
                         .k = s->in,
                         .a = (const float *)a->x + first * s->in,
                         .lda = s->in,
                         .tb = AD_TRANSPOSED,
                         .b = a->w,
                         .ldb = s->in,
                         .c = (float *)a->y + first * s->out,
                         .ldc = s->out };
}

typedef struct {
    const ad_dense_spec *spec;
    const ad_dense_args *args;
} work;

static void product_block(void *arg, size_t block)
{
    const work *k = arg;
    const size_t first = block * BLOCK_ROWS, left = k->spec->rows - first;
    const ad_product p = forward_product(k->spec, k->args, first,
                                         left < BLOCK_ROWS ? left : BLOCK_ROWS);

    ad_matmul_f32_alone(&p);
}

static adrop_status forward(ad_dense *d, const ad_dense_args *a)
{
    const size_t blocks = (d->spec.rows + BLOCK_ROWS - 1) / BLOCK_ROWS;
    const ad_product whole = forward_product(&d->spec, a, 0, d->spec.rows);
    work k = { &d->spec, a };

    if (a->same_bits)
        ad_parallel(d->e->threads, blocks, product_block, &k);
    else
        ad_matmul_f32(&whole);
    ad_dense_bias(d, a);
    return ADROP_OK;
}

static adrop_status backward(ad_dense *d, const ad_dense_args *a)
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

const ad_dense_impl ad_dense_gemm = { plan, NULL, forward, backward };
