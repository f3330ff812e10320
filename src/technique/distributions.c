/* Distributions that several techniques' masks follow (distributions.h). */
#include "technique/distributions.h"

#include <math.h>

#include "dist/special.h"

void ad_distribution_two_points(double keep, double m, double *pdf, double *cdf)
{
    *pdf = 0;
    *cdf = m < 0 ? 0 : m < 1 ? 1 - keep : 1;
}

void ad_distribution_normal(double mean, double deviation, double m, double *pdf, double *cdf)
{
    if (deviation > 0) {
        *pdf = ad_normal_pdf((m - mean) / deviation) / deviation;
        *cdf = ad_normal_cdf((m - mean) / deviation);
    } else {
        *pdf = 0;
        *cdf = m >= mean;
    }
}

adrop_moments ad_moments_two_points(double keep, double scale)
{
    return (adrop_moments){ .mean = keep,
                            .variance = keep * (1 - keep),
                            .scale = scale,
                            .rate = 1 - keep,
                            .mu = NAN,
                            .sigma = NAN };
}

adrop_moments ad_moments_normal(double alpha)
{
    return (adrop_moments){ .mean = 1,
                            .variance = alpha,
                            .scale = 1,
                            .rate = alpha / (1 + alpha),
                            .mu = NAN,
                            .sigma = NAN };
}
