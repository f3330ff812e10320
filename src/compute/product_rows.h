/* Matrix products whose rows have fixed bits: for predictions, where a row must give the same bits
 * alone and in any batch. sgemm does not guarantee that.
 *
 *     C = A B' (B transposed)    an element is the sum over k of a[k] b[k] in one partial sum per
 *                                vector lane, for k modulo the lanes, which are added in a fixed
 * tree C = A B, C += A B          an element is summed in the order of k
 *
 * An element therefore does not depend on other rows and columns, or on threads. The kernel set
 * determines the number of lanes, and whether a product and its sum are rounded once. B is read in
 * place: nothing is packed, and one row costs one pass over B. */
#ifndef AD_COMPUTE_PRODUCT_ROWS_H
#define AD_COMPUTE_PRODUCT_ROWS_H

#include "base/kernel.h"
#include "compute/product.h"

/* On the calling thread, by a float set. A is not transposed; with B transposed, C is
 * overwritten. */
void ad_product_rows(ad_kernel_set set, const ad_product *p);

/* The same on `threads` threads, with B transposed. */
void ad_product_rows_by(int threads, ad_kernel_set set, const ad_product *p);

/* product_rows_kernel.c */
void ad_product_rows_f32(const ad_product *p);
void ad_product_rows_f32_avx2(const ad_product *p);
void ad_product_rows_f32_avx512(const ad_product *p);

#endif
