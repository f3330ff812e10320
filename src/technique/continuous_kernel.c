/*
 * Continuous dropout: a Gaussian around one half.
 *
 *     r ~ N(1/2, s^2),   m = min(1, max(0, r)), or r itself with clip=no        y = 2 x m
 *
 * Clipping keeps E[m] = 1/2 by symmetry and makes atoms of mass Phi(-1 / (2 s)) at
 * 0 and 1; with a = 1 / (2 s), Var[m] = s^2 (2 Phi(a) - 1 - 2 a phi(a)) + Phi(-a) / 2.
 * Nothing is learned: dL/dx = 2 G m.
 *
 * Shen et al., "Continuous dropout", IEEE TNNLS 2018. "Advanced Dropout" writes
 * that the *variance* is 0.2, 0.3 or 0.4; in the original authors' code such a
 * number is a *standard deviation* and r is clipped. Both readings are options.
 */

#include <math.h>

#include "dist/special.h"
#include "random/noise.h"
#include "random/words.h"
#include "technique/distributions.h"
#include "technique/mask.h"

enum reading { VARIANCE, DEVIATION };

static const char *const reading_words[] = { "variance", "deviation", NULL };

typedef struct {
    double spread;
    int reading, clip;
    int mask;
} settings;

static const adrop_option options[] = { { .name = "spread",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, spread),
                                          .fallback = 0.3,
                                          .max = 1e6,
                                          .open = ADROP_OPEN_MIN,
                                          .help = "how wide the Gaussian is" },
                                        { .name = "reading",
                                          .kind = ADROP_OPT_CHOICE,
                                          .offset = offsetof(settings, reading),
                                          .words = reading_words,
                                          .help = "what the spread is, before clipping" },
                                        { .name = "clip",
                                          .kind = ADROP_OPT_FLAG,
                                          .offset = offsetof(settings, clip),
                                          .fallback = 1,
                                          .help = "cut masks to [0, 1]" },
                                        AD_MASK_ROW(settings),
                                        { 0 } };

static const char *const examples[] = { "continuous", "continuous:spread=0.25,reading=deviation",
                                        "continuous:spread=0.2,clip=no",
                                        "continuous:spread=0.4,mask=channel", NULL };

static const char *const choices[] = { "spread=0.2", "spread=0.3", "spread=0.4", NULL };

static double deviation_of(const settings *s)
{
    return s->reading == VARIANCE ? sqrt(s->spread) : s->spread;
}

typedef struct {
    real deviation, low, high;
} noise;

static void continuous_fill(const void *self, const ad_address *at, size_t first, size_t n, real *m,
                            real *d0, real *d1)
{
    const noise *z = self;
    const real deviation = z->deviation, low = z->low, high = z->high;

    (void)d0, (void)d1;
    AD_KERNEL(ad_noise_normal)(at, first, n, m);
    for (size_t i = 0; i < n; i++) {
        const real r = (real)0.5 + deviation * m[i];
        m[i] = r < low ? low : r > high ? high : r;
    }
}

static void continuous_plan(const void *self, const ad_site *site, ad_plan *p)
{
    AD_KERNEL(ad_mask_keep)(site, (ad_mask_shape)((const settings *)self)->mask, 0, p);
}

static void continuous_apply(const ad_call *c, void (*kernel)(const ad_mask *))
{
    const settings *s = c->settings;
    const noise z = { (real)deviation_of(s), s->clip ? 0 : -INFINITY, s->clip ? 1 : INFINITY };
    const double scale = 2;

    kernel(&(ad_mask){ .call = c,
                       .shape = (ad_mask_shape)s->mask,
                       .fill = continuous_fill,
                       .self = &z,
                       .scale = &scale });
}

static void continuous_forward(const ad_call *c)
{
    continuous_apply(c, AD_KERNEL(ad_mask_forward));
}

static void continuous_backward(const ad_call *c)
{
    continuous_apply(c, AD_KERNEL(ad_mask_backward));
}

static void continuous_moments(const ad_technique_view *view, size_t unit, double pre,
                               adrop_moments *out)
{
    const settings *s = view->settings;
    const double sd = deviation_of(s), a = 1 / (2 * sd);
    const double clipped = sd * sd * (1 - 2 * ad_normal_sf(a) - 2 * a * ad_normal_pdf(a)) +
                           0.5 * ad_normal_sf(a);

    (void)unit, (void)pre;
    *out = (adrop_moments){ .mean = 0.5,
                            .variance = s->clip ? clipped : sd * sd,
                            .scale = 2,
                            .rate = 0.5,
                            .mu = 0.5,
                            .sigma = sd };
}

static void continuous_distribution(const ad_technique_view *view, size_t unit, double pre,
                                    double m, double *pdf, double *cdf)
{
    const settings *s = view->settings;

    (void)unit, (void)pre;
    ad_distribution_normal(0.5, deviation_of(s), m, pdf, cdf);
    if (s->clip && (m < 0 || m > 1))
        *pdf = 0;
    if (s->clip)
        *cdf = m < 0 ? 0 : m < 1 ? *cdf : 1;
}

const ad_technique AD_KERNEL(ad_technique_continuous) = {
    .name = "continuous",
    .summary = "Gaussian masks around one half, clipped",
    .reference = "Shen et al., IEEE TNNLS 2018",
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .choices = choices,
    .plan = continuous_plan,
    .forward = continuous_forward,
    .backward = continuous_backward,
    .moments = continuous_moments,
    .distribution = continuous_distribution,
};
