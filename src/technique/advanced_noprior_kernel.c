/*
 * Advanced dropout without the parametric prior: mu and sigma are free parameters.
 *
 *     m = k(mu + sigma eps),  sigma = softplus(s),  y = x m / E[m]
 *     dL/dmu = gmu,   dL/ds = gsigma sigmoid(s)          (gmu, gsigma: model_free.h)
 *
 * and the KL to a prior, if one is chosen (model_free_kl.h).
 *
 * The ablation of the paper, and the limit of `advanced` with an encoder without
 * weights. Xie et al., "Advanced Dropout", TPAMI 2021, section 4.5. The softplus for sigma
 * and the initial values, those of the full technique, are our reading.
 */
#include <math.h>

#include "dist/special.h"
#include "technique/model_free.h"
#include "technique/model_free_kl.h"

enum unit { UNIT_LAYER, UNIT_NODE };

static const char *const unit_words[] = { "layer", "node", NULL };

typedef struct {
    double mu, sigma;
    ad_seed_choice seed;
    ad_map_choice map;
    int unit, mean, detach, mask;
    ad_model_free_kl kl;
} settings;

static const adrop_option options[] = {
    AD_MODEL_FREE_ROWS(settings, 0, 1.4633, " at the start"),
    { .name = "unit",
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(settings, unit),
      .words = unit_words,
      .help = "one (mu, sigma) for the layer or one for each node or channel" },
    AD_DETACH_ROW(settings),
    AD_MASK_ROW(settings),
    AD_MODEL_FREE_KL_ROWS(settings),
    { 0 }
};

static const char *const examples[] = { "advanced-noprior",
                                        "advanced-noprior:unit=node",
                                        "advanced-noprior:detach=no,mu=0.3,sigma=2",
                                        "advanced-noprior:seed-dist=logistic,map=probit,unit=node",
                                        "advanced-noprior:kl=log-uniform,unit=node,sigma=2",
                                        "advanced-noprior:kl=gaussian,kl-sigma=2",
                                        "advanced-noprior:seed-dist=quantile(log(u)-log(1-u)),"
                                        "map=formula(exp(-exp(-r)))",
                                        NULL };

static ad_model_free noise_of(const settings *s)
{
    return (ad_model_free){ .seed = s->seed.sets,
                            .map = s->map.sets,
                            .mean = (ad_mean)s->mean,
                            .shape = (ad_mask_shape)s->mask,
                            .per_channel = s->unit == UNIT_NODE,
                            .keeps_noise = 1 };
}

static void advanced_noprior_settle(void *self)
{
    settings *s = self;

    ad_model_free_kl_settle(&s->kl, s->seed.sets, s->map.sets, &s->mean, &s->detach);
}

static adrop_status advanced_noprior_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    const settings *s = self;
    const ad_model_free f = noise_of(s);
    const adrop_status status = ad_model_free_check(ctx, "advanced-noprior", &f);

    return status ? status : ad_model_free_kl_check(ctx, "advanced-noprior", &f, &s->kl, site);
}

static int is_detached(const settings *s)
{
    return s->detach == AD_DETACH_YES;
}

static size_t n_pairs(const settings *s, const ad_site *site)
{
    return s->unit == UNIT_NODE ? site->channels : 1;
}

/* saved: c, mu, sigma of each pair, and the KL's gradients in mu and sigma. The statistics are
 * c, if it is detached. */
static void advanced_noprior_plan(const void *self, const ad_site *site, ad_plan *p)
{
    const settings *s = self;
    const ad_model_free f = noise_of(s);
    const size_t pairs = n_pairs(s, site);

    ad_tensor_add(&p->params, "mu", pairs, 0);
    ad_tensor_add(&p->params, "sigma_raw", pairs, 0);
    p->distribution_share = s->unit == UNIT_NODE ? AD_DISTRIBUTION_OF_CHANNEL
                                                 : AD_DISTRIBUTION_OF_LAYER;
    p->n_stats = p->n_detached = is_detached(s) ? pairs : 0;
    p->saved_size = 5 * pairs * sizeof(double);
    AD_KERNEL(ad_mask_keep)(site, f.shape, 0, p); /* the noise */
    p->scratch_size = AD_KERNEL(ad_model_free_scratch)(&f, site);
}

