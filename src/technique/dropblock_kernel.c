/*
 * DropBlock: drop b x b squares of a feature map.
 *
 *     corners ~ Bernoulli(gamma) on the (H - b + 1)(W - b + 1) places where a whole
 *     square fits,   gamma = rate / b^2 * H W / ((H - b + 1)(W - b + 1)),
 *     m = 0 on the squares, 1 elsewhere
 *     y = x m count / count_ones        (scale=count, counted over the row's map)
 *     y = x m / P(m = 1)                (scale=expected, position by position)
 *
 * Counting makes every row's average mask exactly 1. The paper counts over the whole
 * batch; over the row, a prediction does not depend on its neighbours. The expected
 * scale makes E[y] = x at every position. A position covered by k
 * places is kept with probability (1 - gamma)^k. The squares are drawn for each
 * channel, or once for all (shared=yes). Over the first `ramp` steps of training
 * the rate rises linearly from 0. A row that lost all its units stays 0.
 *
 * Ghiasi, Lin, Le, "DropBlock: a regularization method for convolutional
 * networks", NeurIPS 2018.
 */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "random/noise.h"
#include "random/words.h"
#include "technique/coin.h"
#include "technique/distributions.h"
#include "technique/mask.h"

enum scale { SCALE_COUNT, SCALE_EXPECTED };

static const char *const scale_words[] = { "count", "expected", NULL };

typedef struct {
    double rate;
    size_t block, ramp;
    int scale, shared;
} settings;

static const adrop_option options[] = {
    { .name = "rate",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, rate),
      .fallback = 0.1,
      .min = 0,
      .max = 1,
      .open = ADROP_OPEN_MAX,
      .help = "share of the map that is dropped, about" },
    { .name = "block",
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(settings, block),
      .fallback = 7,
      .min = 1,
      .max = 1024,
      .help = "side of a square; cut to the map's" },
    { .name = "scale",
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(settings, scale),
      .words = scale_words,
      .help = "rescale by what was kept, or by what is kept on average" },
    { .name = "shared",
      .kind = ADROP_OPT_FLAG,
      .offset = offsetof(settings, shared),
      .help = "the same squares in every channel" },
    { .name = "ramp",
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(settings, ramp),
      .max = 1e9,
      .help = "steps over which the rate rises from 0; 0: none" },
    { 0 }
};

static const char *const examples[] = { "dropblock", "dropblock:rate=0.2,block=3",
                                        "dropblock:rate=0.2,block=3,scale=expected",
                                        "dropblock:block=2,shared=yes,scale=expected", NULL };

static adrop_status dropblock_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    (void)self;
    if (site && ad_site_area(site) == 1)
        return ad_fail(ctx, ADROP_ESHAPE,
                       "technique 'dropblock' needs a feature map: it cannot stand before a dense "
                       "layer");
    return ADROP_OK;
}

/* The geometry of one call. */
typedef struct {
    size_t height, width, block; /* block <= both */
    size_t down, across;         /* rows and columns of places */
    double gamma;
    uint32_t highest; /* the highest random word that drops a square */
    int none;         /* gamma is 0 */
} squares;

static squares squares_at(const settings *s, const ad_site *site, double rate)
{
    const size_t h = site->height, w = site->width, side = h < w ? h : w;
    squares q = { .height = h, .width = w, .block = s->block < side ? s->block : side };

    q.down = h - q.block + 1;
    q.across = w - q.block + 1;
    /* at most rate, because b (H - b + 1) >= H; so below 1 */
    q.gamma = rate / (double)(q.block * q.block) * (double)(h * w) / (double)(q.down * q.across);
    q.none = q.gamma * 0x1p32 < 1;
    q.highest = q.none ? 0 : ad_coin_highest(q.gamma);
    return q;
}

static squares squares_of(const ad_call *c)
{
    const settings *s = c->settings;
    const int rising = c->where.phase == ADROP_PHASE_TRAIN && c->where.step < s->ramp;

    return squares_at(s, c->site,
                      rising ? s->rate * (double)c->where.step / (double)s->ramp : s->rate);
}

/* The number of places along one side that cover position i. */
static size_t covering(size_t i, size_t block, size_t places)
{
    const size_t last = i < places - 1 ? i : places - 1;
    const size_t first = i + 1 > block ? i + 1 - block : 0;

    return last - first + 1;
}

static double keep_probability(const squares *q, size_t position)
{
    const size_t k = covering(position / q->width, q->block, q->down) *
                     covering(position % q->width, q->block, q->across);

    return pow(1 - q->gamma, (double)k);
}

