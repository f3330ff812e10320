/* Small matrix products with a fixed order of sums (product.h). */
#include "technique/product.h"

#include <string.h>

#include "base/parallel.h"

enum { LANES = 16, ROWS = 16, MANY_ROWS = 64, SHORT = 128 };

typedef struct {
    size_t rows, n, p;
    const real *a, *b, *bias;
    int add;
    real *out;
} job;

double AD_KERNEL(ad_dot)(size_t n, const real *a, const real *b)
{
    real lane[LANES] = { 0 };
    double sum = 0;
    size_t i = 0;

    for (; i + LANES <= n; i += LANES)
        for (size_t l = 0; l < LANES; l++)
            lane[l] += a[i + l] * b[i + l];
    for (; i < n; i++)
        lane[i % LANES] += a[i] * b[i];
    for (size_t l = 0; l < LANES; l++)
        sum += (double)lane[l];
    return sum;
}

/* y += f[0] x[0] + .. + f[3] x[3], rows x n apart, in that order. */
static void axpy_four(size_t n, const real f[4], const real *x, real *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = (((y[i] + f[0] * x[i]) + f[1] * x[n + i]) + f[2] * x[2 * n + i]) +
               f[3] * x[3 * n + i];
}

static void axpy(size_t n, real factor, const real *x, real *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] += factor * x[i];
}

/* y (n) += sum over k of f[k * stride] x[k] (count, n). */
static void combine(size_t n, size_t count, const real *f, size_t stride, const real *x, real *y)
{
    size_t k = 0;

    for (; k + 4 <= count; k += 4) {
        const real four[4] = { f[k * stride], f[(k + 1) * stride], f[(k + 2) * stride],
                               f[(k + 3) * stride] };
        axpy_four(n, four, x + k * n, y);
    }
    for (; k < count; k++)
        axpy(n, f[k * stride], x + k * n, y);
}

static size_t blocks_of(size_t rows)
{
    return (rows + ROWS - 1) / ROWS;
}

static size_t end_of(size_t block, size_t rows)
{
    return (block + 1) * ROWS < rows ? (block + 1) * ROWS : rows;
}

/* out[k] = a . b[k] for four rows b (n apart), so that a is read once for four. The
 * same order of sums as ad_dot. */
static void dot_four(size_t n, const real *a, const real *b, double out[4])
{
    real lane[4][LANES] = { { 0 } };
    size_t i = 0;

    for (; i + LANES <= n; i += LANES)
        for (size_t l = 0; l < LANES; l++) {
            const real x = a[i + l];
            lane[0][l] += x * b[i + l];
            lane[1][l] += x * b[n + i + l];
            lane[2][l] += x * b[2 * n + i + l];
            lane[3][l] += x * b[3 * n + i + l];
        }
    for (size_t k = 0; k < 4; k++) {
        for (size_t j = i; j < n; j++)
            lane[k][j % LANES] += a[j] * b[k * n + j];
        out[k] = 0;
        for (size_t l = 0; l < LANES; l++)
            out[k] += (double)lane[k][l];
    }
}

static void long_rows(const job *j, size_t from, size_t to)
{
    /* four outputs' weights stay in the first cache while the rows pass by */
    for (size_t o = 0; o < j->p; o += 4)
        for (size_t i = from; i < to; i++) {
            const size_t take = j->p - o < 4 ? j->p - o : 4;
            double dots[4];
            if (take == 4)
                dot_four(j->n, j->a + i * j->n, j->b + o * j->n, dots);
            for (size_t k = 0; k < take; k++) {
                if (take < 4)
                    dots[k] = AD_KERNEL(ad_dot)(j->n, j->a + i * j->n, j->b + (o + k) * j->n);
                j->out[i * j->p + o + k] = (real)(dots[k] + (j->bias ? (double)j->bias[o + k] : 0));
            }
        }
}

/* Four rows of x (n apart) times a tile of turned weights (n, LANES): sums that fit the
 * registers. */
