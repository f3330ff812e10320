/*
 * Bernoulli dropout, inverted form.
 *
 *     m ~ Bernoulli(q),  q = 1 - rate        y = x m / q
 *
 * E[y] = x, Var[m / q] = rate / (1 - rate). Nothing is learned: dL/dx = G m / q.
 * The flips use integers (coin.h): the same mask on every CPU.
 *
 * Hinton et al., "Improving neural networks by preventing co-adaptation of
 * feature detectors", 2012; Srivastava et al., JMLR 15 (2014).
 */
#include "technique/coin.h"
#include "technique/distributions.h"
#include "technique/mask.h"

typedef struct {
    double rate;
    int mask;
} settings;

static const adrop_option options[] = { { .name = "rate",
                                          .synonyms = "p",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, rate),
                                          .fallback = 0.5,
                                          .min = 0,
                                          .max = 1,
                                          .open = ADROP_OPEN_MAX,
                                          .help = "probability that a unit is dropped" },
                                        AD_MASK_ROW(settings),
                                        { 0 } };

static const char *const examples[] = { "bernoulli", "bernoulli:rate=0.2",
                                        "bernoulli:rate=0.3,mask=channel", NULL };

static void bernoulli_plan(const void *self, const ad_site *site, ad_plan *p)
{
    AD_KERNEL(ad_mask_keep)(site, (ad_mask_shape)((const settings *)self)->mask, 0, p);
}

static void bernoulli_apply(const ad_call *c, void (*kernel)(const ad_mask *))
{
    const settings *s = c->settings;

    AD_KERNEL(ad_coin_mask)(c, (ad_mask_shape)s->mask, s->rate, kernel);
}

static void bernoulli_forward(const ad_call *c)
{
    bernoulli_apply(c, AD_KERNEL(ad_mask_forward));
}

static void bernoulli_backward(const ad_call *c)
{
    bernoulli_apply(c, AD_KERNEL(ad_mask_backward));
}

static void bernoulli_moments(const ad_technique_view *view, size_t unit, double pre,
                              adrop_moments *out)
{
    const double keep = 1 - ((const settings *)view->settings)->rate;

    (void)unit, (void)pre;
    *out = ad_moments_two_points(keep, 1 / keep);
}

static void bernoulli_distribution(const ad_technique_view *view, size_t unit, double pre, double m,
                                   double *pdf, double *cdf)
{
    (void)unit, (void)pre;
    ad_distribution_two_points(1 - ((const settings *)view->settings)->rate, m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_bernoulli) = {
    .name = "bernoulli",
    .summary = "drop units at a fixed rate",
    .reference = "Srivastava et al., JMLR 15 (2014)",
    .traits = AD_FIXED_RATE,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .plan = bernoulli_plan,
    .forward = bernoulli_forward,
    .backward = bernoulli_backward,
    .moments = bernoulli_moments,
    .distribution = bernoulli_distribution,
};
