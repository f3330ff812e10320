/* Moments of m = k(mu + sigma eps) and the gradient of its mean.
 *
 * Expectations are integrals over the noise eps, split where the seed's density or the
 * mapping has a corner or changes scale: at the seed's own breaks, and at the mapping's,
 * transformed by (r - mu) / sigma. The tolerance is relative to the integral, so small
 * means and variances keep their digits. */
#include "dist/family.h"

#include <math.h>

#include "dist/quadrature.h"
#include "dist/special.h"

static const double tolerance = 1e-11;

typedef struct query {
    const ad_family *f;
    double (*inner)(const struct query *q, double e); /* the integrand, without the density */
    int upper;                                        /* 1 - k in place of k */
    double centre;
} query;

size_t ad_family_breaks(const ad_family *f, double breaks[AD_FAMILY_BREAKS])
{
    size_t n = f->seed->n_breaks;

    for (size_t i = 0; i < n; i++)
        breaks[i] = f->seed->breaks[i];
    for (size_t i = 0; i < f->map->n_breaks; i++)
        n = ad_break_insert(breaks, n, (f->map->breaks[i] - f->mu) / f->sigma);
    return n;
}

static double value_at(const query *q, double e)
{
    const double r = q->f->mu + q->f->sigma * e;

    return q->upper ? ad_map_upper(q->f->map, r) : ad_map_value(q->f->map, r);
}

static double value_term(double e, void *arg)
{
    const query *q = arg;

    return exp(ad_seed_log_pdf(q->f->seed, e)) * value_at(q, e);
}

static double square_at(const query *q, double e)
{
    const double d = value_at(q, e) - q->centre;

    return d * d;
}

static double square_term(double e, void *arg)
{
    const query *q = arg;
    const double d = value_at(q, e) - q->centre;

    return exp(ad_seed_log_pdf(q->f->seed, e)) * d * d;
}

static double slope_at(const query *q, double e)
{
    return exp(ad_map_log_slope(q->f->map, q->f->mu + q->f->sigma * e));
}

static double slope_eps_at(const query *q, double e)
{
    return slope_at(q, e) * e;
}

static double slope_term(double e, void *arg)
{
    const query *q = arg;

    return exp(ad_seed_log_pdf(q->f->seed, e) +
               ad_map_log_slope(q->f->map, q->f->mu + q->f->sigma * e));
}

static double slope_eps_term(double e, void *arg)
{
    return slope_term(e, arg) * e;
}

/* A user-defined seed has a quantile function but no density: integrate over the logit t of u,
 * whose density is u (1 - u). */
static double outside_term(double t, void *arg)
{
    const query *q = arg;
    double weight;
    const double e = ad_own_seed_at_logit(q->f->seed->own, t, &weight);

    return weight > 0 ? weight * q->inner(q, e) : 0;
}

static double expect_outside(const ad_family *f, query *q)
{
    double breaks[AD_FAMILY_BREAKS];
    const size_t n = ad_family_breaks(f, breaks);

    for (size_t i = 0; i < n; i++)
        breaks[i] = ad_own_seed_logit(f->seed->own, breaks[i]);
    return ad_integrate(outside_term, q, breaks, n, tolerance);
}

static double expect(const ad_family *f, ad_integrand *term, query *q)
{
    if (f->seed->own) {
        q->inner = term == value_term    ? value_at
                   : term == square_term ? square_at
                   : term == slope_term  ? slope_at
                                         : slope_eps_at;
        return expect_outside(f, q);
    }

    double breaks[AD_FAMILY_BREAKS];
    const size_t n = ad_family_breaks(f, breaks);

    return ad_integrate(term, q, breaks, n, tolerance);
}

double ad_family_mean_quadrature(const ad_family *f)
{
    query q = { .f = f };

    return fmin(1, expect(f, value_term, &q));
}

/* Does the mapping have parameters, and so its own rule? */
static int has_rule(const ad_family *f)
{
    return f->map->own && f->map->own->mean;
}

static double mean_by_rule(const ad_family *f, double *dmu, double *dsigma, double *sums)
{
    return f->map->own->mean(f->map->self, f->seed, f->mu, f->sigma, dmu, dsigma, sums);
}

double ad_family_mean(const ad_family *f)
{
    double mean;

    if (has_rule(f))
        return mean_by_rule(f, NULL, NULL, NULL);
    return ad_family_mean_closed(f, &mean) ? mean : ad_family_mean_quadrature(f);
}

double ad_family_variance(const ad_family *f)
{
    /* r beyond the middle of the mapping: 1 - m is small, and m would round to 1 */
    const double r = f->mu + f->sigma * f->seed->mean;
    query q = { .f = f, .upper = ad_map_value(f->map, r) > 0.5 };

    q.centre = expect(f, value_term, &q);
    return expect(f, square_term, &q);
}

void ad_family_mean_gradient(const ad_family *f, double *dmu, double *dsigma)
{
    query q = { .f = f };

    if (has_rule(f)) {
        mean_by_rule(f, dmu, dsigma, NULL);
        return;
    }
    if (dmu)
        *dmu = expect(f, slope_term, &q);
    if (dsigma)
        *dsigma = expect(f, slope_eps_term, &q);
}

void ad_family_mean_sums(const ad_family *f, double *sums)
{
    mean_by_rule(f, NULL, NULL, sums);
}

double ad_family_mean_approx(double mu, double sigma, double *dmu, double *dsigma)
{
    const double s = 1 / hypot(1, sqrt(AD_PI / 8) * sigma);
    const double slope = ad_sigmoid(mu * s) * ad_sigmoid(-mu * s);

    if (dmu)
        *dmu = slope * s;
    if (dsigma)
        *dsigma = -slope * mu * s * s * s * sigma * AD_PI / 8;
    return ad_sigmoid(mu * s);
}
