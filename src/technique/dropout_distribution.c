/* The distribution of a technique's masks, by unit and averaged over the units (dropout.h). */
#include "technique/strength.h"

#include <math.h>
#include <string.h>

static ad_technique_view view_of(const ad_dropout *d)
{
    return (ad_technique_view){ d->settings, &d->site, &d->plan, d->params, d->buffers };
}

adrop_moments ad_dropout_moments(const ad_dropout *d, size_t unit, double pre)
{
    const ad_technique_view v = view_of(d);
    adrop_moments m;

    d->type->moments(&v, unit, pre, &m);
    ad_strength_moments(d, &m);
    m.level = m.mean != 0 ? m.variance / (m.mean * m.mean) : NAN;
    return m;
}

void ad_dropout_distribution(const ad_dropout *d, size_t unit, double pre, double m, double *pdf,
                             double *cdf)
{
    const ad_technique_view v = view_of(d);

    ad_strength_distribution(d, &v, unit, pre, m, pdf, cdf);
}

/* Units 0, stride, .. below count cover all distinct distributions; each stands for `share` of the
 * units. */
typedef struct {
    size_t count, stride;
    double share;
} units;

static units different_units(const ad_dropout *d)
{
    const size_t area = ad_site_area(&d->site), n = ad_site_units(&d->site);
    const size_t count = d->plan.distribution_share == AD_DISTRIBUTION_OF_LAYER      ? 1
                         : d->plan.distribution_share == AD_DISTRIBUTION_OF_POSITION ? area
                                                                                     : n;
    const size_t stride = d->plan.distribution_share == AD_DISTRIBUTION_OF_CHANNEL ? area : 1;

    return (units){ count, stride, (double)stride / (double)count };
}

int ad_dropout_density(const ad_dropout *d, size_t n, double *density)
{
    const units u = different_units(d);

    if (!d->plan.learns_shape)
        return 0;
    memset(density, 0, n * sizeof *density);
    for (size_t unit = 0; unit < u.count; unit += u.stride) {
        double pdf, upto, below = 0;
        for (size_t k = 0; k < n; k++) {
            ad_dropout_distribution(d, unit, 0, (double)(k + 1) / (double)n, &pdf, &upto);
            density[k] += (upto - below) * (double)n * u.share;
            below = upto;
        }
    }
    return 1;
}

adrop_moments ad_dropout_average(const ad_dropout *d)
{
    const units u = different_units(d);
    const double share = u.share;
    adrop_moments sum = { 0 };

    for (size_t unit = 0; unit < u.count; unit += u.stride) {
        const adrop_moments m = ad_dropout_moments(d, unit, 0);
        sum = (adrop_moments){ .mean = sum.mean + m.mean,
                               .variance = sum.variance + m.variance,
                               .scale = sum.scale + m.scale,
                               .rate = sum.rate + m.rate,
                               .mu = sum.mu + m.mu,
                               .sigma = sum.sigma + m.sigma,
                               .level = sum.level + m.level };
    }
    return (adrop_moments){ sum.mean * share, sum.variance * share, sum.scale * share,
                            sum.rate * share, sum.mu * share,       sum.sigma * share,
                            sum.level * share };
}

double ad_dropout_rate(const ad_dropout *d)
{
    return ad_dropout_average(d).rate;
}
