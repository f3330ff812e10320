/* The one-sided mapping k(r) = 1 - e^-r for r > 0, else 0: the exponential
 * distribution function, with an atom at 0 of mass P(r <= 0).
 *
 * k' = e^-r = 1 - k for r > 0, else 0; inverse -ln(1 - m). */
#include "dist/map.h"

#include <math.h>

#include "base/real.h"

static const double breaks[] = { 0, 1.5, 4, 12, 40 };

static double map_one_minus_exp_value(double r)
{
    return -expm1(-fmax(r, 0));
}

static double map_one_minus_exp_upper(double r)
{
    return exp(-fmax(r, 0));
}

static double map_one_minus_exp_log_slope(double r)
{
    return r > 0 ? -r : -INFINITY;
}

static double map_one_minus_exp_inverse(double m)
{
    return -log1p(-m);
}

static double map_one_minus_exp_inverse_upper(double q)
{
    return -log(q);
}

static double map_one_minus_exp_log_value(double r)
{
    return log(map_one_minus_exp_value(r));
}

static double map_one_minus_exp_log_upper(double r)
{
    return -fmax(r, 0);
}

static double map_one_minus_exp_inverse_log(double log_m)
{
    return -log1p(-exp(log_m));
}

static double map_one_minus_exp_inverse_log_upper(double log_q)
{
    return -log_q;
}

static void map_one_minus_exp_apply_value(size_t n, const real *restrict r, real *restrict m)
{
    for (size_t i = 0; i < n; i++) {
        m[i] = 1 - r_exp_minus(r_max(r[i], 0));
    }
}

static void map_one_minus_exp_apply_both(size_t n, const real *restrict r, real *restrict m,
                                         real *restrict slope)
{
    for (size_t i = 0; i < n; i++) {
        const real t = r_exp_minus(r_max(r[i], 0));
        m[i] = 1 - t;
        slope[i] = r[i] > 0 ? t : 0;
    }
}

static void map_one_minus_exp_apply(size_t n, const void *r, void *m, void *slope)
{
    if (slope)
        map_one_minus_exp_apply_both(n, r, m, slope);
    else
        map_one_minus_exp_apply_value(n, r, m);
}

const ad_map AD_KERNEL(ad_map_one_minus_exp) = {
    .name = "one-minus-exp",
    .summary = "1 - exp(-max(r, 0))",
    .low = 0,
    .high = INFINITY,
    .value = map_one_minus_exp_value,
    .upper = map_one_minus_exp_upper,
    .log_slope = map_one_minus_exp_log_slope,
    .inverse = map_one_minus_exp_inverse,
    .inverse_upper = map_one_minus_exp_inverse_upper,
    .log_value = map_one_minus_exp_log_value,
    .log_upper = map_one_minus_exp_log_upper,
    .inverse_log = map_one_minus_exp_inverse_log,
    .inverse_log_upper = map_one_minus_exp_inverse_log_upper,
    .breaks = breaks,
    .n_breaks = sizeof breaks / sizeof breaks[0],
    .apply = map_one_minus_exp_apply,
};
