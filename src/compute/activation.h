/* Element-wise activations on arrays of one desc, in any format:
 *
 *     y = f(x),  dx = dy f'(x)
 *
 *     relu         max(x, 0)                          f' from y: 1 where y > 0, else 0
 *     leaky-relu   x where x > 0, else 0.01 x         f' from y: 1 where y > 0, else 0.01
 *     gelu         x Phi(x), Phi the normal           f' from x: Phi(x) + x phi(x)
 *                  distribution function (exact)
 *     silu         x s(x), s = 1 / (1 + e^-x)         f' from x: s (1 + x (1 - s))
 *     tanh         tanh x                             f' from y: (1 - y) (1 + y)
 *     sigmoid      s(x)                               f' from y: y (1 - y)
 *     softplus     ln(1 + e^x)                        f' from x: s(x)
 *
 * If backward reads y, forward may work in place without keeping x. Infinities give the limits
 * (gelu of -infinity is 0), NaN stays NaN. In float, values and gradients are within 1e-6 max(1,
 * |exact|); all float kernel sets give the same bits. bf16 arrays are computed in float and rounded
 * once. Padding stays zero. */
#ifndef AD_COMPUTE_ACTIVATION_H
#define AD_COMPUTE_ACTIVATION_H

#include "compute/engine.h"

/* A row of activation_list.h. */
typedef struct ad_activation_kind {
    const char *name;    /* "leaky-relu" */
    const char *summary; /* "x where x > 0, else 0.01 x" */
    int reads_x;         /* backward reads x; 0: it reads y */
    double at_zero;      /* f(0) */
} ad_activation_kind;

/* Row i of the list; NULL past the last. The row with a name; NULL if there is none. */
const ad_activation_kind *ad_activation_at(size_t i);
const ad_activation_kind *ad_activation_find(const char *name);

typedef struct ad_activation ad_activation;

/* kind: a row of the list. */
adrop_status ad_activation_create(ad_engine *e, const ad_activation_kind *kind, const ad_desc *desc,
                                  ad_activation **out);
void ad_activation_free(ad_activation *a);

/* y may be x. */
void ad_activation_forward(const ad_activation *a, const void *x, void *y);

/* The array, x or y, that the kind does not read is ignored. dx may be dy. */
void ad_activation_backward(const ad_activation *a, const void *x, const void *y, const void *dy,
                            void *dx);

#endif
