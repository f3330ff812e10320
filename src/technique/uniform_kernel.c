/*
 * Uniform dropout.
 *
 *     m ~ U(low, high),  U(0, 1) by default        y = x m / E[m],  E[m] = (low + high) / 2
 *
 * Var[m] = (high - low)^2 / 12. Nothing is learned: dL/dx = G m / E[m].
 *
 * Shen et al., "Continuous dropout", IEEE TNNLS 2018; low and high as in the
 * authors' Caffe layer.
 */

#include <math.h>

#include "base/context.h"
#include "random/noise.h"
#include "random/words.h"
#include "technique/distributions.h"
#include "technique/mask.h"

typedef struct {
    double low, high;
    int mask;
} settings;

static const adrop_option options[] = { { .name = "low",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, low),
                                          .max = 1e6,
                                          .help = "lower end of the interval" },
                                        { .name = "high",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, high),
                                          .fallback = 1,
                                          .max = 1e6,
                                          .open = ADROP_OPEN_MIN,
                                          .help = "upper end of the interval" },
                                        AD_MASK_ROW(settings),
                                        { 0 } };

static const char *const examples[] = { "uniform", "uniform:low=0.5,high=1.5",
                                        "uniform:mask=channel", NULL };

static adrop_status uniform_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    const settings *s = self;

    (void)site;
    if (s->low >= s->high)
        return ad_fail(ctx, ADROP_EINVAL, "technique 'uniform': low=%s is not below high=%s",
                       AD_NUM(s->low), AD_NUM(s->high));
    return ADROP_OK;
}

static void uniform_fill(const void *self, const ad_address *at, size_t first, size_t n, real *m,
                         real *d0, real *d1)
{
    const settings *s = self;
    const real low = (real)s->low, width = (real)(s->high - s->low);

    (void)d0, (void)d1;
    AD_KERNEL(ad_noise_uniform)(at, first, n, m);
    for (size_t i = 0; i < n; i++)
        m[i] = low + width * m[i];
}

static void uniform_plan(const void *self, const ad_site *site, ad_plan *p)
{
    AD_KERNEL(ad_mask_keep)(site, (ad_mask_shape)((const settings *)self)->mask, 0, p);
}

static void uniform_apply(const ad_call *c, void (*kernel)(const ad_mask *))
{
    const settings *s = c->settings;
    const double scale = 2 / (s->low + s->high);

    kernel(&(ad_mask){ .call = c,
                       .shape = (ad_mask_shape)s->mask,
                       .fill = uniform_fill,
                       .self = s,
                       .scale = &scale });
}

static void uniform_forward(const ad_call *c)
{
    uniform_apply(c, AD_KERNEL(ad_mask_forward));
}

static void uniform_backward(const ad_call *c)
{
    uniform_apply(c, AD_KERNEL(ad_mask_backward));
}

static void uniform_moments(const ad_technique_view *view, size_t unit, double pre,
                            adrop_moments *out)
{
    const settings *s = view->settings;
    const double mean = (s->low + s->high) / 2, width = s->high - s->low;

    (void)unit, (void)pre;
    *out = (adrop_moments){ .mean = mean,
                            .variance = width * width / 12,
                            .scale = 1 / mean,
                            .rate = mean < 1 ? 1 - mean : 0,
                            .mu = NAN,
                            .sigma = NAN };
}

static void uniform_distribution(const ad_technique_view *view, size_t unit, double pre, double m,
                                 double *pdf, double *cdf)
{
    const settings *s = view->settings;
    const double p = (m - s->low) / (s->high - s->low);

    (void)unit, (void)pre;
    *pdf = p >= 0 && p <= 1 ? 1 / (s->high - s->low) : 0;
    *cdf = p < 0 ? 0 : p < 1 ? p : 1;
}

const ad_technique AD_KERNEL(ad_technique_uniform) = {
    .name = "uniform",
    .summary = "uniform masks",
    .reference = "Shen et al., IEEE TNNLS 2018",
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .check = uniform_check,
    .plan = uniform_plan,
    .forward = uniform_forward,
    .backward = uniform_backward,
    .moments = uniform_moments,
    .distribution = uniform_distribution,
};
