/* Sparse matrices by rows (CSR): the nonzero columns of each row, ascending, with their values. A
 * document has about a hundred values in ten thousand columns. */
#ifndef AD_BASE_SPARSE_H
#define AD_BASE_SPARSE_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/sparse.h"

typedef struct ad_sparse {
    size_t rows, columns;
    size_t *start;    /* (rows + 1), owned: row r is [start[r], start[r + 1]) of the two below */
    uint32_t *column; /* (start[rows]), owned: ascending within a row, below columns */
    float *value;     /* (start[rows]), owned */
} ad_sparse;

static inline size_t ad_sparse_count(const ad_sparse *m)
{
    return m->start ? m->start[m->rows] : 0;
}

/* Allocate rows and values; start is zero, the rest is not set. Release it even after a failure. */
adrop_status ad_sparse_create(adrop_ctx *ctx, size_t rows, size_t columns, size_t count,
                              ad_sparse *out);

/* Releasing twice, or an empty one, is fine. */
void ad_sparse_release(adrop_ctx *ctx, ad_sparse *m);

/* The listed rows (n), in that order; NULL: the first n. out must be empty; release it even after a
 * failure. */
adrop_status ad_sparse_take(adrop_ctx *ctx, const ad_sparse *m, const uint32_t *rows, size_t n,
                            ad_sparse *out);

/* Transpose. */
adrop_status ad_sparse_transpose(adrop_ctx *ctx, const ad_sparse *m, ad_sparse *out);

/* One row with its zeros: x (columns). */
void ad_sparse_spread(const ad_sparse *m, size_t row, float *x);
void ad_sparse_spread_row(const adrop_sparse *m, size_t columns, size_t row, float *x);

/* Are n rows from a program valid: starts and columns ascend, and columns are in range?
 * ADROP_EINVAL, naming `where` and the row, otherwise. */
adrop_status ad_sparse_check(adrop_ctx *ctx, const char *where, const adrop_sparse *m, size_t n,
                             size_t columns);

#endif
