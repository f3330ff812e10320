/* The divergence terms of an evidence lower bound (ELBO): how far a layer's noise is from a prior,
 * with the gradient that a technique adds to those of mu and sigma.
 *
 * Both are per unit and in nats; a technique multiplies them by units / training rows. They
 * allocate nothing and keep no state. */
#ifndef AD_DIST_ELBO_H
#define AD_DIST_ELBO_H

#include "dist/family.h"

typedef struct ad_elbo_term {
    double value;       /* the divergence */
    double dmu, dsigma; /* its derivatives */
} ad_elbo_term;

/* Log-uniform prior on the weights diag(m) theta of a unit with mask m:
 *
 *     KL = E[ln g(m) + ln m] + a constant, left out,          g the density of m
 *        = E[ln k(r) - ln k'(r)] - ln sigma - H,              r = mu + sigma eps,
 *                                                             H the entropy of the seed
 *
 * ad_elbo_log_uniform_obstacle: NULL if the KL exists at every mu and sigma, else the reason, to
 * be shown after the pair's name: "gaussian x clamp " + reason. A mask with an atom has no KL; a
 * pair with atoms at some mu and sigma could get there in training. ad_elbo_log_uniform is only
 * for pairs without an obstacle.
 *
 * For |mu| <= 10 and sigma from 0.05 to 10 the errors of value and derivatives are below 5e-9 of
 * max(1, |x|), for gaussian x sigmoid below 1e-9. Cost: uniform x sigmoid and uniform x tanh a few
 * logarithms (closed form); otherwise a sum over 50 to 120 points for gaussian and exponential
 * noise, 10 to 70 for uniform, 100 to 190 for laplace and 200 to 270 for logistic, each with two or
 * three exponentials and a logarithm: 1.2 us for gaussian x sigmoid at sigma = 1.5, 14 us for the
 * slowest (logistic x probit). */
const char *ad_elbo_log_uniform_obstacle(const ad_seed *seed, const ad_map *map);
void ad_elbo_log_uniform(const ad_family *f, ad_elbo_term *out);

/* The same, always by quadrature, to test the closed form. Returns the number of points. */
size_t ad_elbo_log_uniform_quadrature(const ad_family *f, ad_elbo_term *out);

/* Gaussian prior N(prior_mu, prior_sigma^2), prior_sigma > 0, on r itself, in closed form for
 * every seed; the mapping does not matter:
 *
 *     KL = (sigma^2 V + (mu + sigma e - prior_mu)^2) / (2 prior_sigma^2)
 *          + ln(prior_sigma / sigma) + ln(2 pi) / 2 - H,   (e, V) mean and variance of the seed */
void ad_elbo_gaussian(const ad_family *f, double prior_mu, double prior_sigma, ad_elbo_term *out);

#endif
