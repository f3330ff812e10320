/* Wasserstein-1 distance between a target and members of the family, for fits: the area between
 * the quantile functions,
 *
 *     W1 = integral from 0 to 1 of |T(p) - Q(p)| dp,   Q(p) = k(mu + sigma F^-1(p)),
 *
 * with T the target's quantile function and F the seed's distribution function. With unit_mean both
 * are divided by their means: layers divide by the mean of the mask, so a common factor does not
 * matter. */
#ifndef AD_DIST_TRANSPORT_H
#define AD_DIST_TRANSPORT_H

#include "dist/quadrature.h"
#include "dist/target.h"

typedef struct ad_transport {
    adrop_ctx *ctx;
    const ad_target *target;
    int unit_mean;
    double mean, variance, floor; /* of the target; floor: E[max(T - 1, 0)], as masks end at 1 */

    size_t n;                /* points */
    double *p, *weight;      /* (n) of a rule for integrals over p, in panels of AD_PANEL_POINTS */
    double *quantile;        /* (n) the target's; divided by its mean with unit_mean */
    double *edge;            /* (n / AD_PANEL_POINTS + 1) edges of the panels */
    const ad_seed *seed;     /* of `noise` */
    double *noise;           /* (n) F^-1(p) */
    double *argument, *mask; /* (n) room */
} ad_transport;

/* Each panel of the coarsest rule is cut into `finer`: error about 1e-5 for 1, 1e-7 for 8. */
adrop_status ad_transport_create(adrop_ctx *ctx, const ad_target *target, int unit_mean,
                                 size_t finer, ad_transport *out);
void ad_transport_free(ad_transport *t);

/* Set the seed of the members to be compared. */
void ad_transport_use(ad_transport *t, const ad_seed *seed);

/* The distance by the plain rule. */
double ad_transport_distance(ad_transport *t, const ad_map *map, double mu, double sigma);

/* The distance with every panel cut where the quantile functions cross; error about 1e-9. */
double ad_transport_exact(ad_transport *t, const ad_map *map, double mu, double sigma);

#endif
