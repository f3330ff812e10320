/*
 * Bernoulli dropout, inverted form.
 *
 *     m ~ Bernoulli(q),  q = 1 - rate        y = x m / q
 *
 * E[y] = x, Var[m / q] = rate / (1 - rate). Nothing is learned: dL/dx = G m / q.
 * A unit is kept if its 32 random bits are below q 2^32: integers, so the mask is
 * the same on every CPU, and q is met to 2^-32.
 *
 * Hinton et al., "Improving neural networks by preventing co-adaptation of
 * feature detectors", 2012; Srivastava et al., JMLR 15 (2014).
 */
#include <math.h>

#include "random/noise.h"
#include "random/words.h"
#include "technique/mask.h"

typedef struct {
    double rate;
    int mask;
} settings;

static const adrop_option options[] = { { .name = "rate",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, rate),
                                          .fallback = 0.5,
                                          .min = 0,
                                          .max = 1,
                                          .open = ADROP_OPEN_MAX,
                                          .help = "probability that a unit is dropped" },
                                        { .name = "mask",
                                          .kind = ADROP_OPT_CHOICE,
                                          .offset = offsetof(settings, mask),
                                          .words = ad_mask_shape_words,
                                          .help = "on maps: one draw an element or one a channel" },
                                        { 0 } };

static const char *const examples[] = { "bernoulli", "bernoulli:rate=0.2",
                                        "bernoulli:rate=0.3,mask=channel", NULL };

static void fill(const void *self, const ad_address *at, size_t first, size_t n, real *m, real *d0,
                 real *d1)
{
    const uint32_t highest = *(const uint32_t *)self;
    uint32_t words[AD_CHUNK];

    (void)d0, (void)d1;
    AD_KERNEL(ad_noise_words)(at, first, n, words);
    for (size_t i = 0; i < n; i++)
        m[i] = words[i] <= highest ? 1 : 0;
}

/* The highest word that keeps a unit; q > 0, so there is one. */
static uint32_t highest_kept(double q)
{
    return (uint32_t)(ceil(q * 0x1p32) - 1);
}

static void apply(const ad_call *c, void (*kernel)(const ad_mask *))
{
    const settings *s = c->settings;
    const double scale = 1 / (1 - s->rate);
    const uint32_t highest = highest_kept(1 - s->rate);

    kernel(&(ad_mask){ .call = c,
                       .shape = (ad_mask_shape)s->mask,
                       .fill = fill,
                       .self = &highest,
                       .scale = &scale });
}

static void forward(const ad_call *c)
{
    apply(c, AD_KERNEL(ad_mask_forward));
}

static void backward(const ad_call *c)
{
    apply(c, AD_KERNEL(ad_mask_backward));
}

static void moments(const ad_view *view, size_t unit, double pre, ad_moments *out)
{
    const double rate = ((const settings *)view->settings)->rate;

    (void)unit, (void)pre;
    *out = (ad_moments){ .mean = 1 - rate,
                         .variance = rate * (1 - rate),
                         .scale = 1 / (1 - rate),
                         .rate = rate,
                         .mu = NAN,
                         .sigma = NAN };
}

const ad_technique AD_KERNEL(ad_technique_bernoulli) = {
    .name = "bernoulli",
    .summary = "drop units at a fixed rate",
    .reference = "Srivastava et al., JMLR 15 (2014)",
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .forward = forward,
    .backward = backward,
    .moments = moments,
};
