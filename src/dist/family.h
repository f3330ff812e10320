/* A member of the model-free family, m = k(mu + sigma eps), as the rest of the
 * library uses it: by value, without a context. */
#ifndef AD_DIST_FAMILY_H
#define AD_DIST_FAMILY_H

#include <stddef.h>

#include "dist/map.h"
#include "dist/seed.h"

typedef struct ad_family {
    const ad_seed *seed; /* of the f64 set */
    const ad_map *map;   /* of the f64 set */
    double mu, sigma;    /* sigma > 0 */
} ad_family;

/* The breaks of the seed and the mapping, in units of eps, for ad_integrate over eps;
 * returns their number. */
enum { AD_FAMILY_BREAKS = 2 * AD_MOST_BREAKS };
size_t ad_family_breaks(const ad_family *f, double breaks[AD_FAMILY_BREAKS]);

/* E[m], by the closed form or the mapping's own rule if there is one, else by quadrature with a few
 * hundred evaluations; relative error about 1e-11. */
double ad_family_mean(const ad_family *f);

/* Var[m], by quadrature of (m - E[m])^2, or with 1 - m where that is smaller. */
double ad_family_variance(const ad_family *f);

/* dE[m]/dmu = E[k'(r)] and dE[m]/dsigma = E[k'(r) eps]. */
void ad_family_mean_gradient(const ad_family *f, double *dmu, double *dsigma);

/* For a mapping with parameters: E of the sums of collect() for t = 1 (dist/map.h); (n_sums). */
void ad_family_mean_sums(const ad_family *f, double *sums);

/* Set *mean to the closed form of E[m] and return 1; 0 if there is none, or it loses digits
 * at this mu and sigma. Tests compare it with quadrature. */
int ad_family_mean_closed(const ad_family *f, double *mean);
double ad_family_mean_quadrature(const ad_family *f);

/* Masses of the atoms at 0 and 1: P(r <= low) and P(r >= high) of the mapping. */
double ad_family_mass_at_zero(const ad_family *f);
double ad_family_mass_at_one(const ad_family *f);

/* Density of the continuous part, P(mask <= m), and its inverse (adrop/dist.h). */
double ad_family_pdf(const ad_family *f, double m);
double ad_family_cdf(const ad_family *f, double m);
double ad_family_quantile(const ad_family *f, double p);

/* KL(p || q) in nats, atoms counted; infinite where p has mass that q lacks and where
 * the integral diverges. */
double ad_family_kl(const ad_family *p, const ad_family *q);

/* sigmoid(mu / sqrt(1 + pi sigma^2 / 8)): the paper's approximation of E[m] for
 * gaussian x sigmoid, and its derivatives (either pointer may be NULL). */
double ad_family_mean_approx(double mu, double sigma, double *dmu, double *dsigma);

#endif
