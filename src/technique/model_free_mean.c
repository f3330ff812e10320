/* The normaliser and the moments of a mask of the model-free family (model_free_mean.h). */
#include "technique/model_free_mean.h"

#include <math.h>

#include "base/context.h"
#include "base/text.h"

static int is_exact(const ad_model_free *f)
{
    return f->mean == AD_MEAN_EXACT;
}

void ad_model_free_settle(const ad_seed_sets *seed, const ad_map_sets *map, int *mean)
{
    if (*mean == AD_MEAN_AUTO)
        *mean = ad_pair_is_papers(seed, map) ? AD_MEAN_APPROX : AD_MEAN_EXACT;
}

static ad_family family(const ad_model_free *f, double mu, double sigma)
{
    return (ad_family){ f->seed->of[AD_F64], f->map->of[AD_F64], mu, sigma };
}

adrop_status ad_model_free_check(adrop_ctx *ctx, const char *technique, const ad_model_free *f)
{
    if (f->mean == AD_MEAN_APPROX && !ad_pair_is_papers(f->seed, f->map))
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique '%s': mean=approx is for gaussian with sigmoid, not for %s with "
                       "%s: use mean=exact",
                       technique, AD_SHOWN(f->seed->of[AD_F64]->name),
                       AD_SHOWN(f->map->of[AD_F64]->name));
    return ADROP_OK;
}

double ad_model_free_mean(const ad_model_free *f, double mu, double sigma)
{
    const ad_family member = family(f, mu, sigma);

    if (!isfinite(mu) || !isfinite(sigma))
        return NAN; /* a diverged network: let NaN show it */
    return is_exact(f) ? ad_family_mean(&member) : ad_family_mean_approx(mu, sigma, NULL, NULL);
}

void ad_model_free_mean_gradient(const ad_model_free *f, double mu, double sigma, double *dmu,
                                 double *dsigma)
{
    const ad_family member = family(f, mu, sigma);

    if (is_exact(f))
        ad_family_mean_gradient(&member, dmu, dsigma);
    else
        ad_family_mean_approx(mu, sigma, dmu, dsigma);
}

void ad_model_free_moments(const ad_model_free *f, double mu, double sigma, adrop_moments *out)
{
    const ad_family member = family(f, mu, sigma);
    const double mean = ad_family_mean(&member);

    *out = (adrop_moments){ .mean = mean,
                            .variance = ad_family_variance(&member),
                            .scale = 1 / ad_model_free_mean(f, mu, sigma),
                            .rate = 1 - mean,
                            .mu = mu,
                            .sigma = sigma };
}

void ad_model_free_distribution(const ad_model_free *f, double mu, double sigma, double m,
                                double *pdf, double *cdf)
{
    const ad_family member = family(f, mu, sigma);

    *pdf = ad_family_pdf(&member, m);
    *cdf = ad_family_cdf(&member, m);
}
