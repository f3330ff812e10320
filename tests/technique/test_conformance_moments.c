/* Conformance: mean and variance of masks (src/conform/moments.c), and power: copies with common
 * defects are detected. */
#include "conformance.h"

static void moments_are_as_stated(void)
{
    conformance_each(ad_conform_moments, 2, SIZE_MAX);
}

static const ad_technique *original;
static ad_technique broken;

/* The settings that another text would give. */
static void run_as(const ad_call *c, const char *text)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d;
    ad_call other = *c;

    if (ad_dropout_create(ctx, AD_F32, text, c->site, 1, &d))
        abort();
    ad_dropout_init(d, 1);
    other.settings = d->settings;
    other.params = d->params;
    other.buffers = d->buffers;
    original->forward(&other);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

static void rate_for_keep_rate(const ad_call *c)
{
    run_as(c, "bernoulli:rate=0.8");
}

static void missing_scale(const ad_call *c)
{
    float *y = c->y;

    original->forward(c);
    for (size_t i = 0; i < c->rows * ad_site_units(c->site); i++)
        y[i] *= 0.8f;
}

static void variance_for_deviation(const ad_call *c)
{
    run_as(c, "variational:alpha=0.0625");
}

static void sigma_squared(const ad_call *c)
{
    run_as(c, "advanced:sigma=4");
}

/* gamma = rate / b^2, without H W / ((H - b + 1)(W - b + 1)) */
static void missing_border(const ad_call *c)
{
    run_as(c, "dropblock:block=3,rate=0.12444");
}

static void (*broken_forward)(const ad_call *);

static void spoil(ad_dropout *d)
{
    if (d->set != AD_F32)
        return;
    original = d->type;
    broken = *original;
    broken.forward = broken_forward;
    d->type = &broken;
}

static void breaks_are_noticed(void)
{
    static const struct {
        const char *text;
        void (*forward)(const ad_call *);
        int in_mean, in_variance; /* where it must show */
    } breaks[] = {
        { "bernoulli:rate=0.2", rate_for_keep_rate, 0, 1 }, /* its own scale hides it in the mean */
        { "bernoulli:rate=0.2", missing_scale, 1, 1 },
        { "variational:alpha=0.25", variance_for_deviation, 0, 1 },
        { "advanced:sigma=2", sigma_squared, 0, 1 },
        { "dropblock:block=3,rate=0.2", missing_border, 1, 1 },
    };

    for (size_t i = 0; i < sizeof breaks / sizeof breaks[0]; i++) {
        broken_forward = breaks[i].forward;
        const double mean = conformance_found(ad_conform_moments, breaks[i].text,
                                              "mean of the masks, standard errors", spoil);
        const double variance = conformance_found(ad_conform_moments, breaks[i].text,
                                                  "variance of the masks, standard errors", spoil);
        CHECK_WHERE("broken copy %zu of %s: %.0f and %.0f standard errors", i, breaks[i].text, mean,
                    variance);
        CHECK(!breaks[i].in_mean || mean > 10);
        CHECK(!breaks[i].in_variance || variance > 10);
    }
}

CHECK_MAIN(moments_are_as_stated, breaks_are_noticed)
