/* The divergence term of techniques that learn (mu, sigma) of the model-free family
 * (model_free_kl.h). */
#include "technique/model_free_kl.h"

#include <math.h>

#include "base/context.h"
#include "base/text.h"
#include "dist/elbo.h"

const char *const ad_prior_words[] = { "none", "log-uniform", "gaussian", NULL };
const char *const ad_detach_words[] = { "auto", "no", "yes", NULL };

/* sigma is at least this, where softplus underflows: ln sigma and 1 / sigma stay finite, also in
 * float. */
static const double least_sigma = 1e-30;

void ad_model_free_kl_settle(const ad_model_free_kl *kl, const ad_seed_sets *seed,
                             const ad_map_sets *map, int *mean, int *detach)
{
    const int on = kl->prior != AD_PRIOR_NONE;

    if (on && *mean == AD_MEAN_AUTO)
        *mean = AD_MEAN_EXACT;
    ad_model_free_settle(seed, map, mean);
    if (*detach == AD_DETACH_AUTO)
        *detach = on ? AD_DETACH_NO : AD_DETACH_YES;
}

adrop_status ad_model_free_kl_check(adrop_ctx *ctx, const char *technique, const ad_model_free *f,
                                    const ad_model_free_kl *kl, const ad_site *site)
{
    if (kl->prior == AD_PRIOR_LOG_UNIFORM) {
        const char *obstacle = ad_elbo_log_uniform_obstacle(f->seed->of[AD_F64],
                                                            f->map->of[AD_F64]);
        if (obstacle)
            return ad_fail(ctx, ADROP_EINVAL,
                           "technique '%s': kl=log-uniform is not for %s with %s, which %s; use "
                           "kl=gaussian or another map",
                           technique, AD_SHOWN(f->seed->of[AD_F64]->name),
                           AD_SHOWN(f->map->of[AD_F64]->name), obstacle);
    }
    if (kl->prior != AD_PRIOR_NONE && site && !site->n_train)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique '%s' divides its KL by the size of the training set: give "
                       "n_train, or kl=none",
                       technique);
    return ADROP_OK;
}

/* Number of units that share a pair: independent factors of a row's mask. */
static double units_of(const ad_model_free *f, const ad_site *site)
{
    const size_t area = f->shape == AD_BY_CHANNEL ? 1 : ad_site_area(site);

    return (double)area * (double)(f->per_channel ? 1 : site->channels);
}

static ad_elbo_term term_of(const ad_model_free *f, const ad_model_free_kl *kl, double mu,
                            double sigma)
{
    const ad_family member = { f->seed->of[AD_F64], f->map->of[AD_F64], mu,
                               fmax(sigma, least_sigma) };
    ad_elbo_term term;

    if (!isfinite(mu) || !isfinite(sigma))
        return (ad_elbo_term){ NAN, NAN, NAN }; /* a diverged network: let NaN show it */
    if (kl->prior == AD_PRIOR_GAUSSIAN)
        ad_elbo_gaussian(&member, kl->mu, kl->sigma, &term);
    else
        ad_elbo_log_uniform(&member, &term);
    return term;
}

double ad_model_free_kl_loss(const ad_model_free *f, const ad_model_free_kl *kl,
                             const ad_call *call, size_t pairs, const double *mu,
                             const double *sigma, double *dmu, double *dsigma)
{
    const double share = (f->per_row ? 1 : (double)call->rows) / ad_call_batch_rows(call);
    const double weight = call->strength * kl->weight * share * units_of(f, call->site) /
                          (double)call->site->n_train;
    double sum = 0;

    for (size_t p = 0; p < pairs; p++) {
        const ad_elbo_term term = term_of(f, kl, mu[p], sigma[p]);
        sum += term.value;
        dmu[p] = weight * term.dmu;
        dsigma[p] = weight * term.dsigma;
    }
    return weight * sum;
}
