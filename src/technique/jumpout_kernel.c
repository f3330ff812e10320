/*
 * Jumpout: Bernoulli dropout with a random rate, scaled to the share of active units.
 *
 *     for each batch  p = min(min-rate + |z|, max-rate),  z ~ N(0, spread^2)
 *     q = fraction of x > 0,   p' = min(p / q, 0.95)
 *     m ~ Bernoulli(1 - p'),   y = x m (1 - p')^-0.75         mean: y = x
 *
 * Small rates are likelier than large ones. A layer with few active units is dropped more,
 * so that the number of dropped active units does not depend on q. The scale is a
 * compromise between the one that keeps the mean, (1 - p')^-1, and the one that keeps the variance,
 * (1 - p')^-0.5: E[y] = (1 - p')^0.25 x, so the mean is NOT kept. Nothing is learned, p' is held
 * constant: dL/dx = G m (1 - p')^-0.75, and q is constant almost everywhere. z is drawn
 * at row 0 of the step or Monte Carlo pass; phase sample uses the running average of q.
 *
 * S. Wang, T. Zhou, J. Bilmes, "Jumpout: improved dropout for deep neural networks with ReLUs",
 * ICML 2019. The principle is the paper's; ranges and defaults are what we know of it from other
 * sources.
 */
#include <math.h>

#include "base/context.h"
#include "random/noise.h"
#include "technique/coin.h"
#include "technique/distributions.h"
#include "technique/running.h"

typedef struct {
    double min_rate, spread, max_rate;
    int mask;
} settings;

#define FIELD(name) offsetof(settings, name)

static const adrop_option options[] = {
    { .name = "min-rate",
      .kind = ADROP_OPT_REAL,
      .offset = FIELD(min_rate),
      .fallback = 0.01,
      .max = 0.95,
      .help = "the least rate" },
    { .name = "spread",
      .kind = ADROP_OPT_REAL,
      .offset = FIELD(spread),
      .fallback = 0.1,
      .max = 10,
      .help = "standard deviation of the normal number whose size is added to it" },
    { .name = "max-rate",
      .kind = ADROP_OPT_REAL,
      .offset = FIELD(max_rate),
      .fallback = 0.6,
      .max = 0.95,
      .help = "the largest rate" },
    AD_MASK_ROW(settings),
    { 0 }
};

static const char *const examples[] = { "jumpout", "jumpout:min-rate=0.1,spread=0.3,max-rate=0.5",
                                        "jumpout:min-rate=0.2,spread=0.2,mask=channel", NULL };

static const double most = 0.95;   /* of p' */
static const double power = -0.75; /* of the scale */

static adrop_status jumpout_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    const settings *s = self;

    (void)site;
    if (s->min_rate > s->max_rate)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique 'jumpout': min-rate=%s is above max-rate=%s: raise max-rate",
                       AD_NUM(s->min_rate), AD_NUM(s->max_rate));
    return ADROP_OK;
}

/* Saved: p'. */
static void jumpout_plan(const void *self, const ad_site *site, ad_plan *p)
{
    ad_tensor_add(&p->buffers, "running_active", 1, 0);
    p->n_stats = 1;
    p->saved_size = sizeof(double);
    AD_KERNEL(ad_mask_keep)(site, (ad_mask_shape)((const settings *)self)->mask, 0, p);
}

static void jumpout_init(const ad_technique_view *v, uint64_t seed, void *params, void *buffers)
{
    (void)v, (void)seed, (void)params;
    *(real *)buffers = 1;
}

static double active(const ad_call *c)
{
    const size_t n = c->rows * ad_site_units(c->site);
    const real *x = c->x;
    size_t above = 0;

    for (size_t i = 0; i < n; i++)
        above += x[i] > 0;
    return (double)above / (double)n;
}

static double limited(double p, double q)
{
    return p < most * q ? p / q : most;
}

static double draw_rate(const ad_call *c, double q)
{
    const settings *s = c->settings;
    ad_address at = ad_call_address(c, 0);
    real z;

    at.row = 0;
    at.draw = 1;
    AD_KERNEL(ad_noise_normal)(&at, 0, 1, &z);
    return limited(fmin(s->min_rate + s->spread * fabs((double)z), s->max_rate), q);
}

static void jumpout_fill(const void *self, const ad_address *at, size_t first, size_t n, real *m,
                         real *d0, real *d1)
{
    (void)d0, (void)d1;
    AD_KERNEL(ad_coin_fill)(*(const uint32_t *)self, at, first, n, m);
}

static void jumpout_run(const ad_call *c, double rate, void (*kernel)(const ad_mask *))
{
    const uint32_t highest = ad_coin_highest(1 - rate);
    const double scale = pow(1 - rate, power);

    kernel(&(ad_mask){ .call = c,
                       .shape = (ad_mask_shape)((const settings *)c->settings)->mask,
                       .fill = jumpout_fill,
                       .self = &highest,
                       .scale = &scale });
}

static void jumpout_forward(const ad_call *c)
{
    double q = (double)*(const real *)c->buffers;

    if (c->where.phase == ADROP_PHASE_TRAIN)
        q = c->stats[0] = active(c);
    const double rate = draw_rate(c, q);
    *(double *)c->saved = rate;
    jumpout_run(c, rate, AD_KERNEL(ad_mask_forward));
}

static void jumpout_backward(const ad_call *c)
{
    jumpout_run(c, *(const double *)c->saved, AD_KERNEL(ad_mask_backward));
}

static void jumpout_commit(const ad_technique_view *v, const double *sums, double rows,
                           void *buffers)
{
    (void)v;
    AD_KERNEL(ad_running_average)(1, sums, rows, buffers);
}

/* E[1 - p'] at the running q: p' q = min(a + s |e|, b), and E[min(s |e|, w)] for a normal e is
 * s sqrt(2 / pi) (1 - exp(-w^2 / (2 s^2))) + w P(|e| > w / s). */
static double jumpout_keep_of(const ad_technique_view *v)
{
    const settings *s = v->settings;
    const double q = (double)*(const real *)v->buffers, b = fmin(s->max_rate, most * q);
    const double w = b - s->min_rate;

    if (!(w > 0) || !(s->spread > 0))
        return 1 - limited(s->min_rate, q);
    const double t = w / s->spread;
    const double added = s->spread * sqrt(2 / acos(-1)) * -expm1(-t * t / 2) +
                         w * erfc(t / sqrt(2));
    return 1 - (s->min_rate + added) / q;
}

static void jumpout_moments(const ad_technique_view *v, size_t unit, double pre, adrop_moments *out)
{
    const double keep = jumpout_keep_of(v);

    (void)unit, (void)pre;
    *out = ad_moments_two_points(keep, pow(keep, power));
}

static void jumpout_distribution(const ad_technique_view *v, size_t unit, double pre, double m,
                                 double *pdf, double *cdf)
{
    (void)unit, (void)pre;
    ad_distribution_two_points(jumpout_keep_of(v), m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_jumpout) = {
    .name = "jumpout",
    .summary = "drop units at a random rate that follows the share of active ones",
    .reference = "Wang, Zhou, Bilmes, ICML 2019",
    .traits = AD_ONE_MASK | AD_RANDOM_SCALE | AD_SHIFTS_MEAN | AD_SHARED_BY_ROW,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .check = jumpout_check,
    .plan = jumpout_plan,
    .init = jumpout_init,
    .forward = jumpout_forward,
    .backward = jumpout_backward,
    .commit = jumpout_commit,
    .moments = jumpout_moments,
    .distribution = jumpout_distribution,
};
