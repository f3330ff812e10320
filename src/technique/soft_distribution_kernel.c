/* Soft dropout: the moments and the distribution of the relaxed mask (soft.h). */
#include "technique/soft.h"

#include <math.h>

#include "dist/family.h"
#include "dist/quadrature.h"
#include "dist/special.h"

typedef struct {
    const ad_soft_kind *kind;
    double p, s;
    ad_family gate; /* of b: logistic x sigmoid */
    double m, b;
} member;

static member member_of(const ad_soft_kind *kind, const ad_technique_view *v, size_t unit)
{
    const ad_soft *s = v->settings;
    const size_t pairs = ad_soft_pairs(s, v->site), i = s->share ? unit / ad_site_area(v->site) : 0;
    const real *pi = v->params;
    const double t = s->temperature;

    return (member){ .kind = kind,
                     .p = ad_sigmoid((double)pi[i]),
                     .s = ad_softplus((double)pi[pairs + i]),
                     .gate = { ad_seed_named("logistic"), ad_map_named("sigmoid"),
                               (double)pi[i] / t, 1 / t } };
}

/* b is independent of e0 and e1, so the moments need only those of b, a0 and a1. */
void AD_KERNEL(ad_soft_moments)(const ad_soft_kind *kind, const ad_technique_view *v, size_t unit,
                                adrop_moments *out)
{
    const member g = member_of(kind, v, unit);
    const double s0 = g.p * g.s, s1 = (1 - g.p) * g.s, a0 = kind->first(s0), a1 = kind->first(s1);
    const double b = ad_family_mean(&g.gate), bb = ad_family_variance(&g.gate) + b * b;
    const double mean = (1 - b) * a0 + b * (1 - a1);
    const double square = (1 - 2 * b + bb) * kind->second(s0) + 2 * (b - bb) * a0 * (1 - a1) +
                          bb * (1 - 2 * a1 + kind->second(s1));

    *out = (adrop_moments){ .mean = mean,
                            .variance = square - mean * mean,
                            .scale = 1 / ad_soft_mean(kind, g.p, g.s),
                            .rate = 1 - mean,
                            .mu = NAN,
                            .sigma = NAN };
}

/* P(a <= x) for a = min(1, s |e|). */
static double folded_below(const ad_soft_kind *kind, double s, double x)
{
    return x < 0 ? 0 : x >= 1 ? 1 : kind->below(x / s);
}

/* P(mask <= m | b, a0), that is, 1 - a1 is at most the remainder. The atom of a1 at 1 is
 * included. */
static double given_both(const member *g, double a0)
{
    const double remains = (g->m - (1 - g->b) * a0) / g->b;

    return 1 - folded_below(g->kind, (1 - g->p) * g->s, 1 - remains);
}

static double low_term(double e, void *arg)
{
    const member *g = arg;

    return g->kind->pdf(e) * given_both(g, g->p * g->s * e);
}

/* P(mask <= m | b), at the quantile u of b. */
static double given_gate(double u, void *arg)
{
    member *g = arg;
    const double last = fmin(1 / (g->p * g->s), 40); /* beyond, a0 = 1 or P is negligible */
    double breaks[7] = { 0, last };
    size_t n = 2;

    g->b = fmin(fmax(ad_family_quantile(&g->gate, u), 1e-300), 1 - 1e-16);
    n = ad_break_insert(breaks, n, g->m / ((1 - g->b) * g->p * g->s)); /* (1 - b) a0 = m */
    n = ad_break_insert(breaks, n, 0.5);
    n = ad_break_insert(breaks, n, 1.5);
    n = ad_break_insert(breaks, n, 4);
    return ad_integrate(low_term, g, breaks, n, 1e-6) +
           (1 - g->kind->below(last)) * given_both(g, 1);
}

static double soft_distribution_below(member g)
{
    const double half = 1 - g.p;
    const double breaks[] = { 0, 0.5 * half, half, half + 0.5 * g.p, 1 };

    if (g.m < 0)
        return 0;
    return g.m >= 1 ? 1 : ad_integrate(given_gate, &g, breaks, 5, 1e-6);
}

/* No closed form: two nested integrals to about 1e-5, the density by finite differences. */
void AD_KERNEL(ad_soft_distribution)(const ad_soft_kind *kind, const ad_technique_view *v,
                                     size_t unit, double m, double *pdf, double *cdf)
{
    const double h = 1e-3;
    member g = member_of(kind, v, unit);

    g.m = m;
    *cdf = soft_distribution_below(g);
    g.m = fmin(m + h, 1 - 1e-9);
    const double above = soft_distribution_below(g), to = g.m;
    g.m = fmax(m - h, 0);
    *pdf = m < 0 || m > 1 ? 0 : (above - soft_distribution_below(g)) / (to - g.m);
}
