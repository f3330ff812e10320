/* The normaliser and the moments of a mask of the model-free family (model_free_mean.h). */
#include "technique/model_free_mean.h"

#include <math.h>

#include "base/context.h"

static int is_exact(const ad_model_free *f)
{
    return f->mean == AD_MEAN_EXACT;
}

void ad_model_free_settle(int seed, int map, int *mean)
{
    if (*mean == AD_MEAN_AUTO)
        *mean = seed || map ? AD_MEAN_EXACT : AD_MEAN_APPROX;
}

static ad_family family(const ad_model_free *f, double mu, double sigma)
{
    return (ad_family){ ad_seed_at(AD_F64, (size_t)f->seed), ad_map_at(AD_F64, (size_t)f->map), mu,
                        sigma };
}

adrop_status ad_model_free_check(adrop_ctx *ctx, const char *technique, const ad_model_free *f)
{
    if (f->mean == AD_MEAN_APPROX && (f->seed || f->map))
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique '%s': mean=approx is for gaussian with sigmoid, not for %s with "
                       "%s: use mean=exact",
                       technique, ad_seed_names[f->seed], ad_map_names[f->map]);
    return ADROP_OK;
}

double ad_model_free_mean(const ad_model_free *f, double mu, double sigma)
{
    const ad_family member = family(f, mu, sigma);

    if (!isfinite(mu) || !isfinite(sigma))
        return NAN; /* a diverged network: let it be seen */
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
