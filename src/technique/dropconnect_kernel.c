/*
 * DropConnect: drop the weights of the following dense layer.
 *
 *     M ~ Bernoulli(q) for each weight,  q = 1 - rate,   one M for the whole batch
 *     y = x (W * M)' / q + b        mean: y = x W' + b
 *
 *     dL/dW = (G' x) * M / q,   dL/dx = G (W * M) / q,   dL/db = sum_i G_i
 *
 * Nothing is learned. One mask per batch, as is usual in practice (a mask per
 * row would make every product a different one). M is drawn at row 0 of the step
 * or Monte Carlo pass.
 *
 * Wan et al., "Regularization of neural networks using DropConnect", ICML 2013.
 */
#include <string.h>

#include "base/context.h"
#include "base/parallel.h"
#include "random/words.h"
#include "technique/coin.h"
#include "technique/distributions.h"
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

static adrop_status dropconnect_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    (void)self;
    if (site && (!site->outputs || ad_site_area(site) > 1))
        return ad_fail(
            ctx, ADROP_ESHAPE,
            "technique 'dropconnect' drops the weights of a dense layer: it cannot stand "
            "on a map or where none follows");
    return ADROP_OK;
}

enum { BLOCK = 16 * AD_CHUNK, KEPT_MOST = 16 << 20 };

/* Saved: M / q (p, n), unless it takes more than 16 MB. Scratch: M / q if it is not
 * saved, then W * M / q or the gradient before the mask, (p, n) each. */
static void dropconnect_plan(const void *self, const ad_site *site, ad_plan *p)
{
    const size_t size = site->channels * site->outputs * sizeof(real);

    (void)self;
    if (size <= KEPT_MOST) {
        p->kept_arrays = 1;
        p->saved_size = size;
    }
    p->scratch_size = 2 * size;
    p->multiplies = 1;
}

/* The weights in blocks. */
typedef struct {
    const ad_call *call;
    int drawn;  /* is the mask already drawn? */
    real *mask; /* M / q (p, n) */
    real *work; /* W * M / q (p, n), or dW before the mask */
} job;

static size_t n_weights(const ad_call *c)
{
    return c->site->channels * c->site->outputs;
}

static job job_of(const ad_call *c, int backward)
{
    const int kept = c->plan->kept_arrays && c->where.phase == ADROP_PHASE_TRAIN;

    return (job){ c, kept && backward, kept ? c->saved : c->scratch,
                  (real *)c->scratch + n_weights(c) };
}

static void over_weights(job *j, ad_block_fn *fn)
{
    ad_parallel(j->call->threads, (n_weights(j->call) + BLOCK - 1) / BLOCK, fn, j);
}

static size_t dropconnect_end_of(const job *j, size_t block)
{
    const size_t n = n_weights(j->call);

    return (block + 1) * BLOCK < n ? (block + 1) * BLOCK : n;
}

/* Draw the mask unless it is already drawn, and apply it. */
static void mask_block(void *arg, size_t block)
{
    const job *j = arg;
    const double keep = 1 - ((const settings *)j->call->settings)->rate;
    const real scale = (real)(1 / keep), *w = j->call->weight;
    const size_t end = dropconnect_end_of(j, block);
    ad_address at = ad_call_address(j->call, 0);

    at.row = 0;
    for (size_t first = block * BLOCK; first < end; first += AD_CHUNK) {
        const size_t take = end - first < AD_CHUNK ? end - first : AD_CHUNK;
        real *mask = j->mask + first;
        if (!j->drawn) {
            AD_KERNEL(ad_coin_fill)(ad_coin_highest(keep), &at, first, take, mask);
            for (size_t i = 0; i < take; i++)
                mask[i] *= scale;
        }
        for (size_t i = 0; i < take; i++)
            j->work[first + i] = w[first + i] * mask[i];
    }
}

static void add_block(void *arg, size_t block)
{
    const job *j = arg;
    real *dw = j->call->dweight;

    for (size_t i = block * BLOCK; i < dropconnect_end_of(j, block); i++)
        dw[i] += j->work[i] * j->mask[i];
}

static void dropconnect_forward(const ad_call *c)
{
    job j = job_of(c, 0);

    if (c->where.phase != ADROP_PHASE_MEAN)
        over_weights(&j, mask_block);
    AD_KERNEL(ad_product)
    (c, c->rows, c->site->channels, c->site->outputs, c->x,
     c->where.phase == ADROP_PHASE_MEAN ? c->weight : j.work, c->bias, c->y);
}

static void dropconnect_backward(const ad_call *c)
{
    const size_t n = c->site->channels, p = c->site->outputs;
    const real *g = c->dy;
    job j = job_of(c, 1);

    over_weights(&j, mask_block);
    AD_KERNEL(ad_product_back)(c, c->rows, n, p, g, j.work, 0, c->dx);
    if (c->dweight) {
        memset(j.work, 0, p * n * sizeof *j.work);
        AD_KERNEL(ad_product_weight)(c, c->rows, n, p, g, c->x, j.work);
        over_weights(&j, add_block);
    }
    if (c->dbias)
        AD_KERNEL(ad_add_rows)(c->rows, p, g, c->dbias);
}

static void dropconnect_moments(const ad_technique_view *view, size_t unit, double pre,
                                adrop_moments *out)
{
    const double keep = 1 - ((const settings *)view->settings)->rate;

    (void)unit, (void)pre;
    *out = ad_moments_two_points(keep, 1 / keep);
}

static void dropconnect_distribution(const ad_technique_view *view, size_t unit, double pre,
                                     double m, double *pdf, double *cdf)
{
    (void)unit, (void)pre;
    ad_distribution_two_points(1 - ((const settings *)view->settings)->rate, m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_dropconnect) = {
    .name = "dropconnect",
    .summary = "drop the weights of the following dense layer",
    .reference = "Wan et al., ICML 2013",
    .traits = AD_OWN_MEAN | AD_REPLACES_PRODUCT | AD_ONE_MASK | AD_FIXED_RATE,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .check = dropconnect_check,
    .plan = dropconnect_plan,
    .forward = dropconnect_forward,
    .backward = dropconnect_backward,
    .moments = dropconnect_moments,
    .distribution = dropconnect_distribution,
};
