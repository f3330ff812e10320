/* Distributions of masks, the public interface (adrop/dist.h).
 *
 * With r = k^-1(m) the density is s((r - mu) / sigma) / (sigma k'(r)) and the
 * distribution function F((r - mu) / sigma); above 1/2, r is found from 1 - m. */
#include "adrop/dist.h"

#include <math.h>

#include "adrop/option.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/struct.h"
#include "dist/family.h"
#include "dist/nearest.h"
#include "dist/pairs.h"

struct adrop_dist {
    adrop_ctx *ctx;
    ad_family family;
    const ad_seed_sets *seed; /* the family's, for every kernel set */
    const ad_map_sets *map;
    double mean;
};

adrop_status adrop_dist_create(adrop_ctx *ctx, const char *seed, const char *map, double mu,
                               double sigma, adrop_dist **out)
{
    if (ad_check_given(ctx, "seed", seed) || ad_check_given(ctx, "map", map) ||
        ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    const ad_seed_sets *s = NULL;
    const ad_map_sets *m = NULL;

    *out = NULL;
    adrop_status status = ad_seed_choose(ctx, seed, &s);
    if (!status)
        status = ad_map_choose(ctx, map, &m);
    if (status)
        return status;
    if (!isfinite(mu))
        return ad_fail(ctx, ADROP_EINVAL, "mu is %s: give a finite number", AD_NUM(mu));
    if (!(sigma > 0 && isfinite(sigma)))
        return ad_fail(ctx, ADROP_EINVAL, "sigma is %s: give a finite number above 0",
                       AD_NUM(sigma));

    adrop_dist *d;
    status = AD_NEW(ctx, 1, "the distribution", &d);
    if (status)
        return status;
    *d = (adrop_dist){
        .ctx = ctx,
        .family = { s->of[AD_F64], m->of[AD_F64], mu, sigma },
        .seed = s,
        .map = m,
    };
    d->mean = ad_family_mean(&d->family);
    *out = d;
    return ADROP_OK;
}

void adrop_dist_free(adrop_dist *d)
{
    if (d)
        ad_free(d->ctx, d);
}

double adrop_dist_pdf(const adrop_dist *d, double m)
{
    return ad_family_pdf(&d->family, m);
}

double adrop_dist_cdf(const adrop_dist *d, double m)
{
    return ad_family_cdf(&d->family, m);
}

double adrop_dist_quantile(const adrop_dist *d, double p)
{
    return ad_family_quantile(&d->family, p);
}

size_t adrop_dist_atoms(const adrop_dist *d, adrop_atom atoms[2])
{
    const double zero = ad_family_mass_at_zero(&d->family);
    const double one = ad_family_mass_at_one(&d->family);
    size_t n = 0;

    if (zero > 0)
        atoms[n++] = (adrop_atom){ 0, zero };
    if (one > 0)
        atoms[n++] = (adrop_atom){ 1, one };
    return n;
}

double adrop_dist_mean(const adrop_dist *d)
{
    return d->mean;
}

double adrop_dist_variance(const adrop_dist *d)
{
    return ad_family_variance(&d->family);
}

double adrop_dist_mean_approx(const adrop_dist *d)
{
    const ad_family *f = &d->family;

    if (!ad_pair_is_papers(d->seed, d->map))
        return NAN;
    return ad_family_mean_approx(f->mu, f->sigma, NULL, NULL);
}

void adrop_dist_at(const adrop_dist *d, double eps, double *m, double *dmu, double *dsigma)
{
    const ad_family *f = &d->family;
    const double r = f->mu + f->sigma * eps, slope = exp(ad_map_log_slope(f->map, r));

    if (m)
        *m = ad_map_value(f->map, r);
    if (dmu)
        *dmu = slope;
    if (dsigma)
        *dsigma = slope * eps;
}

/* Clamp to a float such that a sum of two such products cannot overflow. */
static float to_float(double x)
{
    return (float)fmin(fmax(x, -1e30), 1e30);
}

void adrop_dist_sample(const adrop_dist *d, uint64_t seed, uint32_t row, uint32_t pass, size_t n,
                       float *m)
{
    enum { CHUNK = 1024 };
    const ad_seed *noise = d->seed->of[d->ctx->kernels];
    const ad_map *map = d->map->of[d->ctx->kernels];
    const ad_address at = { .seed = seed, .row = row, .step = pass, .purpose = AD_FOR_DIST };
    const float mu = to_float(d->family.mu), sigma = to_float(d->family.sigma);
    _Alignas(AD_ALIGNMENT) float r[CHUNK];

    for (size_t first = 0; m && first < n; first += CHUNK) {
        const size_t count = n - first < CHUNK ? n - first : CHUNK;
        ad_seed_fill(noise, &at, first, count, r);
        for (size_t i = 0; i < count; i++)
            r[i] = mu + sigma * r[i];
        ad_map_apply(map, count, r, m + first, NULL);
    }
}

double adrop_dist_kl(const adrop_dist *p, const adrop_dist *q)
{
    return ad_family_kl(&p->family, &q->family);
}

void adrop_dist_nearest_sized(const adrop_dist *d, adrop_near_dists *info, size_t size)
{
    adrop_near_dists mine;

    ad_family_nearest(&d->family, &mine);
    ad_struct_write(info, size, &mine, sizeof mine);
}
