/* Matrix products whose rows have bits of their own: for predictions, where a row must come out the
 * same alone and in any batch. sgemm does not promise that.
 *
 *     C = A B' (B transposed)    an element is the sum over k of a[k] b[k] in as many partial sums
 * as a vector has lanes, one for every k modulo the lanes, which are added by a fixed tree C = A B,
 * C += A B          an element is summed in the order of k
 *
 * So an element depends neither on the other rows and columns nor on threads. The number of lanes,
 * and whether a product and its sum are rounded once, are the kernel set's. B is read as it lies:
 * nothing is packed, and one row costs one reading of B. */
#ifndef AD_COMPUTE_PRODUCT_ROWS_H
#define AD_COMPUTE_PRODUCT_ROWS_H

#include "base/kernel.h"
#include "compute/product.h"

/* On the calling thread, by a float set. A is as it is; with B transposed nothing is added to C. */
void ad_product_rows(ad_kernel_set set, const ad_product *p);

/* The same on so many threads, with B transposed. */
void ad_product_rows_by(int threads, ad_kernel_set set, const ad_product *p);

/* product_rows_kernel.c */
void ad_product_rows_f32(const ad_product *p);
void ad_product_rows_f32_avx2(const ad_product *p);
void ad_product_rows_f32_avx512(const ad_product *p);

#endif
