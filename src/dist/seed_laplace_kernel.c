/* The Laplace seed: density exp(-|e|) / 2; the distribution function is e^e / 2 below
 * 0 and 1 - e^-e / 2 above, its integral e^z / 2 and z + e^-z / 2. */
#include "dist/seed.h"

#include <math.h>

#include "dist/special.h"
#include "random/noise.h"

static const double breaks[] = {
    -740, -300, -120, -50, -20, -8, -3, 0, 3, 8, 20, 50, 120, 300, 740
};

static double seed_laplace_log_pdf(double e)
{
    return -fabs(e) - AD_LN_2;
}

static double seed_laplace_cdf(double e)
{
    return e < 0 ? 0.5 * exp(e) : 1 - 0.5 * exp(-e);
}

static double seed_laplace_survival(double e)
{
    return seed_laplace_cdf(-e);
}

static double seed_laplace_quantile(double p)
{
    return p < 0.5 ? log(2 * p) : -log(2 * (1 - p));
}

static double seed_laplace_cdf_integral(double z)
{
    return fmax(z, 0) + 0.5 * exp(-fabs(z));
}

static void seed_laplace_fill(const ad_address *at, size_t first, size_t n, void *out)
{
    AD_KERNEL(ad_noise_laplace)(at, first, n, out);
}

const ad_seed AD_KERNEL(ad_seed_laplace) = {
    .name = "laplace",
    .summary = "exp(-|e|) / 2, variance 2",
    .low = -INFINITY,
    .high = INFINITY,
    .mean = 0,
    .variance = 2,
    .entropy = 1 + AD_LN_2,
    .reach = { -38, 38 },
    .panel = 8,
    .corner = 1,
    .log_pdf = seed_laplace_log_pdf,
    .cdf = seed_laplace_cdf,
    .survival = seed_laplace_survival,
    .quantile = seed_laplace_quantile,
    .cdf_integral = seed_laplace_cdf_integral,
    .breaks = breaks,
    .n_breaks = sizeof breaks / sizeof breaks[0],
    .fill = seed_laplace_fill,
};
