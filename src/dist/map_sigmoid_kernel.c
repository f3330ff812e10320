/* The logistic mapping k(r) = 1 / (1 + e^-r), of advanced dropout.
 *
 * k' = k (1 - k), inverse ln(m / (1 - m)), 1 - k(r) = k(-r). With t = e^-|r| and
 * d = 1 / (1 + t): k is d or t d, and k' = t d^2, without overflow or cancellation. */
#include "dist/map.h"

#include <math.h>

#include "base/real.h"
#include "dist/special.h"

static const double breaks[] = { -40, -12, -4, -1.5, 0, 1.5, 4, 12, 40 };

static double map_sigmoid_value(double r)
{
    return ad_sigmoid(r);
}

static double map_sigmoid_upper(double r)
{
    return map_sigmoid_value(-r);
}

static double map_sigmoid_log_slope(double r)
{
    return -fabs(r) - 2 * log1p(exp(-fabs(r)));
}

static double map_sigmoid_inverse(double m)
{
    return ad_logit(m);
}

static double map_sigmoid_log_value(double r)
{
    return -ad_softplus(-r);
}

static double map_sigmoid_inverse_log(double log_m)
{
    return ad_logit_log(log_m);
}

static double map_sigmoid_inverse_upper(double q)
{
    return -map_sigmoid_inverse(q);
}

static double map_sigmoid_log_upper(double r)
{
    return map_sigmoid_log_value(-r);
}

static double map_sigmoid_inverse_log_upper(double log_q)
{
    return -map_sigmoid_inverse_log(log_q);
}

/* ln(k / k') = -ln(1 - k) */
static double map_sigmoid_log_ratio(double r, double *slope)
{
    const double t = exp(-fabs(r));

    *slope = r >= 0 ? 1 / (1 + t) : t / (1 + t);
    return fmax(r, 0) + log1p(t);
}

static void map_sigmoid_apply_value(size_t n, const real *restrict r, real *restrict m)
{
    for (size_t i = 0; i < n; i++) {
        m[i] = r_sigmoid(r[i]);
    }
}

static void map_sigmoid_apply_both(size_t n, const real *restrict r, real *restrict m,
                                   real *restrict slope)
{
    for (size_t i = 0; i < n; i++) {
        const real t = r_exp_minus(r[i]), d = 1 / (1 + t);
        m[i] = r[i] < 0 ? t * d : d;
        slope[i] = t * d * d;
    }
}

static void map_sigmoid_apply(size_t n, const void *r, void *m, void *slope)
{
    if (slope)
        map_sigmoid_apply_both(n, r, m, slope);
    else
        map_sigmoid_apply_value(n, r, m);
}

const ad_map AD_KERNEL(ad_map_sigmoid) = {
    .name = "sigmoid",
    .summary = "1 / (1 + exp(-r))",
    .low = -INFINITY,
    .high = INFINITY,
    .value = map_sigmoid_value,
    .upper = map_sigmoid_upper,
    .log_slope = map_sigmoid_log_slope,
    .inverse = map_sigmoid_inverse,
    .inverse_upper = map_sigmoid_inverse_upper,
    .log_value = map_sigmoid_log_value,
    .log_upper = map_sigmoid_log_upper,
    .inverse_log = map_sigmoid_inverse_log,
    .inverse_log_upper = map_sigmoid_inverse_log_upper,
    .log_ratio = map_sigmoid_log_ratio,
    .width = AD_PI,
    .breaks = breaks,
    .n_breaks = sizeof breaks / sizeof breaks[0],
    .apply = map_sigmoid_apply,
};