static void advanced_noprior_init(const ad_technique_view *v, uint64_t seed, void *params,
                                  void *buffers)
{
    const settings *s = v->settings;
    const size_t pairs = n_pairs(s, v->site);
    real *mu = params;

    (void)seed, (void)buffers;
    for (size_t p = 0; p < pairs; p++) {
        mu[p] = (real)s->mu;
        mu[pairs + p] = (real)ad_softplus_inverse(s->sigma);
    }
}

static void advanced_noprior_forward(const ad_call *c)
{
    const settings *s = c->settings;
    const ad_model_free f = noise_of(s);
    const size_t pairs = n_pairs(s, c->site);
    double *mean = c->saved, *mu = mean + pairs, *sigma = mu + pairs;
    const real *params = c->params;

    for (size_t p = 0; p < pairs; p++) {
        mu[p] = (double)params[p];
        sigma[p] = ad_softplus((double)params[pairs + p]);
        mean[p] = ad_model_free_mean(&f, mu[p], sigma[p]);
        if (c->where.phase == ADROP_PHASE_TRAIN && is_detached(s))
            c->stats[p] = mean[p];
    }
    if (c->where.phase == ADROP_PHASE_TRAIN && s->kl.prior)
        *c->row_loss += ad_model_free_kl_loss(&f, &s->kl, c, pairs, mu, sigma, sigma + pairs,
                                              sigma + 2 * pairs);
    AD_KERNEL(ad_model_free_forward)(&f, c, mu, sigma, mean);
}

static void advanced_noprior_backward(const ad_call *c)
{
    const settings *s = c->settings;
    const ad_model_free f = noise_of(s);
    const size_t pairs = n_pairs(s, c->site);
    const double *mean = c->saved, *mu = mean + pairs, *sigma = mu + pairs;
    const double *kl = sigma + pairs;
    double *g = AD_KERNEL(ad_model_free_backward)(&f, c, mu, sigma, mean, !is_detached(s));
    const real *params = c->params;
    real *d = c->dparams;

    for (size_t i = 0; s->kl.prior && i < 2 * pairs; i++)
        g[i] += ad_call_dextra(c) * kl[i];
    for (size_t p = 0; d && p < pairs; p++) {
        d[p] += (real)g[p];
        d[pairs + p] += (real)(g[pairs + p] * ad_sigmoid((double)params[pairs + p]));
    }
}

static void advanced_noprior_moments(const ad_technique_view *v, size_t unit, double pre,
                                     adrop_moments *out)
{
    const settings *s = v->settings;
    const ad_model_free f = noise_of(s);
    const size_t p = s->unit == UNIT_NODE ? unit / ad_site_area(v->site) : 0;
    const real *mu = (const real *)v->params + p;

    (void)pre;
    ad_model_free_moments(&f, (double)mu[0], ad_softplus((double)mu[n_pairs(s, v->site)]), out);
}

static void advanced_noprior_distribution(const ad_technique_view *v, size_t unit, double pre,
                                          double m, double *pdf, double *cdf)
{
    const settings *s = v->settings;
    const ad_model_free f = noise_of(s);
    const size_t p = s->unit == UNIT_NODE ? unit / ad_site_area(v->site) : 0;
    const real *mu = (const real *)v->params + p;

    (void)pre;
    ad_model_free_distribution(&f, (double)mu[0], ad_softplus((double)mu[n_pairs(s, v->site)]), m,
                               pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_advanced_noprior) = {
    .name = "advanced-noprior",
    .summary = "advanced dropout with free mu and sigma, without the prior",
    .reference = "Xie et al., TPAMI 2021, ablation",
    .traits = AD_LEARNS,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .settle = advanced_noprior_settle,
    .check = advanced_noprior_check,
    .plan = advanced_noprior_plan,
    .init = advanced_noprior_init,
    .forward = advanced_noprior_forward,
    .backward = advanced_noprior_backward,
    .moments = advanced_noprior_moments,
    .distribution = advanced_noprior_distribution,
};
