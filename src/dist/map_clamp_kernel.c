/* The hard sigmoid k(r) = min(1, max(0, r)), of uniform and continuous dropout.
 *
 * k' is 1 on the open interval (0, 1) and 0 elsewhere, so the mask has an atom at 0
 * of mass P(r <= 0) and one at 1 of mass P(r >= 1). */
#include "dist/map.h"

#include <math.h>

#include "base/real.h"

static const double breaks[] = { 0, 1 };

static double map_clamp_value(double r)
{
    return fmin(1, fmax(0, r));
}

static double map_clamp_upper(double r)
{
    return fmin(1, fmax(0, 1 - r));
}

static double map_clamp_log_slope(double r)
{
    return r > 0 && r < 1 ? 0 : -INFINITY;
}

static double map_clamp_inverse(double m)
{
    return m;
}

static double map_clamp_inverse_upper(double q)
{
    return 1 - q;
}

static double map_clamp_log_value(double r)
{
    return log(map_clamp_value(r));
}

static double map_clamp_log_upper(double r)
{
    return r < 0 ? 0 : log1p(-fmin(1, r));
}

static double map_clamp_inverse_log(double log_m)
{
    return exp(log_m);
}

static double map_clamp_inverse_log_upper(double log_q)
{
    return -expm1(log_q);
}

static void map_clamp_apply_value(size_t n, const real *restrict r, real *restrict m)
{
    for (size_t i = 0; i < n; i++) {
        m[i] = r_min(1, r_max(0, r[i]));
    }
}

static void map_clamp_apply_both(size_t n, const real *restrict r, real *restrict m,
                                 real *restrict slope)
{
    for (size_t i = 0; i < n; i++) {
        m[i] = r_min(1, r_max(0, r[i]));
        slope[i] = r[i] > 0 && r[i] < 1 ? 1 : 0;
    }
}

static void map_clamp_apply(size_t n, const void *r, void *m, void *slope)
{
    if (slope)
        map_clamp_apply_both(n, r, m, slope);
    else
        map_clamp_apply_value(n, r, m);
}

const ad_map AD_KERNEL(ad_map_clamp) = {
    .name = "clamp",
    .summary = "min(1, max(0, r))",
    .low = 0,
    .high = 1,
    .value = map_clamp_value,
    .upper = map_clamp_upper,
    .log_slope = map_clamp_log_slope,
    .inverse = map_clamp_inverse,
    .inverse_upper = map_clamp_inverse_upper,
    .log_value = map_clamp_log_value,
    .log_upper = map_clamp_log_upper,
    .inverse_log = map_clamp_inverse_log,
    .inverse_log_upper = map_clamp_inverse_log_upper,
    .breaks = breaks,
    .n_breaks = sizeof breaks / sizeof breaks[0],
    .apply = map_clamp_apply,
};
