/* The divergence of a mask from a log-uniform prior, and of r from a Gaussian one (elbo.h).
 *
 * With T(r) = ln k(r) - ln k'(r), a density g(m) = s(eps) / (sigma k'(r)) gives
 *
 *     E[ln g(m) + ln m] = E[T(r)] - ln sigma - H
 *     d/dmu = E[T'(r)],   d/dsigma = E[eps T'(r)] - 1 / sigma
 *
 * so one sum over points eps yields all three. For gaussian x sigmoid T = softplus and T' = k.
 * The rule is Gauss's with ten points per panel. T is singular near r = 0, at a distance of width
 * from the real line, so panels begin at the noise e0 = -mu / sigma with a size proportional to
 * width / sigma and grow with the distance from e0, up to the limit of the seed's density. They
 * depend on mu and sigma alone. */
#include "dist/elbo.h"

#include <math.h>
#include <string.h>

#include "dist/quadrature.h"
#include "dist/special.h"

enum { HALF = 5 };

/* Gauss' ten points on [-1, 1], the positive ones. */
static const double point[HALF] = {
    0.14887433898163121088, 0.43339539412924719080, 0.67940956829902440623,
    0.86506336668898451073, 0.97390652851717172008,
};
static const double weight[HALF] = {
    0.29552422471475287017, 0.26926671930999635509, 0.21908636251598204400,
    0.14945134915058059315, 0.06667134430868813759,
};

/* The size of the first panel in units of width / sigma, and of others in units of their distance
 * from e0. Measured: smaller panels only add digits beyond the tenth. least_panel keeps the number
 * of panels finite for an infinite sigma. */
static const double first_panel = 1.4, growth = 2, least_panel = 1e-9;

typedef struct sum {
    const ad_family *f;
    double value, slope, slope_eps; /* of E[T], E[T'], E[eps T'] */
    size_t n_points;
} sum;

static void add_point(sum *s, double e, double share)
{
    double slope;
    const double w = share * exp(ad_seed_log_pdf(s->f->seed, e));
    const double value = ad_map_log_ratio(s->f->map, s->f->mu + s->f->sigma * e, &slope);

    s->value += w * value;
    s->slope += w * slope;
    s->slope_eps += w * slope * e;
    s->n_points++;
}

static void add_panel(sum *s, double a, double b)
{
    const double middle = 0.5 * (a + b), half = 0.5 * fabs(b - a);

    for (int i = 0; i < HALF; i++) {
        add_point(s, middle - half * point[i], half * weight[i]);
        add_point(s, middle + half * point[i], half * weight[i]);
    }
}

/* Add panels outwards from the point of the reach nearest to e0; side is -1 or 1. */
static void add_side(sum *s, double e0, double side)
{
    const ad_seed *seed = s->f->seed;
    const double end = seed->reach[side > 0], narrow = first_panel * s->f->map->width;
    double at = fmin(fmax(e0, seed->reach[0]), seed->reach[1]);

    while (at != end) {
        double wide = fmax(narrow / s->f->sigma, growth * fabs(at - e0));
        wide = fmax(fmin(wide, seed->panel), least_panel);
        double next = at + side * wide;
        if (seed->corner && at * next < 0)
            next = 0;
        if (side * (end - next) < 0.1 * wide) /* leave no sliver */
            next = end;
        add_panel(s, at, next);
        at = next;
    }
}

static void elbo_fill(const ad_family *f, double value, double slope, double slope_eps,
                      ad_elbo_term *out)
{
    *out = (ad_elbo_term){
        .value = value - log(f->sigma) - f->seed->entropy,
        .dmu = slope,
        .dsigma = slope_eps - 1 / f->sigma,
    };
}

size_t ad_elbo_log_uniform_quadrature(const ad_family *f, ad_elbo_term *out)
{
    sum s = { .f = f };
    const double e0 = -f->mu / f->sigma;

    add_side(&s, e0, -1);
    add_side(&s, e0, 1);
    elbo_fill(f, s.value, s.slope, s.slope_eps, out);
    return s.n_points;
}

