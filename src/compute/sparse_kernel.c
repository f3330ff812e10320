/* Products with sparse rows (sparse.h), over `real`. */
#include <string.h>

#include "base/parallel.h"
#include "compute/sparse.h"

enum { ROWS_OF_BLOCK = 8, REALS_OF_BLOCK = 1 << 15 };

typedef struct {
    const ad_sparse_spec *s;
    const ad_sparse_args *a;
    size_t n_blocks;
} work;

/* to += v times n reals. */
static inline void sparse_add(real *restrict to, real v, const real *restrict from, size_t n)
{
    for (size_t c = 0; c < n; c++)
        to[c] += v * from[c];
}

static void forward_row(const ad_sparse_spec *s, const ad_sparse_args *a, size_t r)
{
    const real *w = a->w;
    real *y = (real *)a->y + r * s->out;

    memcpy(y, a->b, s->out * sizeof *y);
    if (a->sparse)
        for (size_t k = a->sparse->start[r]; k < a->sparse->start[r + 1]; k++)
            sparse_add(y, (real)a->sparse->value[k], w + a->sparse->column[k] * s->out, s->out);
    else
        for (size_t j = 0; j < s->in; j++)
            if (a->x[r * s->in + j] != 0)
                sparse_add(y, (real)a->x[r * s->in + j], w + j * s->out, s->out);
    for (size_t c = 0; s->relu && c < s->out; c++)
        y[c] = y[c] > 0 ? y[c] : 0;
}

static void sparse_forward_block(void *arg, size_t b)
{
    const work *w = arg;
    const size_t end = (b + 1) * ROWS_OF_BLOCK;

    for (size_t r = b * ROWS_OF_BLOCK; r < end && r < w->s->rows; r++)
        forward_row(w->s, w->a, r);
}

static void sparse_forward(const ad_sparse_spec *s, const ad_sparse_args *a)
{
    work w = { s, a, (s->rows + ROWS_OF_BLOCK - 1) / ROWS_OF_BLOCK };

    ad_parallel(s->threads, w.n_blocks, sparse_forward_block, &w);
}

/* The first of a row's values at or after column j. */
static size_t sparse_find(const adrop_sparse *m, size_t r, size_t j)
{
    size_t low = m->start[r], high = m->start[r + 1];

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (m->column[middle] < j)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* dw of inputs [first, end), row after row. */
static void sparse_backward_block(void *arg, size_t b)
{
    const work *w = arg;
    const ad_sparse_spec *s = w->s;
    const ad_sparse_args *a = w->a;
    const size_t first = b * s->in / w->n_blocks, end = (b + 1) * s->in / w->n_blocks;
    real *dw = a->dw;

    memset(dw + first * s->out, 0, (end - first) * s->out * sizeof *dw);
    for (size_t r = 0; r < s->rows; r++) {
        const real *dy = (const real *)a->dy + r * s->out;
        if (a->sparse)
            for (size_t k = sparse_find(a->sparse, r, first);
                 k < a->sparse->start[r + 1] && a->sparse->column[k] < end; k++)
                sparse_add(dw + a->sparse->column[k] * s->out, (real)a->sparse->value[k], dy,
                           s->out);
        else
            for (size_t j = first; j < end; j++)
                if (a->x[r * s->in + j] != 0)
                    sparse_add(dw + j * s->out, (real)a->x[r * s->in + j], dy, s->out);
    }
}

static void sparse_backward(const ad_sparse_spec *s, const ad_sparse_args *a)
{
    work w = { s, a, 1 + s->in * s->out / REALS_OF_BLOCK };
    const real *y = a->y;
    real *dy = a->dy, *db = a->db;

    if (w.n_blocks > s->in)
        w.n_blocks = s->in;
    for (size_t i = 0; s->relu && i < s->rows * s->out; i++)
        dy[i] = y[i] > 0 ? dy[i] : 0;
    memset(db, 0, s->out * sizeof *db);
    for (size_t r = 0; r < s->rows; r++)
        sparse_add(db, 1, dy + r * s->out, s->out);
    ad_parallel(s->threads, w.n_blocks, sparse_backward_block, &w);
}

const ad_sparse_loops AD_KERNEL(ad_sparse_loops) = { sparse_forward, sparse_backward };
