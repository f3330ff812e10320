/* The arithmetic of a dense layer, on vectors of the engine's real type:
 *
 *     y = act(x W' + b)      x (rows, in), W (out, in), b (out), y (rows, out)
 *     dx = dz W,  dW = dz' x,  db = column sums of dz,   dz = dy act'(.)
 *
 * act is the identity or ReLU, whose derivative is read from y. W has PyTorch's layout. On a bf16
 * engine the operands of the three products are rounded to bf16, and the sums are float. */
#ifndef AD_COMPUTE_DENSE_H
#define AD_COMPUTE_DENSE_H

#include "compute/engine.h"

typedef struct ad_dense_spec {
    size_t rows, in, out;
    int bias, relu;
} ad_dense_spec;

typedef struct ad_dense ad_dense;

adrop_status ad_dense_create(ad_engine *e, const ad_dense_spec *spec, ad_dense **out);
void ad_dense_free(ad_dense *d);
size_t ad_dense_scratch(const ad_dense *d);
const char *ad_dense_algorithm(const ad_dense *d); /* of dense.c's table: "gemm" */

/* The arrays of a pass, reals. */
typedef struct ad_dense_args {
    const void *x, *w; /* (rows, in), (out, in) */
    const void *b;     /* (out): in forward; not read if there is no bias */
    void *y;           /* (rows, out): forward writes it, backward reads it if relu */
    int same_bits;     /* in forward: a row's bits do not depend on the number of threads or on the
                          other rows; with sgemm they do (product_rows.h) */
    void *dy;          /* (rows, out): in backward, like all below; becomes dz if relu */
    void *dx;          /* (rows, in), not dy; NULL: not needed */
    void *dw, *db;     /* (out, in), (out); db NULL: not needed. Written, not added to */
    void *scratch;     /* ad_dense_scratch bytes */
} ad_dense_args;

adrop_status ad_dense_forward(ad_dense *d, const ad_dense_args *a);
adrop_status ad_dense_backward(ad_dense *d, const ad_dense_args *a);

#endif
