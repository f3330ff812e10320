/*
 * Advanced dropout without optimisation: mu and sigma are constants.
 *
 *     m = k(mu + sigma eps),   y = x m / E[m],   mu = sigma = 0.5
 *
 * The ablation of the paper. With the Gaussian and the sigmoid E[m] = 0.61598,
 * approximated as 0.61707, and Var[m] = 0.01262: an almost noise-free layer, as
 * noisy as Gaussian dropout at rate 0.032. Nothing is learned: dL/dx = G m / E[m].
 *
 * Xie et al., "Advanced Dropout", TPAMI 2021, section 4.5. (Read as "rate 0.5",
 * mu would be 0; the text sets both parameters to 0.5.)
 */
#include <math.h>

#include "technique/model_free.h"

typedef struct {
    double mu, sigma;
    ad_seed_choice seed;
    ad_map_choice map;
    int mean, mask;
} settings;

static const adrop_option options[] = { AD_MODEL_FREE_ROWS(settings, 0.5, 0.5, ""),
                                        AD_MASK_ROW(settings),
                                        { 0 } };

static const char *const examples[] = { "advanced-fixed",
                                        "advanced-fixed:mu=0,sigma=3",
                                        "advanced-fixed:mu=-1,sigma=1,mean=exact,mask=channel",
                                        "advanced-fixed:seed-dist=exponential,map=tanh",
                                        "advanced-fixed:map=formula(min(1,max(0,r)))",
                                        NULL };

static ad_model_free noise_of(const settings *s)
{
    return (ad_model_free){ .seed = s->seed.sets,
                            .map = s->map.sets,
                            .mean = (ad_mean)s->mean,
                            .shape = (ad_mask_shape)s->mask };
}

static void advanced_fixed_settle(void *self)
{
    settings *s = self;

    ad_model_free_settle(s->seed.sets, s->map.sets, &s->mean);
}

static adrop_status advanced_fixed_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    const ad_model_free f = noise_of(self);

    (void)site;
    return ad_model_free_check(ctx, "advanced-fixed", &f);
}

static void advanced_fixed_plan(const void *self, const ad_site *site, ad_plan *p)
{
    const ad_model_free f = noise_of(self);

    AD_KERNEL(ad_mask_keep)(site, f.shape, 0, p);
    p->scratch_size = AD_KERNEL(ad_model_free_scratch)(&f, site);
}

static void advanced_fixed_forward(const ad_call *c)
{
    const settings *s = c->settings;
    const ad_model_free f = noise_of(s);
    const double mean = ad_model_free_mean(&f, s->mu, s->sigma);

    AD_KERNEL(ad_model_free_forward)(&f, c, &s->mu, &s->sigma, &mean);
}

static void advanced_fixed_backward(const ad_call *c)
{
    const settings *s = c->settings;
    const ad_model_free f = noise_of(s);
    const double mean = ad_model_free_mean(&f, s->mu, s->sigma);

    AD_KERNEL(ad_model_free_input)(&f, c, &s->mu, &s->sigma, &mean);
}

static void advanced_fixed_moments(const ad_technique_view *v, size_t unit, double pre,
                                   adrop_moments *out)
{
    const settings *s = v->settings;
    const ad_model_free f = noise_of(s);

    (void)unit, (void)pre;
    ad_model_free_moments(&f, s->mu, s->sigma, out);
}

static void advanced_fixed_distribution(const ad_technique_view *v, size_t unit, double pre,
                                        double m, double *pdf, double *cdf)
{
    const settings *s = v->settings;
    const ad_model_free f = noise_of(s);

    (void)unit, (void)pre;
    ad_model_free_distribution(&f, s->mu, s->sigma, m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_advanced_fixed) = {
    .name = "advanced-fixed",
    .summary = "advanced dropout with constant mu and sigma",
    .reference = "Xie et al., TPAMI 2021, ablation",
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .settle = advanced_fixed_settle,
    .check = advanced_fixed_check,
    .plan = advanced_fixed_plan,
    .forward = advanced_fixed_forward,
    .backward = advanced_fixed_backward,
    .moments = advanced_fixed_moments,
    .distribution = advanced_fixed_distribution,
};
