/* User-defined mappings and seeds: formulas, and functions of a program.
 *
 * What built-in ones have in closed form is computed numerically here: the inverse by bisection
 * and Newton's method from a table, ends and corners by refinement (own_scan.c), moments by
 * quadrature. They are checked once, on creation: own_map.c and own_seed.c state the conditions. A
 * context keeps those it made (pairs.h). */
#ifndef AD_DIST_OWN_H
#define AD_DIST_OWN_H

#include "dist/curve.h"
#include "dist/map.h"
#include "dist/seed.h"

enum { AD_OWN_TABLE = 257, AD_OWN_CORNERS = 12 };

/* A mapping k. Beyond +-limit it counts as constant: float would overflow there. */
typedef struct ad_own_map {
    ad_map_sets sets;
    ad_map of[AD_N_KERNEL_SETS];
    const char *name;
    ad_curve curve;
    double limit;
    double bottom, top;                          /* k at the limits */
    double r[AD_OWN_TABLE], value[AD_OWN_TABLE]; /* ascending; starting points of inverses */
    double breaks[AD_MOST_BREAKS];
    double sure[2];          /* the range where ln k and ln k' are accurate */
    char no_divergence[160]; /* why ln k' has no gradient, after "which "; "": it has one */
} ad_own_map;

/* A seed by its quantile function Q. Its tails of 1e-14 are continued as exponentials. */
typedef struct ad_own_seed {
    ad_seed_sets sets;
    ad_seed of[AD_N_KERNEL_SETS];
    const char *name;
    ad_curve curve;
    double t[AD_OWN_TABLE], e[AD_OWN_TABLE]; /* logits of u, and Q there; ascending */
    double log_pdf[2], hazard[2];            /* at both ends of the table */
    double breaks[AD_MOST_BREAKS];
} ad_own_seed;

/* Check and prepare; name and curve must be set. ADROP_EINVAL with the condition that does not
 * hold. */
adrop_status ad_own_map_prepare(adrop_ctx *ctx, ad_own_map *k);
adrop_status ad_own_seed_prepare(adrop_ctx *ctx, ad_own_seed *s);

#define AD_DECLARE_OWN(set)                                                                        \
  void ad_own_map_apply_##set(const void *self, size_t n, const void *r, void *m, void *slope);    \
  void ad_own_seed_fill_##set(const ad_own_seed *s, const ad_address *at, size_t first, size_t n,  \
                              void *out);
AD_EACH_KERNEL_SET(AD_DECLARE_OWN)
#undef AD_DECLARE_OWN

#endif
