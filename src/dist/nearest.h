/* The Bernoulli and the beta distribution nearest to a member of the family. */
#ifndef AD_DIST_NEAREST_H
#define AD_DIST_NEAREST_H

#include "adrop/dist.h"
#include "dist/family.h"

void ad_family_nearest(const ad_family *f, adrop_near_dists *out);

#endif
