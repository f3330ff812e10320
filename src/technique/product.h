/* Small matrix products over `real` with a fixed order of sums, for techniques
 * that hold a product of their own (an encoder, the variance of type B noise).
 * Plain loops, vectorised along rows, threaded over rows of the result. */
#ifndef AD_TECHNIQUE_PRODUCT_H
#define AD_TECHNIQUE_PRODUCT_H

#include <stddef.h>

#include "base/kernel.h"

/* Sum of a[i] * b[i], in sixteen lanes. */
double AD_KERNEL(ad_dot)(size_t n, const real *a, const real *b);

/* y (rows, p) = x (rows, n) times the transpose of w (p, n), plus bias (p) unless
 * that is NULL. */
void AD_KERNEL(ad_product)(int threads, size_t rows, size_t n, size_t p, const real *x,
                           const real *w, const real *bias, real *y);

/* dx (rows, n) = g (rows, p) times w (p, n); added to dx if add is not 0. */
void AD_KERNEL(ad_product_back)(int threads, size_t rows, size_t n, size_t p, const real *g,
                                const real *w, int add, real *dx);

/* dw (p, n) += transpose of g (rows, p) times x (rows, n). */
void AD_KERNEL(ad_product_weight)(int threads, size_t rows, size_t n, size_t p, const real *g,
                                  const real *x, real *dw);

#endif
