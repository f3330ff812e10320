/*
 * Information dropout: log-normal noise whose level is predicted from the input.
 *
 *     alpha = 0.001 + A sigmoid(z),   z = V x + d      m = exp(alpha eps),  eps ~ N(0, 1)
 *     train, sample: y = x m        mean: y = x
 *
 * There is no rescaling: E[m] = exp(alpha^2 / 2). Extra loss beta / N times the batch
 * average of the sum over elements of KL (scaling=batch leaves out the 1 / N):
 *
 *     relu       KL = -ln(alpha / (A + 0.001))                   log-uniform prior
 *     softplus   KL = (alpha^2 + (ln f - mu1)^2) / (2 s1^2) - 1/2 + ln s1 - ln alpha
 *
 * with f = max(x, 1e-4) and a log-normal prior (mu1, s1 = softplus) that is learned.
 * Gradients, w being the KL's weight: dL/dalpha = G x m eps + w dKL/dalpha, dalpha/dz =
 * A s (1 - s), dL/dx = G m + w dKL/dx + what comes back through z.
 *
 * Achille and Soatto, "Information dropout", IEEE TPAMI 2018. There x is the layer's
 * activation and z a second layer of the same size beside it. Standing before a
 * layer, V = V2 V1 of rank n / 16, from x itself, is our reconstruction; V2 starts at
 * 0, so alpha starts at 0.001 + A / 2. On a map, z is a function of the channels' averages,
 * one alpha a channel.
 */
#include "technique/information.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/real.h"
#include "dist/special.h"
#include "random/noise.h"
#include "random/words.h"
#include "technique/mask.h"
#include "technique/running.h"

static const char *const prior_words[] = { "relu", "softplus", NULL };
static const char *const scaling_words[] = { "dataset", "batch", NULL };
static const char *const count_words[] = { "all", "active", NULL };

#define FIELD(name) offsetof(ad_information, name)

static const adrop_option options[] = {
    { .name = "beta",
      .kind = ADROP_OPT_REAL,
      .offset = FIELD(beta),
      .fallback = 0.1,
      .max = 1e6,
      .help = "weight of the KL term" },
    { .name = "max-alpha",
      .kind = ADROP_OPT_REAL,
      .offset = FIELD(max_alpha),
      .fallback = 0.7,
      .max = 10,
      .open = ADROP_OPEN_MIN,
      .help = "deviation of ln m at most, 0.001 aside" },
    { .name = "activation",
      .kind = ADROP_OPT_CHOICE,
      .offset = FIELD(prior),
      .words = prior_words,
      .help = "what x went through, which decides the prior" },
    { .name = "scaling",
      .kind = ADROP_OPT_CHOICE,
      .offset = FIELD(scaling),
      .words = scaling_words,
      .help = "KL divided by the size of the training set, or not" },
    { .name = "count",
      .kind = ADROP_OPT_CHOICE,
      .offset = FIELD(count),
      .words = count_words,
      .help = "elements whose KL counts with relu: all, or those above 0" },
    { .name = "hidden",
      .kind = ADROP_OPT_COUNT,
      .offset = FIELD(hidden),
      .max = 65536,
      .help = "rank of V; 0: a sixteenth of the inputs, at least 1" },
    { 0 }
};

static const char *const examples[] = { "information",
                                        "information:max-alpha=0.5,count=active,hidden=2",
                                        "information:activation=softplus,beta=0.5",
                                        "information:beta=1e-3,scaling=batch", NULL };

static adrop_status check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    if (site && ((const ad_information *)self)->scaling == AD_INFORMATION_DATASET && !site->n_train)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique 'information' divides its extra loss by the size of the training "
                       "set: give n_train");
    return ADROP_OK;
}

static void plan(const void *self, const ad_site *site, ad_plan *p)
{
    const ad_information_layout l = AD_KERNEL(ad_information_layout)(self, site, &p->params);

    ad_tensor_add(&p->buffers, "running_alpha", 1, 0);
    p->n_stats = 1;
    p->saved_size = l.saved_size;
    AD_KERNEL(ad_mask_keep)(site, AD_BY_ELEMENT, 0, p);
    p->scratch_size = l.scratch_size + ad_n_blocks(site, site->rows) * 4 * sizeof(double);
}

static void init(const ad_view *v, uint64_t seed, void *params, void *buffers)
{
    const ad_information *s = v->settings;
    const ad_information_layout l = AD_KERNEL(ad_information_layout)(s, v->site, NULL);
    const ad_address at = { .seed = seed, .layer = v->site->layer, .purpose = AD_FOR_INIT };
    const real bound = (real)(1 / sqrt((double)l.n));
    real *p = params;

    AD_KERNEL(ad_noise_symmetric)(&at, 0, l.hidden * l.n, p + l.down);
    for (size_t i = 0; i < l.hidden * l.n; i++)
        p[l.down + i] *= bound;
    if (s->prior == AD_INFORMATION_SOFTPLUS)
        p[l.prior + 1] = (real)ad_softplus_inverse(1);
    *(real *)buffers = (real)(AD_INFORMATION_LEAST + s->max_alpha / 2);
}

