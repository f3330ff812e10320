/* The forward product of a dense layer most of whose weights are zero:
 *
 *     y = act(x W' + b)      x (rows, in), W (out, in), b (out), y (rows, out)
 *
 * act is the identity or ReLU. Every sum goes over the inputs in order, products rounded before
 * they are added, and a weight that is zero adds nothing. So there are two ways to it with the same
 * bits, for any number of rows, threads and kernel set:
 *
 *     csr     the weights that are not zero, row by row; the rows of eight outputs are interleaved
 *             (sliced CSR, Kreutzer et al. 2014, A unified sparse matrix data format)
 *     dense   all of them
 *
 * Which is faster depends on the machine; since the bits do not, a stopwatch may choose. Rows of x
 * go through in blocks of 64, turned to (in, 64), so that one weight meets a run of numbers; one
 * row alone meets eight outputs at a time.
 *
 * A zero weight is not multiplied in csr, so an activation that is not finite may be passed over.
 */
#ifndef AD_COMPUTE_PRUNED_H
#define AD_COMPUTE_PRUNED_H

#include "compute/engine.h"

enum { AD_PRUNED_ROWS = 64, AD_PRUNED_LANES = 8 };

typedef enum ad_pruned_way { AD_PRUNED_CSR, AD_PRUNED_DENSE, AD_PRUNED_WAYS } ad_pruned_way;

typedef struct ad_pruned ad_pruned;

typedef struct ad_pruned_args {
    const void *x, *w, *b; /* reals; w must be the weights that it was made from, b may be NULL */
    int relu;
    void *y;
} ad_pruned_args;

/* From weights w (out, in), of the engine's reals. Both ways are csr until ad_pruned_measure. */
adrop_status ad_pruned_create(ad_engine *e, size_t in, size_t out, const void *w, ad_pruned **out_);
void ad_pruned_free(ad_pruned *p);

/* The share of weights that are not zero, of those at w. */
double ad_pruned_density(const ad_engine *e, size_t n, const void *w);

/* Several rows, or one: one after the other, on the engine's threads. */
void ad_pruned_forward(const ad_pruned *p, size_t rows, const ad_pruned_args *a);
/* The same in a way of the caller's choice. */
void ad_pruned_forward_by(const ad_pruned *p, ad_pruned_way way, size_t rows,
                          const ad_pruned_args *a);

/* Choose by stopwatch: for a block of 64 rows and for one row, on inputs in [0, 1), each way once
 * to warm up and then in turn, five times each; the better best time wins, csr a tie. */
adrop_status ad_pruned_measure(ad_pruned *p, const void *w);
/* What was chosen: for many rows, and for one. */
ad_pruned_way ad_pruned_way_of(const ad_pruned *p, size_t rows);

#endif
