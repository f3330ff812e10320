/* The logistic seed: density s (1 - s) with s = 1 / (1 + e^-e), which is the
 * distribution function; its integral is ln(1 + e^z). */
#include "dist/seed.h"

#include <math.h>

#include "dist/special.h"
#include "random/noise.h"

static const double breaks[] = {
    -740, -300, -120, -50, -20, -8, -3, 0, 3, 8, 20, 50, 120, 300, 740
};

static double seed_logistic_log_pdf(double e)
{
    return -fabs(e) - 2 * log1p(exp(-fabs(e)));
}

static double seed_logistic_cdf(double e)
{
    return ad_sigmoid(e);
}

static double seed_logistic_survival(double e)
{
    return ad_sigmoid(-e);
}

static double seed_logistic_quantile(double p)
{
    return ad_logit(p);
}

static double seed_logistic_cdf_integral(double z)
{
    return ad_softplus(z);
}

static void seed_logistic_fill(const ad_address *at, size_t first, size_t n, void *out)
{
    AD_KERNEL(ad_noise_logistic)(at, first, n, out);
}

const ad_seed AD_KERNEL(ad_seed_logistic) = {
    .name = "logistic",
    .summary = "s (1 - s) with s = 1 / (1 + exp(-e)), variance pi^2/3",
    .low = -INFINITY,
    .high = INFINITY,
    .mean = 0,
    .variance = AD_PI * AD_PI / 3,
    .entropy = 2,
    .reach = { -38, 38 },
    .panel = 4,
    .corner = 1,
    .log_pdf = seed_logistic_log_pdf,
    .cdf = seed_logistic_cdf,
    .survival = seed_logistic_survival,
    .quantile = seed_logistic_quantile,
    .cdf_integral = seed_logistic_cdf_integral,
    .breaks = breaks,
    .n_breaks = sizeof breaks / sizeof breaks[0],
    .fill = seed_logistic_fill,
};
