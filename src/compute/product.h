/* Matrix products: C = op(A) op(B), or C += op(A) op(B), row-major.
 *
 * op(A) is (m, k), op(B) is (k, n), C is (m, n). float by oneDNN's sgemm; double by a
 * plain loop. sgemm runs on the calling thread's OpenMP threads, on one inside a
 * parallel loop. */
#ifndef AD_COMPUTE_PRODUCT_H
#define AD_COMPUTE_PRODUCT_H

#include <stddef.h>

typedef enum ad_transpose { AD_AS_IS, AD_TRANSPOSED } ad_transpose;

/* lda, ldb, ldc: distance of rows as stored. add: 1 adds to C, 0 overwrites it. */
void ad_matmul_f32(ad_transpose ta, ad_transpose tb, size_t m, size_t n, size_t k, const float *a,
                   size_t lda, const float *b, size_t ldb, int add, float *c, size_t ldc);
void ad_matmul_f64(ad_transpose ta, ad_transpose tb, size_t m, size_t n, size_t k, const double *a,
                   size_t lda, const double *b, size_t ldb, int add, double *c, size_t ldc);

/* The same on one thread: sgemm's bits depend on the number of threads. */
void ad_matmul_f32_alone(ad_transpose ta, ad_transpose tb, size_t m, size_t n, size_t k,
                         const float *a, size_t lda, const float *b, size_t ldb, int add, float *c,
                         size_t ldc);

#endif
