/* The matrix products of the Winograd convolution, 6 rows by 16 columns at a time: 12 vectors of
 * sums in registers, 2 for a row of the right operand, 1 for a value of the left one. Operands are
 * stored in the order in which they are read. If only 8 columns are left, two groups of 6 rows are
 * processed at a time. */
#include "base/loop.h"
#include "compute/winograd_points.h"

static inline v8 splat(float x)
{
    return x - (v8){ 0 };
}

static inline void add_step(int i, const float *v, const float *u, v8 sum[AD_GROUP][2])
{
    const v8 left = load(u), right = load(u + AD_LANES);

    AD_UNROLL(6)
    for (int r = 0; r < AD_GROUP; r++) {
        const v8 x = splat(v[AD_LANES * r + i]);
        sum[r][0] += x * left;
        sum[r][1] += x * right;
    }
}

static inline void product_group(size_t terms, const float *v, const float *u, float *m)
{
    v8 sum[AD_GROUP][2] = { 0 };

    for (size_t k = AD_LANES; k <= terms; k += AD_LANES, v += AD_GROUP * AD_LANES) {
        AD_UNROLL(8)
        for (int i = 0; i < AD_LANES; i++, u += AD_COLUMNS)
            add_step(i, v, u, sum);
    }
    for (int i = 0; i < (int)(terms % AD_LANES); i++, u += AD_COLUMNS)
        add_step(i, v, u, sum);
    AD_UNROLL(6)
    for (int r = 0; r < AD_GROUP; r++) {
        store(m + AD_LANES * r, sum[r][0]);
        store(m + AD_LANES * (AD_GROUP + r), sum[r][1]);
    }
}

static inline void add_half_step(int i, const float *v, const float *other, const float *u,
                                 v8 sum[2][AD_GROUP])
{
    const v8 left = load(u);

    AD_UNROLL(6)
    for (int r = 0; r < AD_GROUP; r++) {
        sum[0][r] += splat(v[AD_LANES * r + i]) * left;
        sum[1][r] += splat(other[AD_LANES * r + i]) * left;
    }
}

/* The first 8 columns of two groups; `other` may be the group itself. */
static inline void product_half(size_t terms, const float *v, const float *other, const float *u,
                                float *m, float *other_m)
{
    v8 sum[2][AD_GROUP] = { 0 };

    for (size_t k = AD_LANES; k <= terms; k += AD_LANES) {
        AD_UNROLL(8)
        for (int i = 0; i < AD_LANES; i++, u += AD_COLUMNS)
            add_half_step(i, v, other, u, sum);
        v += AD_GROUP * AD_LANES;
        other += AD_GROUP * AD_LANES;
    }
    for (int i = 0; i < (int)(terms % AD_LANES); i++, u += AD_COLUMNS)
        add_half_step(i, v, other, u, sum);
    AD_UNROLL(6)
    for (int r = 0; r < AD_GROUP; r++) {
        store(m + AD_LANES * r, sum[0][r]);
        store(other_m + AD_LANES * r, sum[1][r]);
    }
}

void ad_winograd_product_half(size_t inner, size_t terms, size_t groups, const float *v,
                              const float *u, float *m)
{
    for (size_t g = 0; g < groups; g += 2) {
        const size_t other = g + 1 < groups ? g + 1 : g;
        product_half(terms, v + g * AD_GROUP * inner, v + other * AD_GROUP * inner, u,
                     m + g * AD_GROUP * AD_COLUMNS, m + other * AD_GROUP * AD_COLUMNS);
    }
}

void ad_winograd_product(size_t inner, size_t terms, size_t groups, const float *v, const float *u,
                         float *m)
{
    for (size_t g = 0; g < groups; g++)
        product_group(terms, v + g * AD_GROUP * inner, u, m + g * AD_GROUP * AD_COLUMNS);
}

static inline void product_rows(size_t tiles, const float *const v[AD_GROUP], const float *left,
                                const float *right, float *u)
{
    v8 sum[AD_GROUP][2] = { 0 };

    for (size_t t = 0; t < tiles * AD_LANES; t += AD_LANES) {
        const v8 g0 = load(left + t), g1 = load(right + t);
        AD_UNROLL(6)
        for (int r = 0; r < AD_GROUP; r++) {
            const v8 x = splat(v[r][t]);
            sum[r][0] += x * g0;
            sum[r][1] += x * g1;
        }
    }
    AD_UNROLL(6)
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
            const size_t k = i + r < rows ? i + r : rows - 1; /* past the last: unused */
            row[r] = v + k / AD_LANES * step + k % AD_LANES;
        }
        product_rows(tiles, row, g, g + step, u + i * AD_COLUMNS);
    }
}