/* ----- rows ----- */

typedef struct {
    const ad_call *call;
    ad_information_layout l;
    double weight; /* of one element's KL */
    ad_information_prior prior;
    real *alpha, *dz; /* (rows, C) */
    double *partial;  /* (blocks, 4): KL, sum of alpha, d mu1, d s1 */
} job;

static job job_of(const ad_call *c)
{
    const ad_information *s = c->settings;
    const ad_information_layout l = AD_KERNEL(ad_information_layout)(s, c->site, NULL);
    const real *p = c->params;
    const double n_train = s->scaling == AD_INFORMATION_DATASET ? (double)c->site->n_train : 1;
    job j = { .call = c,
              .l = l,
              .weight = s->beta / (n_train * c->batch_rows),
              .partial = (double *)((char *)c->scratch + l.scratch_size) };

    j.alpha = (real *)((char *)c->saved + l.alpha_at);
    j.dz = (real *)((char *)c->scratch + l.dz_at);
    j.prior.settings = s;
    if (s->prior == AD_INFORMATION_SOFTPLUS) {
        j.prior.mu1 = (double)p[l.prior];
        j.prior.s1 = ad_softplus((double)p[l.prior + 1]);
    }
    return j;
}

/* alpha of a chunk's elements: of a map's, spread in room. */
static const real *alpha_of(const job *j, size_t row, size_t first, size_t n, real *room)
{
    const size_t area = ad_site_area(j->call->site);
    const real *alpha = j->alpha + row * j->l.n;

    if (area == 1)
        return alpha + first;
    for (size_t i = 0; i < n; i++)
        room[i] = alpha[(first + i) / area];
    return room;
}

/* eps of a chunk in training, kept for backward where there is room; else NULL. */
static real *kept_eps(const job *j, size_t from)
{
    const ad_call *c = j->call;

    if (!c->plan->kept_arrays || c->phase != AD_TRAIN)
        return NULL;
    return (real *)((char *)c->saved + c->plan->kept_at) + from;
}

/* |alpha eps| is at most 10.001 x 5.8, since u is at least 2^-24: no exponential of it leaves
 * the range of a float. */
static const real *draw_eps(const job *j, size_t row, size_t first, size_t n, real *to)
{
    const ad_address at = ad_call_address(j->call, row);

    AD_KERNEL(ad_noise_normal)(&at, first, n, to);
    return to;
}

static void forward_chunk(const job *j, size_t row, size_t first, size_t n, double *sums)
{
    const ad_call *c = j->call;
    const size_t from = row * ad_site_units(c->site) + first;
    const real *x = (const real *)c->x + from;
    real *y = (real *)c->y + from, *kept = kept_eps(j, from), room[AD_CHUNK], own[AD_CHUNK];
    const real *alpha = alpha_of(j, row, first, n, room);
    const real *eps = draw_eps(j, row, first, n, kept ? kept : own);

    if (c->phase == AD_TRAIN) {
        sums[0] += AD_KERNEL(ad_information_kl)(&j->prior, n, alpha, x);
        sums[1] += ad_add_up(n, alpha);
    }
#pragma GCC ivdep /* y may be x */
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] * r_exp_within(alpha[i] * eps[i]);
}

static void backward_chunk(const job *j, size_t row, size_t first, size_t n, double *sums)
{
    const ad_call *c = j->call;
    const size_t area = ad_site_area(c->site), from = row * ad_site_units(c->site) + first;
    const real *x = (const real *)c->x + from, *g = (const real *)c->dy + from;
    real *dx = (real *)c->dx + from, *dalpha = j->dz + row * j->l.n;
    real room[AD_CHUNK], own[AD_CHUNK], d[AD_CHUNK];
    const real *alpha = alpha_of(j, row, first, n, room), *kept = kept_eps(j, from);
    const real *eps = kept ? kept : draw_eps(j, row, first, n, own);

#pragma GCC ivdep /* dx may be dy */
    for (size_t i = 0; i < n; i++) {
        const real gm = g[i] * r_exp_within(alpha[i] * eps[i]);
        d[i] = gm * x[i] * eps[i];
        dx[i] = gm;
    }
    AD_KERNEL(ad_information_kl_slopes)(&j->prior, (real)j->weight, n, alpha, x, d, dx, sums + 2);
    if (area == 1)
        memcpy(dalpha + first, d, n * sizeof *d);
    for (size_t i = 0; area > 1 && i < n; i++)
        dalpha[(first + i) / area] += d[i];
}

