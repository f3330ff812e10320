/* The dense layer's front and its float arithmetic (dense.h): sgemm, with bias and ReLU
 * in one pass after it, ReLU's derivative and the bias's gradient in one pass before
 * the gradients' products. */
#include "compute/dense.h"

#include <stdint.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "compute/columns.h"
#include "compute/dense_impl.h"
#include "compute/product.h"

/* Whether the bytes of (a, b) doubles can be counted. */
static int is_countable(size_t a, size_t b)
{
    return a <= INT32_MAX && b <= INT32_MAX && a <= PTRDIFF_MAX / sizeof(double) / b;
}

static adrop_status check(const ad_engine *e, const ad_dense_spec *s)
{
    if (!s->rows || !s->in || !s->out)
        return ad_fail(e->ctx, ADROP_ESHAPE,
                       "dense layer: rows, inputs and outputs must be 1 or more");
    if (!is_countable(s->rows, s->in) || !is_countable(s->rows, s->out) ||
        !is_countable(s->in, s->out))
        return ad_fail(e->ctx, ADROP_ESHAPE, "dense layer: the sizes are too large to count");
    return ADROP_OK;
}

/* Column sums and bf16 products follow one another. */
static size_t scratch_of(const ad_dense *d)
{
    const size_t columns = ad_columns_scratch(d->spec.rows, d->spec.out);
    const size_t bf16 = d->bf16 ? ad_dense_bf16_scratch(d) : 0;

    return d->engine->plain ? 0 : columns > bf16 ? columns : bf16;
}

adrop_status ad_dense_create(ad_engine *e, const ad_dense_spec *spec, ad_dense **out)
{
    ad_dense *d;
    adrop_status status = check(e, spec);

    *out = NULL;
    if (!status)
        status = ad_alloc(e->ctx, 1, sizeof *d, "a dense layer", &d);
    if (status)
        return status;
    d->engine = e;
    d->spec = *spec;
    if (e->map == AD_DATA_BF16) {
        const int former = ad_engine_enter(e); /* oneDNN plans for the threads it sees */
        status = ad_dense_bf16_create(d);
        ad_engine_leave(former);
    }
    if (status) {
        ad_dense_free(d);
        return status;
    }
    d->scratch = scratch_of(d);
    *out = d;
    return ADROP_OK;
}

void ad_dense_free(ad_dense *d)
{
    if (!d)
        return;
    ad_dense_bf16_free(d);
    ad_free(d->engine->ctx, d);
}

size_t ad_dense_scratch(const ad_dense *d)
{
    return d->scratch;
}

/* A product by blocks of rows. */
typedef struct {
    const ad_dense_spec *spec;
    const float *x, *w;
    float *y;
} rows_work;

enum { BLOCK_ROWS = 64 };

static void product_block(void *arg, size_t block)
{
    const rows_work *k = arg;
    const ad_dense_spec *s = k->spec;
    const size_t first = block * BLOCK_ROWS, left = s->rows - first;

    ad_matmul_f32_alone(AD_AS_IS, AD_TRANSPOSED, left < BLOCK_ROWS ? left : BLOCK_ROWS, s->out,
                        s->in, k->x + first * s->in, s->in, k->w, s->in, 0, k->y + first * s->out,
                        s->out);
}

static void product(const ad_dense *d, const float *x, const float *w, float *y, int same_bits)
{
    const ad_dense_spec *s = &d->spec;
    rows_work k = { s, x, w, y };

    if (same_bits)
        ad_parallel(d->engine->threads, (s->rows + BLOCK_ROWS - 1) / BLOCK_ROWS, product_block, &k);
    else
        ad_matmul_f32(AD_AS_IS, AD_TRANSPOSED, s->rows, s->out, s->in, x, s->in, w, s->in, 0, y,
                      s->out);
}

adrop_status ad_dense_forward(ad_dense *d, const void *x, const void *w, const void *b, void *y,
                              int same_bits, void *scratch)
{
    const ad_dense_spec *s = &d->spec;
    const float *bias = s->bias ? b : NULL;
    adrop_status status = ADROP_OK;

    if (d->engine->plain) {
        ad_dense_plain_forward(d, x, w, s->bias ? b : NULL, y);
        return ADROP_OK;
    }
    if (d->bf16)
        status = ad_dense_bf16_forward(d, x, w, y, scratch);
    else
        product(d, x, w, y, same_bits);
    ad_columns_bias(d->engine->threads, s->rows, s->out, s->out, bias, s->relu, y);
    return status;
}

static adrop_status backward(ad_dense *d, const ad_dense_gradients *g, void *scratch)
{
    const ad_dense_spec *s = &d->spec;

    ad_columns_sum(d->engine->threads, s->rows, s->out, s->out, g->y, g->dy, g->db, scratch);
    if (d->bf16)
        return ad_dense_bf16_backward(d, g, scratch);
    if (g->dx)
        ad_matmul_f32(AD_AS_IS, AD_AS_IS, s->rows, s->in, s->out, g->dy, s->out, g->w, s->in, 0,
                      g->dx, s->in);
    ad_matmul_f32(AD_TRANSPOSED, AD_AS_IS, s->out, s->in, s->rows, g->dy, s->out, g->x, s->in, 0,
                  g->dw, s->in);
    return ADROP_OK;
}

adrop_status ad_dense_backward(ad_dense *d, const void *x, const void *w, const void *y, void *dy,
                               void *dx, void *dw, void *db, void *scratch)
{
    const ad_dense_gradients g = {
        .x = x, .w = w, .y = d->spec.relu ? y : NULL, .dy = dy, .dx = dx, .dw = dw, .db = db
    };

    if (!d->engine->plain)
        return backward(d, &g, scratch);
    ad_dense_plain_backward(d, &g);
    return ADROP_OK;
}