/* Uniform noise: with A the integral of T and [a, b] = mu -+ sigma,
 *     E[T] = (A(b) - A(a)) / (2 sigma),   E[T'] = (T(b) - T(a)) / (2 sigma),
 *     E[eps T'] = ((T(a) + T(b)) / 2 - E[T]) / sigma.
 * T is softplus(scale r) plus a constant. Declines where the differences lose their digits. */
static int uniform_closed(const ad_family *f, ad_elbo_term *out)
{
    double scale, ta, tb, unused;

    if (!strcmp(f->map->name, "sigmoid"))
        scale = 1;
    else if (!strcmp(f->map->name, "tanh"))
        scale = 2;
    else
        return 0;
    if (strcmp(f->seed->name, "uniform") != 0 || f->sigma < 0.05 || fabs(f->mu) > 100)
        return 0;

    const double a = f->mu - f->sigma, b = f->mu + f->sigma;
    ta = ad_map_log_ratio(f->map, a, &unused);
    tb = ad_map_log_ratio(f->map, b, &unused);
    const double area = (ad_softplus_integral(scale * b) - ad_softplus_integral(scale * a)) / scale;
    const double mean = area / (2 * f->sigma) - log(scale);
    elbo_fill(f, mean, (tb - ta) / (2 * f->sigma), (0.5 * (ta + tb) - mean) / f->sigma, out);
    return 1;
}

/* For user-defined noise or mappings, without known panels: adaptive integrals of T, T' or eps T'
 * over the noise or, for user-defined noise, over the logit of its probability. */
typedef struct query {
    const ad_family *f;
    int which;
} query;

static double outside_term(double x, void *arg)
{
    const query *q = arg;
    const ad_seed *seed = q->f->seed;
    double slope, w = seed->own ? 0 : exp(ad_seed_log_pdf(seed, x));
    const double e = seed->own ? ad_own_seed_at_logit(seed->own, x, &w) : x;
    const double value = ad_map_log_ratio(q->f->map, q->f->mu + q->f->sigma * e, &slope);

    if (!(w > 0))
        return 0;
    return w * (q->which == 0 ? value : q->which == 1 ? slope : slope * e);
}

static void outside(const ad_family *f, ad_elbo_term *out)
{
    double breaks[AD_FAMILY_BREAKS], of[3];
    const size_t n = ad_family_breaks(f, breaks);

    for (size_t i = 0; i < n && f->seed->own; i++)
        breaks[i] = ad_own_seed_logit(f->seed->own, breaks[i]);
    for (int i = 0; i < 3; i++) {
        query q = { f, i };
        of[i] = ad_integrate(outside_term, &q, breaks, n, 1e-10);
    }
    elbo_fill(f, of[0], of[1], of[2], out);
}

const char *ad_elbo_log_uniform_obstacle(const ad_seed *seed, const ad_map *map)
{
    const int flat = isfinite(map->low) || isfinite(map->high);

    if (map->own && !flat)
        return map->own->obstacle(map->self);
    if (!flat)
        return NULL;
    if ((isfinite(map->low) && isinf(seed->low)) || (isfinite(map->high) && isinf(seed->high)))
        return "gives masks that are exactly 0 or 1 with positive probability: their divergence "
               "from "
               "a log-uniform prior is infinite";
    return "gives masks that are exactly 0 or 1 with positive probability once mu and sigma let r "
           "leave the mapping's slope, as training may: their divergence from a log-uniform prior "
           "is "
           "infinite";
}

void ad_elbo_log_uniform(const ad_family *f, ad_elbo_term *out)
{
    if (f->seed->own || f->map->own)
        outside(f, out);
    else if (!uniform_closed(f, out))
        ad_elbo_log_uniform_quadrature(f, out);
}

void ad_elbo_gaussian(const ad_family *f, double prior_mu, double prior_sigma, ad_elbo_term *out)
{
    const double e = f->seed->mean, v = f->seed->variance;
    const double shift = (f->mu + f->sigma * e - prior_mu) / prior_sigma;
    const double scale = f->sigma / prior_sigma;

    *out = (ad_elbo_term){
        .value = 0.5 * (scale * scale * v + shift * shift) - log(scale) + AD_LN_SQRT_2PI -
                 f->seed->entropy,
        .dmu = shift / prior_sigma,
        .dsigma = (scale * v + shift * e) / prior_sigma - 1 / f->sigma,
    };
}
