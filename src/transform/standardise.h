/* What the transform `standardise` was fitted to. */
#ifndef AD_TRANSFORM_STANDARDISE_H
#define AD_TRANSFORM_STANDARDISE_H

#include "base/lab.h"
#include "transform/transforms.h"

extern const ad_transform_type ad_transform_type_standardise;

/* The mean and standard deviation of a channel, of values divided by `top`. false, both NaN, if
 * none of the list is `standardise`, or the first such has no such channel. */
bool ad_standardise_moments(const ad_transforms *list, size_t channel, double *mean,
                            double *deviation);

/* Add one that is fitted already, for rows of shape list->out: mean and standard deviation
 * (channels), finite, standard deviations above 0. */
AD_LAB adrop_status ad_standardise_add(ad_transforms *list, adrop_ctx *ctx, double top,
                                       const double *mean, const double *deviation);

#endif
