/* A mapping whose shape is learned: k(r) = sigmoid(S(r)), where S is a monotone rational-quadratic
 * spline (Durkan, Bekasov, Murray, Papamakarios, "Neural spline flows", NeurIPS 2019) from [-6, 6]
 * onto itself; beyond, S(r) = r. In a bin of width w and height h that begins at (x, y), with the
 * slopes d and e at its ends,
 *
 *     t = (r - x) / w,  u = 1 - t,  b = d w / h,  c = e w / h,  D = 1 + (b + c - 2) t u
 *     S = y + h F,      F = t (t + b u) / D
 *     S' = (h / w) F',  F' = (c t^2 + 2 t u + b u^2) / D^2
 *     dF/db = t u (1 - F) / D,   dF/dc = -t u F / D
 *     k' = k (1 - k) S',         dk/d.. = k (1 - k) dS/d..
 *
 * S and S' are continuous; S'' jumps at the knots. k is monotone and within [0, 1] for any
 * parameters. There are 23 of them: 8 for the widths and 8 for the heights,
 *
 *     w = 12 (0.001 + 0.992 softmax(p))
 *
 * and 7 for the slopes at the inner knots, 0.001 + softplus(p + p0), where p0 makes the slope 1 at
 * p = 0. At -6 and 6 the slope is 1. With all parameters 0, S(r) = r: the sigmoid.
 *
 * Why 6: sigmoid(6) = 0.9975. Masks beyond drop or keep a unit almost completely, so their exact
 * value does not matter, and the knots are needed where masks have a shape. */
#ifndef AD_DIST_SPLINE_H
#define AD_DIST_SPLINE_H

#include "dist/map.h"

enum {
    AD_SPLINE_BINS = 8,
    AD_SPLINE_PARAMS = 3 * AD_SPLINE_BINS - 1,
    AD_SPLINE_TERMS = 6, /* per bin: terms of the gradient of its parameters */
    AD_SPLINE_SUMS = AD_SPLINE_BINS * AD_SPLINE_TERMS,
    AD_SPLINE_BREAKS = AD_SPLINE_BINS + 5
};

#define AD_SPLINE_EDGE 6.0

/* A bin, as above. */
typedef struct ad_spline_bin {
    double x, w, y, h, d, e, b, c;
} ad_spline_bin;

/* A spline with its parameters, and its mapping, which points to it; do not copy. */
typedef struct ad_spline {
    ad_map_sets sets;
    ad_map of[AD_N_KERNEL_SETS];
    ad_spline_bin bin[AD_SPLINE_BINS];
    double width[AD_SPLINE_BINS], height[AD_SPLINE_BINS]; /* softmax of the parameters */
    double bend[AD_SPLINE_BINS - 1];                      /* derivatives of the inner slopes */
    double breaks[AD_SPLINE_BREAKS];
} ad_spline;

/* Make the spline from finite parameters (AD_SPLINE_PARAMS); NULL: all 0. */
void ad_spline_make(ad_spline *s, const double *params);

/* S(r), the number of its bin, and the bin's terms 1, F, F', t F', t u (1 - F) / D, t u F / D. The
 * gradient is made from sums of these, weighted by t k (1 - k). */
double ad_spline_at(const ad_spline *s, double r, size_t *bin, double terms[AD_SPLINE_TERMS]);

/* S'(r) from these terms. */
static inline double ad_spline_slope(const ad_spline_bin *b, const double *terms)
{
    return b->h / b->w * terms[2];
}

/* Write the gradient of the parameters (AD_SPLINE_PARAMS) from the sums. */
void ad_spline_gradient(const ad_spline *s, const double sums[AD_SPLINE_SUMS], double *gradient);

/* mean() of dist/map.h. */
double ad_spline_mean(const void *self, const struct ad_seed *seed, double mu, double sigma,
                      double *dmu, double *dsigma, double *sums);

#define AD_DECLARE_SPLINE(set)                                                                     \
  void ad_spline_apply_##set(const void *self, size_t n, const void *r, void *m, void *slope);     \
  void ad_spline_collect_##set(const void *self, size_t n, const void *r, const void *t,           \
                               double *sums);
AD_EACH_KERNEL_SET(AD_DECLARE_SPLINE)
#undef AD_DECLARE_SPLINE

#endif
