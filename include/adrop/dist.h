/* The model-free family of dropout masks, and reference densities.
 *
 * A mask is m = k(mu + sigma * eps). The noise eps comes from a standard *seed* (gaussian, laplace,
 * logistic, uniform on (-1, 1), exponential); it is scaled and shifted, and a *mapping* k (sigmoid,
 * probit, clamp, tanh, atan, one-minus-exp) maps it into [0, 1]. Every seed works with every
 * mapping. Advanced dropout is gaussian with sigmoid; concrete, uniform, continuous and Bernoulli
 * dropout are members or limits of the family.
 *
 *     adrop_dist *d;
 *     if (!adrop_dist_create(ctx, "gaussian", "sigmoid", 1, 2, &d))
 *         printf("%g\n", adrop_dist_mean(d));          // 0.647726
 *     adrop_dist_free(d);
 *
 * Everything is computed in double, with closed forms where they exist and otherwise quadrature,
 * accurate to 1e-8 or better. */
#ifndef ADROP_DIST_H
#define ADROP_DIST_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

/* The seeds and the mappings, by index from 0; NULL past the last. */
ADROP_API const char *adrop_seed_name(size_t i);
ADROP_API const char *adrop_seed_summary(size_t i);
ADROP_API const char *adrop_map_name(size_t i);
ADROP_API const char *adrop_map_summary(size_t i);

/* A formula may be used wherever a seed or a mapping is named:
 *
 *     formula(1/(1+exp(-r^3)))      a mapping, of r
 *     quantile(log(u)-log(1-u))     a seed, by its quantile function, of u in (0, 1)
 *
 * Operators + - * / ^, numbers, pi, e, and exp log sqrt abs sign sin cos tan tanh atan erf sigmoid
 * softplus normcdf norminv, min(a,b) max(a,b) pow(a,b). A mapping must be finite, continuous and
 * non-decreasing, stay in [0, 1], and be flat only at 0 and 1. A quantile function must be finite
 * inside (0, 1), continuous and increasing, and have a finite variance. ADROP_EINVAL names the
 * violated condition and where it fails. */

/* The same as a function of the program. */
typedef struct adrop_curve_table {
    size_t size;         /* sizeof(adrop_curve_table) */
    const char *name;    /* lower-case letters, digits and '-' */
    const char *summary; /* one line: the formula */
    /* Writes value[i] at x[i], and slope[i] unless slope is NULL: k(r) and k'(r) of a mapping, Q(u)
     * and Q'(u) of a seed. Called from several threads; must not keep state. */
    void (*at)(const void *self, size_t n, const double *x, double *value, double *slope);
    const void *self;
} adrop_curve_table;

/* Register one under its name, in a context and in the contexts that the library creates for its
 * own threads. What the table points to must outlive the context. ADROP_EEXIST if the name is
 * taken, ADROP_EINVAL if a member is missing or a condition is violated. */
ADROP_API adrop_status adrop_map_register(adrop_ctx *ctx, const adrop_curve_table *table);
ADROP_API adrop_status adrop_seed_register(adrop_ctx *ctx, const adrop_curve_table *table);

/* The registered ones, by index from 0; NULL past the last. */
ADROP_API const char *adrop_map_registered(const adrop_ctx *ctx, size_t i, const char **summary);
ADROP_API const char *adrop_seed_registered(const adrop_ctx *ctx, size_t i, const char **summary);

typedef struct adrop_dist adrop_dist;

/* A point of positive probability, as with clamp or 1 - exp(-max(r, 0)). */
typedef struct adrop_atom {
    double value, mass;
} adrop_atom;

/* ADROP_ENOENT for an unknown seed or map, ADROP_EINVAL unless mu is finite and
 * sigma finite and positive. */
ADROP_API adrop_status adrop_dist_create(adrop_ctx *ctx, const char *seed, const char *map,
                                         double mu, double sigma, adrop_dist **out);

/* NULL is fine. */
ADROP_API void adrop_dist_free(adrop_dist *d);

/* Density of the continuous part at m; 0 outside the support. It integrates to 1 minus the masses
 * of the atoms, and may be infinite at 0 or 1. */
ADROP_API double adrop_dist_pdf(const adrop_dist *d, double m);

/* P(mask <= m), atoms included. */
ADROP_API double adrop_dist_cdf(const adrop_dist *d, double m);

/* The smallest m with cdf(m) >= p, for p in [0, 1] (0: the lower end of the
 * support); NaN outside. */
