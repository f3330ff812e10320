/*
 * DropConnect: drop the weights of the following dense layer.
 *
 *     M ~ Bernoulli(q) for each weight,  q = 1 - rate,   one M for the whole batch
 *     y = x (W * M)' / q + b        mean: y = x W' + b
 *
 *     dL/dW = (G' x) * M / q,   dL/dx = G (W * M) / q,   dL/db = sum_i G_i
 *
 * Nothing is learned. One mask a batch, as is usual in practice (a mask for each
 * row would make every product a different one); M is drawn at row 0 of the step,
 * or of the Monte Carlo pass.
 *
 * Wan et al., "Regularization of neural networks using DropConnect", ICML 2013.
 */
#include <string.h>

#include "base/context.h"
#include "random/words.h"
#include "technique/coin.h"
#include "technique/laws.h"
#include "technique/product.h"

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
                                          .help = "probability that a weight is dropped" },
                                        { 0 } };

static const char *const examples[] = { "dropconnect", "dropconnect:rate=0.2", NULL };

static adrop_status check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    (void)self;
    if (site && (!site->outputs || ad_site_area(site) > 1))
        return ad_fail(
            ctx, ADROP_ESHAPE,
            "technique 'dropconnect' drops the weights of a dense layer: it cannot stand "
            "on a map or where none follows");
    return ADROP_OK;
}

/* Scratch: M / q, then W * M / q or the gradient before the mask, (p, n) each. */
static void plan(const void *self, const ad_site *site, ad_plan *p)
{
    (void)self;
    p->scratch_size = 2 * site->channels * site->outputs * sizeof(real);
}

/* M / q (p, n). */
static real *draw(const ad_call *c)
{
    const double keep = 1 - ((const settings *)c->settings)->rate;
    const size_t n = c->site->channels * c->site->outputs;
    const real scale = (real)(1 / keep);
    ad_address at = ad_call_address(c, 0);
    real *mask = c->scratch;

    at.row = 0;
    for (size_t first = 0; first < n; first += AD_CHUNK) {
        const size_t take = n - first < AD_CHUNK ? n - first : AD_CHUNK;
        AD_KERNEL(ad_coin_fill)(ad_coin_highest(keep), &at, first, take, mask + first);
    }
    for (size_t i = 0; i < n; i++)
        mask[i] *= scale;
    return mask;
}

static real *masked_weight(const ad_call *c, const real *mask)
{
    const size_t n = c->site->channels * c->site->outputs;
    const real *w = c->weight;
    real *kept = (real *)c->scratch + n;

    for (size_t i = 0; i < n; i++)
        kept[i] = w[i] * mask[i];
    return kept;
}

static void forward(const ad_call *c)
{
    const real *w = c->phase == AD_MEAN ? c->weight : masked_weight(c, draw(c));

    AD_KERNEL(ad_product)
    (c->threads, c->rows, c->site->channels, c->site->outputs, c->x, w, c->bias, c->y);
}

static void backward(const ad_call *c)
{
    const size_t n = c->site->channels, p = c->site->outputs;
    const real *mask = draw(c), *g = c->dy;
    real *work = masked_weight(c, mask), *dw = c->dweight, *db = c->dbias;

    AD_KERNEL(ad_product_back)(c->threads, c->rows, n, p, g, work, 0, c->dx);
    if (dw) {
        memset(work, 0, p * n * sizeof *work);
        AD_KERNEL(ad_product_weight)(c->threads, c->rows, n, p, g, c->x, work);
        for (size_t i = 0; i < p * n; i++)
            dw[i] += work[i] * mask[i];
    }
    for (size_t i = 0; db && i < c->rows * p; i++)
        db[i % p] += g[i];
}

static void moments(const ad_view *view, size_t unit, double pre, ad_moments *out)
{
    const double keep = 1 - ((const settings *)view->settings)->rate;

    (void)unit, (void)pre;
    *out = ad_moments_two_points(keep, 1 / keep);
}

static void law(const ad_view *view, size_t unit, double pre, double m, double *pdf, double *cdf)
{
    (void)unit, (void)pre;
    ad_law_two_points(1 - ((const settings *)view->settings)->rate, m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_dropconnect) = {
    .name = "dropconnect",
    .summary = "drop the weights of the following dense layer",
    .reference = "Wan et al., ICML 2013",
    .traits = AD_OWN_MEAN | AD_REPLACES_PRODUCT | AD_ONE_MASK,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .check = check,
    .plan = plan,
    .forward = forward,
    .backward = backward,
    .moments = moments,
    .law = law,
};
