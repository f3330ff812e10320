/*
 * Variational dropout: Gaussian multiplicative noise with learned variance.
 *
 * Type A, noise on the units, alpha for the layer or for each unit (or channel):
 *
 *     y = x (1 + sqrt(alpha) eps)        dL/dla = 1/2 sqrt(alpha) sum G x eps
 *
 * Type B, independent weights by local reparameterisation, in place of the
 * following dense layer's product; alpha for the layer or for each weight:
 *
 *     gamma = x W' + b,  delta = x^2 (alpha W^2)',  y = gamma + sqrt(delta) zeta
 *
 * (weight_noise_kernel.c). Learned: la = ln alpha. E[m] = 1, so phase mean is the
 * identity (A) or the plain product (B). Extra loss: KL / N to the log-uniform
 * prior, one term per unit (A) or per weight (B), counted as often as alpha is shared
 * (variational_kl.c). la <= ln(max-alpha), 1 by default: Kingma's fit of the KL
 * falls without bound beyond.
 *
 * Kingma, Salimans, Welling, "Variational dropout and the local
 * reparameterization trick", NIPS 2015; Molchanov et al., ICML 2017.
 */
#include "technique/variational.h"

#include <math.h>

#include "base/context.h"
#include "random/noise.h"
#include "random/words.h"
#include "technique/distributions.h"
#include "technique/mask.h"
#include "technique/variational_kl.h"
#include "technique/weight_noise.h"

static const char *const type_words[] = { "a", "b", NULL };
static const char *const unit_words[] = { "layer", "node", "weight", NULL };
static const char *const kl_words[] = { "kingma", "molchanov", "exact", "none", NULL };

#define FIELD(name) offsetof(ad_variational, name)

static const adrop_option options[] = {
    { .name = "type",
      .kind = ADROP_OPT_CHOICE,
      .offset = FIELD(type),
      .words = type_words,
      .help = "a: noise on the units; b: on the weights of the following dense layer" },
    { .name = "unit",
      .kind = ADROP_OPT_CHOICE,
      .offset = FIELD(share),
      .words = unit_words,
      .help = "one alpha for the layer, for each unit (type a) or for each weight (type b)" },
    { .name = "alpha",
      .kind = ADROP_OPT_REAL,
      .offset = FIELD(alpha),
      .fallback = 1,
      .max = 1e6,
      .open = ADROP_OPEN_MIN,
      .help = "alpha at the start; rate/(1 - rate) of ordinary dropout" },
    { .name = "max-alpha",
      .kind = ADROP_OPT_REAL,
      .offset = FIELD(max_alpha),
      .fallback = 1,
      .max = 1e6,
      .open = ADROP_OPEN_MIN,
      .help = "alpha is kept at or below this" },
    { .name = "kl",
      .kind = ADROP_OPT_CHOICE,
      .offset = FIELD(kl),
      .words = kl_words,
      .help = "how KL is computed: Kingma's fit, Molchanov's, exactly, or left out" },
    { .name = "kl-weight",
      .kind = ADROP_OPT_REAL,
      .offset = FIELD(kl_weight),
      .fallback = 1,
      .max = 1e6,
      .help = "factor of KL / N; 1/3 is Kingma's A2" },
    AD_MASK_ROW(ad_variational),
    { 0 }
};

static const char *const examples[] = { "variational",
                                        "variational:alpha=0.25,unit=node,kl=molchanov",
                                        "variational:alpha=0.5,mask=channel,kl=exact",
                                        "variational:type=b,alpha=0.5",
                                        "variational:type=b,unit=weight,alpha=0.3,kl=molchanov",
                                        NULL };

