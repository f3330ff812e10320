/* Matrix products: C = op(A) op(B), or C += op(A) op(B), row-major.
 *
 * float by oneDNN's sgemm (product_dnnl.c), double by a plain loop (product_plain.c). Both use the
 * calling thread's OpenMP threads, but only one thread inside a parallel loop. */
#ifndef AD_COMPUTE_PRODUCT_H
#define AD_COMPUTE_PRODUCT_H

#include <stddef.h>

typedef enum ad_transpose { AD_AS_IS, AD_TRANSPOSED } ad_transpose;

/* Matrices of floats or doubles, depending on the call. */
typedef struct ad_product {
    size_t m, n, k;
    ad_transpose ta, tb;
    const void *a, *b;    /* op(A) is (m, k), op(B) is (k, n) */
    void *c;              /* (m, n) */
    size_t lda, ldb, ldc; /* row strides, as stored */
    int add;              /* 1: adds to C; 0: overwrites it */
} ad_product;

void ad_matmul_f32(const ad_product *p);
void ad_matmul_f64(const ad_product *p);

/* The same on one thread, because sgemm's bits depend on the number of threads. */
void ad_matmul_f32_alone(const ad_product *p);

#endif
