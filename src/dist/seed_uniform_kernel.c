/* The uniform seed on (-1, 1): density 1/2, distribution function (e + 1) / 2, whose
 * integral is (z + 1)^2 / 4, and z for z >= 1. */
#include "dist/seed.h"

#include <math.h>

#include "dist/special.h"
#include "random/noise.h"

static const double breaks[] = { -1, 1 };

static double seed_uniform_log_pdf(double e)
{
    return fabs(e) <= 1 ? -AD_LN_2 : -INFINITY;
}

static double seed_uniform_cdf(double e)
{
    return fmin(1, fmax(0, 0.5 * (e + 1)));
}

static double seed_uniform_survival(double e)
{
    return seed_uniform_cdf(-e);
}

static double seed_uniform_quantile(double p)
{
    return 2 * p - 1;
}

static double seed_uniform_cdf_integral(double z)
{
    const double x = fmax(z, -1) + 1;

    return z < 1 ? 0.25 * x * x : z;
}

static void seed_uniform_fill(const ad_address *at, size_t first, size_t n, void *out)
{
    AD_KERNEL(ad_noise_symmetric)(at, first, n, out);
}

const ad_seed AD_KERNEL(ad_seed_uniform) = {
    .name = "uniform",
    .summary = "1/2 on (-1, 1), variance 1/3",
    .low = -1,
    .high = 1,
    .mean = 0,
    .variance = 1.0 / 3,
    .entropy = AD_LN_2,
    .reach = { -1, 1 },
    .panel = 2,
    .log_pdf = seed_uniform_log_pdf,
    .cdf = seed_uniform_cdf,
    .survival = seed_uniform_survival,
    .quantile = seed_uniform_quantile,
    .cdf_integral = seed_uniform_cdf_integral,
    .breaks = breaks,
    .n_breaks = sizeof breaks / sizeof breaks[0],
    .fill = seed_uniform_fill,
};
