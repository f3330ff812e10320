/* Soft dropout: what the half-Gaussian and the half-Laplace version share.
 *
 * A U-shaped mask, made of one half-distribution folded at 0 and one folded at 1:
 *
 *     b = sigmoid((pi + L) / t),  pi = logit p,  L logistic noise: mostly 0 or 1
 *     a0 = min(1, s0 |e0|),  a1 = min(1, s1 |e1|),  s0 = p s,  s1 = (1 - p) s
 *     m = (1 - b) a0 + b (1 - a1),    y = x m / c
 *
 * |e| half-normal or exponential. With A(s) = E[min(1, s |e|)], c = (1 - p) A(s0) +
 * p (1 - A(s1)), the mean for a hard gate, held constant in the gradient. Learned:
 * pi and shat, s = softplus(shat), for the layer or for each unit. With I = 1 where
 * the cut at 1 does not act:
 *
 *     dm/ds0 = (1 - b) |e0| I0,   dm/ds1 = -b |e1| I1
 *     dm/ds  = p dm/ds0 + (1 - p) dm/ds1
 *     dm/dpi = (1 - a0 - a1) b (1 - b) / t + p (1 - p) s (dm/ds0 - dm/ds1)
 *
 * RECONSTRUCTION. We know the paper (Xie et al., "Soft dropout and its variational Bayes
 * approximation", MLSP 2019) only by its abstract and by what "Advanced
 * Dropout" says of it: a Beta(a, b) mask, approximated with half-Gaussian or half-
 * Laplace variables, learned without a prior, able to make U shapes only. This
 * construction has these properties: matching mean and variance of a Beta with
 * nu = a + b gives s = (k1 - sqrt(k1^2 - k2 nu / (nu + 1))) / k2, (k1, k2) =
 * (sqrt(2 / pi), 1) or (1, 2), which is real only for nu <= 1.752 or nu <= 1. */
#ifndef AD_TECHNIQUE_SOFT_H
#define AD_TECHNIQUE_SOFT_H

#include "technique/technique.h"

typedef struct ad_soft {
    double rate, s, temperature;
    int share, mask;
} ad_soft;

/* Which half-distribution. */
typedef struct ad_soft_kind {
    /* Draws |e| of elements, in the set's real type (its sign is ignored). */
    void (*fill)(const ad_address *at, size_t first, size_t n, void *out);
    double (*first)(double s);  /* A(s) = E[min(1, s |e|)] */
    double (*second)(double s); /* E[min(1, s |e|)^2] */
    double (*below)(double x);  /* P(|e| <= x), x >= 0 */
    double (*pdf)(double x);    /* density of |e| at x >= 0 */
} ad_soft_kind;

/* Number of pairs (pi, shat) of a site; the parameters are all pi, then all shat. */
static inline size_t ad_soft_pairs(const ad_soft *s, const ad_site *site)
{
    return s->share ? site->channels : 1;
}

/* c, the mean of the mask for a hard gate. */
static inline double ad_soft_mean(const ad_soft_kind *kind, double p, double s)
{
    return (1 - p) * kind->first(p * s) + p * (1 - kind->first((1 - p) * s));
}

void AD_KERNEL(ad_soft_plan)(const void *settings, const ad_site *site, ad_plan *plan);
void AD_KERNEL(ad_soft_init)(const ad_technique_view *v, uint64_t seed, void *params,
                             void *buffers);
void AD_KERNEL(ad_soft_forward)(const ad_soft_kind *kind, const ad_call *call);
void AD_KERNEL(ad_soft_backward)(const ad_soft_kind *kind, const ad_call *call);
void AD_KERNEL(ad_soft_constrain)(const ad_technique_view *v, void *params);

/* soft_distribution_kernel.c */
void AD_KERNEL(ad_soft_moments)(const ad_soft_kind *kind, const ad_technique_view *v, size_t unit,
                                adrop_moments *out);
void AD_KERNEL(ad_soft_distribution)(const ad_soft_kind *kind, const ad_technique_view *v,
                                     size_t unit, double m, double *pdf, double *cdf);

/* The option rows of both techniques; s0 is the default of s. */
#define AD_SOFT_OPTIONS(s0)                                                                        \
  { .name = "rate",                                                                                \
    .kind = ADROP_OPT_REAL,                                                                        \
    .offset = offsetof(ad_soft, rate),                                                             \
    .fallback = 0.5,                                                                               \
    .min = 0,                                                                                      \
    .max = 1,                                                                                      \
    .open = ADROP_OPEN_MIN | ADROP_OPEN_MAX,                                                       \
    .help = "probability at the start that a unit is mostly dropped" },                            \
      { .name = "s",                                                                               \
        .kind = ADROP_OPT_REAL,                                                                    \
        .offset = offsetof(ad_soft, s),                                                            \
        .fallback = (s0),                                                                          \
        .min = 1e-3,                                                                               \
        .max = 1,                                                                                  \
        .help = "softness at the start; 0 would be Bernoulli dropout" },                           \
      { .name = "temperature",                                                                     \
        .kind = ADROP_OPT_REAL,                                                                    \
        .offset = offsetof(ad_soft, temperature),                                                  \
        .fallback = 0.1,                                                                           \
        .max = 1e3,                                                                                \
        .open = ADROP_OPEN_MIN,                                                                    \
        .help = "of the relaxed gate" },                                                           \
      { .name = "unit",                                                                            \
        .kind = ADROP_OPT_CHOICE,                                                                  \
        .offset = offsetof(ad_soft, share),                                                        \
        .words = ad_soft_unit_words,                                                               \
        .help = "one (p, s) for the layer or one for each unit" },                                 \
      { .name = "mask",                                                                            \
        .kind = ADROP_OPT_CHOICE,                                                                  \
        .offset = offsetof(ad_soft, mask),                                                         \
        .words = ad_mask_shape_words,                                                              \
        .help = "on maps: one draw per element or per channel" },                                  \
  {                                                                                                \
    0                                                                                              \
  }

#endif
