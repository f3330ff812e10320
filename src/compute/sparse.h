/* The product of sparse rows with weights: y = act(x W + b), act the identity or ReLU.
 *
 * W is stored by inputs, (in, out), so one value of a row is multiplied with adjacent weights. A
 * row is given by its nonzero values, or as a dense row whose zeros are skipped: the bits are the
 * same. Each sum has one writer and a fixed order, that of the rows or of the columns, so bits do
 * not depend on threads. */
#ifndef AD_COMPUTE_SPARSE_H
#define AD_COMPUTE_SPARSE_H

#include "adrop/sparse.h"
#include "base/kernel.h"

typedef struct ad_sparse_spec {
    size_t rows, in, out;
    int relu;
    int threads;
} ad_sparse_spec;

/* Arrays other than x and sparse are of the set's real type. */
typedef struct ad_sparse_args {
    const adrop_sparse *sparse; /* the rows; NULL: x */
    const float *x;             /* (rows, in) */
    const void *w, *b;          /* (in, out), (out) */
    void *y;                    /* (rows, out) */
    void *dy;                   /* (rows, out): with ReLU, set to zero where y is zero */
    void *dw, *db;              /* (in, out), (out): written */
} ad_sparse_args;

typedef struct ad_sparse_loops {
    void (*forward)(const ad_sparse_spec *s, const ad_sparse_args *a);
    void (*backward)(const ad_sparse_spec *s, const ad_sparse_args *a);
} ad_sparse_loops;

#define AD_DECLARE_SPARSE(set) extern const ad_sparse_loops ad_sparse_loops_##set;
AD_EACH_KERNEL_SET(AD_DECLARE_SPARSE)
#undef AD_DECLARE_SPARSE

/* The loops of a set. */
const ad_sparse_loops *ad_sparse_loops_of(ad_kernel_set set);

#endif
