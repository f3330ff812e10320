/*
 * Spatial dropout: Bernoulli dropout of whole channels of a feature map.
 *
 *     m ~ Bernoulli(q) for each (row, channel),  q = 1 - rate        y = x m / q
 *
 * Neighbouring pixels are strongly correlated, so dropping single pixels removes
 * little. Nothing is learned: dL/dx = G m / q. The same masks as bernoulli with
 * mask=channel, under the usual name.
 *
 * Tompson et al., "Efficient object localization using convolutional networks",
 * CVPR 2015.
 */
#include "base/context.h"
#include "technique/coin.h"
#include "technique/distributions.h"
#include "technique/mask.h"

typedef struct {
    double rate;
} settings;

static const adrop_option options[] = { { .name = "rate",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, rate),
                                          .fallback = 0.5,
                                          .min = 0,
                                          .max = 1,
                                          .open = ADROP_OPEN_MAX,
                                          .help = "probability that a channel is dropped" },
                                        { 0 } };

static const char *const examples[] = { "spatial", "spatial:rate=0.2", NULL };

static adrop_status spatial_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    (void)self;
    if (site && ad_site_area(site) == 1)
        return ad_fail(ctx, ADROP_ESHAPE,
                       "technique 'spatial' drops channels of a feature map: before a dense layer "
                       "use bernoulli");
    return ADROP_OK;
}

static double rate_of(const void *self)
{
    return ((const settings *)self)->rate;
}

static void spatial_forward(const ad_call *c)
{
    AD_KERNEL(ad_coin_mask)(c, AD_BY_CHANNEL, rate_of(c->settings), AD_KERNEL(ad_mask_forward));
}

static void spatial_backward(const ad_call *c)
{
    AD_KERNEL(ad_coin_mask)(c, AD_BY_CHANNEL, rate_of(c->settings), AD_KERNEL(ad_mask_backward));
}

static void spatial_moments(const ad_technique_view *view, size_t unit, double pre,
                            adrop_moments *out)
{
    const double keep = 1 - rate_of(view->settings);

    (void)unit, (void)pre;
    *out = ad_moments_two_points(keep, 1 / keep);
}

static void spatial_distribution(const ad_technique_view *view, size_t unit, double pre, double m,
                                 double *pdf, double *cdf)
{
    (void)unit, (void)pre;
    ad_distribution_two_points(1 - rate_of(view->settings), m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_spatial) = {
    .name = "spatial",
    .summary = "drop whole channels of a feature map",
    .reference = "Tompson et al., CVPR 2015",
    .traits = AD_NEEDS_MAP | AD_FIXED_RATE,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .check = spatial_check,
    .forward = spatial_forward,
    .backward = spatial_backward,
    .moments = spatial_moments,
    .distribution = spatial_distribution,
};
