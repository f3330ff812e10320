/* Kullback-Leibler divergence between two members of the family.
 *
 *   KL(p || q) = sum over atoms P ln(P / Q) + integral of g_p ln(g_p / g_q) dm
 *
 * The integral is taken over p's noise e, where r = mu_p + sigma_p e and
 *   ln g_p(m) = ln s_p(e) - ln sigma_p - ln k_p'(r)
 * and the same for q at r_q = k_q^-1(k_p(r)). With equal mappings r_q = r and the
 * slopes cancel. Otherwise m is transferred as its logarithm below 1/2 and as that
 * of 1 - m above, so that neither end loses digits or underflows.
 *
 * Only a mapping with power tails (atan) turns a small m into an exponentially
 * large r_q. For it the integral may diverge, which is decided beforehand from
 * the rates of growth (diverges_at). */
#include "dist/divergence_impl.h"

#include <math.h>

#include "dist/quadrature.h"

typedef struct pair {
    const ad_family *p, *q;
} pair;

/* The r of one mapping for the same m as r of another. */
static double transfer(const ad_map *from, const ad_map *to, double r)
{
    if (from == to)
        return r;
    if (ad_map_value(from, r) < 0.5)
        return ad_map_inverse_log(to, ad_map_log_value(from, r));
    return ad_map_inverse_log_upper(to, ad_map_log_upper(from, r));
}

static double noise_of(const ad_family *f, double r)
{
    return (r - f->mu) / f->sigma;
}

/* Move r off the mapping's corners, where rounding may have put it: the slope is 0 there. */
static double between_corners(const ad_map *map, double r)
{
    return fmin(fmax(r, nextafter(map->low, INFINITY)), nextafter(map->high, -INFINITY));
}

double ad_log_density_ratio(const ad_family *p, const ad_family *q, double e)
{
    const double scale = log(q->sigma / p->sigma);
    double eq, slopes = 0;

    if (p->map == q->map) {
        eq = (p->mu - q->mu) / q->sigma + p->sigma / q->sigma * e;
    } else {
        const double r = between_corners(p->map, p->mu + p->sigma * e);
        const double rq = between_corners(q->map, transfer(p->map, q->map, r));
        eq = noise_of(q, rq);
        slopes = ad_map_log_slope(q->map, rq) - ad_map_log_slope(p->map, r);
    }
    /* q's support contains p's, so eq is outside only by rounding */
    eq = fmin(fmax(eq, q->seed->low), q->seed->high);
    return ad_seed_log_pdf(p->seed, e) - ad_seed_log_pdf(q->seed, eq) + scale + slopes;
}

static double term(double e, void *arg)
{
    const pair *both = arg;
    const double weight = exp(ad_seed_log_pdf(both->p->seed, e));

    return weight > 0 ? weight * ad_log_density_ratio(both->p, both->q, e) : 0;
}

static double atom_term(double p, double q)
{
    return p > 0 ? p * log(p / q) : 0; /* q = 0: infinite */
}

/* An end of p's range: lower (side -1) or upper (1), as noise and as r. */
typedef struct end {
    double side, e, r;
    int corner; /* r is finite and the mapping's corner: m is 0 or 1 there */
} end;

static end divergence_end_of(const ad_family *p, double side)
{
    const double seed = side < 0 ? p->seed->low : p->seed->high;
    const double corner = side < 0 ? p->map->low : p->map->high, e = noise_of(p, corner);

    if (side * e <= side * seed)
        return (end){ side, e, corner, isfinite(corner) };
    return (end){ side, seed, p->mu + p->sigma * seed, 0 };
}

/* Does q's support reach this end? */
static int reaches(const ad_family *p, const ad_family *q, const end *at)
{
    const double rq = transfer(p->map, q->map, at->r);
    const double limit = at->side < 0 ? q->seed->low : q->seed->high;

    if (isinf(rq) || isinf(limit))
        return isinf(limit);
    const double slack = 1e-12 * (1 + (fabs(rq) + fabs(q->mu)) / q->sigma);
    return at->side * noise_of(q, rq) <= at->side * limit + slack;
}

/* How fast ln |r| grows with -ln m towards that end: 1 for atan, 0 for the others. */
static double map_rate(const ad_map *map, double side)
{
    const double near = side < 0 ? ad_map_inverse_log(map, -300)
                                 : ad_map_inverse_log_upper(map, -300);
    const double far = side < 0 ? ad_map_inverse_log(map, -600)
                                : ad_map_inverse_log_upper(map, -600);
    const double rate = log(fabs(far / near)) / 300;

    return rate > 0.5 ? rate : 0;
}

/* The power of |e| in -ln s(e): 2 for the Gaussian, 1 for the exponential tails. */
static double seed_power(const ad_seed *seed, double side)
{
    const double near = ad_seed_log_pdf(seed, side * 1e20),
                 far = ad_seed_log_pdf(seed, side * 1e40);

    return isfinite(near) && isfinite(far) ? log(far / near) / log(1e20) : 0;
}

double ad_family_tail_power(const ad_family *q, double side)
{
    return map_rate(q->map, side) * seed_power(q->seed, side);
}

int ad_family_covers(const ad_family *p, const ad_family *q)
{
    const end low = divergence_end_of(p, -1), high = divergence_end_of(p, 1);

    return low.e >= high.e || (reaches(p, q, &low) && reaches(p, q, &high));
}

/* ln g_q ~ -m^-n (at the upper end, with 1 - m for m). At a corner of p's mapping m is
 * proportional to the distance, so n = 1 diverges. In a tail s_p(e) |ln g_q| =
 * exp(ln s_p(e) - n ln m) must fall; `far` exceeds every constant, and its square does not
 * overflow. */
