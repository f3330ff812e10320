/* The forward product of a dense layer whose weights are mostly zero:
 *
 *     y = act(x W' + b)      x (rows, in), W (out, in), b (out), y (rows, out)
 *
 * act is the identity or ReLU. Every sum runs over the inputs in order, products are rounded before
 * they are added, and a zero weight adds nothing. Two methods therefore give the same bits, for any
 * number of rows, threads and kernel set:
 *
 *     csr     the nonzero weights, row by row; the rows of eight outputs are interleaved
 *             (sliced CSR, Kreutzer et al. 2014, A unified sparse matrix data format)
 *     dense   all weights
 *
 * Which is faster depends on the machine. Because the bits do not, timings may decide. Rows of x
 * are processed in blocks of 64, transposed to (in, 64), so that one weight is multiplied with
 * adjacent numbers. A single row is multiplied with eight outputs at a time.
 *
 * csr does not multiply zero weights, so it may ignore an activation that is not finite. */
#ifndef AD_COMPUTE_PRUNED_H
#define AD_COMPUTE_PRUNED_H

#include "compute/engine.h"

enum { AD_PRUNED_ROWS = 64, AD_PRUNED_LANES = 8 };

typedef enum ad_pruned_way { AD_PRUNED_CSR, AD_PRUNED_DENSE, AD_PRUNED_WAYS } ad_pruned_way;

typedef struct ad_pruned ad_pruned;

typedef struct ad_pruned_args {
    const void *x, *w, *b; /* reals; w must be the weights given to create, b may be NULL */
    int relu;
    void *y;
} ad_pruned_args;

/* From weights w (out, in), of the engine's reals. Both methods are csr until ad_pruned_measure. */
adrop_status ad_pruned_create(ad_engine *e, size_t in, size_t out, const void *w, ad_pruned **out_);
void ad_pruned_free(ad_pruned *p);

/* The share of nonzero weights at w. */
double ad_pruned_density(const ad_engine *e, size_t n, const void *w);

/* Several rows, or one, on the engine's threads. */
void ad_pruned_forward(const ad_pruned *p, size_t rows, const ad_pruned_args *a);
/* The same with a method chosen by the caller. */
void ad_pruned_forward_by(const ad_pruned *p, ad_pruned_way way, size_t rows,
                          const ad_pruned_args *a);

/* Choose by timing: for a block of 64 rows and for one row, on inputs in [0, 1), run each method
 * once to warm up, then five times in alternation. The smaller best time wins; csr wins ties. */
adrop_status ad_pruned_measure(ad_pruned *p, const void *w);
/* The chosen method: for many rows, and for one. */
ad_pruned_way ad_pruned_way_of(const ad_pruned *p, size_t rows);

#endif
