/* What the transform `standardise` has learned. */
#ifndef AD_TRANSFORM_STANDARDISE_H
#define AD_TRANSFORM_STANDARDISE_H

#include "base/lab.h"
#include "transform/transforms.h"

extern const ad_transform_type ad_transform_type_standardise;

/* The mean and standard deviation of a channel, of values divided by `top`. false, and both NaN, if
 * the list has no `standardise`, or the first one has no such channel. */
bool ad_standardise_moments(const ad_transforms *list, size_t channel, double *mean,
                            double *deviation);

/* Add a fitted one, for rows of shape list->out: mean and standard deviation (channels), finite,
 * standard deviations above 0. */
AD_LAB adrop_status ad_standardise_add(ad_transforms *list, adrop_ctx *ctx, double top,
                                       const double *mean, const double *deviation);

#endif