static adrop_status check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    const ad_variational *s = self;

    if (s->type == AD_TYPE_A && s->share == AD_SHARE_WEIGHT)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique 'variational': unit=weight is for type=b; use unit=node");
    if (s->type == AD_TYPE_B && s->share == AD_SHARE_UNIT)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique 'variational': unit=node is for type=a; use unit=weight");
    if (s->alpha > s->max_alpha)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique 'variational': alpha=%s is above max-alpha=%s: raise max-alpha",
                       AD_NUM(s->alpha), AD_NUM(s->max_alpha));
    if (s->kl == AD_KL_KINGMA && s->max_alpha > 1)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique 'variational': kl=kingma holds for alpha up to 1, not %s: use "
                       "kl=molchanov or kl=exact",
                       AD_NUM(s->max_alpha));
    return s->type == AD_TYPE_B
               ? AD_KERNEL(ad_weight_noise_check)(ctx, "technique 'variational': type=b", site)
               : ADROP_OK;
}

static void plan(const void *self, const ad_site *site, ad_plan *p)
{
    const ad_variational *s = self;

    switch (s->share) {
    case AD_SHARE_LAYER:
        ad_tensor_add(&p->params, "log_alpha", 1, 0);
        break;
    case AD_SHARE_UNIT:
        ad_tensor_add(&p->params, "log_alpha", site->channels, 0);
        p->distribution_share = AD_DISTRIBUTION_OF_CHANNEL;
        break;
    default:
        ad_tensor_add(&p->params, "log_alpha", site->outputs, site->channels);
        p->distribution_share = AD_DISTRIBUTION_OF_UNIT;
    }
    if (s->type == AD_TYPE_B) {
        AD_KERNEL(ad_weight_noise_plan)(site, p);
        return;
    }
    /* scratch: the sums' partials, then sqrt(alpha), scale and the sums themselves */
    p->scratch_size = AD_KERNEL(ad_mask_scratch)(site, 1, s->share == AD_SHARE_UNIT) +
                      3 * site->channels * sizeof(double);
    AD_KERNEL(ad_mask_keep)(site, (ad_mask_shape)s->mask, 1, p);
}

static void init(const ad_technique_view *v, uint64_t seed, void *params, void *buffers)
{
    const ad_variational *s = v->settings;
    real *la = params;

    (void)seed, (void)buffers;
    for (size_t i = 0; i < v->plan->params.n_reals; i++)
        la[i] = (real)log(s->alpha);
}

/* ----- type A ----- */

typedef struct {
    const real *root; /* sqrt(alpha): (1), or (channels) if shared by draws */
    size_t draws;     /* draws that share an alpha; 0: all do */
} noise;

static void fill(const void *self, const ad_address *at, size_t first, size_t n, real *m, real *d0,
                 real *d1)
{
    const noise *z = self;
    real eps[AD_CHUNK];

    (void)d1;
    AD_KERNEL(ad_noise_normal)(at, first, n, eps);
    if (z->draws) {
        for (size_t i = 0; i < n; i++)
            eps[i] *= z->root[(first + i) / z->draws];
    } else {
        const real root = z->root[0];
        for (size_t i = 0; i < n; i++)
            eps[i] *= root;
    }
    for (size_t i = 0; i < n; i++)
        m[i] = 1 + eps[i];
    for (size_t i = 0; d0 && i < n; i++)
        d0[i] = (real)0.5 * eps[i];
}

static void run(const ad_call *c, void (*kernel)(const ad_mask *), int n_slopes)
{
    const ad_variational *s = c->settings;
    const int each = s->share == AD_SHARE_UNIT;
    const size_t n = each ? c->site->channels : 1;
    double *sums = (double *)((char *)c->scratch + AD_KERNEL(ad_mask_scratch)(c->site, 1, each));
    double *scale = sums + n;
    real *root = (real *)(scale + n), *dla = c->dparams;
    const real *la = c->params;

    for (size_t i = 0; i < n; i++) {
        scale[i] = 1;
        root[i] = (real)sqrt(exp((double)la[i]));
    }
    const size_t draws = s->mask == AD_BY_CHANNEL ? 1 : ad_site_area(c->site);
    const noise z = { root, each ? draws : 0 };
    kernel(&(ad_mask){ .call = c,
                       .shape = (ad_mask_shape)s->mask,
                       .fill = fill,
                       .self = &z,
                       .scale = scale,
                       .per_channel = each,
                       .n_slopes = n_slopes,
                       .sums = sums });
    for (size_t i = 0; n_slopes && dla && i < n; i++)
        dla[i] += (real)sums[i];
}

