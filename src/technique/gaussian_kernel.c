/*
 * Gaussian dropout: multiplicative noise of mean 1.
 *
 *     m = 1 + sqrt(alpha) eps,  eps ~ N(0, 1),  alpha = rate / (1 - rate)      y = x m
 *
 * E[m] = 1 and Var[m] = alpha, the first two moments of inverted Bernoulli dropout
 * at the same rate. Nothing is learned: dL/dx = G m. The mask is unbounded and
 * negative with probability Phi(-1 / sqrt(alpha)): 0.159 at rate 0.5.
 *
 * Srivastava et al., "Dropout", JMLR 15 (2014), section 10.
 */

#include <math.h>

#include "random/noise.h"
#include "random/words.h"
#include "technique/distributions.h"
#include "technique/mask.h"

typedef struct {
    double rate;
    int mask;
} settings;

static const adrop_option options[] = {
    { .name = "rate",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, rate),
      .fallback = 0.5,
      .min = 0,
      .max = 1,
      .open = ADROP_OPEN_MAX,
      .help = "rate of the Bernoulli dropout that is as noisy" },
    AD_MASK_ROW(settings),
    { 0 }
};

static const char *const examples[] = { "gaussian", "gaussian:rate=0.2",
                                        "gaussian:rate=0.3,mask=channel", NULL };

static double gaussian_alpha_of(const void *self)
{
    const double rate = ((const settings *)self)->rate;

    return rate / (1 - rate);
}

static void gaussian_fill(const void *self, const ad_address *at, size_t first, size_t n, real *m,
                          real *d0, real *d1)
{
    const real deviation = *(const real *)self;

    (void)d0, (void)d1;
    AD_KERNEL(ad_noise_normal)(at, first, n, m);
    for (size_t i = 0; i < n; i++)
        m[i] = 1 + deviation * m[i];
}

static void gaussian_plan(const void *self, const ad_site *site, ad_plan *p)
{
    AD_KERNEL(ad_mask_keep)(site, (ad_mask_shape)((const settings *)self)->mask, 0, p);
}

static void gaussian_apply(const ad_call *c, void (*kernel)(const ad_mask *))
{
    const real deviation = (real)sqrt(gaussian_alpha_of(c->settings));
    const double scale = 1;

    kernel(&(ad_mask){ .call = c,
                       .shape = (ad_mask_shape)((const settings *)c->settings)->mask,
                       .fill = gaussian_fill,
                       .self = &deviation,
                       .scale = &scale });
}

static void gaussian_forward(const ad_call *c)
{
    gaussian_apply(c, AD_KERNEL(ad_mask_forward));
}

static void gaussian_backward(const ad_call *c)
{
    gaussian_apply(c, AD_KERNEL(ad_mask_backward));
}

static void gaussian_moments(const ad_technique_view *view, size_t unit, double pre,
                             adrop_moments *out)
{
    (void)unit, (void)pre;
    *out = ad_moments_normal(gaussian_alpha_of(view->settings));
}

static void gaussian_distribution(const ad_technique_view *view, size_t unit, double pre, double m,
                                  double *pdf, double *cdf)
{
    (void)unit, (void)pre;
    ad_distribution_normal(1, sqrt(gaussian_alpha_of(view->settings)), m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_gaussian) = {
    .name = "gaussian",
    .summary = "Gaussian noise of mean 1, as noisy as a Bernoulli rate",
    .reference = "Srivastava et al., JMLR 15 (2014), section 10",
    .traits = AD_FIXED_RATE,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .plan = gaussian_plan,
    .forward = gaussian_forward,
    .backward = gaussian_backward,
    .moments = gaussian_moments,
    .distribution = gaussian_distribution,
};