static void four_rows(size_t n, const real *x, const real *turned, real sum[4][LANES])
{
    real lane[4][LANES] = { { 0 } };

    for (size_t k = 0; k < n; k++)
        for (size_t l = 0; l < LANES; l++) {
            const real w = turned[k * LANES + l];
            lane[0][l] += x[k] * w;
            lane[1][l] += x[n + k] * w;
            lane[2][l] += x[2 * n + k] * w;
            lane[3][l] += x[3 * n + k] * w;
        }
    memcpy(sum, lane, sizeof lane);
}

/* The same for one row. */
static void one_row(size_t n, const real *x, const real *turned, real sum[LANES])
{
    real lane[LANES] = { 0 };

    for (size_t k = 0; k < n; k++)
        for (size_t l = 0; l < LANES; l++)
            lane[l] += x[k] * turned[k * LANES + l];
    memcpy(sum, lane, sizeof lane);
}

/* Rows too short for dot products to pay: a tile of the weights is turned over, and
 * the loop runs along the outputs. */
static void short_rows(const job *j, size_t from, size_t to)
{
    real turned[SHORT * LANES], sum[4][LANES];

    for (size_t o = 0; o < j->p; o += LANES) {
        const size_t take = j->p - o < LANES ? j->p - o : LANES;
        for (size_t t = 0; t < LANES; t++)
            for (size_t k = 0; k < j->n; k++)
                turned[k * LANES + t] = t < take ? j->b[(o + t) * j->n + k] : 0;
        for (size_t i = from; i < to;) {
            const size_t rows = to - i < 4 ? 1 : 4;
            if (rows == 4)
                four_rows(j->n, j->a + i * j->n, turned, sum);
            else
                one_row(j->n, j->a + i * j->n, turned, sum[0]);
            for (size_t r = 0; r < rows; r++, i++)
                for (size_t t = 0; t < take; t++)
                    j->out[i * j->p + o + t] = sum[r][t] + (j->bias ? j->bias[o + t] : 0);
        }
    }
}

static int is_short(const job *j)
{
    return j->n <= SHORT && j->p >= LANES;
}

static void product_block(void *arg, size_t block)
{
    const job *j = arg;

    if (is_short(j)) { /* more rows a block, to make up for turning the weights over */
        const size_t end = (block + 1) * MANY_ROWS;
        short_rows(j, block * MANY_ROWS, end < j->rows ? end : j->rows);
    } else {
        long_rows(j, block * ROWS, end_of(block, j->rows));
    }
}

void AD_KERNEL(ad_product)(int threads, size_t rows, size_t n, size_t p, const real *x,
                           const real *w, const real *bias, real *y)
{
    job j = { .rows = rows, .n = n, .p = p, .a = x, .b = w, .bias = bias, .out = y };
    const size_t blocks = is_short(&j) ? (rows + MANY_ROWS - 1) / MANY_ROWS : blocks_of(rows);

    ad_parallel(threads, blocks, product_block, &j);
}

static void back_block(void *arg, size_t block)
{
    const job *j = arg;

    for (size_t i = block * ROWS; i < end_of(block, j->rows); i++) {
        real *to = j->out + i * j->n;
        for (size_t k = 0; k < j->n && !j->add; k++)
            to[k] = 0;
        combine(j->n, j->p, j->a + i * j->p, 1, j->b, to);
    }
}

void AD_KERNEL(ad_product_back)(int threads, size_t rows, size_t n, size_t p, const real *g,
                                const real *w, int add, real *dx)
{
    job j = { .rows = rows, .n = n, .p = p, .a = g, .b = w, .add = add, .out = dx };

    ad_parallel(threads, blocks_of(rows), back_block, &j);
}

static void weight_block(void *arg, size_t block)
{
    const job *j = arg;

    for (size_t o = block * ROWS; o < end_of(block, j->p); o++)
        combine(j->n, j->rows, j->a + o, j->p, j->b, j->out + o * j->n);
}

void AD_KERNEL(ad_product_weight)(int threads, size_t rows, size_t n, size_t p, const real *g,
                                  const real *x, real *dw)
{
    job j = { .rows = rows, .n = n, .p = p, .a = g, .b = x, .out = dw };

    ad_parallel(threads, blocks_of(p), weight_block, &j);
}
