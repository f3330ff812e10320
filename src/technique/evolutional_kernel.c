/*
 * Evolutional dropout: units are drawn by their share of the batch's second moments.
 *
 *     p_j = sqrt(mean_i x_ij^2) / sum_l sqrt(mean_i x_il^2)
 *     c ~ Multinomial(k; p) for each row,  k = round(draws n)         y = x c / (k p)
 *
 * E[y] = x. Var[c / (k p)] = (1 - p) / (k p) and the covariance of two units is -1 / k: important
 * units get little noise, the others much, without learning. p is computed from the rows of
 * a pass (a shard) and held constant in the gradient, dL/dx = G c / (k p); phase sample uses the
 * running average of p. p_j = 0 only where x_ij = 0 for all rows, and then y_ij = 0. On a map n
 * counts channels: p uses a channel's mean square, and all its elements share c (our choice).
 *
 * The draws are exactly multinomial: k random 32-bit numbers, each looked up in the cumulative
 * sums of p. They use double and integers only, so they are the same on every CPU.
 *
 * Li, Gong, Yang, "Improved dropout for shallow and deep learning", NIPS 2016. By default
 * k = n / 2, near what rate 0.5 keeps.
 */
#include <math.h>

#include "base/parallel.h"
#include "random/noise.h"
#include "random/words.h"
#include "technique/mask.h"
#include "technique/running.h"

typedef struct {
    double draws;
} settings;

static const adrop_option options[] = { { .name = "draws",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, draws),
                                          .fallback = 0.5,
                                          .min = 0,
                                          .max = 100,
                                          .open = ADROP_OPEN_MIN,
                                          .help = "draws for each row, as a multiple of the "
                                                  "units (on maps: channels)" },
                                        { 0 } };

static const char *const examples[] = { "evolutional", "evolutional:draws=1", NULL };

enum { COLUMNS = 64 }; /* channels that one block of work sums */

static size_t draws_of(const void *self, const ad_site *site)
{
    const double k = round(((const settings *)self)->draws * (double)site->channels);

    return k < 1 ? 1 : (size_t)k;
}

/* Saved: c / (k p) (rows, channels). Scratch: p (channels), then the cumulative ends times 2^32. */
static void evolutional_plan(const void *self, const ad_site *site, ad_plan *p)
{
    (void)self;
    ad_tensor_add(&p->buffers, "running_share", site->channels, 0);
    p->n_stats = site->channels;
    p->saved_size = site->rows * site->channels * sizeof(real);
    p->scratch_size = site->channels * (sizeof(double) + sizeof(uint32_t));
    p->distribution_share = AD_DISTRIBUTION_OF_CHANNEL;
}

static void evolutional_init(const ad_technique_view *v, uint64_t seed, void *params, void *buffers)
{
    real *share = buffers;

    (void)seed, (void)params;
    for (size_t j = 0; j < v->site->channels; j++)
        share[j] = (real)(1 / (double)v->site->channels);
}

typedef struct {
    const ad_call *call;
    double *share;  /* (channels): p */
    uint32_t *ends; /* (channels): channel j owns words below ends[j] and not below ends[j - 1] */
    size_t last, k; /* last: the last channel with p > 0; k: draws */
    const real *in; /* x, or dy */
    real *out;      /* y, or dx */
} job;

static job job_of(const ad_call *c)
{
    double *share = c->scratch;

    return (job){ .call = c,
                  .share = share,
                  .ends = (uint32_t *)(share + c->site->channels),
                  .k = draws_of(c->settings, c->site) };
}

/* share = root mean square, for the channels of a block. */
static void roots_block(void *arg, size_t block)
{
    const job *j = arg;
    const ad_call *c = j->call;
    const size_t area = ad_site_area(c->site), n = c->site->channels;
    const size_t end = (block + 1) * COLUMNS < n ? (block + 1) * COLUMNS : n;

    for (size_t ch = block * COLUMNS; ch < end; ch++)
        j->share[ch] = 0;
    for (size_t row = 0; row < c->rows; row++)
        for (size_t ch = block * COLUMNS; ch < end; ch++) {
            const real *x = (const real *)c->x + (row * n + ch) * area;
            for (size_t i = 0; i < area; i++)
                j->share[ch] += (double)x[i] * (double)x[i];
        }
    for (size_t ch = block * COLUMNS; ch < end; ch++)
        j->share[ch] = sqrt(j->share[ch] / (double)(c->rows * area));
}

/* Normalise the shares to sum 1 (equal shares if that fails), and set their ends. */
static void settle_shares(job *j)
{
    const size_t n = j->call->site->channels;
    double total = 0, sum = 0;

    for (size_t ch = 0; ch < n; ch++)
        total += j->share[ch];
    for (size_t ch = 0; ch < n; ch++)
        j->share[ch] = total > 0 && isfinite(total) ? j->share[ch] / total : 1 / (double)n;
    for (size_t ch = 0; ch < n; ch++) {
        sum += j->share[ch];
        j->ends[ch] = (uint32_t)fmin(floor(sum * 0x1p32), 0x1p32 - 1);
        if (j->share[ch] > 0)
            j->last = ch;
    }
}

