/* The passes of information dropout (information.h): y = x e^(alpha eps) and the KL of each
 * element, chunk by chunk of a row, blocks of rows in parallel. Each block has its own sums, which
 * are added in order, so the number of threads does not matter. */
#include "technique/information.h"

#include <string.h>

#include "base/loop.h"
#include "base/parallel.h"
#include "base/real.h"
#include "dist/special.h"
#include "random/noise.h"
#include "technique/mask.h"

typedef struct {
    const ad_call *call;
    ad_information_layout l;
    double weight; /* of the KL per element */
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
              .weight = c->strength * s->beta / (n_train * ad_call_batch_rows(c)),
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

/* alpha of a chunk's elements; on a map, expanded into room. */
static const real *information_pass_alpha_of(const job *j, size_t row, size_t first, size_t n,
                                             real *room)
{
    const size_t area = ad_site_area(j->call->site);
    const real *alpha = j->alpha + row * j->l.n;

    if (area == 1)
        return alpha + first;
    for (size_t i = 0; i < n; i++)
        room[i] = alpha[(first + i) / area];
    return room;
}

/* Where eps of a chunk is kept from forward to backward; NULL if it is not. */
static real *kept_eps(const job *j, size_t from)
{
    const ad_call *c = j->call;

    if (!c->plan->kept_arrays || c->where.phase != ADROP_PHASE_TRAIN)
        return NULL;
    return (real *)((char *)c->saved + c->plan->kept_at) + from;
}

/* |alpha eps| is at most 10.001 x 5.8, because u is at least 2^-24: its exponential fits a
 * float. */
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
    const real *alpha = information_pass_alpha_of(j, row, first, n, room);
    const real *eps = draw_eps(j, row, first, n, kept ? kept : own);

    if (c->where.phase == ADROP_PHASE_TRAIN) {
        sums[0] += AD_KERNEL(ad_information_kl)(&j->prior, n, alpha, x);
        sums[1] += ad_add_up(n, alpha);
    }
    /* y may be x */
    AD_INDEPENDENT
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
    const real *alpha = information_pass_alpha_of(j, row, first, n, room),
               *kept = kept_eps(j, from);
    const real *eps = kept ? kept : draw_eps(j, row, first, n, own);

    /* dx may be dy */
    AD_INDEPENDENT
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

static void information_pass_forward_block(void *arg, size_t block)
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

static void information_pass_backward_block(void *arg, size_t block)
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

static double information_pass_fold(const job *j, size_t which)
{
    double sum = 0;

    for (size_t b = 0; b < ad_n_blocks(j->call->site, j->call->rows); b++)
        sum += j->partial[4 * b + which];
    return sum;
}

void AD_KERNEL(ad_information_forward)(const ad_call *c)
{
    job j = job_of(c);

    AD_KERNEL(ad_information_z)(&j.l, c);
    ad_parallel(c->threads, ad_n_blocks(c->site, c->rows), information_pass_forward_block, &j);
    if (c->where.phase == ADROP_PHASE_TRAIN) {
        *c->row_loss += j.weight * information_pass_fold(&j, 0);
        c->stats[0] = information_pass_fold(&j, 1) / (double)(c->rows * ad_site_units(c->site));
    }
}

void AD_KERNEL(ad_information_backward)(const ad_call *c)
{
    const ad_information *s = c->settings;
    job j = job_of(c);
    const real *p = c->params;
    real *dp = c->dparams;

    j.weight *= ad_call_dextra(c);
    ad_parallel(c->threads, ad_n_blocks(c->site, c->rows), information_pass_backward_block, &j);
    if (dp && s->prior == AD_INFORMATION_SOFTPLUS) {
        dp[j.l.prior] += (real)(j.weight * information_pass_fold(&j, 2));
        dp[j.l.prior + 1] += (real)(j.weight * information_pass_fold(&j, 3) *
                                    ad_sigmoid((double)p[j.l.prior + 1]));
    }
    AD_KERNEL(ad_information_z_back)(&j.l, c);
}
