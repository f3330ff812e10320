/*
 * Laplace soft dropout: the U-shaped mask of soft.h with exponential sides.
 *
 *     A(s)          = s (1 - e^(-1 / s))
 *     E[min(1, ..)^2] = 2 s^2 - e^(-1 / s) (2 s + 2 s^2)
 *
 * Starts at p = 0.5 and s = 0.5, where the variance would be that of Beta(.5, .5) without
 * the cut at 1 (0.118 with a hard gate, against 0.125).
 * Xie et al., MLSP 2019; a reconstruction (soft.h).
 */
#include <math.h>

#include "random/noise.h"
#include "technique/mask.h"
#include "technique/soft.h"

static const adrop_option options[] = { AD_SOFT_OPTIONS(0.5) };

static const char *const examples[] = { "soft-laplace", "soft-laplace:rate=0.3,s=0.8",
                                        "soft-laplace:unit=node,temperature=0.3",
                                        "soft-laplace:mask=channel", NULL };

static double first_moment(double s)
{
    return s * -expm1(-1 / s);
}

static double second_moment(double s)
{
    return 2 * s * s - exp(-1 / s) * (2 * s + 2 * s * s);
}

static double soft_laplace_below(double x)
{
    return -expm1(-x);
}

static double pdf(double x)
{
    return exp(-x);
}

static const ad_soft_kind kind = { AD_KERNEL(ad_noise_exponential), first_moment, second_moment,
                                   soft_laplace_below, pdf };

static void soft_laplace_forward(const ad_call *c)
{
    AD_KERNEL(ad_soft_forward)(&kind, c);
}

static void soft_laplace_backward(const ad_call *c)
{
    AD_KERNEL(ad_soft_backward)(&kind, c);
}

static void soft_laplace_moments(const ad_technique_view *v, size_t unit, double pre,
                                 adrop_moments *out)
{
    (void)pre;
    AD_KERNEL(ad_soft_moments)(&kind, v, unit, out);
}

static void soft_laplace_distribution(const ad_technique_view *v, size_t unit, double pre, double m,
                                      double *pdf, double *cdf)
{
    (void)pre;
    AD_KERNEL(ad_soft_distribution)(&kind, v, unit, m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_soft_laplace) = {
    .name = "soft-laplace",
    .summary = "learned U-shaped masks with half-Laplace sides",
    .reference = "Xie et al., MLSP 2019 (reconstruction)",
    .traits = AD_LEARNS,
    .options = options,
    .settings_size = sizeof(ad_soft),
    .examples = examples,
    .plan = AD_KERNEL(ad_soft_plan),
    .init = AD_KERNEL(ad_soft_init),
    .forward = soft_laplace_forward,
    .backward = soft_laplace_backward,
    .constrain = AD_KERNEL(ad_soft_constrain),
    .moments = soft_laplace_moments,
    .distribution = soft_laplace_distribution,
};