static int diverges_at(const ad_family *p, const ad_family *q, const end *at)
{
    const double far = at->side * 1e9, r = p->mu + p->sigma * far;

    if (p->map == q->map)
        return 0;
    const double n = ad_family_tail_power(q, at->side);
    if (n == 0 || at->corner || isfinite(at->e))
        return n >= 1 - 1e-9 && at->corner;
    const double log_m = at->side < 0 ? ad_map_log_value(p->map, r) : ad_map_log_upper(p->map, r);
    return ad_seed_log_pdf(p->seed, far) - n * log_m > -100;
}

size_t ad_divergence_breaks(const ad_family *p, const ad_family *q, double low, double high,
                            double breaks[AD_DIVERGENCE_BREAKS])
{
    const ad_seed *seed = p->seed;
    size_t n = 2;

    breaks[0] = fmax(low, seed->breaks[0]);
    breaks[1] = fmin(high, seed->breaks[seed->n_breaks - 1]);
    for (size_t i = 0; i < seed->n_breaks; i++)
        n = ad_break_insert(breaks, n, seed->breaks[i]);
    for (size_t i = 0; i < p->map->n_breaks; i++)
        n = ad_break_insert(breaks, n, noise_of(p, p->map->breaks[i]));
    for (size_t i = 0; i < q->map->n_breaks && q->map != p->map; i++)
        n = ad_break_insert(breaks, n, noise_of(p, transfer(q->map, p->map, q->map->breaks[i])));
    for (size_t i = 0; i < q->seed->n_breaks; i++) {
        const double r = q->mu + q->sigma * q->seed->breaks[i];
        n = ad_break_insert(breaks, n, noise_of(p, transfer(q->map, p->map, r)));
    }
    return n;
}

/* Move the end *last of a tail towards the middle until the integrand is finite there. Returns
 * the integral beyond it if the integrand falls exponentially, infinity if it grows. */
static double divergence_cut(pair *both, double middle, double *last)
{
    double bad = *last, good = middle;

    if (isfinite(term(*last, both)))
        good = bad;
    for (int i = 0; i < 60 && good != bad; i++) {
        const double e = 0.5 * (good + bad);
        *(isfinite(term(e, both)) ? &good : &bad) = e;
    }
    *last = good;

    const double step = 0.01 * (good - middle);
    const double here = term(good, both), before = term(good - step, both);
    if (fabs(here) < 1e-250)
        return 0;
    const double fall = log(before / here) / fabs(step);
    return fall > 0 ? here / fall : INFINITY;
}

/* If one of the mappings is user-defined, 1 - k is only known to the rounding of 1, so masks
 * nearer than `near_end` to 0 or 1 count as atoms there. */
static const double near_end = 1e-12;

/* A mass below 1e-13 lies in the extrapolated tails of a user-defined seed. */
static double end_term(double p, double q)
{
    return p > 1e-13 ? atom_term(p, q) : 0;
}

static double outside_kl(const ad_family *p, const ad_family *q)
{
    const double low = ad_map_inverse(p->map, near_end),
                 high = ad_map_inverse_upper(p->map, near_end);
    const double low_q = ad_map_inverse(q->map, near_end);
    const double high_q = ad_map_inverse_upper(q->map, near_end);
    const double e_low = fmax(noise_of(p, low), p->seed->low);
    const double e_high = fmin(noise_of(p, high), p->seed->high);
    double breaks[AD_DIVERGENCE_BREAKS];
    pair both = { p, q };

    if (ad_family_quantile(p, 0) < ad_family_quantile(q, 0) - near_end ||
        ad_family_quantile(p, 1) > ad_family_quantile(q, 1) + near_end)
        return INFINITY;
    double kl = end_term(ad_seed_cdf(p->seed, noise_of(p, low)),
                         ad_seed_cdf(q->seed, noise_of(q, low_q))) +
                end_term(ad_seed_survival(p->seed, noise_of(p, high)),
                         ad_seed_survival(q->seed, noise_of(q, high_q)));
    if (e_low < e_high && isfinite(kl)) {
        const size_t n = ad_divergence_breaks(p, q, e_low, e_high, breaks);
        kl += ad_integrate(term, &both, breaks, n, 1e-9);
    }
    return fmax(kl, 0);
}

double ad_family_kl(const ad_family *p, const ad_family *q)
{
    if (p->map != q->map && (p->map->own || q->map->own))
        return outside_kl(p, q);

    pair both = { p, q };
    double breaks[AD_DIVERGENCE_BREAKS];
    double kl = atom_term(ad_family_mass_at_zero(p), ad_family_mass_at_zero(q)) +
                atom_term(ad_family_mass_at_one(p), ad_family_mass_at_one(q));
    const end low = divergence_end_of(p, -1), high = divergence_end_of(p, 1);

    if (kl == INFINITY || low.e >= high.e)
        return kl;
    if (!ad_family_covers(p, q) || diverges_at(p, q, &low) || diverges_at(p, q, &high))
        return INFINITY;

    const size_t n = ad_divergence_breaks(p, q, low.e, high.e, breaks);
    double first = breaks[0], last = breaks[n - 1];
    const double middle = 0.5 * (fmax(first, -1) + fmin(last, 1));
    if (isinf(low.e))
        kl += divergence_cut(&both, middle, &first);
    if (isinf(high.e))
        kl += divergence_cut(&both, middle, &last);
    for (size_t i = 0; i < n; i++)
        breaks[i] = fmin(fmax(breaks[i], first), last);
    if (isfinite(kl))
        kl += ad_integrate(term, &both, breaks, n, 1e-11);
    return fmax(kl, 0);
}
