/* Inside the product of pruned weights (pruned.h). */
#ifndef AD_COMPUTE_PRUNED_IMPL_H
#define AD_COMPUTE_PRUNED_IMPL_H

#include <stdint.h>

#include "compute/pruned.h"

/* Weights in slices of eight outputs, those with the most weights first. Step k of a slice holds
 * weight k of each of its outputs; if an output has fewer, a zero weight at input `in`. */
typedef struct ad_slices {
    size_t in, out, n; /* n slices */
    size_t *start;     /* (n + 1), owned, like all here: slice s has the steps [start[s], start[s +
                          1]) */
    uint32_t *column;  /* (start[n], 8) */
    void *value;       /* (start[n], 8), reals */
    uint32_t *length;  /* (8 n): number of weights of an output, by its place in the slices */
    uint32_t *place;   /* (out): the place of an output in the slices */
} ad_slices;

struct ad_pruned {
    ad_engine *e;
    const struct ad_pruned_loops *loops;
    ad_slices slices;
    ad_pruned_way way[2]; /* for many rows, for one */
    void *xt, *yt;        /* (in + 1, 64), (8 n, 64): reals of a block, owned */
};

/* A block of up to 64 rows at x (rows, in), and the destination of its results. */
typedef struct ad_pruned_block {
    const ad_pruned *p;
    const ad_pruned_args *a;
    size_t rows;
    const void *x;
    void *y;
} ad_pruned_block;

/* Parts of the work, in the set's real type. */
typedef struct ad_pruned_loops {
    /* Transpose the inputs [first, end) into xt: zero in lanes past the rows. */
    void (*turn)(const ad_pruned_block *b, size_t first, size_t end);
    /* Compute yt for the slices [first, end), or for the outputs [first, end) with all weights. */
    void (*slices)(const ad_pruned_block *b, size_t first, size_t end);
    void (*dense)(const ad_pruned_block *b, size_t first, size_t end);
    /* Write y of the outputs [first, end) from yt, with bias and ReLU; by_place: yt is in the
     * slices' order. */
    void (*finish)(const ad_pruned_block *b, int by_place, size_t first, size_t end);
    /* Compute yt (8 n) of the slices [first, end) for one row, xt (in + 1). */
    void (*one)(const ad_pruned_block *b, size_t first, size_t end);
    void (*finish_one)(const ad_pruned_block *b);
} ad_pruned_loops;

#define AD_DECLARE_PRUNED(set) extern const ad_pruned_loops ad_pruned_loops_##set;
AD_EACH_KERNEL_SET(AD_DECLARE_PRUNED)
#undef AD_DECLARE_PRUNED

#endif
