/* E[k(mu + sigma eps)] of a spline (spline.h), with its derivatives in mu, sigma and the spline.
 *
 * S'' jumps at the knots, so a rule that ignores them is inaccurate: Gauss-Hermite with 64 points
 * is off by 0.001 on average over random splines, and by 0.06 at worst. Here the line is cut at the
 * knots and at the breaks of the seed, and then until no panel is longer than the distance of its
 * ends from the singularities of k: the poles of S, at t = 1/2 +- sqrt(1/4 + 1 / (b + c - 2)), and
 * the points where S = +- i pi. Eight Gauss points per panel, two hundred in all, give the mean and
 * every derivative to 1e-10. */
#include <math.h>

#include "dist/family.h"
#include "dist/quadrature.h"
#include "dist/special.h"
#include "dist/spline.h"

enum { MOST_HALVINGS = 50 };

static const double longest = 2;     /* in the coordinate of the noise */
static const double of_distance = 1; /* of a panel's ends from a singularity */
static const double nothing = 1e-19; /* a negligible density */

typedef struct {
    const ad_spline *s;
    const ad_seed *seed;
    double mu, sigma;
    double mean, dmu, dsigma;
    double *sums; /* NULL: not wanted */
} rule;

/* The noise at a coordinate, and its density. The coordinate is the noise itself, or for a seed
 * given by quantiles the logit of u. */
static double noise_at(const rule *q, double x, double *density)
{
    if (q->seed->own)
        return ad_own_seed_at_logit(q->seed->own, x, density);
    *density = exp(ad_seed_log_pdf(q->seed, x));
    return x;
}

static double position(const rule *q, double x, double *density)
{
    return q->mu + q->sigma * noise_at(q, x, density);
}

static void add_point(rule *q, double x, double weight)
{
    double terms[AD_SPLINE_TERMS], density;
    const double e = noise_at(q, x, &density);
    size_t i;
    const double s = ad_spline_at(q->s, q->mu + q->sigma * e, &i, terms);
    const double k = ad_sigmoid(s), g = weight * density * k * ad_sigmoid(-s);
    const double slope = g * ad_spline_slope(&q->s->bin[i], terms);

    q->mean += weight * density * k;
    q->dmu += slope;
    q->dsigma += slope * e;
    for (size_t t = 0; q->sums && t < AD_SPLINE_TERMS; t++)
        q->sums[i * AD_SPLINE_TERMS + t] += g * terms[t];
}

static void add_panel(rule *q, double a, double b)
{
    for (int i = 0; i < AD_PANEL_POINTS; i++)
        add_point(q, a + (b - a) * ad_panel_point[i], (b - a) * ad_panel_weight[i]);
}

/* The distance from r, in the bin of `inside`, to the nearest singularity of k. */
static double distance(const ad_spline *s, double r, double inside)
{
    double terms[AD_SPLINE_TERMS];
    size_t i;

    if (fabs(inside) > AD_SPLINE_EDGE)
        return hypot(r, AD_PI);
    ad_spline_at(s, inside, &i, terms);
    const ad_spline_bin *k = &s->bin[i];
    const double steep = k->b + k->c - 2;
    const double t = (r - k->x) / k->w, beyond = steep > 0 ? sqrt(0.25 + 1 / steep) - 0.5 : 0.5;
    const double pole = steep > 0 ? k->w * (beyond + fmin(t, 1 - t)) : 0.5 * k->w;
    ad_spline_at(s, r, &i, terms);
    return fmin(pole, AD_PI / fmax(k->h / k->w * 2, ad_spline_slope(&s->bin[i], terms)));
}

static int is_short(const rule *q, double a, double b)
{
    double ignored;
    const double from = position(q, a, &ignored), to = position(q, b, &ignored);
    const double inside = 0.5 * (from + to);

    return b - a <= longest && to - from <= of_distance * fmin(distance(q->s, from, inside),
                                                               distance(q->s, to, inside));
}

/* Add the integral from a to b; there is no knot or break between them. */
static void add_piece(rule *q, double a, double b)
{
    double at_a, at_b;

    noise_at(q, a, &at_a);
    noise_at(q, b, &at_b);
    if (at_a < nothing && at_b < nothing)
        return;
    while (a < b) {
        double end = b;
        for (int i = 0; i < MOST_HALVINGS && !is_short(q, a, end); i++)
            end = a + 0.5 * (end - a);
        add_panel(q, a, end);
        a = end;
    }
}

double ad_spline_mean(const void *self, const ad_seed *seed, double mu, double sigma, double *dmu,
                      double *dsigma, double *sums)
{
    const ad_spline *s = self;
    const ad_family f = { seed, &s->of[AD_F64], mu, sigma };
    rule q = { .s = s, .seed = seed, .mu = mu, .sigma = sigma, .sums = sums };
    double breaks[AD_FAMILY_BREAKS];
    const size_t n = ad_family_breaks(&f, breaks);

    for (size_t i = 0; sums && i < AD_SPLINE_SUMS; i++)
        sums[i] = 0;
    for (size_t i = 0; seed->own && i < n; i++)
        breaks[i] = ad_own_seed_logit(seed->own, breaks[i]);
    for (size_t i = 0; i + 1 < n; i++)
        add_piece(&q, breaks[i], breaks[i + 1]);
    if (dmu)
        *dmu = q.dmu;
    if (dsigma)
        *dsigma = q.dsigma;
    return fmin(q.mean, 1);
}
