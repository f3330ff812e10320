/* Kullback-Leibler divergence from a target to a member q of the family (target.h), in nats.
 *
 * For a member, ad_family_kl. For Bernoulli, the two atoms. For Beta(a, b), an integral over
 * x = logit m, whose density is b(x) = m^a (1 - m)^b / B(a, b):
 *
 *     KL = integral of b(x) [ln b(x) - ln q(x)] dx
 *
 * q(x) comes from its ratio to a standard logistic in x, which is uniform in m. With ln q ~ -m^-n
 * at 0 the integral needs a > n, and b > n at 1. A log-normal has mass above 1, q has none. */
#include <math.h>

#include "dist/divergence_impl.h"
#include "dist/quadrature.h"
#include "dist/special.h"
#include "dist/target.h"

static const char lacks_atom[] = "the pair lacks an atom of the target";
static const char lacks_masks[] = "the pair does not reach all masks of the target";
static const char diverges[] = "the integral diverges at an end";

static int lacks_an_atom(double zero, double one, const ad_family *q)
{
    return (zero > 0 && !(ad_family_mass_at_zero(q) > 0)) ||
           (one > 0 && !(ad_family_mass_at_one(q) > 0));
}

double ad_target_kl_member(const ad_target *t, const ad_family *q, const char **obstacle)
{
    const ad_family *p = &t->member;
    const double kl = ad_family_kl(p, q);

    *obstacle = NULL;
    if (isfinite(kl))
        return kl;
    *obstacle = diverges;
    if (lacks_an_atom(ad_family_mass_at_zero(p), ad_family_mass_at_one(p), q))
        *obstacle = lacks_atom;
    else if (!ad_family_covers(p, q))
        *obstacle = lacks_masks;
    return kl;
}

double ad_target_kl_bernoulli(const ad_target *t, const ad_family *q, const char **obstacle)
{
    const double one = t->settings.p, zero = 1 - one;

    *obstacle = lacks_an_atom(zero, one, q) ? lacks_atom : NULL;
    if (*obstacle)
        return INFINITY;
    return zero * log(zero / ad_family_mass_at_zero(q)) + one * log(one / ad_family_mass_at_one(q));
}

double ad_target_kl_above_one(const ad_target *t, const ad_family *q, const char **obstacle)
{
    (void)t;
    (void)q;
    *obstacle = lacks_masks;
    return INFINITY;
}

typedef struct beta_query {
    const ad_target *t;
    const ad_family *flat, *q; /* flat: the standard logistic in x */
} beta_query;

static double beta_term(double x, void *arg)
{
    const beta_query *query = arg;
    const ad_target_settings *s = &query->t->settings;
    const double log_b = query->t->log_density - s->a * ad_softplus(-x) - s->b * ad_softplus(x);
    const double weight = exp(log_b);

    if (!(weight > 0))
        return 0;
    const double log_flat = ad_seed_log_pdf(query->flat->seed, x);
    return weight * (log_b - log_flat + ad_log_density_ratio(query->flat, query->q, x));
}

/* Points that cut a beta density in x: around its mode, and away from it by powers of 4. */
static size_t beta_breaks(const ad_target *t, const ad_family *flat, const ad_family *q, double low,
                          double high, double *breaks)
{
    const double a = t->settings.a, b = t->settings.b, width = sqrt(1 / a + 1 / b);
    const double mode = log(a / b);
    double more[AD_DIVERGENCE_BREAKS];
    size_t n = 2;

    breaks[0] = low;
    breaks[1] = high;
    for (double away = 1; away < 1e6; away *= 4) {
        n = ad_break_insert(breaks, n, mode - away * width);
        n = ad_break_insert(breaks, n, mode + away * width);
    }
    const size_t n_more = ad_divergence_breaks(flat, q, -INFINITY, INFINITY, more);
    for (size_t i = 0; i < n_more; i++)
        n = ad_break_insert(breaks, n, more[i]);
    return n;
}

double ad_target_kl_beta(const ad_target *t, const ad_family *q, const char **obstacle)
{
    const ad_family flat = { ad_seed_named("logistic"), ad_map_named("sigmoid"), 0, 1 };
    const double left = t->settings.a - ad_family_tail_power(q, -1);
    const double right = t->settings.b - ad_family_tail_power(q, 1);
    beta_query query = { t, &flat, q };
    double breaks[AD_DIVERGENCE_BREAKS + 64];

    *obstacle = !ad_family_covers(&flat, q)     ? lacks_masks
                : left <= 1e-9 || right <= 1e-9 ? diverges
                                                : NULL;
    if (*obstacle)
        return INFINITY;

    /* the integrand falls like e^(left x) below and e^(-right x) above; masks below e^-690 are too
     * small for a mapping with power tails, so the rest is extrapolated from the last point */
    const int bounded = left < t->settings.a || right < t->settings.b;
    const double most = bounded ? 690 : 1e6, mode = log(t->settings.a / t->settings.b);
    const double low = fmax(mode - 45 / left - 45, -most),
                 high = fmin(mode + 45 / right + 45, most);
    const size_t n = beta_breaks(t, &flat, q, low, high, breaks);
    const double kl = ad_integrate(beta_term, &query, breaks, n, 1e-11) +
                      beta_term(low, &query) / left + beta_term(high, &query) / right;
    return fmax(kl, 0);
}
