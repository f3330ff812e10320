/* The products for the singular value decomposition (text_products.h): sums of one to four vectors
 * of eight doubles stay in registers, whatever the set's real type. */
#include <string.h>

#include "base/loop.h"
#include "transform/text_products.h"

enum { LANES = AD_PRODUCT_LANES, MOST = 4, PIVOTS = 4 };

typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));
/* The same in memory, at any address. */
typedef double anywhere
    __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double)), may_alias));
#define AT(p) (*(anywhere *)(p))
#define IN(p) (*(const anywhere *)(p))

/* Compute `tiles` vectors of a row of a x, from column x on; tiles is constant per call. */
static inline void multiply_row(int tiles, const ad_sparse *a, size_t row, const double *x,
                                size_t k, double *to)
{
    lanes sum[MOST] = { 0 };

    for (size_t i = a->start[row]; i < a->start[row + 1]; i++) {
        const double v = (double)a->value[i], *from = x + a->column[i] * k;
        AD_UNROLL(4)
        for (int t = 0; t < tiles; t++)
            sum[t] += v * IN(from + t * LANES);
    }
    AD_UNROLL(4)
    for (int t = 0; t < tiles; t++)
        AT(to + t * LANES) = sum[t];
}

static void text_products_multiply(const ad_sparse *a, size_t first, size_t end, const double *x,
                                   size_t k, double *y)
{
    for (size_t r = first; r < end; r++) {
        size_t c = 0;
        for (; c + MOST * LANES <= k; c += MOST * LANES)
            multiply_row(MOST, a, r, x + c, k, y + r * k + c);
        for (; c < k; c += LANES)
            multiply_row(1, a, r, x + c, k, y + r * k + c);
    }
}

/* PIVOTS rows of sum, from row i on: LANES columns from column c on. */
static void gram_tile(const double *y, size_t rows, size_t k, size_t i, size_t c, double *sum)
{
    lanes s[PIVOTS] = { 0 };

    for (size_t r = 0; r < rows; r++, y += k) {
        const lanes right = IN(y + c);
        AD_UNROLL(4)
        for (int p = 0; p < PIVOTS; p++)
            s[p] += y[i + (size_t)p] * right;
    }
    for (size_t p = 0; p < PIVOTS; p++)
        AT(sum + (i + p) * k + c) = s[p];
}

static void gram(const double *y, size_t first, size_t end, size_t k, double *sum)
{
    for (size_t i = 0; i < k; i += PIVOTS)
        for (size_t c = i / LANES * LANES; c < k; c += LANES)
            gram_tile(y + first * k, end - first, k, i, c, sum);
}

/* From the last columns to the first: with an upper m, no column needs a later one. */
static void times_upper(double *row, size_t k, const double *m)
{
    for (size_t c = k; c > 0; c -= LANES) {
        lanes sum = { 0 };
        for (size_t i = 0; i < c; i++)
            sum += row[i] * IN(m + i * k + c - LANES);
        AT(row + c - LANES) = sum;
    }
}

static void times_full(double *row, size_t k, const double *m, double *to)
{
    for (size_t c = 0; c < k; c += LANES) {
        lanes sum = { 0 };
        for (size_t i = 0; i < k; i++)
            sum += row[i] * IN(m + i * k + c);
        AT(to + c) = sum;
    }
    memcpy(row, to, k * sizeof *row);
}

static void times(double *y, size_t first, size_t end, size_t k, const double *m, int upper)
{
    double to[AD_PRODUCT_MOST];

    for (size_t r = first; r < end; r++)
        if (upper)
            times_upper(y + r * k, k, m);
        else
            times_full(y + r * k, k, m, to);
}

const ad_text_products AD_KERNEL(ad_text_products) = { text_products_multiply, gram, times };
