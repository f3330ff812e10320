/*
 * A technique that a program defines by its formula (adrop/technique.h):
 *
 *     m = Q(u),  u ~ U(0, 1)        y = x m / E[m]
 *
 * where Q is the quantile function of the masks. Nothing is learned: dL/dx = G m / E[m]. The
 * formula is computed in double in every kernel set, so masks have the same bits in all sets that
 * draw float noise.
 */
#include "technique/plugin.h"

#include <math.h>

#include "random/noise.h"
#include "random/words.h"
#include "technique/mask.h"

static void plugin_fill(const void *self, const ad_address *at, size_t first, size_t n, real *m,
                        real *d0, real *d1)
{
    const ad_plugin_settings *s = self;
    double u[AD_CHUNK], q[AD_CHUNK];

    (void)d0, (void)d1;
    AD_KERNEL(ad_noise_uniform)(at, first, n, m);
    for (size_t i = 0; i < n; i++)
        u[i] = (double)m[i];
    s->table->mask(s->own, n, u, q);
    for (size_t i = 0; i < n; i++)
        m[i] = (real)q[i];
}

static void plugin_plan(const void *self, const ad_site *site, ad_plan *p)
{
    AD_KERNEL(ad_mask_keep)(site, (ad_mask_shape)((const ad_plugin_settings *)self)->mask, 0, p);
}

static void plugin_apply(const ad_call *c, void (*kernel)(const ad_mask *))
{
    const ad_plugin_settings *s = c->settings;
    double mean, variance;

    s->table->moments(s->own, &mean, &variance);
    const double scale = 1 / mean;
    kernel(&(ad_mask){ .call = c,
                       .shape = (ad_mask_shape)s->mask,
                       .fill = plugin_fill,
                       .self = s,
                       .scale = &scale });
}

static void plugin_forward(const ad_call *c)
{
    plugin_apply(c, AD_KERNEL(ad_mask_forward));
}

static void plugin_backward(const ad_call *c)
{
    plugin_apply(c, AD_KERNEL(ad_mask_backward));
}

static void plugin_moments(const ad_technique_view *view, size_t unit, double pre,
                           adrop_moments *out)
{
    const ad_plugin_settings *s = view->settings;
    double mean, variance;

    (void)unit, (void)pre;
    s->table->moments(s->own, &mean, &variance);
    *out = (adrop_moments){ .mean = mean,
                            .variance = variance,
                            .scale = 1 / mean,
                            .rate = mean < 1 ? 1 - mean : 0,
                            .mu = NAN,
                            .sigma = NAN };
}

static void plugin_distribution(const ad_technique_view *view, size_t unit, double pre, double m,
                                double *pdf, double *cdf)
{
    const ad_plugin_settings *s = view->settings;

    (void)unit, (void)pre;
    s->table->distribution(s->own, m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_plugin_technique) = {
    .plan = plugin_plan,
    .forward = plugin_forward,
    .backward = plugin_backward,
    .moments = plugin_moments,
    .distribution = plugin_distribution,
};
