/*
 * Fast dropout: the Gaussian approximation of a dense layer's pre-activation.
 *
 * With inverted dropout on the n inputs of a dense layer, an output is a sum of n
 * independent terms, about normal by the central limit theorem. A normal with the mean and
 * variance of that sum is drawn at once, without masks:
 *
 *     alpha = rate / (1 - rate),   delta = alpha x^2 (W^2)'
 *     train, sample:  y = x W' + b + sqrt(delta + 1e-8) zeta,  zeta ~ N(0, 1)     mean: x W' + b
 *
 * (weight_noise_kernel.c). Each output has exactly the distribution that `gaussian` noise on
 * the inputs gives it. Outputs of a row are drawn independently, whereas masks on the inputs
 * correlate them. Nothing is learned, but dW and dx have a term through delta.
 *
 * Wang, Manning, "Fast dropout training", ICML 2013. The paper also propagates mean and variance
 * through the activation in closed form, without samples; that is not implemented.
 */
#include "technique/distributions.h"
#include "technique/weight_noise.h"

#include <math.h>

typedef struct {
    double rate;
} settings;

static const adrop_option options[] = { { .name = "rate",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, rate),
                                          .fallback = 0.5,
                                          .min = 0,
                                          .max = 1,
                                          .open = ADROP_OPEN_MAX,
                                          .help = "rate of the dropout that is approximated" },
                                        { 0 } };

static const char *const examples[] = { "fast", "fast:rate=0.2", NULL };

static double fast_alpha_of(const void *self)
{
    const double rate = ((const settings *)self)->rate;

    return rate / (1 - rate);
}

static adrop_status fast_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    (void)self;
    return AD_KERNEL(ad_weight_noise_check)(ctx, "technique 'fast'", site);
}

static void fast_plan(const void *self, const ad_site *site, ad_plan *p)
{
    (void)self;
    AD_KERNEL(ad_weight_noise_plan)(site, p);
}

static void fast_forward(const ad_call *c)
{
    AD_KERNEL(ad_weight_noise_forward)
    (c, &(ad_weight_noise){ .alpha = fast_alpha_of(c->settings) });
}

static void fast_backward(const ad_call *c)
{
    AD_KERNEL(ad_weight_noise_backward)
    (c, &(ad_weight_noise){ .alpha = fast_alpha_of(c->settings) });
}

static void fast_moments(const ad_technique_view *v, size_t unit, double pre, adrop_moments *out)
{
    (void)unit, (void)pre;
    *out = ad_moments_normal(fast_alpha_of(v->settings));
}

static void fast_distribution(const ad_technique_view *v, size_t unit, double pre, double m,
                              double *pdf, double *cdf)
{
    (void)unit, (void)pre;
    ad_distribution_normal(1, sqrt(fast_alpha_of(v->settings)), m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_fast) = {
    .name = "fast",
    .summary = "Gaussian approximation of a dense layer's pre-activation under dropout",
    .reference = "Wang and Manning, ICML 2013",
    .traits = AD_OWN_MEAN | AD_REPLACES_PRODUCT | AD_FIXED_RATE,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .check = fast_check,
    .plan = fast_plan,
    .forward = fast_forward,
    .backward = fast_backward,
    .moments = fast_moments,
    .distribution = fast_distribution,
};
