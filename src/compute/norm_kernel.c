/* Batch normalisation of channels-last arrays, any number of channels (norm.h).
 *
 * Positions (a row's place on the map) are split into blocks that stay in the cache. Each block
 * gives its mean (summed relative to its first row, which saves bits if the mean is large) and its
 * sum of squares about that mean, so x is read from memory once for both. The blocks are combined
 * in double, in order (Chan, Golub and LeVeque 1983):
 *
 *     mean = sum n_b mean_b / N,   N var = sum squares_b + n_b (mean_b - mean)^2
 *
 * Backward, with z = a (x - mean) + beta, a = gamma / sqrt(var + eps), and dz = dy where
 * z > 0 (or always): dbeta = sum dz, and with s = sum dz (x - mean)
 *
 *     dgamma = s / sqrt(var + eps),  dx = a (dz - dbeta / N - (x - mean) s / (N (var + eps)))
 *
 * ReLU's mask is recomputed from x, by the same operations, so nothing is saved. Results do not
 * depend on the number of threads. bf16 values are computed in float. */
#include <math.h>
#include <string.h>

#include "base/loop.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "compute/load.h"
#include "compute/norm_impl.h"

enum {
    BLOCK_UNITS = 16384,  /* per block: x and dy stay in the level 2 cache */
    MAX_POSITIONS = 1024, /* per block, because its sums are of the real type */
    FOLD = 16             /* channels combined at a time */
};

typedef struct {
    const ad_norm *n;
    size_t positions, channels, per_block, n_blocks;
    int bf16;
    real least;               /* lower bound of z: 0 with ReLU, else minus infinity */
    const void *x, *dy;       /* (positions, channels) */
    void *out;                /* y or dx, of the same shape */
    real *sums;               /* (n_blocks, 2, channels) */
    const real *gamma, *beta; /* (channels), like all below */
    real *mean, *var;
    real *scale;       /* a in the formulas above */
    real *pull, *tilt; /* dbeta / N, s / (N (var + eps)) */
    real *dgamma, *dbeta;
} job;

static size_t per_block(const ad_desc *d)
{
    const size_t fit = BLOCK_UNITS / d->channels;

    return fit > MAX_POSITIONS ? MAX_POSITIONS : fit ? fit : 1;
}

static size_t blocks_of(const ad_desc *d)
{
    return (d->rows * d->height * d->width + per_block(d) - 1) / per_block(d);
}

static job norm_start(const ad_norm *n, const ad_norm_args *a, void *out)
{
    const ad_desc *d = &n->spec.in;
    const size_t positions = d->rows * d->height * d->width, c = d->channels;
    const size_t blocks = blocks_of(d);
    real *free_reals = (real *)a->scratch + 2 * blocks * c;

    return (job){ .n = n,
                  .positions = positions,
                  .channels = c,
                  .per_block = per_block(d),
                  .n_blocks = blocks,
                  .bf16 = d->dtype == AD_DATA_BF16,
                  .least = n->spec.relu ? 0 : -(real)INFINITY,
                  .x = a->x,
                  .dy = a->dy,
                  .out = out,
                  .sums = a->scratch,
                  .gamma = a->gamma,
                  .beta = a->beta,
                  .mean = a->mean,
                  .var = a->var,
                  .dgamma = a->dgamma,
                  .dbeta = a->dbeta,
                  .scale = free_reals,
                  .pull = free_reals + c,
                  .tilt = free_reals + 2 * c };
}

static adrop_status norm_plan(ad_norm *n)
{
    const ad_desc *d = &n->spec.in;

    n->scratch = (2 * blocks_of(d) + 3) * d->channels * sizeof(real);
    return ADROP_OK;
}

static size_t norm_count_of(const job *j, size_t b)
{
    const size_t left = j->positions - b * j->per_block;

    return left < j->per_block ? left : j->per_block;
}