ADROP_API double adrop_dist_quantile(const adrop_dist *d, double p);

/* Write the atoms of positive mass, in increasing order of value; returns their number (0 to 2). */
ADROP_API size_t adrop_dist_atoms(const adrop_dist *d, adrop_atom atoms[2]);

ADROP_API double adrop_dist_mean(const adrop_dist *d);
ADROP_API double adrop_dist_variance(const adrop_dist *d);

/* The paper's approximate mean, sigmoid(mu / sqrt(1 + pi sigma^2 / 8)); NaN unless the pair is
 * gaussian with sigmoid, for which it was derived. */
ADROP_API double adrop_dist_mean_approx(const adrop_dist *d);

/* m, dm/dmu and dm/dsigma at the noise eps; any pointer may be NULL. At a kink of the mapping the
 * derivative is 0. */
ADROP_API void adrop_dist_at(const adrop_dist *d, double eps, double *m, double *dmu,
                             double *dsigma);

/* Draw n masks into m. Element i is a pure function of (seed, row, pass, i): no state, any order,
 * any number of threads. */
ADROP_API void adrop_dist_sample(const adrop_dist *d, uint64_t seed, uint32_t row, uint32_t pass,
                                 size_t n, float *m);

/* Kullback-Leibler divergence KL(p || q) in nats, atoms included; infinite where p has mass and q
 * has none. */
ADROP_API double adrop_dist_kl(const adrop_dist *p, const adrop_dist *q);

/* The Bernoulli and the beta distribution nearest to d in Wasserstein distance of order 1 (see
 * below). a and b range from 0.001 to 10,000; a distance below 1e-10 is reported as 0. */
typedef struct adrop_near_dists {
    double p;                  /* Bernoulli: probability of a mask of 1 */
    double bernoulli_distance; /* distance from the Bernoulli */
    double a, b;               /* beta, to four digits */
    double beta_distance;      /* distance from the beta */
    int at_limit; /* a or b is at an end of its range: the fit is a limit, not a minimum */
} adrop_near_dists;

/* Takes a few hundredths of a second. */
#define adrop_dist_nearest(d, info) adrop_dist_nearest_sized((d), (info), sizeof *(info))
ADROP_API void adrop_dist_nearest_sized(const adrop_dist *d, adrop_near_dists *info, size_t size);

/* ------------------------------------------------------------------------
 * Can the family replace the mask distribution of another technique? Each pair (seed x mapping) is
 * fitted to a *target*, and the pairs are ranked by their distance from it.
 *
 *     adrop_ranking *r;
 *     adrop_ranked best;
 *     if (!adrop_ranking_create(ctx, "beta:a=2,b=2", NULL, &r)) {
 *         adrop_ranking_at(r, 0, &best);
 *         printf("%s x %s: %g\n", best.seed, best.map, best.distance);
 *     }
 *     adrop_ranking_free(r);
 *
 * The distance is Wasserstein's of order 1, the area between the two distribution functions: the
 * mean distance that mass must be moved, in units of the mask. mu and sigma minimise it, with sigma
 * from 0.001 to 10,000 and |mu| up to 30 sqrt(1 + sigma^2). */

/* A kind of target; its settings follow it in the text, as in "concrete:rate=0.3". */
typedef struct adrop_target_info {
    const char *name, *summary;
    const adrop_option *options; /* ended by a row without a name */
} adrop_target_info;

/* Kind i from 0; 1, or 0 past the last with *info zeroed. */
#define adrop_target_at(i, info) adrop_target_at_sized((i), (info), sizeof *(info))
ADROP_API int adrop_target_at_sized(size_t i, adrop_target_info *info, size_t size);

typedef struct adrop_ranking_opts {
    size_t size;
    int unit_mean; /* compare target and masks after dividing each by its mean, as a layer does */
    /* One additional pair, with a formula or a registered name. NULL: gaussian or sigmoid; if both
     * are built in, no pair is added. */
    const char *seed, *map;
} adrop_ranking_opts;

#define adrop_ranking_opts_init(o) adrop_ranking_opts_init_sized((o), sizeof *(o))
ADROP_API void adrop_ranking_opts_init_sized(adrop_ranking_opts *opts, size_t size);
/* Its option table (option.h): unit_mean. */
ADROP_API const adrop_option *adrop_ranking_options(void);

typedef struct adrop_ranking adrop_ranking;

