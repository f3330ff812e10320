/*
 * No dropout: m = 1, y = x in every phase. A technique like the others, so that
 * comparisons share one code path; it draws no random numbers.
 */
#include <math.h>
#include <string.h>

#include "technique/distributions.h"
#include "technique/technique.h"

typedef struct {
    char unused; /* C has no empty struct */
} settings;

static const adrop_option options[] = { { 0 } };

static const char *const examples[] = { "none", NULL };

static void none_forward(const ad_call *c)
{
    if (c->y != c->x)
        memcpy(c->y, c->x, c->rows * ad_site_units(c->site) * sizeof(real));
}

static void none_backward(const ad_call *c)
{
    if (c->dx != c->dy)
        memcpy(c->dx, c->dy, c->rows * ad_site_units(c->site) * sizeof(real));
}

static void none_moments(const ad_technique_view *view, size_t unit, double pre, adrop_moments *out)
{
    (void)view, (void)unit, (void)pre;
    *out = (adrop_moments){ .mean = 1, .scale = 1, .mu = NAN, .sigma = NAN };
}

static void none_distribution(const ad_technique_view *view, size_t unit, double pre, double m,
                              double *pdf, double *cdf)
{
    (void)view, (void)unit, (void)pre;
    ad_distribution_normal(1, 0, m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_none) = {
    .name = "none",
    .summary = "no dropout: the baseline",
    .reference = "the baseline of every comparison",
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .forward = none_forward,
    .backward = none_backward,
    .moments = none_moments,
    .distribution = none_distribution,
};