/* keep (H, W): 1 where kept, for the squares of one channel; returns the number of ones. */
static size_t draw_channel(const squares *q, const ad_address *at, size_t channel,
                           unsigned char *keep)
{
    const size_t area = q->height * q->width;
    uint32_t words[AD_CHUNK];
    size_t kept = 0;

    memset(keep, 1, area);
    for (size_t row = 0; row < q->down && !q->none; row++)
        for (size_t first = 0; first < q->across; first += AD_CHUNK) {
            const size_t take = q->across - first < AD_CHUNK ? q->across - first : AD_CHUNK;
            AD_KERNEL(ad_noise_words)(at, channel * area + row * q->width + first, take, words);
            for (size_t i = 0; i < take; i++)
                for (size_t b = 0; words[i] <= q->highest && b < q->block; b++)
                    memset(keep + (row + b) * q->width + first + i, 0, q->block);
        }
    for (size_t i = 0; i < area; i++)
        kept += keep[i];
    return kept;
}

typedef struct {
    const ad_call *call;
    squares q;
    const real *in, *scale; /* scale (H, W), per position; all 1 when counting */
    real *out;
    unsigned char *keep; /* (blocks, C, H, W) */
} job;

static void run_row(const job *j, size_t row, unsigned char *keep)
{
    const ad_call *c = j->call;
    const settings *s = c->settings;
    const size_t area = ad_site_area(c->site), n = ad_site_units(c->site);
    const ad_address at = ad_call_address(c, row);
    size_t kept = 0;

    for (size_t ch = 0; ch < c->site->channels; ch++) {
        if (s->shared && ch > 0)
            memcpy(keep + ch * area, keep, area);
        else
            kept += draw_channel(&j->q, &at, ch, keep + ch * area);
    }
    const size_t of = s->shared ? area : n;
    const real factor = s->scale == SCALE_EXPECTED || kept == 0 ? 1
                                                                : (real)((double)of / (double)kept);
    for (size_t ch = 0; ch < c->site->channels; ch++)
        for (size_t i = 0; i < area; i++) {
            const size_t k = ch * area + i;
            j->out[row * n + k] = j->in[row * n + k] * ((real)keep[k] * j->scale[i] * factor);
        }
}

static void dropblock_run_block(void *arg, size_t block)
{
    const job *j = arg;
    const size_t per_block = ad_block_rows(j->call->site);
    unsigned char *keep = j->keep + block * ad_site_units(j->call->site);

    for (size_t row = block * per_block; row < (block + 1) * per_block && row < j->call->rows;
         row++)
        run_row(j, row, keep);
}

/* 1 / P(m = 1); 0 where the unit is practically never kept and the scale would overflow a
 * float. */
static real expected_scale(const squares *q, size_t position)
{
    const double keep = keep_probability(q, position);

    return keep > 1e-30 ? (real)(1 / keep) : 0;
}

/* Scratch: the scale of every position, then a row of keeps for each block. */
static size_t scale_size(const ad_site *site)
{
    return ad_round_up(ad_site_area(site) * sizeof(real));
}

static void dropblock_plan(const void *self, const ad_site *site, ad_plan *p)
{
    (void)self;
    p->distribution_share = AD_DISTRIBUTION_OF_POSITION;
    p->scratch_size = scale_size(site) + ad_n_blocks(site, site->rows) * ad_site_units(site);
}

static void dropblock_run(const ad_call *c, const void *in, void *out)
{
    const settings *s = c->settings;
    real *scale = c->scratch;
    job j = { c, squares_of(c), in, scale, out, (unsigned char *)c->scratch + scale_size(c->site) };

    for (size_t i = 0; i < ad_site_area(c->site); i++)
        scale[i] = s->scale == SCALE_EXPECTED ? expected_scale(&j.q, i) : 1;
    ad_parallel(c->threads, ad_n_blocks(c->site, c->rows), dropblock_run_block, &j);
}

static void dropblock_forward(const ad_call *c)
{
    dropblock_run(c, c->x, c->y);
}

static void dropblock_backward(const ad_call *c)
{
    dropblock_run(c, c->dy, c->dx);
}

static double dropblock_keep_of(const ad_technique_view *v, size_t unit)
{
    const settings *s = v->settings;
    const squares q = squares_at(s, v->site, s->rate);

    return keep_probability(&q, unit % ad_site_area(v->site));
}

static void dropblock_moments(const ad_technique_view *v, size_t unit, double pre,
                              adrop_moments *out)
{
    const double keep = dropblock_keep_of(v, unit);

    (void)pre;
    *out = ad_moments_two_points(keep, 1 / keep);
}

static void dropblock_distribution(const ad_technique_view *v, size_t unit, double pre, double m,
                                   double *pdf, double *cdf)
{
    (void)pre;
    ad_distribution_two_points(dropblock_keep_of(v, unit), m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_dropblock) = {
    .name = "dropblock",
    .summary = "drop squares of a feature map",
    .reference = "Ghiasi et al., NeurIPS 2018",
    .traits = AD_NEEDS_MAP | AD_RANDOM_SCALE | AD_FIXED_RATE,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .check = dropblock_check,
    .plan = dropblock_plan,
    .forward = dropblock_forward,
    .backward = dropblock_backward,
    .moments = dropblock_moments,
    .distribution = dropblock_distribution,
};
