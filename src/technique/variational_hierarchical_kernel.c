/*
 * Variational dropout with a hierarchical prior.
 *
 * The passes are those of variational dropout (variational_kernel.c): noise of variance alpha
 * on the units (type A) or on the weights of the following dense layer (type B), la = ln alpha
 * learned. The prior of a factor N(theta, alpha theta^2) is a proper Gaussian N(0, gamma),
 * whose variance is chosen by the data. For given theta and alpha the KL is least
 * at gamma = theta^2 (1 + alpha):
 *
 *     KL = 1/2 ln(1 + 1 / alpha),        dKL/dla = -1 / (2 (1 + alpha))
 *
 * for each factor, whatever theta is; times kl-weight / N. It omits no constant, tends to 0 as
 * alpha grows, and needs no limit alpha <= 1. la is kept in [-10, ln(max-alpha)], max-alpha e^10
 * by default, as in the authors' code. Their code also learns the noise's mean, starts at ln alpha
 * near -9 and drops factors with alpha >= 1 at the end; this file does not.
 *
 * Liu, Dong, Zhang, Gong, Shi, "Variational Bayesian dropout with a hierarchical prior", CVPR 2019.
 */
#include <math.h>

#include "technique/mask.h"
#include "technique/variational.h"
#include "technique/variational_kl.h"

#define FIELD(name) offsetof(ad_variational, name)

static const double lowest = -10; /* of ln alpha */

static const adrop_option options[] = {
    AD_VARIATIONAL_TYPE_ROW,
    AD_VARIATIONAL_UNIT_ROW,
    { .name = "alpha",
      .kind = ADROP_OPT_REAL,
      .offset = FIELD(alpha),
      .fallback = 1,
      .min = 1e-4,
      .max = 1e6,
      .help = "alpha at the start; rate/(1 - rate) of ordinary dropout" },
    { .name = "max-alpha",
      .kind = ADROP_OPT_REAL,
      .offset = FIELD(max_alpha),
      .fallback = 22026,
      .max = 1e6,
      .min = 1e-4,
      .help = "alpha is kept at or below this" },
    { .name = "kl-weight",
      .kind = ADROP_OPT_REAL,
      .offset = FIELD(kl_weight),
      .fallback = 1,
      .max = 1e6,
      .help = "factor of KL / N" },
    AD_MASK_ROW(ad_variational),
    { 0 }
};

static const char *const examples[] = { "variational-hierarchical",
                                        "variational-hierarchical:alpha=0.25,unit=node",
                                        "variational-hierarchical:alpha=3,mask=channel",
                                        "variational-hierarchical:type=b,alpha=0.5,kl-weight=0.3",
                                        "variational-hierarchical:type=b,unit=weight,alpha=0.3",
                                        NULL };

static void variational_hierarchical_settle(void *self)
{
    ((ad_variational *)self)->kl = AD_KL_HIERARCHICAL;
}

static adrop_status variational_hierarchical_check(adrop_ctx *ctx, const void *self,
                                                   const ad_site *site)
{
    return AD_KERNEL(ad_variational_check)(ctx, "variational-hierarchical", self, site);
}

static void variational_hierarchical_constrain(const ad_technique_view *v, void *params)
{
    const real highest = (real)log(((const ad_variational *)v->settings)->max_alpha);
    real *la = params;

    for (size_t i = 0; i < v->plan->params.n_reals; i++) {
        la[i] = la[i] < highest ? la[i] : highest;
        la[i] = la[i] > (real)lowest ? la[i] : (real)lowest;
    }
}

const ad_technique AD_KERNEL(ad_technique_variational_hierarchical) = {
    .name = "variational-hierarchical",
    .summary = "variational dropout with a Gaussian prior of learned variance",
    .reference = "Liu et al., CVPR 2019",
    .traits = AD_LEARNS,
    .traits_of = AD_KERNEL(ad_variational_traits),
    .options = options,
    .settings_size = sizeof(ad_variational),
    .examples = examples,
    .settle = variational_hierarchical_settle,
    .check = variational_hierarchical_check,
    .plan = AD_KERNEL(ad_variational_plan),
    .init = AD_KERNEL(ad_variational_init),
    .forward = AD_KERNEL(ad_variational_forward),
    .backward = AD_KERNEL(ad_variational_backward),
    .penalty = AD_KERNEL(ad_variational_penalty),
    .constrain = variational_hierarchical_constrain,
    .moments = AD_KERNEL(ad_variational_moments),
    .distribution = AD_KERNEL(ad_variational_distribution),
};