static inline void block_moments(const job *j, size_t b, int bf16)
{
    const size_t c_end = j->channels, first = b * j->per_block * c_end;
    const size_t end = first + norm_count_of(j, b) * c_end;
    real *restrict mean = j->sums + 2 * b * c_end, *restrict squares = mean + c_end;

    memset(mean, 0, 2 * c_end * sizeof *mean);
    for (size_t i = first; i < end; i += c_end)
        for (size_t c = 0; c < c_end; c++)
            mean[c] += ad_load(j->x, i + c, bf16) - ad_load(j->x, first + c, bf16);
    for (size_t c = 0; c < c_end; c++)
        mean[c] = ad_load(j->x, first + c, bf16) + mean[c] / (real)norm_count_of(j, b);
    for (size_t i = first; i < end; i += c_end)
        for (size_t c = 0; c < c_end; c++) {
            const real d = ad_load(j->x, i + c, bf16) - mean[c];
            squares[c] += d * d;
        }
}

static void norm_moments(void *arg, size_t b)
{
    const job *j = arg;

    if (j->bf16)
        block_moments(j, b, 1);
    else
        block_moments(j, b, 0);
}

/* Channels [FOLD g, FOLD (g + 1)). */
static void fold_moments(void *arg, size_t g)
{
    const job *j = arg;
    const size_t first = g * FOLD, left = j->channels - first, n = left < FOLD ? left : FOLD;
    double mean[FOLD] = { 0 }, squares[FOLD] = { 0 };

    for (size_t b = 0; b < j->n_blocks; b++)
        for (size_t c = 0; c < n; c++)
            mean[c] += (double)norm_count_of(j, b) *
                       (double)j->sums[2 * b * j->channels + first + c];
    for (size_t c = 0; c < n; c++)
        mean[c] /= (double)j->positions;
    for (size_t b = 0; b < j->n_blocks; b++)
        for (size_t c = 0; c < n; c++) {
            const real *at = j->sums + 2 * b * j->channels + first + c;
            const double d = (double)at[0] - mean[c];
            squares[c] += (double)at[j->channels] + (double)norm_count_of(j, b) * d * d;
        }
    for (size_t c = 0; c < n; c++) {
        j->mean[first + c] = (real)mean[c];
        j->var[first + c] = (real)(squares[c] / (double)j->positions);
    }
}

static void set_scale(const job *j)
{
    for (size_t c = 0; c < j->channels; c++)
        j->scale[c] = (real)((double)j->gamma[c] / sqrt((double)j->var[c] + j->n->spec.epsilon));
}

static inline void block_apply(const job *j, size_t b, int bf16)
{
    const size_t c_end = j->channels, first = b * j->per_block * c_end;
    const size_t end = first + norm_count_of(j, b) * c_end;
    const real *mean = j->mean, *scale = j->scale, *beta = j->beta, least = j->least;

    for (size_t i = first; i < end; i += c_end) {
        AD_INDEPENDENT
        for (size_t c = 0; c < c_end; c++) {
            const real z = (ad_load(j->x, i + c, bf16) - mean[c]) * scale[c] + beta[c];
            ad_store(j->out, i + c, z < least ? least : z, bf16);
        }
    }
}

static void norm_apply(void *arg, size_t b)
{
    const job *j = arg;

    if (j->bf16)
        block_apply(j, b, 1);
    else
        block_apply(j, b, 0);
}

static inline void block_sums(const job *j, size_t b, int bf16)
{
    const size_t c_end = j->channels, first = b * j->per_block * c_end;
    const size_t end = first + norm_count_of(j, b) * c_end;
    const real *mean = j->mean, *scale = j->scale, *beta = j->beta, least = j->least;
    real *restrict sum = j->sums + 2 * b * c_end, *restrict moment = sum + c_end;

    memset(sum, 0, 2 * c_end * sizeof *sum);
    for (size_t i = first; i < end; i += c_end) {
        AD_INDEPENDENT
        for (size_t c = 0; c < c_end; c++) {
            const real d = ad_load(j->x, i + c, bf16) - mean[c];
            const real dy = ad_load(j->dy, i + c, bf16);
            const real dz = d * scale[c] + beta[c] <= least ? 0 : dy;
            sum[c] += dz;
            moment[c] += dz * d;
        }
    }
}

static void sums(void *arg, size_t b)
{
    const job *j = arg;

    if (j->bf16)
        block_sums(j, b, 1);
    else
        block_sums(j, b, 0);
}

