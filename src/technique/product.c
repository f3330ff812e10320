/* Small matrix products with a fixed order of sums (product.h). */
#include "technique/product.h"

#include "base/parallel.h"

enum { LANES = 16, ROWS = 4 };

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

static void axpy(size_t n, real factor, const real *x, real *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] += factor * x[i];
}

static size_t blocks_of(size_t rows)
{
    return (rows + ROWS - 1) / ROWS;
}

static size_t end_of(size_t block, size_t rows)
{
    return (block + 1) * ROWS < rows ? (block + 1) * ROWS : rows;
}

static void product_block(void *arg, size_t block)
{
    const job *j = arg;

    for (size_t i = block * ROWS; i < end_of(block, j->rows); i++)
        for (size_t o = 0; o < j->p; o++) {
            const double dot = AD_KERNEL(ad_dot)(j->n, j->a + i * j->n, j->b + o * j->n);
            j->out[i * j->p + o] = (real)(dot + (j->bias ? (double)j->bias[o] : 0));
        }
}

void AD_KERNEL(ad_product)(int threads, size_t rows, size_t n, size_t p, const real *x,
                           const real *w, const real *bias, real *y)
{
    job j = { .rows = rows, .n = n, .p = p, .a = x, .b = w, .bias = bias, .out = y };

    ad_parallel(threads, blocks_of(rows), product_block, &j);
}

static void back_block(void *arg, size_t block)
{
    const job *j = arg;

    for (size_t i = block * ROWS; i < end_of(block, j->rows); i++) {
        real *to = j->out + i * j->n;
        for (size_t k = 0; k < j->n && !j->add; k++)
            to[k] = 0;
        for (size_t o = 0; o < j->p; o++)
            axpy(j->n, j->a[i * j->p + o], j->b + o * j->n, to);
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
        for (size_t i = 0; i < j->rows; i++)
            axpy(j->n, j->a[i * j->p + o], j->b + i * j->n, j->out + o * j->n);
}

void AD_KERNEL(ad_product_weight)(int threads, size_t rows, size_t n, size_t p, const real *g,
                                  const real *x, real *dw)
{
    job j = { .rows = rows, .n = n, .p = p, .a = g, .b = x, .out = dw };

    ad_parallel(threads, blocks_of(p), weight_block, &j);
}
