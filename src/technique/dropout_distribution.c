/* The distribution of a technique's masks, by unit and averaged over the units (dropout.h). */
#include "technique/strength.h"

#include <math.h>

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

adrop_moments ad_dropout_average(const ad_dropout *d)
{
    const size_t area = ad_site_area(&d->site), n = ad_site_units(&d->site);
    const size_t count = d->plan.distribution_share == AD_DISTRIBUTION_OF_LAYER      ? 1
                         : d->plan.distribution_share == AD_DISTRIBUTION_OF_POSITION ? area
                                                                                     : n;
    const size_t stride = d->plan.distribution_share == AD_DISTRIBUTION_OF_CHANNEL ? area : 1;
    const double share = (double)stride / (double)count;
    adrop_moments sum = { 0 };

    for (size_t unit = 0; unit < count; unit += stride) {
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
