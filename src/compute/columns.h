/* Passes over a float matrix whose columns are units: bias and ReLU in forward; ReLU's derivative
 * and column sums in backward. Each reads and writes the matrix once. The work is split by shape
 * alone, so bits do not depend on threads. */
#ifndef AD_COMPUTE_COLUMNS_H
#define AD_COMPUTE_COLUMNS_H

#include <stddef.h>

typedef struct ad_columns {
    size_t rows, cols, ld; /* (rows, cols), ld floats from row to row */
    int threads;
} ad_columns;

/* y = act(y + bias): bias (cols) or NULL, act ReLU or the identity. NaN stays NaN. */
void ad_columns_bias(const ad_columns *m, const float *bias, int relu, float *y);

/* Bytes of scratch for ad_columns_sum. */
size_t ad_columns_scratch(size_t rows, size_t cols);

/* Set dy to 0 where y <= 0 (y NULL: unchanged), and sum (cols) to its column sums (NULL: none):
 * blocks of 64 rows in float, added in double. */
void ad_columns_sum(const ad_columns *m, const float *y, float *dy, float *sum, void *scratch);

#endif