/* ----- both ----- */

static ad_weight_noise weight_noise(const ad_call *c)
{
    return (ad_weight_noise){
        .log_alpha = c->params,
        .each = ((const ad_variational *)c->settings)->share == AD_SHARE_WEIGHT,
    };
}

static void forward(const ad_call *c)
{
    const ad_weight_noise weights = weight_noise(c);

    if (((const ad_variational *)c->settings)->type == AD_TYPE_B)
        AD_KERNEL(ad_weight_noise_forward)(c, &weights);
    else
        run(c, AD_KERNEL(ad_mask_forward), 0);
}

static void backward(const ad_call *c)
{
    const ad_weight_noise weights = weight_noise(c);

    if (((const ad_variational *)c->settings)->type == AD_TYPE_B)
        AD_KERNEL(ad_weight_noise_backward)(c, &weights);
    else
        run(c, AD_KERNEL(ad_mask_backward), 1);
}

/* How many independent factors of the posterior share one alpha. */
static double factors(const ad_variational *s, const ad_site *site)
{
    const size_t area = s->mask == AD_BY_CHANNEL ? 1 : ad_site_area(site);

    switch (s->share) {
    case AD_SHARE_LAYER:
        return (double)site->channels * (double)(s->type == AD_TYPE_B ? site->outputs : area);
    case AD_SHARE_UNIT:
        return (double)area;
    default:
        return 1;
    }
}

static double penalty(const ad_call *c)
{
    const ad_variational *s = c->settings;
    const double weight = s->kl_weight * factors(s, c->site) / (double)c->site->n_train;
    const real *la = c->params;
    real *dla = c->dparams;
    double sum = 0;

    for (size_t i = 0; i < c->plan->params.n_reals; i++) {
        double slope;
        sum += ad_variational_kl((ad_kl_kind)s->kl, (double)la[i], &slope);
        if (dla)
            dla[i] += (real)(weight * slope);
    }
    return weight * sum;
}

static void constrain(const ad_technique_view *v, void *params)
{
    const real highest = (real)log(((const ad_variational *)v->settings)->max_alpha);
    real *la = params;

    for (size_t i = 0; i < v->plan->params.n_reals; i++)
        la[i] = la[i] < highest ? la[i] : highest;
}

static double alpha_of(const ad_technique_view *v, size_t unit)
{
    const ad_variational *s = v->settings;
    const real *la = v->params;
    const size_t i = s->share == AD_SHARE_UNIT     ? unit / ad_site_area(v->site)
                     : s->share == AD_SHARE_WEIGHT ? unit /* the first output's weight */
                                                   : 0;

    return exp((double)la[i]);
}

static void moments(const ad_technique_view *v, size_t unit, double pre, adrop_moments *out)
{
    (void)pre;
    *out = ad_moments_normal(alpha_of(v, unit));
}

static void distribution(const ad_technique_view *v, size_t unit, double pre, double m, double *pdf,
                         double *cdf)
{
    (void)pre;
    ad_distribution_normal(1, sqrt(alpha_of(v, unit)), m, pdf, cdf);
}

static unsigned traits_of(const void *self)
{
    return ((const ad_variational *)self)->type == AD_TYPE_B
               ? AD_LEARNS | AD_OWN_MEAN | AD_REPLACES_PRODUCT
               : AD_LEARNS;
}

const ad_technique AD_KERNEL(ad_technique_variational) = {
    .name = "variational",
    .summary = "Gaussian noise with learned variance, on units or on weights",
    .reference = "Kingma, Salimans, Welling, NIPS 2015",
    .traits = AD_LEARNS,
    .traits_of = traits_of,
    .options = options,
    .settings_size = sizeof(ad_variational),
    .examples = examples,
    .check = check,
    .plan = plan,
    .init = init,
    .forward = forward,
    .backward = backward,
    .penalty = penalty,
    .constrain = constrain,
    .moments = moments,
    .distribution = distribution,
};
