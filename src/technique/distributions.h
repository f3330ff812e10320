/* Distributions that several techniques' masks follow: density of the continuous part and
 * P(mask <= m), in the form of ad_technique's distribution(). */
#ifndef AD_TECHNIQUE_DISTRIBUTIONS_H
#define AD_TECHNIQUE_DISTRIBUTIONS_H

#include "technique/technique.h"

/* 1 with probability keep, else 0. */
void ad_distribution_two_points(double keep, double m, double *pdf, double *cdf);

/* Gaussian. `deviation`, its standard deviation, may be 0. */
void ad_distribution_normal(double mean, double deviation, double m, double *pdf, double *cdf);

/* Moments of a mask that is 1 with probability keep, else 0, for a technique that
 * multiplies it by scale. */
adrop_moments ad_moments_two_points(double keep, double scale);

/* Moments of a Gaussian mask of mean 1 and variance alpha, unscaled. */
adrop_moments ad_moments_normal(double alpha);

#endif
