/*
 * Standout (adaptive dropout): the layer itself sets the keep probability of each of its units,
 * from the pre-activation z of the unit's value x = f(z).
 *
 *     pi = sigmoid(a z + b),   m ~ Bernoulli(pi)
 *     train, sample: y = x m        mean: y = x pi
 *
 * There is no rescaling, so phase mean is not the identity. Nothing is learned
 * here: pi shares the layer's own weights through z, and a drawn m is constant in z
 * almost everywhere, so dL/dx = G m and dL/dz = 0, as is usual.
 * The reported rate is 1 minus the running average of pi.
 *
 * Ba and Frey, "Adaptive dropout for training deep neural networks", NIPS 2013.
 */
#include "base/context.h"
#include "base/parallel.h"
#include "base/real.h"
#include "dist/special.h"
#include "random/noise.h"
#include "random/words.h"
#include "technique/distributions.h"
#include "technique/mask.h"
#include "technique/running.h"

typedef struct {
    double a, b;
} settings;

static const adrop_option options[] = {
    { .name = "a",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, a),
      .fallback = 1,
      .help = "slope of the keep probability in the pre-activation" },
    { .name = "b",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, b),
      .help = "shift of the keep probability" },
    { 0 }
};

static const char *const examples[] = { "standout", "standout:a=0.5,b=1", NULL };

static adrop_status standout_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    (void)self;
    if (site && !site->has_pre)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique 'standout' needs the pre-activation of a layer: it cannot stand "
                       "on raw input");
    return ADROP_OK;
}

static void standout_plan(const void *self, const ad_site *site, ad_plan *p)
{
    (void)self;
    ad_tensor_add(&p->buffers, "running_keep", 1, 0);
    p->n_stats = 1;
    p->scratch_size = ad_n_blocks(site, site->rows) * sizeof(double);
}

static void standout_init(const ad_technique_view *v, uint64_t seed, void *params, void *buffers)
{
    (void)seed, (void)params;
    *(real *)buffers = (real)ad_sigmoid(((const settings *)v->settings)->b); /* at z = 0 */
}

typedef enum { MASK, MEAN } factor_kind;

typedef struct {
    const ad_call *call;
    const real *in;
    real *out;
    factor_kind kind;
    double *keep; /* (blocks): sums of pi, or NULL */
} job;

/* The chunk's factors; returns the sum of pi. */
static double factors(const job *j, const ad_address *at, size_t first, size_t n, const real *z,
                      real *f)
{
    const settings *s = j->call->settings;
    const real a = (real)s->a, b = (real)s->b;
    real pi[AD_CHUNK];
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        pi[i] = r_sigmoid(a * z[i] + b);
    for (size_t i = 0; j->keep && i < n; i++)
        sum += (double)pi[i];
    if (j->kind == MASK) {
        AD_KERNEL(ad_noise_uniform)(at, first, n, f);
        for (size_t i = 0; i < n; i++)
            f[i] = f[i] < pi[i] ? 1 : 0;
    } else {
        for (size_t i = 0; i < n; i++)
            f[i] = pi[i];
    }
    return sum;
}

static void standout_run_block(void *arg, size_t block)
{
    const job *j = arg;
    const ad_call *c = j->call;
    const size_t n = ad_site_units(c->site), per_block = ad_block_rows(c->site);
    double keep = 0;
    real f[AD_CHUNK];

    for (size_t row = block * per_block; row < (block + 1) * per_block && row < c->rows; row++) {
        const ad_address at = ad_call_address(c, row);
        for (size_t first = 0; first < n; first += AD_CHUNK) {
            const size_t take = n - first < AD_CHUNK ? n - first : AD_CHUNK, from = row * n + first;
            keep += factors(j, &at, first, take, (const real *)c->pre + from, f);
            for (size_t i = 0; i < take; i++)
                j->out[from + i] = j->in[from + i] * f[i];
        }
    }
    if (j->keep)
        j->keep[block] = keep;
}

static void standout_forward(const ad_call *c)
{
    const size_t n_blocks = ad_n_blocks(c->site, c->rows);
    job j = { c, c->x, c->y, c->where.phase == ADROP_PHASE_MEAN ? MEAN : MASK,
              c->where.phase == ADROP_PHASE_TRAIN ? c->scratch : NULL };
    double sum = 0;

    ad_parallel(c->threads, n_blocks, standout_run_block, &j);
    if (c->where.phase != ADROP_PHASE_TRAIN)
        return;
    for (size_t b = 0; b < n_blocks; b++)
        sum += j.keep[b];
    c->stats[0] = sum / (double)(c->rows * ad_site_units(c->site));
}

static void standout_backward(const ad_call *c)
{
    job j = { c, c->dy, c->dx, MASK, NULL };

    ad_parallel(c->threads, ad_n_blocks(c->site, c->rows), standout_run_block, &j);
}

static void standout_commit(const ad_technique_view *v, const double *sums, double rows,
                            void *buffers)
{
    (void)v;
    AD_KERNEL(ad_running_average)(1, sums, rows, buffers);
}

static void standout_moments(const ad_technique_view *v, size_t unit, double pre,
                             adrop_moments *out)
{
    const settings *s = v->settings;

    (void)unit;
    *out = ad_moments_two_points(ad_sigmoid(s->a * pre + s->b), 1);
    out->rate = 1 - (double)*(const real *)v->buffers;
}

static void standout_distribution(const ad_technique_view *v, size_t unit, double pre, double m,
                                  double *pdf, double *cdf)
{
    const settings *s = v->settings;

    (void)unit;
    ad_distribution_two_points(ad_sigmoid(s->a * pre + s->b), m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_standout) = {
    .name = "standout",
    .summary = "keep probability from the layer's own pre-activation",
    .reference = "Ba and Frey, NIPS 2013",
    .traits = AD_OWN_MEAN | AD_NEEDS_PRE,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .check = standout_check,
    .plan = standout_plan,
    .init = standout_init,
    .forward = standout_forward,
    .backward = standout_backward,
    .commit = standout_commit,
    .moments = standout_moments,
    .distribution = standout_distribution,
};
