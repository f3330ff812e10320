/* The distribution of m = k(mu + sigma eps): density, atoms, distribution function, quantile.
 *
 *     g(m) = s((r - mu) / sigma) / (sigma k'(r)),   r = k^-1(m)
 *     P(mask <= m) = F((r - mu) / sigma)
 *
 * with s and F the seed's density and distribution function. */
#include <math.h>

#include "dist/family.h"

double ad_family_mass_at_zero(const ad_family *f)
{
    return isfinite(f->map->low) ? ad_seed_cdf(f->seed, (f->map->low - f->mu) / f->sigma) : 0;
}

double ad_family_mass_at_one(const ad_family *f)
{
    return isfinite(f->map->high) ? ad_seed_survival(f->seed, (f->map->high - f->mu) / f->sigma)
                                  : 0;
}

/* r of a mask strictly between 0 and 1. */
static double mapped_from(const ad_family *f, double m)
{
    return m < 0.5 ? ad_map_inverse(f->map, m) : ad_map_inverse_upper(f->map, 1 - m);
}

static double log_pdf_at(const ad_family *f, double r)
{
    const double seed = ad_seed_log_pdf(f->seed, (r - f->mu) / f->sigma);

    return seed == -INFINITY ? seed : seed - log(f->sigma) - ad_map_log_slope(f->map, r);
}

/* The limit of the density at an end of [0, 1]: r_end is where the mapping reaches it. If it never
 * does, the limit is 0, finite or infinite as the density far out falls, stays or grows. */
static double pdf_limit(const ad_family *f, double r_end)
{
    if (isfinite(r_end))
        return exp(log_pdf_at(f, nextafter(r_end, r_end == f->map->low ? INFINITY : -INFINITY)));

    const double far = copysign(1e6 * (1 + fabs(f->mu) + f->sigma), r_end);
    const double here = log_pdf_at(f, far), beyond = log_pdf_at(f, 2 * far);
    if (here == -INFINITY || beyond < here - 1e-6)
        return 0;
    return beyond > here + 1e-6 ? INFINITY : exp(here);
}

double ad_family_pdf(const ad_family *f, double m)
{
    if (!(m >= 0 && m <= 1))
        return isnan(m) ? NAN : 0;
    if (m < ad_map_bottom(f->map) || m > ad_map_top(f->map))
        return 0;
    if (m == 0 || m == 1)
        return pdf_limit(f, m == 0 ? f->map->low : f->map->high);
    return exp(log_pdf_at(f, mapped_from(f, m)));
}

double ad_family_cdf(const ad_family *f, double m)
{
    if (isnan(m))
        return NAN;
    if (m <= 0)
        return m < 0 ? 0 : ad_family_mass_at_zero(f);
    return m < 1 ? ad_seed_cdf(f->seed, (mapped_from(f, m) - f->mu) / f->sigma) : 1;
}

double ad_family_quantile(const ad_family *f, double p)
{
    if (!(p >= 0 && p <= 1))
        return NAN;
    const double e = p == 0 ? f->seed->low : p == 1 ? f->seed->high : ad_seed_quantile(f->seed, p);
    return ad_map_value(f->map, f->mu + f->sigma * e);
}