static size_t channel_of(const job *j, uint32_t word)
{
    size_t low = 0, high = j->last;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (word < j->ends[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Draw a row's counts and turn them into factors. */
static void draw_row(const job *j, size_t row)
{
    const ad_call *c = j->call;
    const size_t n = c->site->channels;
    const ad_address at = ad_call_address(c, row);
    real *factor = (real *)c->saved + row * n;
    uint32_t words[AD_CHUNK];

    for (size_t ch = 0; ch < n; ch++)
        factor[ch] = 0;
    for (size_t first = 0; first < j->k; first += AD_CHUNK) {
        const size_t take = j->k - first < AD_CHUNK ? j->k - first : AD_CHUNK;
        AD_KERNEL(ad_noise_words)(&at, first, take, words);
        for (size_t i = 0; i < take; i++)
            factor[channel_of(j, words[i])] += 1;
    }
    for (size_t ch = 0; ch < n; ch++)
        if (factor[ch] > 0)
            factor[ch] = (real)((double)factor[ch] / ((double)j->k * j->share[ch]));
}

static void apply_row(const job *j, size_t row)
{
    const size_t area = ad_site_area(j->call->site), n = j->call->site->channels;
    const real *factor = (const real *)j->call->saved + row * n;

    for (size_t ch = 0; ch < n; ch++) {
        const size_t from = (row * n + ch) * area;
        for (size_t i = from; i < from + area; i++)
            j->out[i] = j->in[i] * factor[ch];
    }
}

static void over_rows(const job *j, size_t block, int draw)
{
    const size_t per_block = ad_block_rows(j->call->site);

    for (size_t row = block * per_block; row < (block + 1) * per_block && row < j->call->rows;
         row++) {
        if (draw)
            draw_row(j, row);
        apply_row(j, row);
    }
}

static void evolutional_forward_block(void *arg, size_t block)
{
    over_rows(arg, block, 1);
}

static void evolutional_backward_block(void *arg, size_t block)
{
    over_rows(arg, block, 0);
}

static void evolutional_forward(const ad_call *c)
{
    const size_t n = c->site->channels;
    job j = job_of(c);

    j.in = c->x;
    j.out = c->y;
    if (c->where.phase == ADROP_PHASE_TRAIN)
        ad_parallel(c->threads, (n + COLUMNS - 1) / COLUMNS, roots_block, &j);
    else
        for (size_t ch = 0; ch < n; ch++)
            j.share[ch] = (double)((const real *)c->buffers)[ch];
    settle_shares(&j);
    for (size_t ch = 0; c->where.phase == ADROP_PHASE_TRAIN && ch < n; ch++)
        c->stats[ch] = j.share[ch];
    ad_parallel(c->threads, ad_n_blocks(c->site, c->rows), evolutional_forward_block, &j);
}

static void evolutional_backward(const ad_call *c)
{
    job j = job_of(c);

    j.in = c->dy;
    j.out = c->dx;
    ad_parallel(c->threads, ad_n_blocks(c->site, c->rows), evolutional_backward_block, &j);
}

static void evolutional_commit(const ad_technique_view *v, const double *sums, double rows,
                               void *buffers)
{
    AD_KERNEL(ad_running_average)(v->site->channels, sums, rows, buffers);
}

static double share_of(const ad_technique_view *v, size_t unit)
{
    const real *running = v->buffers;
    double total = 0;

    for (size_t ch = 0; ch < v->site->channels; ch++)
        total += (double)running[ch];
    return total > 0 ? (double)running[unit / ad_site_area(v->site)] / total
                     : 1 / (double)v->site->channels;
}

static void evolutional_moments(const ad_technique_view *v, size_t unit, double pre,
                                adrop_moments *out)
{
    const double p = share_of(v, unit), k = (double)draws_of(v->settings, v->site);
    const double variance = p > 0 ? (1 - p) / (k * p) : 0;

    (void)pre;
    *out = (adrop_moments){ .mean = p > 0,
                            .variance = variance,
                            .scale = 1,
                            .rate = p > 0 ? variance / (1 + variance) : 1,
                            .mu = NAN,
                            .sigma = NAN };
}

/* k p m is binomial: sum its atoms up to m. */
static void evolutional_distribution(const ad_technique_view *v, size_t unit, double pre, double m,
                                     double *pdf, double *cdf)
{
    const double p = share_of(v, unit), k = (double)draws_of(v->settings, v->site);
    const double most = fmin(floor(m * k * p + 1e-6), k);

    (void)pre;
    *pdf = 0;
    *cdf = m >= 0 && (p <= 0 || p >= 1) ? (p <= 0 || most >= k) : 0;
    for (double c = 0; p > 0 && p < 1 && c <= most; c++)
        *cdf += exp(lgamma(k + 1) - lgamma(c + 1) - lgamma(k - c + 1) + c * log(p) +
                    (k - c) * log1p(-p));
    *cdf = fmin(*cdf, 1);
}

const ad_technique AD_KERNEL(ad_technique_evolutional) = {
    .name = "evolutional",
    .summary = "units drawn by their share of the batch's second moments",
    .reference = "Li, Gong, Yang, NIPS 2016",
    .traits = AD_DETACHED_INPUT | AD_BY_CHANNELS,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .plan = evolutional_plan,
    .init = evolutional_init,
    .forward = evolutional_forward,
    .backward = evolutional_backward,
    .commit = evolutional_commit,
    .moments = evolutional_moments,
    .distribution = evolutional_distribution,
};
