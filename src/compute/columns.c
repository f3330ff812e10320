/* Bias, ReLU and column sums (columns.h), in tiles whose rows span at most a page. */
#include "compute/columns.h"

#include <assert.h>

#include "base/parallel.h"

enum { TILE_ROWS = 64, TILE_COLS = 1024 };

typedef struct {
    const ad_columns *m;
    const float *bias; /* (cols) or NULL */
    int relu;
    const float *y; /* the shape of z, or NULL */
    float *z;       /* (rows, cols): changed in place */
    float *partial; /* (tiles of rows, cols) or NULL */
    float *sum;     /* (cols) */
} pass;

static size_t tiles(size_t n, size_t size)
{
    return (n + size - 1) / size;
}

/* Tile b of the matrix: rows [row, end), columns [col, col + n). */
static size_t tile(const pass *p, size_t b, size_t *row, size_t *end, size_t *n)
{
    const size_t across = tiles(p->m->cols, TILE_COLS), col = b % across * TILE_COLS;

    *row = b / across * TILE_ROWS;
    *end = *row + TILE_ROWS < p->m->rows ? *row + TILE_ROWS : p->m->rows;
    *n = p->m->cols - col < TILE_COLS ? p->m->cols - col : TILE_COLS;
    return col;
}

static void bias_tile(void *arg, size_t b)
{
    const pass *p = arg;
    size_t row, end, n;
    const size_t col = tile(p, b, &row, &end, &n);

    for (; row < end; row++) {
        float *z = p->z + row * p->m->ld + col;
        if (p->bias)
            for (size_t j = 0; j < n; j++)
                z[j] += p->bias[col + j];
        if (p->relu)
            for (size_t j = 0; j < n; j++)
                z[j] = z[j] < 0 ? 0 : z[j];
    }
}

/* Tiles of the whole matrix. */
static size_t all_tiles(const ad_columns *m)
{
    return tiles(m->rows, TILE_ROWS) * tiles(m->cols, TILE_COLS);
}

void ad_columns_bias(const ad_columns *m, const float *bias, int relu, float *y)
{
    pass p = { .m = m, .bias = bias, .relu = relu, .z = y };

    assert(m->ld >= m->cols);
    if (bias || relu)
        ad_parallel(m->threads, all_tiles(m), bias_tile, &p);
}

static void sum_tile(void *arg, size_t b)
{
    const pass *p = arg;
    float sum[TILE_COLS] = { 0 };
    size_t row, end, n;
    const size_t col = tile(p, b, &row, &end, &n);
    float *out = p->partial ? p->partial + row / TILE_ROWS * p->m->cols + col : NULL;

    for (; row < end; row++) {
        float *z = p->z + row * p->m->ld + col;
        if (p->y) {
            const float *y = p->y + row * p->m->ld + col;
            for (size_t j = 0; j < n; j++)
                z[j] = y[j] > 0 ? z[j] : 0;
        }
        for (size_t j = 0; j < n; j++)
            sum[j] += z[j];
    }
    for (size_t j = 0; j < n && out; j++)
        out[j] = sum[j];
}

static void fold_tile(void *arg, size_t b)
{
    const pass *p = arg;
    const size_t end = (b + 1) * TILE_COLS < p->m->cols ? (b + 1) * TILE_COLS : p->m->cols;

    for (size_t j = b * TILE_COLS; j < end; j++) {
        double sum = 0;
        for (size_t t = 0; t < tiles(p->m->rows, TILE_ROWS); t++)
            sum += p->partial[t * p->m->cols + j];
        p->sum[j] = (float)sum;
    }
}

size_t ad_columns_scratch(size_t rows, size_t cols)
{
    return tiles(rows, TILE_ROWS) * cols * sizeof(float);
}

void ad_columns_sum(const ad_columns *m, const float *y, float *dy, float *sum, void *scratch)
{
    pass p = { .m = m, .y = y, .z = dy, .partial = sum ? scratch : NULL, .sum = sum };

    assert(m->ld >= m->cols);
    if (!y && !sum)
        return;
    ad_parallel(m->threads, all_tiles(m), sum_tile, &p);
    if (sum)
        ad_parallel(m->threads, tiles(m->cols, TILE_COLS), fold_tile, &p);
}
