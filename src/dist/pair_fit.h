/* Fitting one pair of the family to a target. */
#ifndef AD_DIST_PAIR_FIT_H
#define AD_DIST_PAIR_FIT_H

#include "adrop/dist.h"
#include "dist/transport.h"

/* The fine rule cuts each panel into this many (transport.h). */
enum { AD_FIT_FINER = 8 };

/* Fit the mapping with the seed of both rules; sets mu, sigma, distance and divergence in *out. */
void ad_fit_pair(ad_transport *coarse, ad_transport *fine, const ad_map *map, adrop_ranked *out);

/* Round x to this many significant decimal digits. */
double ad_round_digits(double x, int digits);

#endif
