/*
 * Gaussian soft dropout: the U-shaped mask of soft.h with half-normal sides.
 *
 *     A(s)          = s sqrt(2 / pi) (1 - e^(-1 / (2 s^2))) + 2 Phi(-1 / s)
 *     E[min(1, ..)^2] = s^2 (2 Phi(1 / s) - 1) - 2 s phi(1 / s) + 2 Phi(-1 / s)
 *
 * Starts at p = 0.5 and s = 0.4283, where with a hard gate mean and variance equal those
 * of Beta(.5, .5); the relaxed gate of temperature 0.1 makes the variance 0.113.
 * Xie et al., MLSP 2019; a reconstruction (soft.h).
 */
#include <math.h>

#include "dist/special.h"
#include "random/noise.h"
#include "technique/mask.h"
#include "technique/soft.h"

static const adrop_option options[] = { AD_SOFT_OPTIONS(0.4283) };

static const char *const examples[] = { "soft-gaussian", "soft-gaussian:rate=0.3,s=0.8",
                                        "soft-gaussian:unit=node,temperature=0.3",
                                        "soft-gaussian:mask=channel", NULL };

static double first_moment(double s)
{
    return s * sqrt(2 / AD_PI) * -expm1(-1 / (2 * s * s)) + 2 * ad_normal_cdf(-1 / s);
}

static double second_moment(double s)
{
    return s * s * (2 * ad_normal_cdf(1 / s) - 1) - 2 * s * ad_normal_pdf(1 / s) +
           2 * ad_normal_cdf(-1 / s);
}

static double soft_gaussian_below(double x)
{
    return 2 * ad_normal_cdf(x) - 1;
}

static double pdf(double x)
{
    return 2 * ad_normal_pdf(x);
}

static const ad_soft_kind kind = { AD_KERNEL(ad_noise_normal), first_moment, second_moment,
                                   soft_gaussian_below, pdf };

static void soft_gaussian_forward(const ad_call *c)
{
    AD_KERNEL(ad_soft_forward)(&kind, c);
}

static void soft_gaussian_backward(const ad_call *c)
{
    AD_KERNEL(ad_soft_backward)(&kind, c);
}

static void soft_gaussian_moments(const ad_technique_view *v, size_t unit, double pre,
                                  adrop_moments *out)
{
    (void)pre;
    AD_KERNEL(ad_soft_moments)(&kind, v, unit, out);
}

static void soft_gaussian_distribution(const ad_technique_view *v, size_t unit, double pre,
                                       double m, double *pdf, double *cdf)
{
    (void)pre;
    AD_KERNEL(ad_soft_distribution)(&kind, v, unit, m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_soft_gaussian) = {
    .name = "soft-gaussian",
    .summary = "learned U-shaped masks with half-Gaussian sides",
    .reference = "Xie et al., MLSP 2019 (reconstruction)",
    .traits = AD_LEARNS,
    .options = options,
    .settings_size = sizeof(ad_soft),
    .examples = examples,
    .plan = AD_KERNEL(ad_soft_plan),
    .init = AD_KERNEL(ad_soft_init),
    .forward = soft_gaussian_forward,
    .backward = soft_gaussian_backward,
    .constrain = AD_KERNEL(ad_soft_constrain),
    .moments = soft_gaussian_moments,
    .distribution = soft_gaussian_distribution,
};
