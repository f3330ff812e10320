/* The Gaussian seed: density phi(e) = exp(-e^2 / 2) / sqrt(2 pi), distribution
 * function Phi, whose integral is z Phi(z) + phi(z). */
#include "dist/seed.h"

#include <math.h>

#include "dist/special.h"
#include "random/noise.h"

static const double breaks[] = { -38, -20, -12, -7, -4, -2, 0, 2, 4, 7, 12, 20, 38 };

static double seed_gaussian_log_pdf(double e)
{
    return -0.5 * e * e - AD_LN_SQRT_2PI;
}

static double seed_gaussian_cdf(double e)
{
    return ad_normal_cdf(e);
}

static double seed_gaussian_survival(double e)
{
    return ad_normal_sf(e);
}

static double seed_gaussian_quantile(double p)
{
    return ad_normal_quantile(p);
}

/* Below -3 as phi(z) (1 + z R(-z)), which does not underflow in parts. */
static double seed_gaussian_cdf_integral(double z)
{
    if (z < -3)
        return fmax(ad_normal_pdf(z) * (1 + z * ad_mills_ratio(-z)), 0);
    return z * ad_normal_cdf(z) + ad_normal_pdf(z);
}

static void seed_gaussian_fill(const ad_address *at, size_t first, size_t n, void *out)
{
    AD_KERNEL(ad_noise_normal)(at, first, n, out);
}

const ad_seed AD_KERNEL(ad_seed_gaussian) = {
    .name = "gaussian",
    .summary = "exp(-e^2/2) / sqrt(2 pi), variance 1",
    .low = -INFINITY,
    .high = INFINITY,
    .mean = 0,
    .variance = 1,
    .entropy = 0.5 + AD_LN_SQRT_2PI,
    .reach = { -8.75, 8.75 },
    .panel = 3.5,
    .log_pdf = seed_gaussian_log_pdf,
    .cdf = seed_gaussian_cdf,
    .survival = seed_gaussian_survival,
    .quantile = seed_gaussian_quantile,
    .cdf_integral = seed_gaussian_cdf_integral,
    .breaks = breaks,
    .n_breaks = sizeof breaks / sizeof breaks[0],
    .fill = seed_gaussian_fill,
};
