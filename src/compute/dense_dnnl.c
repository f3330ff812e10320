/* The dense layer's three products on bf16 numbers, sums in float (dense_impl.h).
 *
 *     y (rows, out) = x W'     dx (rows, in) = dz W     dW (out, in) = dz' x
 *
 * Each float operand is first rounded into scratch, so an operand is one reorder, and a product is
 * one matmul with transposes expressed as strides. */
#include <stdint.h>

#include "base/memory.h"
#include "compute/dense_impl.h"
#include "compute/prim_dnnl.h"

/* A float matrix and its bf16 copy. */
typedef struct {
    ad_prim round;
    size_t offset, bytes; /* in scratch */
} operand;

typedef struct {
    operand x, w, dz;
    ad_prim y, dx, dw;
} products;

/* (rows, cols) with the given strides, in elements, between rows and columns. */
static ad_md matrix(size_t rows, size_t cols, size_t down, size_t across, dnnl_data_type_t type)
{
    const dnnl_dims_t dims = { (dnnl_dim_t)rows, (dnnl_dim_t)cols };
    const dnnl_dims_t strides = { (dnnl_dim_t)down, (dnnl_dim_t)across };

    return ad_md_by_strides(2, dims, type, strides);
}

static ad_md as_is(size_t rows, size_t cols, dnnl_data_type_t type)
{
    return matrix(rows, cols, cols, 1, type);
}

/* The transpose of a matrix stored as (rows, cols). */
static ad_md transposed(size_t rows, size_t cols, dnnl_data_type_t type)
{
    return matrix(cols, rows, 1, cols, type);
}

static adrop_status make_operand(ad_engine *e, size_t rows, size_t cols, operand *out)
{
    const ad_md from = as_is(rows, cols, dnnl_f32);
    const ad_md to = as_is(rows, cols, dnnl_bf16);
    const adrop_status status = ad_prim_create_reorder(e, &from, &to, "rounding", &out->round);

    out->bytes = ad_round_up(ad_md_bytes(&to));
    return status;
}

/* c = a b */
static adrop_status make_product(ad_engine *e, const ad_md *a, const ad_md *b, const ad_md *c,
                                 ad_prim *out)
{
    const ad_op op = { .kind = AD_OP_PRODUCT, .x = a, .weights = b, .y = c };
    adrop_status status = ad_prim_create(e, &op, "a product", out);

    if (!status)
        status = ad_prim_bind(e, out, DNNL_ARG_SRC, a);
    if (!status)
        status = ad_prim_bind(e, out, DNNL_ARG_WEIGHTS, b);
    if (!status)
        status = ad_prim_bind(e, out, DNNL_ARG_DST, c);
    return status;
}

static adrop_status make_products(ad_dense *d)
{
    products *p = d->state;
    const size_t rows = d->spec.rows, in = d->spec.in, out = d->spec.out;
    const ad_md x = as_is(rows, in, dnnl_bf16), w = as_is(out, in, dnnl_bf16),
                w_t = transposed(out, in, dnnl_bf16), dz = as_is(rows, out, dnnl_bf16),
                dz_t = transposed(rows, out, dnnl_bf16);
    const ad_md y = as_is(rows, out, dnnl_f32), dx = as_is(rows, in, dnnl_f32),
                dw = as_is(out, in, dnnl_f32);
    adrop_status status = make_product(d->e, &x, &w_t, &y, &p->y);

    if (!status)
        status = make_product(d->e, &dz, &w, &dx, &p->dx);
    if (!status)
        status = make_product(d->e, &dz_t, &x, &dw, &p->dw);
    return status;
}

/* Scratch: the primitives' scratchpad, then the operands; column sums are used before or after
 * both. */
static void dense_dnnl_place(ad_dense *d)
{
    products *p = d->state;
    const ad_prim *const prims[] = {
        &p->x.round, &p->w.round, &p->dz.round, &p->y, &p->dx, &p->dw
    };
    operand *const operands[] = { &p->x, &p->w, &p->dz };
    const size_t columns = ad_columns_scratch(d->spec.rows, d->spec.out);
    size_t work = 0;

    for (size_t i = 0; i < sizeof prims / sizeof *prims; i++)
        work = prims[i]->scratch > work ? prims[i]->scratch : work;
    work = ad_round_up(work);
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++) {
        operands[i]->offset = work;
        work += operands[i]->bytes;
    }
    d->scratch = columns > work ? columns : work;
}

static adrop_status dense_dnnl_plan(ad_dense *d)
{
    const ad_dense_spec *s = &d->spec;
    adrop_status status = AD_NEW_RAW(d->e->ctx, 1, sizeof(products), "a dense layer", &d->state);
    products *p = d->state;

    if (!status)
        status = make_operand(d->e, s->rows, s->in, &p->x);
    if (!status)
        status = make_operand(d->e, s->out, s->in, &p->w);
    if (!status)
        status = make_operand(d->e, s->rows, s->out, &p->dz);
    if (!status)
        status = make_products(d);
    if (!status)
        dense_dnnl_place(d);
    return status;
}

static void dense_dnnl_release(ad_dense *d)
{
    products *p = d->state;

    if (!p)
        return;
    ad_prim_free(&p->x.round);
    ad_prim_free(&p->w.round);
    ad_prim_free(&p->dz.round);
    ad_prim_free(&p->y);
    ad_prim_free(&p->dx);
    ad_prim_free(&p->dw);
    ad_free(d->e->ctx, p);
}

/* Round the operand to bf16, into scratch. */
static adrop_status round_operand(ad_engine *e, operand *o, const void *values, void *scratch,
                                  void **out)
{
    *out = (char *)scratch + o->offset;
    return ad_prim_run(e, &o->round, (void *[]){ (void *)(uintptr_t)values, *out }, scratch);
}

static adrop_status dense_dnnl_forward(ad_dense *d, const ad_dense_args *a)
{
    products *p = d->state;
    void *x16, *w16;
    adrop_status status = round_operand(d->e, &p->x, a->x, a->scratch, &x16);

    if (!status)
        status = round_operand(d->e, &p->w, a->w, a->scratch, &w16);
    if (!status)
        status = ad_prim_run(d->e, &p->y, (void *[]){ x16, w16, a->y }, a->scratch);
    if (!status)
        ad_dense_bias(d, a);
    return status;
}

static adrop_status dense_dnnl_backward(ad_dense *d, const ad_dense_args *a)
{
    products *p = d->state;
    void *x16, *w16, *dz16;

    ad_dense_sums(d, a);
    adrop_status status = round_operand(d->e, &p->dz, a->dy, a->scratch, &dz16);
    if (!status && a->dx) {
        status = round_operand(d->e, &p->w, a->w, a->scratch, &w16);
        if (!status)
            status = ad_prim_run(d->e, &p->dx, (void *[]){ dz16, w16, a->dx }, a->scratch);
    }
    if (!status)
        status = round_operand(d->e, &p->x, a->x, a->scratch, &x16);
    if (!status)
        status = ad_prim_run(d->e, &p->dw, (void *[]){ dz16, x16, a->dw }, a->scratch);
    return status;
}

const ad_dense_impl ad_dense_bf16 = { dense_dnnl_plan, dense_dnnl_release, dense_dnnl_forward,
                                      dense_dnnl_backward };
