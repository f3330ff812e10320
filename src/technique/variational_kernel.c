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
#include "technique/mask.h"
#include "technique/variational_kl.h"

static const char *const kl_words[] = { "kingma", "molchanov", "exact", "none", NULL };

#define FIELD(name) offsetof(ad_variational, name)

static const adrop_option options[] = {
    AD_VARIATIONAL_TYPE_ROW,
    AD_VARIATIONAL_UNIT_ROW,
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

static adrop_status variational_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    const ad_variational *s = self;

    if (s->kl == AD_KL_KINGMA && s->max_alpha > 1)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique 'variational': kl=kingma holds for alpha up to 1, not %s: use "
                       "kl=molchanov or kl=exact",
                       AD_NUM(s->max_alpha));
    return AD_KERNEL(ad_variational_check)(ctx, "variational", s, site);
}

static void variational_constrain(const ad_technique_view *v, void *params)
{
    const real highest = (real)log(((const ad_variational *)v->settings)->max_alpha);
    real *la = params;

    for (size_t i = 0; i < v->plan->params.n_reals; i++)
        la[i] = la[i] < highest ? la[i] : highest;
}

const ad_technique AD_KERNEL(ad_technique_variational) = {
    .name = "variational",
    .summary = "Gaussian noise with learned variance, on units or on weights",
    .reference = "Kingma, Salimans, Welling, NIPS 2015",
    .traits = AD_LEARNS,
    .traits_of = AD_KERNEL(ad_variational_traits),
    .options = options,
    .settings_size = sizeof(ad_variational),
    .examples = examples,
    .check = variational_check,
    .plan = AD_KERNEL(ad_variational_plan),
    .init = AD_KERNEL(ad_variational_init),
    .forward = AD_KERNEL(ad_variational_forward),
    .backward = AD_KERNEL(ad_variational_backward),
    .penalty = AD_KERNEL(ad_variational_penalty),
    .constrain = variational_constrain,
    .moments = AD_KERNEL(ad_variational_moments),
    .distribution = AD_KERNEL(ad_variational_distribution),
};
