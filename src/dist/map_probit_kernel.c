/* The mapping k(r) = Phi(r), the normal distribution function.
 *
 * k' = phi(r), 1 - k(r) = k(-r). With the Gaussian seed E[m] is exactly
 * Phi(mu / sqrt(1 + sigma^2)). */
#include "dist/map.h"

#include <math.h>

#include "base/real.h"
#include "dist/special.h"

static const double breaks[] = { -38, -12, -6, -3, 0, 3, 6, 12, 38 };

static double map_probit_value(double r)
{
    return ad_normal_cdf(r);
}

static double map_probit_upper(double r)
{
    return map_probit_value(-r);
}

static double map_probit_log_slope(double r)
{
    return -0.5 * r * r - AD_LN_SQRT_2PI;
}

static double map_probit_inverse(double m)
{
    return ad_normal_quantile(m);
}

static double map_probit_log_value(double r)
{
    return ad_log_normal_cdf(r);
}

static double map_probit_inverse_log(double log_m)
{
    return ad_normal_quantile_log(log_m);
}

static double map_probit_inverse_upper(double q)
{
    return -map_probit_inverse(q);
}

static double map_probit_log_upper(double r)
{
    return map_probit_log_value(-r);
}

static double map_probit_inverse_log_upper(double log_q)
{
    return -map_probit_inverse_log(log_q);
}

/* ln(k / k') is the logarithm of Mills' ratio at -r, which overflows above 38. */
static double map_probit_log_ratio(double r, double *slope)
{
    if (r <= 0) {
        const double mills = ad_mills_ratio(-r);
        *slope = 1 / mills + r;
        return log(mills);
    }
    const double k = ad_normal_cdf(r);
    *slope = ad_normal_pdf(r) / k + r;
    return log(k) + 0.5 * r * r + AD_LN_SQRT_2PI;
}

static void map_probit_apply_value(size_t n, const real *restrict r, real *restrict m)
{
    for (size_t i = 0; i < n; i++) {
        m[i] = r_normal_cdf(r[i]);
    }
}

static void map_probit_apply_both(size_t n, const real *restrict r, real *restrict m,
                                  real *restrict slope)
{
    for (size_t i = 0; i < n; i++) {
        const real a = r_min(r_fabs(r[i]), 100); /* its square must not overflow */
        m[i] = r_normal_cdf(r[i]);
        slope[i] = (real)(1 / AD_SQRT_2PI) * r_exp_minus((real)0.5 * a * a);
    }
}

static void map_probit_apply(size_t n, const void *r, void *m, void *slope)
{
    if (slope)
        map_probit_apply_both(n, r, m, slope);
    else
        map_probit_apply_value(n, r, m);
}

const ad_map AD_KERNEL(ad_map_probit) = {
    .name = "probit",
    .summary = "the normal distribution function of r",
    .low = -INFINITY,
    .high = INFINITY,
    .value = map_probit_value,
    .upper = map_probit_upper,
    .log_slope = map_probit_log_slope,
    .inverse = map_probit_inverse,
    .inverse_upper = map_probit_inverse_upper,
    .log_value = map_probit_log_value,
    .log_upper = map_probit_log_upper,
    .inverse_log = map_probit_inverse_log,
    .inverse_log_upper = map_probit_inverse_log_upper,
    .log_ratio = map_probit_log_ratio,
    .width = 2.5,
    .breaks = breaks,
    .n_breaks = sizeof breaks / sizeof breaks[0],
    .apply = map_probit_apply,
};
