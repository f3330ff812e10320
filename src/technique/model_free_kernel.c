/* Masks of the model-free family (model_free.h). */
#include "technique/model_free.h"

#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "random/words.h"

typedef struct {
    const ad_seed *seed;
    const ad_map *map;
    const real *mu, *sigma; /* (pairs) */
    size_t draws;           /* draws that share a pair; 0: all do */
} noise;

/* r = mu + sigma eps over the chunk. Not inlined: gcc would warn that r may be used
 * uninitialised. */
__attribute__((noinline)) static void shift(const noise *z, size_t first, size_t n, const real *eps,
                                            real *r)
{
    if (!z->draws) {
        const real mu = z->mu[0], sigma = z->sigma[0];
        for (size_t i = 0; i < n; i++)
            r[i] = mu + sigma * eps[i];
    } else if (z->draws == 1) {
        for (size_t i = 0; i < n; i++)
            r[i] = z->mu[first + i] + z->sigma[first + i] * eps[i];
    } else {
        for (size_t i = 0; i < n; i++) {
            const size_t p = (first + i) / z->draws;
            r[i] = z->mu[p] + z->sigma[p] * eps[i];
        }
    }
}

static void model_free_draw(const void *self, const ad_address *at, size_t first, size_t n,
                            real *eps)
{
    ad_seed_fill(((const noise *)self)->seed, at, first, n, eps);
}

static void map(const void *self, size_t first, size_t n, const real *eps, real *m, real *d0,
                real *d1)
{
    const noise *z = self;
    real r[AD_CHUNK];

    shift(z, first, n, eps, r);
    ad_map_apply(z->map, n, r, m, d0);
    for (size_t i = 0; d1 && i < n; i++)
        d1[i] = d0[i] * eps[i];
}

static void model_free_fill(const void *self, const ad_address *at, size_t first, size_t n, real *m,
                            real *d0, real *d1)
{
    real eps[AD_CHUNK];

    model_free_draw(self, at, first, n, eps);
    map(self, first, n, eps, m, d0, d1);
}

static void model_free_collect(const void *self, size_t first, size_t n, const real *eps,
                               const real *t, double *to)
{
    const noise *z = self;
    real r[AD_CHUNK];

    shift(z, first, n, eps, r);
    z->map->collect(z->map->self, n, r, t, to);
}

static size_t pairs_of(const ad_model_free *f, const ad_site *site)
{
    return f->per_channel ? site->channels : 1;
}

/* Number of sums for the mapping's parameters. */
static size_t map_sums(const ad_model_free *f)
{
    return f->map->of[AD_THIS_SET]->n_sums;
}

/* Scratch: partial sums (mask.h); then the sums, 1 / c, mu and sigma; then the mapping's
 * sums twice. */
static size_t partials_size(const ad_model_free *f, const ad_site *site)
{
    return ad_round_up(AD_KERNEL(ad_mask_scratch)(site, AD_MAX_SUMS, f->per_channel) +
                       AD_KERNEL(ad_mask_own_scratch)(site, map_sums(f)));
}

static size_t pairs_size(const ad_model_free *f, const ad_site *site)
{
    return ad_round_up((AD_MAX_SUMS + 3) * pairs_of(f, site) * sizeof(double));
}

size_t AD_KERNEL(ad_model_free_scratch)(const ad_model_free *f, const ad_site *site)
{
    return partials_size(f, site) + pairs_size(f, site) +
           ad_round_up(2 * map_sums(f) * sizeof(double));
}

double *AD_KERNEL(ad_model_free_map_sums)(const ad_model_free *f, const ad_call *call)
{
    return (double *)((char *)call->scratch + partials_size(f, call->site) +
                      pairs_size(f, call->site));
}

/* Run a mask kernel; returns the sums. */
static double *model_free_run(const ad_model_free *f, const ad_call *c, const double *mu,
                              const double *sigma, const double *mean, int n_slopes, int with_total,
                              void (*kernel)(const ad_mask *))
{
    const size_t pairs = pairs_of(f, c->site);
    double *sums = (double *)((char *)c->scratch + partials_size(f, c->site));
    double *scale = sums + AD_MAX_SUMS * pairs;
    real *real_mu = (real *)(scale + pairs), *real_sigma = real_mu + pairs;

    for (size_t p = 0; p < pairs; p++) {
        scale[p] = 1 / mean[p];
        real_mu[p] = (real)mu[p];
        real_sigma[p] = (real)sigma[p];
    }
    const size_t draws = f->shape == AD_BY_CHANNEL ? 1 : ad_site_area(c->site);
    const noise z = { f->seed->of[AD_THIS_SET], f->map->of[AD_THIS_SET], real_mu, real_sigma,
                      f->per_channel ? draws : 0 };
    kernel(&(ad_mask){ .call = c,
                       .shape = f->shape,
                       .fill = model_free_fill,
                       .draw = f->keeps_noise ? model_free_draw : NULL,
                       .map = map,
                       .self = &z,
                       .scale = scale,
                       .per_channel = f->per_channel,
                       .n_slopes = n_slopes,
                       .with_total = with_total,
                       .sums = sums,
                       .collect = n_slopes && map_sums(f) ? model_free_collect : NULL,
                       .n_own = n_slopes ? map_sums(f) : 0,
                       .own = AD_KERNEL(ad_model_free_map_sums)(f, c) });
    return sums;
}

void AD_KERNEL(ad_model_free_forward)(const ad_model_free *f, const ad_call *call, const double *mu,
                                      const double *sigma, const double *c)
{
    model_free_run(f, call, mu, sigma, c, 0, 0, AD_KERNEL(ad_mask_forward));
}

void AD_KERNEL(ad_model_free_input)(const ad_model_free *f, const ad_call *call, const double *mu,
                                    const double *sigma, const double *c)
{
    model_free_run(f, call, mu, sigma, c, 0, 0, AD_KERNEL(ad_mask_backward));
}

/* Subtract the gradient of the mapping's parameters through c; share is total / c of the pair. */
static void map_through_mean(const ad_model_free *f, const ad_call *call, double mu, double sigma,
                             double share)
{
    const ad_family member = { f->seed->of[AD_F64], f->map->of[AD_F64], mu, sigma };
    double *own = AD_KERNEL(ad_model_free_map_sums)(f, call), *of_mean = own + map_sums(f);

    ad_family_mean_sums(&member, of_mean);
    for (size_t i = 0; i < map_sums(f); i++)
        own[i] -= share * of_mean[i];
}

double *AD_KERNEL(ad_model_free_backward)(const ad_model_free *f, const ad_call *call,
                                          const double *mu, const double *sigma, const double *c,
                                          int through_mean)
{
    const size_t pairs = pairs_of(f, call->site);
    double *sums = model_free_run(f, call, mu, sigma, c, 2, through_mean,
                                  AD_KERNEL(ad_mask_backward));

    for (size_t p = 0; through_mean && p < pairs; p++) {
        const double total = sums[2 * pairs + p];
        double dmu, dsigma;
        ad_model_free_mean_gradient(f, mu[p], sigma[p], &dmu, &dsigma);
        sums[p] -= total * dmu / c[p];
        sums[pairs + p] -= total * dsigma / c[p];
        if (map_sums(f))
            map_through_mean(f, call, mu[p], sigma[p], total / c[p]);
    }
    return sums;
}
