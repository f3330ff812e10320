/* The mapping k(r) = 1/2 + atan(r) / pi, the Cauchy distribution function: it approaches
 * 0 and 1 as slowly as 1 / (pi |r|).
 *
 * k' = 1 / (pi (1 + r^2)), inverse tan(pi (m - 1/2)), 1 - k(r) = k(-r). */
#include "dist/map.h"

#include <math.h>

#include "base/real.h"
#include "dist/special.h"

/* Powers of 4, since the tail is a power of r; they reach far enough for a sigma of 1000. */
static const double breaks[] = {
    -1e6, -262144, -65536, -16384, -4096, -1024, -256, -64,   -16,   -4,     -1,  0,
    1,    4,       16,     64,     256,   1024,  4096, 16384, 65536, 262144, 1e6,
};

/* The angle from the negative half-line: no cancellation at either end. */
static double map_atan_value(double r)
{
    return atan2(1, -r) / AD_PI;
}

static double map_atan_upper(double r)
{
    return map_atan_value(-r);
}

static double map_atan_log_slope(double r)
{
    return -log(AD_PI) - 2 * log(hypot(1, r));
}

static double map_atan_inverse(double m)
{
    if (m < 0.25)
        return -1 / tan(AD_PI * m);
    if (m > 0.75)
        return 1 / tan(AD_PI * (1 - m));
    return tan(AD_PI * (m - 0.5));
}

static double map_atan_log_value(double r)
{
    return log(map_atan_value(r));
}

static double map_atan_inverse_log(double log_m)
{
    return map_atan_inverse(exp(log_m));
}

static double map_atan_inverse_upper(double q)
{
    return -map_atan_inverse(q);
}

static double map_atan_log_upper(double r)
{
    return map_atan_log_value(-r);
}

static double map_atan_inverse_log_upper(double log_q)
{
    return -map_atan_inverse_log(log_q);
}

static double map_atan_log_ratio(double r, double *slope)
{
    const double k = map_atan_value(r), square = 1 + r * r;

    *slope = (1 / (AD_PI * k) + 2 * r) / square;
    return log(AD_PI * k * square);
}

static void map_atan_apply_value(size_t n, const real *restrict r, real *restrict m)
{
    for (size_t i = 0; i < n; i++) {
        const real angle = (real)0.5 + r_atan(r[i]) * (real)(1 / AD_PI);
        m[i] = r_min(1, r_max(0, angle));
    }
}

static void map_atan_apply_both(size_t n, const real *restrict r, real *restrict m,
                                real *restrict slope)
{
    for (size_t i = 0; i < n; i++) {
        const real angle = (real)0.5 + r_atan(r[i]) * (real)(1 / AD_PI);
        m[i] = r_min(1, r_max(0, angle));
        slope[i] = (real)(1 / AD_PI) / (1 + r[i] * r[i]);
    }
}

static void map_atan_apply(size_t n, const void *r, void *m, void *slope)
{
    if (slope)
        map_atan_apply_both(n, r, m, slope);
    else
        map_atan_apply_value(n, r, m);
}

const ad_map AD_KERNEL(ad_map_atan) = {
    .name = "atan",
    .summary = "1/2 + atan(r) / pi",
    .low = -INFINITY,
    .high = INFINITY,
    .value = map_atan_value,
    .upper = map_atan_upper,
    .log_slope = map_atan_log_slope,
    .inverse = map_atan_inverse,
    .inverse_upper = map_atan_inverse_upper,
    .log_value = map_atan_log_value,
    .log_upper = map_atan_log_upper,
    .inverse_log = map_atan_inverse_log,
    .inverse_log_upper = map_atan_inverse_log_upper,
    .log_ratio = map_atan_log_ratio,
    .width = 1,
    .breaks = breaks,
    .n_breaks = sizeof breaks / sizeof breaks[0],
    .apply = map_atan_apply,
};
