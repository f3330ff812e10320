/* The product of sparse rows with weights: y = act(x W + b), act the identity or ReLU.
 *
 * W is stored by inputs, (in, out), so that a value of a row meets a run of weights. A row is given
 * by its values that are not 0 or with its zeros, which are passed over: the bits are the same.
 * Each sum has one writer and one order, the rows' or the columns', so bits do not depend on
 * threads. */
#ifndef AD_COMPUTE_SPARSE_H
#define AD_COMPUTE_SPARSE_H

#include "adrop/sparse.h"
#include "base/kernel.h"

typedef struct ad_sparse_spec {
    size_t rows, in, out;
    int relu;
    int threads;
} ad_sparse_spec;

/* Arrays but x and sparse are of the set's real type. */
typedef struct ad_sparse_args {
    const adrop_sparse *sparse; /* the rows; NULL: x */
    const float *x;             /* (rows, in) */
    const void *w, *b;          /* (in, out), (out) */
    void *y;                    /* (rows, out) */
    void *dy;                   /* (rows, out): with ReLU, zero afterwards where y is */
    void *dw, *db;              /* (in, out), (out): written */
} ad_sparse_args;

typedef struct ad_sparse_loops {
    void (*forward)(const ad_sparse_spec *s, const ad_sparse_args *a);
    void (*backward)(const ad_sparse_spec *s, const ad_sparse_args *a);
} ad_sparse_loops;

#define AD_DECLARE_SPARSE(set) extern const ad_sparse_loops ad_sparse_loops_##set;
AD_EACH_KERNEL_SET(AD_DECLARE_SPARSE)
#undef AD_DECLARE_SPARSE

/* Those of a set. */
const ad_sparse_loops *ad_sparse_loops_of(ad_kernel_set set);

#endif
