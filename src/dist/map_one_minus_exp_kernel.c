/* The one-sided mapping k(r) = 1 - e^-r for r > 0, else 0: the exponential
 * distribution function, with an atom at 0 of mass P(r <= 0).
 *
 * k' = e^-r = 1 - k for r > 0, else 0; inverse -ln(1 - m). */
#include "dist/map.h"

#include <math.h>

#include "base/real.h"

static const double breaks[] = { 0, 1.5, 4, 12, 40 };

static double value(double r)
{
    return -expm1(-fmax(r, 0));
}

static double upper(double r)
{
    return exp(-fmax(r, 0));
}

static double log_slope(double r)
{
    return r > 0 ? -r : -INFINITY;
}

static double inverse(double m)
{
    return -log1p(-m);
}

static double inverse_upper(double q)
{
    return -log(q);
}

static double log_value(double r)
{
    return log(value(r));
}

static double log_upper(double r)
{
    return -fmax(r, 0);
}

static double inverse_log(double log_m)
{
    return -log1p(-exp(log_m));
}

static double inverse_log_upper(double log_q)
{
    return -log_q;
}

static void apply_value(size_t n, const real *restrict r, real *restrict m)
{
    for (size_t i = 0; i < n; i++) {
        m[i] = 1 - r_exp_minus(r_max(r[i], 0));
    }
}

static void apply_both(size_t n, const real *restrict r, real *restrict m, real *restrict slope)
{
    for (size_t i = 0; i < n; i++) {
        const real t = r_exp_minus(r_max(r[i], 0));
        m[i] = 1 - t;
        slope[i] = r[i] > 0 ? t : 0;
    }
}

static void apply(size_t n, const void *r, void *m, void *slope)
{
    if (slope)
        apply_both(n, r, m, slope);
    else
        apply_value(n, r, m);
}

const ad_map AD_KERNEL(ad_map_one_minus_exp) = {
    .name = "one-minus-exp",
    .summary = "1 - exp(-max(r, 0))",
    .low = 0,
    .high = INFINITY,
    .value = value,
    .upper = upper,
    .log_slope = log_slope,
    .inverse = inverse,
    .inverse_upper = inverse_upper,
    .log_value = log_value,
    .log_upper = log_upper,
    .inverse_log = inverse_log,
    .inverse_log_upper = inverse_log_upper,
    .breaks = breaks,
    .n_breaks = sizeof breaks / sizeof breaks[0],
    .apply = apply,
};