static void fold_sums(void *arg, size_t g)
{
    const job *j = arg;
    const size_t first = g * FOLD, left = j->channels - first, n = left < FOLD ? left : FOLD;
    double sum[FOLD] = { 0 }, moment[FOLD] = { 0 };

    for (size_t b = 0; b < j->n_blocks; b++)
        for (size_t c = 0; c < n; c++) {
            const real *at = j->sums + 2 * b * j->channels + first + c;
            sum[c] += (double)at[0];
            moment[c] += (double)at[j->channels];
        }
    for (size_t c = 0; c < n; c++) {
        const double spread = (double)j->var[first + c] + j->n->spec.epsilon;
        j->dbeta[first + c] = (real)sum[c];
        j->dgamma[first + c] = (real)(moment[c] / sqrt(spread));
        j->pull[first + c] = (real)(sum[c] / (double)j->positions);
        j->tilt[first + c] = (real)(moment[c] / spread / (double)j->positions);
    }
}

static inline void block_input(const job *j, size_t b, int bf16)
{
    const size_t c_end = j->channels, first = b * j->per_block * c_end;
    const size_t end = first + norm_count_of(j, b) * c_end;
    const real *mean = j->mean, *scale = j->scale, *beta = j->beta, least = j->least;
    const real *pull = j->pull, *tilt = j->tilt;

    for (size_t i = first; i < end; i += c_end) {
        AD_INDEPENDENT
        for (size_t c = 0; c < c_end; c++) {
            const real d = ad_load(j->x, i + c, bf16) - mean[c];
            const real dy = ad_load(j->dy, i + c, bf16);
            const real dz = d * scale[c] + beta[c] <= least ? 0 : dy;
            ad_store(j->out, i + c, scale[c] * (dz - pull[c] - d * tilt[c]), bf16);
        }
    }
}

static void input(void *arg, size_t b)
{
    const job *j = arg;

    if (j->bf16)
        block_input(j, b, 1);
    else
        block_input(j, b, 0);
}

static adrop_status take_moments(ad_norm *n, const ad_norm_args *a)
{
    job j = norm_start(n, a, NULL);

    ad_parallel(n->e->threads, j.n_blocks, norm_moments, &j);
    ad_parallel(n->e->threads, (j.channels + FOLD - 1) / FOLD, fold_moments, &j);
    return ADROP_OK;
}

static adrop_status eval(ad_norm *n, const ad_norm_args *a)
{
    job j = norm_start(n, a, a->y);

    set_scale(&j);
    ad_parallel(n->e->threads, j.n_blocks, norm_apply, &j);
    return ADROP_OK;
}

static adrop_status norm_train(ad_norm *n, const ad_norm_args *a)
{
    take_moments(n, a);
    return eval(n, a);
}

static adrop_status take_sums(ad_norm *n, const ad_norm_args *a)
{
    job j = norm_start(n, a, NULL);

    set_scale(&j);
    ad_parallel(n->e->threads, j.n_blocks, sums, &j);
    ad_parallel(n->e->threads, (j.channels + FOLD - 1) / FOLD, fold_sums, &j);
    return ADROP_OK;
}

static adrop_status norm_backward(ad_norm *n, const ad_norm_args *a)
{
    job j = norm_start(n, a, a->dx);

    take_sums(n, a);
    ad_parallel(n->e->threads, j.n_blocks, input, &j);
    return ADROP_OK;
}

static adrop_status give_input(ad_norm *n, const ad_norm_args *a)
{
    job j = norm_start(n, a, a->dx);

    set_scale(&j);
    for (size_t c = 0; c < j.channels; c++) {
        const double deviation = sqrt((double)j.var[c] + n->spec.epsilon);
        j.pull[c] = (real)(a->all[1 + c] / a->all[0]);
        j.tilt[c] = (real)(a->all[1 + j.channels + c] / deviation / a->all[0]);
    }
    ad_parallel(n->e->threads, j.n_blocks, input, &j);
    return ADROP_OK;
}

const ad_norm_impl AD_KERNEL(ad_norm_loop) = {
    norm_plan, NULL, norm_train, eval, norm_backward, take_moments, take_sums, give_input
};
