/* Variational dropout: the passes, the extra loss and the distribution that `variational` and
 * `variational-hierarchical` share; their files give the formulas. Type A uses masks here,
 * type B weight_noise_kernel.c. */
#include "technique/variational.h"

#include <math.h>
#include <stdio.h>

#include "base/context.h"
#include "random/noise.h"
#include "random/words.h"
#include "technique/distributions.h"
#include "technique/mask.h"
#include "technique/variational_kl.h"
#include "technique/weight_noise.h"

const char *const AD_KERNEL(ad_variational_types)[] = { "a", "b", NULL };
const char *const AD_KERNEL(ad_variational_units)[] = { "layer", "node", "weight", NULL };

adrop_status AD_KERNEL(ad_variational_check)(adrop_ctx *ctx, const char *name,
                                             const ad_variational *s, const ad_site *site)
{
    char what[64];

    if (s->type == AD_TYPE_A && s->share == AD_SHARE_WEIGHT)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique '%s': unit=weight is for type=b; use unit=node", name);
    if (s->type == AD_TYPE_B && s->share == AD_SHARE_UNIT)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique '%s': unit=node is for type=a; use unit=weight", name);
    if (s->alpha > s->max_alpha)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique '%s': alpha=%s is above max-alpha=%s: raise max-alpha", name,
                       AD_NUM(s->alpha), AD_NUM(s->max_alpha));
    if (s->type != AD_TYPE_B)
        return ADROP_OK;
    snprintf(what, sizeof what, "technique '%s': type=b", name);
    return AD_KERNEL(ad_weight_noise_check)(ctx, what, site);
}

void AD_KERNEL(ad_variational_plan)(const void *self, const ad_site *site, ad_plan *p)
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
    /* scratch: partial sums, then sqrt(alpha), scale and the sums themselves */
    p->scratch_size = AD_KERNEL(ad_mask_scratch)(site, 1, s->share == AD_SHARE_UNIT) +
                      3 * site->channels * sizeof(double);
    AD_KERNEL(ad_mask_keep)(site, (ad_mask_shape)s->mask, 1, p);
}

void AD_KERNEL(ad_variational_init)(const ad_technique_view *v, uint64_t seed, void *params,
                                    void *buffers)
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

static void variational_pass_fill(const void *self, const ad_address *at, size_t first, size_t n,
                                  real *m, real *d0, real *d1)
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

static void variational_pass_run(const ad_call *c, void (*kernel)(const ad_mask *), int n_slopes)
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
                       .fill = variational_pass_fill,
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

void AD_KERNEL(ad_variational_forward)(const ad_call *c)
{
    const ad_weight_noise weights = weight_noise(c);

    if (((const ad_variational *)c->settings)->type == AD_TYPE_B)
        AD_KERNEL(ad_weight_noise_forward)(c, &weights);
    else
        variational_pass_run(c, AD_KERNEL(ad_mask_forward), 0);
}

void AD_KERNEL(ad_variational_backward)(const ad_call *c)
{
    const ad_weight_noise weights = weight_noise(c);

    if (((const ad_variational *)c->settings)->type == AD_TYPE_B)
        AD_KERNEL(ad_weight_noise_backward)(c, &weights);
    else
        variational_pass_run(c, AD_KERNEL(ad_mask_backward), 1);
}

/* Number of independent factors of the posterior that share one alpha. */
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

double AD_KERNEL(ad_variational_penalty)(const ad_call *c)
{
    const ad_variational *s = c->settings;
    const double weight = c->strength * s->kl_weight * factors(s, c->site) /
                          (double)c->site->n_train;
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

static double variational_pass_alpha_of(const ad_technique_view *v, size_t unit)
{
    const ad_variational *s = v->settings;
    const real *la = v->params;
    const size_t i = s->share == AD_SHARE_UNIT     ? unit / ad_site_area(v->site)
                     : s->share == AD_SHARE_WEIGHT ? unit /* the first output's weight */
                                                   : 0;

    return exp((double)la[i]);
}

void AD_KERNEL(ad_variational_moments)(const ad_technique_view *v, size_t unit, double pre,
                                       adrop_moments *out)
{
    (void)pre;
    *out = ad_moments_normal(variational_pass_alpha_of(v, unit));
}

void AD_KERNEL(ad_variational_distribution)(const ad_technique_view *v, size_t unit, double pre,
                                            double m, double *pdf, double *cdf)
{
    (void)pre;
    ad_distribution_normal(1, sqrt(variational_pass_alpha_of(v, unit)), m, pdf, cdf);
}

unsigned AD_KERNEL(ad_variational_traits)(const void *self)
{
    return ((const ad_variational *)self)->type == AD_TYPE_B
               ? AD_LEARNS | AD_OWN_MEAN | AD_REPLACES_PRODUCT
               : AD_LEARNS;
}
