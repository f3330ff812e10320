/* The nearest Bernoulli and beta distributions (nearest.h), by the Wasserstein-1 distance,
 *
 *     W1 = integral from 0 to 1 of |F(x) - G(x)| dx,
 *
 * F and G the distribution functions.
 *
 * Bernoulli: every mask goes to the nearer of 0 and 1, so p = P(m > 1/2) and W1 = E[min(m, 1 - m)].
 *
 * Beta: the simplex method in ln a and ln b, from the beta of equal mean and variance. F is
 * tabulated once, at Gauss points of panels whose edges are quantiles of the member and some fixed
 * masks. a and b are then rounded to four digits, the accuracy of the minimum, and the distance is
 * integrated again for those. */
#include "dist/nearest.h"

#include <math.h>

#include "dist/minimize.h"
#include "dist/pair_fit.h"
#include "dist/quadrature.h"
#include "dist/special.h"

enum { DIGITS = 4, CALLS = 500 };

static const double least_shape = 1e-3, most_shape = 1e4; /* as for the target `beta` */
static const double tolerance = 1e-10;

/* Distances are known to 1e-10; below, they are rounding. */
static double or_zero(double x)
{
    return x < 1e-10 ? 0 : x;
}

/* ---- Bernoulli ---- */

static double to_nearer_end(double e, void *arg)
{
    const ad_family *f = arg;
    const double r = f->mu + f->sigma * e;

    return exp(ad_seed_log_pdf(f->seed, e)) *
           fmin(ad_map_value(f->map, r), ad_map_upper(f->map, r));
}

static double bernoulli_distance(const ad_family *f)
{
    double breaks[AD_FAMILY_BREAKS + 1];
    size_t n = ad_family_breaks(f, breaks);
    ad_family mine = *f;

    n = ad_break_insert(breaks, n, (ad_map_inverse(f->map, 0.5) - f->mu) / f->sigma);
    return or_zero(ad_integrate(to_nearer_end, &mine, breaks, n, tolerance));
}

/* ---- beta ---- */

static const double quantiles[] = { 1e-6, 1e-4, 0.001, 0.01,   0.03,    0.1, 0.2,
                                    0.3,  0.4,  0.5,   0.6,    0.7,     0.8, 0.9,
                                    0.97, 0.99, 0.999, 0.9999, 1 - 1e-6 };
static const double masks[] = { 1e-6, 1e-3, 0.01, 0.05, 0.15,     0.3,     0.5,
                                0.7,  0.85, 0.95, 0.99, 1 - 1e-3, 1 - 1e-6 };

enum {
    N_QUANTILES = sizeof quantiles / sizeof quantiles[0],
    N_MASKS = sizeof masks / sizeof masks[0],
    MOST_EDGES = 2 + N_QUANTILES + N_MASKS,
    MOST_POINTS = (MOST_EDGES - 1) * AD_PANEL_POINTS,
};

typedef struct area {
    const ad_family *f;
    double a, b;
    size_t n_edges, n;
    double edge[MOST_EDGES];
    double x[MOST_POINTS], weight[MOST_POINTS], cdf[MOST_POINTS]; /* (n), the member's cdf */
} area;

static void place_edges(area *t)
{
    t->edge[0] = 0;
    t->edge[1] = 1;
    t->n_edges = 2;
    for (size_t i = 0; i < N_MASKS; i++)
        t->n_edges = ad_break_insert(t->edge, t->n_edges, masks[i]);
    for (size_t i = 0; i < N_QUANTILES; i++)
        t->n_edges = ad_break_insert(t->edge, t->n_edges, ad_family_quantile(t->f, quantiles[i]));
}

static void tabulate(area *t)
{
    t->n = 0;
    for (size_t i = 0; i + 1 < t->n_edges; i++) {
        const double width = t->edge[i + 1] - t->edge[i];
        for (size_t k = 0; k < AD_PANEL_POINTS && width > 0; k++, t->n++) {
            t->x[t->n] = t->edge[i] + width * ad_panel_point[k];
            t->weight[t->n] = width * ad_panel_weight[k];
            t->cdf[t->n] = ad_family_cdf(t->f, t->x[t->n]);
        }
    }
}

static double area_at(const double log_shapes[2], void *arg)
{
    const area *t = arg;
    const double a = exp(log_shapes[0]), b = exp(log_shapes[1]);
    double sum = 0;

    for (size_t i = 0; i < t->n; i++)
        sum += t->weight[i] * fabs(t->cdf[i] - ad_beta_cdf(a, b, t->x[i]));
    return sum;
}

static double gap(double x, void *arg)
{
    const area *t = arg;

    return fabs(ad_family_cdf(t->f, x) - ad_beta_cdf(t->a, t->b, x));
}

/* ln a and ln b of the beta with the member's mean and variance, or the nearest allowed shapes. */
static void equal_moments(const ad_family *f, double log_shapes[2])
{
    const double mean = fmin(fmax(ad_family_mean(f), 1e-9), 1 - 1e-9);
    const double variance = fmax(ad_family_variance(f), 1e-12);
    const double sum = fmax(mean * (1 - mean) / variance - 1, least_shape);

    log_shapes[0] = log(fmin(fmax(mean * sum, least_shape), most_shape));
    log_shapes[1] = log(fmin(fmax((1 - mean) * sum, least_shape), most_shape));
}

static int at_an_end(const ad_box *box, const double x[2])
{
    for (int i = 0; i < 2; i++)
        if (x[i] < box->low[i] + 1e-3 || x[i] > box->high[i] - 1e-3)
            return 1;
    return 0;
}

static void fit_beta(const ad_family *f, adrop_near_dists *out)
{
    const double low = log(least_shape), high = log(most_shape), step[2] = { 0.25, 0.25 };
    const ad_box box = { { low, low }, { high, high } };
    area t = { .f = f };
    double x[2];

    place_edges(&t);
    tabulate(&t);
    equal_moments(f, x);
    ad_minimize(area_at, &t, &box, step, CALLS, x);
    out->at_limit = at_an_end(&box, x);
    t.a = out->a = ad_round_digits(exp(x[0]), DIGITS);
    t.b = out->b = ad_round_digits(exp(x[1]), DIGITS);
    out->beta_distance = or_zero(ad_integrate(gap, &t, t.edge, t.n_edges, tolerance));
}

void ad_family_nearest(const ad_family *f, adrop_near_dists *out)
{
    *out = (adrop_near_dists){ .p = ad_seed_survival(
                                   f->seed, (ad_map_inverse(f->map, 0.5) - f->mu) / f->sigma),
                               .bernoulli_distance = bernoulli_distance(f) };
    fit_beta(f, out);
}
