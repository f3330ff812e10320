/* The matrix products of the Winograd convolution: 6 rows by 16 columns at once,
 * 12 vectors of sums in registers, 2 of a row of the right side, 1 of a value of
 * the left one. Operands lie in the order in which they are read. */
#include "compute/winograd_points.h"

static inline v8 splat(float x)
{
    return x - (v8){ 0 };
}

static inline void product_group(size_t inner, const float *v, const float *u, float *m)
{
    v8 sum[AD_GROUP][2] = { 0 };

    for (size_t k = 0; k < inner; k += AD_LANES, v += AD_GROUP * AD_LANES) {
#pragma GCC unroll 8
        for (int i = 0; i < AD_LANES; i++, u += AD_COLUMNS) {
            const v8 left = load(u), right = load(u + AD_LANES);
#pragma GCC unroll 6
            for (int r = 0; r < AD_GROUP; r++) {
                const v8 x = splat(v[AD_LANES * r + i]);
                sum[r][0] += x * left;
                sum[r][1] += x * right;
            }
        }
    }
#pragma GCC unroll 6
    for (int r = 0; r < AD_GROUP; r++) {
        store(m + AD_LANES * r, sum[r][0]);
        store(m + AD_LANES * (AD_GROUP + r), sum[r][1]);
    }
}

void ad_winograd_product(size_t inner, size_t groups, const float *v, const float *u, float *m)
{
    for (size_t g = 0; g < groups; g++)
        product_group(inner, v + g * AD_GROUP * inner, u, m + g * AD_GROUP * AD_COLUMNS);
}

static inline void product_rows(size_t tiles, const float *const v[AD_GROUP], const float *left,
                                const float *right, float *u)
{
    v8 sum[AD_GROUP][2] = { 0 };

    for (size_t t = 0; t < tiles * AD_LANES; t += AD_LANES) {
        const v8 g0 = load(left + t), g1 = load(right + t);
#pragma GCC unroll 6
        for (int r = 0; r < AD_GROUP; r++) {
            const v8 x = splat(v[r][t]);
            sum[r][0] += x * g0;
            sum[r][1] += x * g1;
        }
    }
#pragma GCC unroll 6
    for (int r = 0; r < AD_GROUP; r++) {
        store(u + AD_COLUMNS * r, sum[r][0]);
        store(u + AD_COLUMNS * r + AD_LANES, sum[r][1]);
    }
}

void ad_winograd_product_tiles(size_t tiles, size_t step, size_t rows, const float *v,
                               const float *g, float *u)
{
    for (size_t i = 0; i < rows; i += AD_GROUP) {
        const float *row[AD_GROUP];
        for (size_t r = 0; r < AD_GROUP; r++) {
            const size_t k = i + r < rows ? i + r : rows - 1; /* beyond the last: unread */
            row[r] = v + k / AD_LANES * step + k % AD_LANES;
        }
        product_rows(tiles, row, g, g + step, u + i * AD_COLUMNS);
    }
}
