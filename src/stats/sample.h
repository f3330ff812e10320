/* A sample, for the tests of this module. */
#ifndef AD_STATS_SAMPLE_H
#define AD_STATS_SAMPLE_H

#include "adrop/stats.h"

/* Mean and standard deviation of n values. The mean is origin + offset, where origin is one of the
 * values. The difference of two means subtracts the origins first, which is exact
 * if they are close, so that a large common part costs no digits. */
typedef struct ad_sample {
    size_t n;
    double origin, offset;
    double std;            /* divided by n - 1 */
    double std_population; /* divided by n */
} ad_sample;

/* Of n > 0 finite values; of the differences x - y unless y is NULL. */
ad_sample ad_sample_of(size_t n, const double *x, const double *y);

/* Mean x - mean y. */
double ad_sample_difference(const ad_sample *x, const ad_sample *y);

/* ADROP_EINVAL for fewer than `least` values, or one that is not finite; name is "x". */
adrop_status ad_sample_check(adrop_ctx *ctx, const char *name, size_t n, const double *x,
                             size_t least);

/* ADROP_EINVAL for an invalid side. */
adrop_status ad_side_check(adrop_ctx *ctx, adrop_side side);

#endif
