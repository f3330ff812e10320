/* Small matrix products over `real` with a fixed order of sums, for techniques
 * that contain a product (an encoder, the variance of type B noise).
 * Tiles in registers (product_kernel.c), threaded over rows of the result. They read only
 * threads and panels of the call: the technique's plan sets `multiplies`. */
#ifndef AD_TECHNIQUE_PRODUCT_H
#define AD_TECHNIQUE_PRODUCT_H

#include <stddef.h>

#include "base/kernel.h"
#include "technique/technique.h"

enum { AD_LANES = 16 };

/* Sum of the lanes: four at a time, then those four. */
static inline double ad_sum_lanes(const real lane[AD_LANES])
{
    double four[4] = { 0 };

    for (size_t l = 0; l < AD_LANES; l += 4)
        for (size_t k = 0; k < 4; k++)
            four[k] += (double)lane[l + k];
    return (four[0] + four[1]) + (four[2] + four[3]);
}

/* Sum of a[i] * b[i], in sixteen lanes. */
double AD_KERNEL(ad_dot)(size_t n, const real *a, const real *b);

/* y (rows, p) = x (rows, n) times the transpose of w (p, n), plus bias (p) unless
 * that is NULL. */
void AD_KERNEL(ad_product)(const ad_call *call, size_t rows, size_t n, size_t p, const real *x,
                           const real *w, const real *bias, real *y);

/* dx (rows, n) = g (rows, p) times w (p, n); added to dx if add is not 0. */
void AD_KERNEL(ad_product_back)(const ad_call *call, size_t rows, size_t n, size_t p, const real *g,
                                const real *w, int add, real *dx);

/* dw (p, n) += transpose of g (rows, p) times x (rows, n). */
void AD_KERNEL(ad_product_weight)(const ad_call *call, size_t rows, size_t n, size_t p,
                                  const real *g, const real *x, real *dw);

/* sum (n) += the rows of a (rows, n), in order. */
void AD_KERNEL(ad_add_rows)(size_t rows, size_t n, const real *a, real *sum);

#endif
