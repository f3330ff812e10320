/* The mapping k(r) = (1 + tanh r) / 2, which is the logistic mapping of 2 r.
 *
 * k' = 2 k (1 - k), inverse ln(m / (1 - m)) / 2, 1 - k(r) = k(-r). With t = e^-2|r| and
 * d = 1 / (1 + t): k is d or t d, and k' = 2 t d^2. */
#include "dist/map.h"

#include <math.h>

#include "base/real.h"
#include "dist/special.h"

static const double breaks[] = { -20, -6, -2, -0.75, 0, 0.75, 2, 6, 20 };

static double map_tanh_value(double r)
{
    return ad_sigmoid(2 * r);
}

static double map_tanh_upper(double r)
{
    return map_tanh_value(-r);
}

static double map_tanh_log_slope(double r)
{
    return AD_LN_2 - 2 * fabs(r) - 2 * log1p(exp(-2 * fabs(r)));
}

static double map_tanh_inverse(double m)
{
    return 0.5 * ad_logit(m);
}

static double map_tanh_log_value(double r)
{
    return -ad_softplus(-2 * r);
}

static double map_tanh_inverse_log(double log_m)
{
    return 0.5 * ad_logit_log(log_m);
}

static double map_tanh_inverse_upper(double q)
{
    return -map_tanh_inverse(q);
}

static double map_tanh_log_upper(double r)
{
    return map_tanh_log_value(-r);
}

static double map_tanh_inverse_log_upper(double log_q)
{
    return -map_tanh_inverse_log(log_q);
}

/* ln(k / k') = -ln(1 - k) - ln 2 */
static double map_tanh_log_ratio(double r, double *slope)
{
    const double t = exp(-2 * fabs(r));

    *slope = r >= 0 ? 2 / (1 + t) : 2 * t / (1 + t);
    return 2 * fmax(r, 0) + log1p(t) - AD_LN_2;
}

static void map_tanh_apply_value(size_t n, const real *restrict r, real *restrict m)
{
    for (size_t i = 0; i < n; i++) {
        m[i] = r_sigmoid(2 * r[i]);
    }
}

static void map_tanh_apply_both(size_t n, const real *restrict r, real *restrict m,
                                real *restrict slope)
{
    for (size_t i = 0; i < n; i++) {
        const real t = r_exp_minus(2 * r[i]), d = 1 / (1 + t);
        m[i] = r[i] < 0 ? t * d : d;
        slope[i] = 2 * t * d * d;
    }
}

static void map_tanh_apply(size_t n, const void *r, void *m, void *slope)
{
    if (slope)
        map_tanh_apply_both(n, r, m, slope);
    else
        map_tanh_apply_value(n, r, m);
}

const ad_map AD_KERNEL(ad_map_tanh) = {
    .name = "tanh",
    .summary = "(1 + tanh(r)) / 2",
    .low = -INFINITY,
    .high = INFINITY,
    .value = map_tanh_value,
    .upper = map_tanh_upper,
    .log_slope = map_tanh_log_slope,
    .inverse = map_tanh_inverse,
    .inverse_upper = map_tanh_inverse_upper,
    .log_value = map_tanh_log_value,
    .log_upper = map_tanh_log_upper,
    .inverse_log = map_tanh_inverse_log,
    .inverse_log_upper = map_tanh_inverse_log_upper,
    .log_ratio = map_tanh_log_ratio,
    .width = AD_PI / 2,
    .breaks = breaks,
    .n_breaks = sizeof breaks / sizeof breaks[0],
    .apply = map_tanh_apply,
};
