/* The mapping k(r) = 1/2 + atan(r) / pi, the Cauchy distribution function: it comes
 * to 0 and 1 as slowly as 1 / (pi |r|).
 *
 * k' = 1 / (pi (1 + r^2)), inverse tan(pi (m - 1/2)), 1 - k(r) = k(-r). */
#include "dist/map.h"

#include <math.h>

#include "base/real.h"
#include "dist/special.h"

/* By fours, for the tail is a power of r; as far as a sigma of 1000 reaches. */
static const double breaks[] = {
    -1e6, -262144, -65536, -16384, -4096, -1024, -256, -64,   -16,   -4,     -1,  0,
    1,    4,       16,     64,     256,   1024,  4096, 16384, 65536, 262144, 1e6,
};

/* The angle from the negative half-line: no cancellation at either end. */
static double value(double r)
{
    return atan2(1, -r) / AD_PI;
}

static double upper(double r)
{
    return value(-r);
}

static double log_slope(double r)
{
    return -log(AD_PI) - 2 * log(hypot(1, r));
}

static double inverse(double m)
{
    if (m < 0.25)
        return -1 / tan(AD_PI * m);
    if (m > 0.75)
        return 1 / tan(AD_PI * (1 - m));
    return tan(AD_PI * (m - 0.5));
}

static double log_value(double r)
{
    return log(value(r));
}

static double inverse_log(double log_m)
{
    return inverse(exp(log_m));
}

static double inverse_upper(double q)
{
    return -inverse(q);
}

static double log_upper(double r)
{
    return log_value(-r);
}

static double inverse_log_upper(double log_q)
{
    return -inverse_log(log_q);
}

static double log_ratio(double r, double *slope)
{
    const double k = value(r), square = 1 + r * r;

    *slope = (1 / (AD_PI * k) + 2 * r) / square;
    return log(AD_PI * k * square);
}

static void apply_value(size_t n, const real *restrict r, real *restrict m)
{
    for (size_t i = 0; i < n; i++) {
        const real angle = (real)0.5 + r_atan(r[i]) * (real)(1 / AD_PI);
        m[i] = r_min(1, r_max(0, angle));
    }
}

static void apply_both(size_t n, const real *restrict r, real *restrict m, real *restrict slope)
{
    for (size_t i = 0; i < n; i++) {
        const real angle = (real)0.5 + r_atan(r[i]) * (real)(1 / AD_PI);
        m[i] = r_min(1, r_max(0, angle));
        slope[i] = (real)(1 / AD_PI) / (1 + r[i] * r[i]);
    }
}

static void apply(size_t n, const void *r, void *m, void *slope)
{
    if (slope)
        apply_both(n, r, m, slope);
    else
        apply_value(n, r, m);
}

const ad_map AD_KERNEL(ad_map_atan) = {
    .name = "atan",
    .summary = "1/2 + atan(r) / pi",
    .low = -INFINITY,
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
    .log_ratio = log_ratio,
    .width = 1,
    .breaks = breaks,
    .n_breaks = sizeof breaks / sizeof breaks[0],
    .apply = apply,
};