typedef void chunk_fn(const job *j, size_t row, size_t first, size_t n, double *sums);

static void over_chunks(const job *j, size_t row, chunk_fn *fn, double *sums)
{
    const size_t n = ad_site_units(j->call->site);

    for (size_t first = 0; first < n; first += AD_CHUNK)
        fn(j, row, first, n - first < AD_CHUNK ? n - first : AD_CHUNK, sums);
}

static size_t last_row(const job *j, size_t block)
{
    const size_t end = (block + 1) * ad_block_rows(j->call->site);

    return end < j->call->rows ? end : j->call->rows;
}

static void forward_block(void *arg, size_t block)
{
    const job *j = arg;
    const ad_call *c = j->call;
    double *sums = j->partial + 4 * block;

    memset(sums, 0, 4 * sizeof *sums);
    for (size_t row = block * ad_block_rows(c->site); row < last_row(j, block); row++) {
        AD_KERNEL(ad_information_level)(c->settings, j->l.n, j->alpha + row * j->l.n);
        over_chunks(j, row, forward_chunk, sums);
    }
}

static void backward_block(void *arg, size_t block)
{
    const job *j = arg;
    const ad_call *c = j->call;
    const size_t n = j->l.n;
    double *sums = j->partial + 4 * block;

    memset(sums, 0, 4 * sizeof *sums);
    for (size_t row = block * ad_block_rows(c->site); row < last_row(j, block); row++) {
        memset(j->dz + row * n, 0, n * sizeof *j->dz);
        over_chunks(j, row, backward_chunk, sums);
        AD_KERNEL(ad_information_level_back)
        (c->settings, n, j->alpha + row * n, j->dz + row * n);
    }
}

static double fold(const job *j, size_t which)
{
    double sum = 0;

    for (size_t b = 0; b < ad_n_blocks(j->call->site, j->call->rows); b++)
        sum += j->partial[4 * b + which];
    return sum;
}

static void forward(const ad_call *c)
{
    job j = job_of(c);

    AD_KERNEL(ad_information_z)(&j.l, c);
    ad_parallel(c->threads, ad_n_blocks(c->site, c->rows), forward_block, &j);
    if (c->phase == AD_TRAIN) {
        *c->row_loss += j.weight * fold(&j, 0);
        c->stats[0] = fold(&j, 1) / (double)(c->rows * ad_site_units(c->site));
    }
}

static void backward(const ad_call *c)
{
    const ad_information *s = c->settings;
    job j = job_of(c);
    const real *p = c->params;
    real *dp = c->dparams;

    ad_parallel(c->threads, ad_n_blocks(c->site, c->rows), backward_block, &j);
    if (dp && s->prior == AD_INFORMATION_SOFTPLUS) {
        dp[j.l.prior] += (real)(j.weight * fold(&j, 2));
        dp[j.l.prior + 1] += (real)(j.weight * fold(&j, 3) * ad_sigmoid((double)p[j.l.prior + 1]));
    }
    AD_KERNEL(ad_information_z_back)(&j.l, c);
}

static void commit(const ad_view *v, size_t n_shards, const double *stats, const size_t *rows,
                   void *buffers)
{
    (void)v;
    AD_KERNEL(ad_running_average)(n_shards, 1, stats, rows, 1, buffers);
}

/* At the average noise level: that of a unit depends on its row. */
static void moments(const ad_view *v, size_t unit, double pre, ad_moments *out)
{
    const double a = (double)*(const real *)v->buffers, e = expm1(a * a);

    (void)unit, (void)pre;
    *out = (ad_moments){ .mean = exp(a * a / 2),
                         .variance = e * exp(a * a),
                         .scale = 1,
                         .rate = e / (1 + e),
                         .mu = NAN,
                         .sigma = NAN };
}

static void law(const ad_view *v, size_t unit, double pre, double m, double *pdf, double *cdf)
{
    const double a = (double)*(const real *)v->buffers, z = m > 0 ? log(m) / a : -INFINITY;

    (void)unit, (void)pre;
    *pdf = m > 0 ? ad_normal_pdf(z) / (a * m) : 0;
    *cdf = m > 0 ? ad_normal_cdf(z) : 0;
}

const ad_technique AD_KERNEL(ad_technique_information) = {
    .name = "information",
    .summary = "log-normal noise whose level is predicted from the input",
    .reference = "Achille and Soatto, IEEE TPAMI 2018",
    .traits = AD_LEARNS,
    .options = options,
    .settings_size = sizeof(ad_information),
    .examples = examples,
    .check = check,
    .plan = plan,
    .init = init,
    .forward = forward,
    .backward = backward,
    .commit = commit,
    .moments = moments,
    .law = law,
};