/* Fit every pair to the target described by the text; opts may be NULL. Takes about a second.
 * ADROP_ENOENT for an unknown target, ADROP_EINVAL for unknown settings or values out of range,
 * ADROP_ENOMEM. */
ADROP_API adrop_status adrop_ranking_create(adrop_ctx *ctx, const char *target,
                                            const adrop_ranking_opts *opts, adrop_ranking **out);

/* NULL is fine. */
ADROP_API void adrop_ranking_free(adrop_ranking *r);

typedef struct adrop_ranking_info {
    const char *target;    /* its kind with all its settings; lives as long as the ranking */
    double mean, variance; /* of the target */
    double floor;          /* a lower bound for any distribution on [0, 1]: E[max(target - 1, 0)] */
    size_t n_pairs;
    int unit_mean;
} adrop_ranking_info;

#define adrop_ranking_describe(r, info) adrop_ranking_describe_sized((r), (info), sizeof *(info))
ADROP_API void adrop_ranking_describe_sized(const adrop_ranking *r, adrop_ranking_info *info,
                                            size_t size);

/* A pair at its best mu and sigma. */
typedef struct adrop_ranked {
    const char *seed, *map;
    double mu, sigma;
    double distance; /* 0 if below 1e-10, its accuracy */
    int at_limit;    /* mu or sigma is at an end of its range: the fit is a limit, not a minimum */
    double kl;       /* KL(target || pair) in nats, may be infinite; NaN with unit_mean */
    const char *kl_obstacle; /* why kl is infinite; NULL if it is not */
} adrop_ranked;

/* The pair of that rank, from 0, nearest first; returns 1, or 0 past the last with *info zeroed. */
#define adrop_ranking_at(r, rank, info) adrop_ranking_at_sized((r), (rank), (info), sizeof *(info))
ADROP_API int adrop_ranking_at_sized(const adrop_ranking *r, size_t rank, adrop_ranked *info,
                                     size_t size);

/* ------------------------------------------------------------------------
 * Densities on (0, inf): does softplus(Gaussian) approximate a gamma or an inverse gamma better
 * than the log-normal does? (The paper's figure `softplusapprox`.) All functions return NaN for
 * invalid parameters.
 *
 *   kind              a                b                 v is
 *   softplus-gaussian mean of z        std. dev. of z    log(1 + exp(z))
 *   log-normal        mean of log v    std. dev. of it   exp(z)
 *   gamma             shape k          scale theta
 *   inverse-gamma     shape k          scale beta        1 / gamma(k, 1/beta) */
typedef enum adrop_positive_kind {
    ADROP_POSITIVE_SOFTPLUS_GAUSSIAN,
    ADROP_POSITIVE_LOG_NORMAL,
    ADROP_POSITIVE_GAMMA,
    ADROP_POSITIVE_INVERSE_GAMMA,
} adrop_positive_kind;

typedef struct adrop_positive {
    adrop_positive_kind kind;
    double a, b;
} adrop_positive;

ADROP_API const char *adrop_positive_name(adrop_positive_kind kind);

/* Log density at v > 0; -inf elsewhere. */
ADROP_API double adrop_positive_log_pdf(const adrop_positive *p, double v);

/* Infinite where the integral diverges (inverse gamma: k <= 1, k <= 2). */
ADROP_API double adrop_positive_mean(const adrop_positive *p);
ADROP_API double adrop_positive_variance(const adrop_positive *p);

/* KL(p || q) in nats; infinite where it diverges. */
ADROP_API double adrop_positive_kl(const adrop_positive *p, const adrop_positive *q);

/* How an approximation is fitted to a target. */
typedef enum adrop_fit {
    ADROP_FIT_MOMENTS,     /* equal mean and variance */
    ADROP_FIT_LOG_MOMENTS, /* equal mean and variance of log v; log-normal only */
    ADROP_FIT_REVERSE_KL,  /* least KL(fit || target) */
} adrop_fit;

/* Fit the member of `kind` (softplus-gaussian or log-normal) to target. ADROP_EINVAL for invalid
 * parameters, or if the target lacks the moments that the fit needs; ADROP_ENUMERIC if the fit does
 * not converge. */
ADROP_API adrop_status adrop_positive_match(adrop_ctx *ctx, const adrop_positive *target,
                                            adrop_positive_kind kind, adrop_fit fit,
                                            adrop_positive *out);

ADROP_END_DECLS

#endif
