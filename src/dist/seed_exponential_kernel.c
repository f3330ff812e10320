/* The exponential seed: density e^-e for e >= 0, distribution function 1 - e^-e, whose
 * integral is z - 1 + e^-z. */
#include "dist/seed.h"

#include <math.h>

#include "dist/special.h"
#include "random/noise.h"

static const double breaks[] = { 0, 3, 8, 20, 50, 120, 300, 740 };

static double seed_exponential_log_pdf(double e)
{
    return e >= 0 ? -e : -INFINITY;
}

static double seed_exponential_cdf(double e)
{
    return -expm1(-fmax(e, 0));
}

static double seed_exponential_survival(double e)
{
    return exp(-fmax(e, 0));
}

static double seed_exponential_quantile(double p)
{
    return -log1p(-p);
}

static double seed_exponential_cdf_integral(double z)
{
    return ad_decay_integral(fmax(z, 0));
}

static void seed_exponential_fill(const ad_address *at, size_t first, size_t n, void *out)
{
    AD_KERNEL(ad_noise_exponential)(at, first, n, out);
}

const ad_seed AD_KERNEL(ad_seed_exponential) = {
    .name = "exponential",
    .summary = "exp(-e) for e >= 0, variance 1",
    .low = 0,
    .high = INFINITY,
    .mean = 1,
    .variance = 1,
    .entropy = 1,
    .reach = { 0, 38 },
    .panel = 8,
    .log_pdf = seed_exponential_log_pdf,
    .cdf = seed_exponential_cdf,
    .survival = seed_exponential_survival,
    .quantile = seed_exponential_quantile,
    .cdf_integral = seed_exponential_cdf_integral,
    .breaks = breaks,
    .n_breaks = sizeof breaks / sizeof breaks[0],
    .fill = seed_exponential_fill,
};
