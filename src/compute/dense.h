/* The fully connected layer's arithmetic, on vectors of the engine's real type:
 *
 *     y = act(x W' + b)      x (rows, in), W (out, in), b (out), y (rows, out)
 *     dx = dz W,  dW = dz' x,  db = column sums of dz,   dz = dy act'(.)
 *
 * act is the identity or ReLU, whose derivative is read from y. W is in PyTorch's
 * layout. On a bf16 engine the operands of the three products are rounded to bf16
 * and the sums are float. */
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

/* b NULL if there is none. same_bits: the product by blocks of rows, each on one thread,
 * so that its bits do not depend on the number of threads, as those of a whole sgemm do. */
adrop_status ad_dense_forward(ad_dense *d, const void *x, const void *w, const void *b, void *y,
                              int same_bits, void *scratch);

/* dy becomes dz in place (if relu). dx, db: NULL if not wanted. dx may not be dy. All
 * are written, not added to. y is read only if relu. */
adrop_status ad_dense_backward(ad_dense *d, const void *x, const void *w, const void *y, void *dy,
                               void *dx, void *dw, void *db, void *scratch);

#endif
