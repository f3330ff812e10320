/* Masks applied to arrays (mask.h). Work is cut into blocks of rows by the shape
 * alone; each block has its own sums; they are folded in block order. Within a
 * chunk a sum runs in sixteen lanes, so that it is the same on every CPU. */
#include "technique/mask.h"

#include <assert.h>
#include <string.h>

#include "base/loop.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "random/words.h"

typedef struct {
    const ad_mask *mask;
    double *partial; /* (blocks, n_sums * sum_width + n_own); NULL forward */
    size_t sum_width;
} job;

static size_t n_sums(const ad_mask *mask)
{
    return (size_t)(mask->n_slopes + (mask->with_total != 0));
}

/* m * scale for the draws from first on, in room, if channels have their own scales;
 * otherwise m itself. */
static const real *scale_chunk(const ad_mask *mask, size_t area, size_t first, size_t n,
                               const real *m, real *room)
{
    if (!mask->per_channel)
        return m;
    for (size_t i = 0; i < n; i++)
        room[i] = m[i] * (real)mask->scale[(first + i) / area];
    return room;
}

/* The scale of all draws; 1 if scale_chunk has applied it. */
static inline real common_scale(const ad_mask *mask)
{
    return mask->per_channel ? 1 : (real)mask->scale[0];
}

/* out = in * (m * scale), m for each element or for each channel of `spread` elements;
 * out may be in itself, which AD_INDEPENDENT allows. */
static inline void mask_multiply(size_t n, size_t spread, const real *in, const real *m, real scale,
                                 real *out)
{
    if (spread == 1) {
        AD_INDEPENDENT
        for (size_t i = 0; i < n; i++)
            out[i] = in[i] * (m[i] * scale);
    } else {
        for (size_t i = 0; i < n; i++) {
            const real factor = m[i] * scale;
            AD_INDEPENDENT
            for (size_t k = 0; k < spread; k++)
                out[i * spread + k] = in[i * spread + k] * factor;
        }
    }
}

/* How a row is cut: `draws` masks per row, each for `spread` elements; each
 * channel has `area` draws. */
typedef struct {
    size_t draws, spread, area;
} cut;

static cut cut_of(const ad_mask *mask)
{
    const ad_site *s = mask->call->site;

    if (mask->shape == AD_BY_CHANNEL)
        return (cut){ s->channels, ad_site_area(s), 1 };
    return (cut){ ad_site_units(s), 1, ad_site_area(s) };
}

static size_t last_row(const ad_call *c, size_t block)
{
    const size_t end = (block + 1) * ad_block_rows(c->site);

    return end < c->rows ? end : c->rows;
}

/* ----- what forward keeps for backward ----- */

enum { KEPT_MOST = 16 << 20 }; /* bytes per shard */

void AD_KERNEL(ad_mask_keep)(const ad_site *site, ad_mask_shape shape, int n_slopes, ad_plan *plan)
{
    const size_t draws = shape == AD_BY_CHANNEL ? site->channels : ad_site_units(site);
    const size_t size = (size_t)(1 + n_slopes) * site->rows * draws * sizeof(real);

    if (size > KEPT_MOST)
        return;
    plan->kept_at = ad_round_up(plan->saved_size);
    plan->kept_arrays = 1 + n_slopes;
    plan->saved_size = plan->kept_at + size;
}

/* Masks and slopes of a chunk. */
typedef struct {
    real *m, *d0, *d1;
} chunk;

/* Where the draws from first on are kept; NULLs if they are not. */
static chunk kept_chunk(const ad_call *c, const cut *k, size_t row, size_t first)
{
    const size_t arrays = (size_t)c->plan->kept_arrays;

    if (!arrays || c->where.phase != ADROP_PHASE_TRAIN)
        return (chunk){ 0 };
    real *kept = (real *)((char *)c->saved + c->plan->kept_at) + row * arrays * k->draws + first;
    return (chunk){ kept, arrays > 1 ? kept + k->draws : NULL,
                    arrays > 2 ? kept + 2 * k->draws : NULL };
}

static void mask_forward_block(void *arg, size_t block)
{
    const job *j = arg;
    const ad_mask *mask = j->mask;
    const ad_call *c = mask->call;
    const cut k = cut_of(mask);
    const size_t n = ad_site_units(c->site);
    real own[AD_CHUNK], room[AD_CHUNK];

    for (size_t row = block * ad_block_rows(c->site); row < last_row(c, block); row++) {
        const ad_address at = ad_call_address(c, row);
        const real *x = (const real *)c->x + row * n;
        real *y = (real *)c->y + row * n;
        for (size_t first = 0; first < k.draws; first += AD_CHUNK) {
            const size_t take = k.draws - first < AD_CHUNK ? k.draws - first : AD_CHUNK;
            const chunk kept = kept_chunk(c, &k, row, first);
            real *m = kept.m && !mask->draw ? kept.m : own;
            if (kept.m && mask->draw) {
                mask->draw(mask->self, &at, first, take, kept.m);
                mask->map(mask->self, first, take, kept.m, m, NULL, NULL);
            } else {
                mask->fill(mask->self, &at, first, take, m, kept.d0, kept.d1);
            }
            mask_multiply(take, k.spread, x + first * k.spread,
                          scale_chunk(mask, k.area, first, take, m, room), common_scale(mask),
                          y + first * k.spread);
        }
    }
}

void AD_KERNEL(ad_mask_forward)(const ad_mask *mask)
{
    job j = { .mask = mask };

    ad_parallel(mask->call->threads, ad_n_blocks(mask->call->site, mask->call->rows),
                mask_forward_block, &j);
}

/* t[i] = sum over the element's spread of G * x. */
static inline void inner(size_t n, size_t spread, const real *g, const real *x, real *t)
{
    if (spread == 1) {
        for (size_t i = 0; i < n; i++)
            t[i] = g[i] * x[i];
        return;
    }
    for (size_t i = 0; i < n; i++) {
        real product[AD_CHUNK];
        double sum = 0;
        for (size_t from = 0; from < spread; from += AD_CHUNK) {
            const size_t take = spread - from < AD_CHUNK ? spread - from : AD_CHUNK;
            for (size_t k = 0; k < take; k++)
                product[k] = g[i * spread + from + k] * x[i * spread + from + k];
            sum += ad_add_up(take, product);
        }
        t[i] = (real)sum;
    }
}

enum { LANES = 16 };

static inline double sum_up(const double lane[LANES])
{
    double sum = 0;

    for (size_t l = 0; l < LANES; l++)
        sum += lane[l];
    return sum;
}

/* Sum of a[i] * b[i], products and sums in double: a sum of both signs may be small against its
 * terms. In lanes, like ad_add_up. */
static double dot(size_t n, const real *a, const real *b)
{
    double lane[LANES] = { 0 };
    size_t i = 0;

    for (; i + LANES <= n; i += LANES)
        for (size_t l = 0; l < LANES; l++)
            lane[l] += (double)a[i + l] * (double)b[i + l];
    for (; i < n; i++)
        lane[i % LANES] += (double)a[i] * (double)b[i];
    return sum_up(lane);
}

/* Add the chunk's sum of t * d * scale to the block's partial sums. */
static void mask_collect(const job *j, size_t area, size_t first, size_t n, const real *t,
                         const real *d, double *to)
{
    if (!j->mask->per_channel)
        *to += dot(n, t, d) * (double)common_scale(j->mask);
    else
        for (size_t i = 0; i < n; i++)
            to[(first + i) / area] += (double)(t[i] * d[i]);
}

/* The usual case, one scale and one mask per element, in one pass: dx, and the n_d sums of
 * G * x * d * scale, bit for bit those of dot(). n_d is known where this is inlined. */
__attribute__((always_inline)) static inline void fused(size_t n, int n_d, const real *const *d,
                                                        const real *x, const real *g, const real *m,
                                                        real scale, real *dx, double *to)
{
    const real *d0 = d[0], *d1 = d[1], *d2 = d[2];
    double lane0[LANES] = { 0 }, lane1[LANES] = { 0 }, lane2[LANES] = { 0 };
    size_t i = 0;

    for (; i + LANES <= n; i += LANES) {
        real out[LANES]; /* dx may be g */
        for (size_t l = 0; l < LANES; l++) {
            const double t = (double)(g[i + l] * x[i + l]);
            lane0[l] += t * (double)d0[i + l];
            if (n_d > 1)
                lane1[l] += t * (double)d1[i + l];
            if (n_d > 2)
                lane2[l] += t * (double)d2[i + l];
            out[l] = g[i + l] * (m[i + l] * scale);
        }
        for (size_t l = 0; l < LANES; l++)
            dx[i + l] = out[l];
    }
    for (; i < n; i++) {
        const double t = (double)(g[i] * x[i]);
        lane0[i % LANES] += t * (double)d0[i];
        if (n_d > 1)
            lane1[i % LANES] += t * (double)d1[i];
        if (n_d > 2)
            lane2[i % LANES] += t * (double)d2[i];
        dx[i] = g[i] * (m[i] * scale);
    }
    to[0] += sum_up(lane0) * (double)scale;
    if (n_d > 1)
        to[1] += sum_up(lane1) * (double)scale;
    if (n_d > 2)
        to[2] += sum_up(lane2) * (double)scale;
}

/* All sums, and dx, from a chunk's masks and slopes. Not inlined, so that no frame
 * holds both its arrays and the caller's. */
__attribute__((noinline)) static void reduce_chunk(const job *j, const cut *k, chunk c,
                                                   size_t first, size_t n, const real *x,
                                                   const real *g, real *dx, double *partial)
{
    const ad_mask *mask = j->mask;
    const real *d[AD_MAX_SUMS] = { c.d0, c.d1, c.m };
    real t[AD_CHUNK], room[AD_CHUNK];

    if (mask->with_total)
        d[mask->n_slopes] = c.m;
    if (!mask->per_channel && k->spread == 1) {
        const real scale = common_scale(mask);
        if (n_sums(mask) == 1)
            fused(n, 1, d, x, g, c.m, scale, dx, partial);
        else if (n_sums(mask) == 2)
            fused(n, 2, d, x, g, c.m, scale, dx, partial);
        else if (n_sums(mask) == 3)
            fused(n, 3, d, x, g, c.m, scale, dx, partial);
        else
            mask_multiply(n, 1, g, c.m, scale, dx);
        return;
    }
    if (n_sums(mask) > 0) {
        inner(n, k->spread, g, x, t);
        const real *scaled = scale_chunk(mask, k->area, first, n, t, room);
        for (size_t s = 0; s < n_sums(mask); s++)
            mask_collect(j, k->area, first, n, scaled, d[s], partial + s * j->sum_width);
    }
    mask_multiply(n, k->spread, g, scale_chunk(mask, k->area, first, n, c.m, room),
                  common_scale(mask), dx);
}

/* A block's partial sums: those of the slopes, then the technique's own. */
static size_t slope_sums(const job *j)
{
    return n_sums(j->mask) * j->sum_width;
}

static size_t all_sums(const job *j)
{
    return slope_sums(j) + j->mask->n_own;
}

/* Add to the technique's own sums, from the kept noise or, if that is NULL, drawing it again. */
__attribute__((noinline)) static void collect_own(const job *j, const cut *k, const ad_address *at,
                                                  size_t first, size_t n, const real *kept,
                                                  const real *x, const real *g, double *partial)
{
    const ad_mask *mask = j->mask;
    real noise[AD_CHUNK], t[AD_CHUNK], room[AD_CHUNK];

    if (!kept)
        mask->draw(mask->self, at, first, n, noise);
    inner(n, k->spread, g, x, t);
    for (size_t i = 0; i < n; i++)
        t[i] *= common_scale(mask);
    mask->collect(mask->self, first, n, kept ? kept : noise,
                  scale_chunk(mask, k->area, first, n, t, room), partial + slope_sums(j));
}

static void backward_chunk(const job *j, const cut *k, const ad_address *at, size_t row,
                           size_t first, size_t n, double *partial)
{
    const ad_mask *mask = j->mask;
    const ad_call *call = mask->call;
    const size_t from = row * ad_site_units(call->site) + first * k->spread;
    real m[AD_CHUNK], d0[AD_CHUNK], d1[AD_CHUNK];
    real *const slope0 = mask->n_slopes > 0 ? d0 : NULL, *const slope1 = mask->n_slopes > 1 ? d1
                                                                                            : NULL;
    chunk c = kept_chunk(call, k, row, first);

    if (mask->collect) /* before dx is written, because it may be G */
        collect_own(j, k, at, first, n, c.m, (const real *)call->x + from,
                    (const real *)call->dy + from, partial);
    if (c.m && mask->draw)
        mask->map(mask->self, first, n, c.m, m, slope0, slope1);
    else if (!c.m)
        mask->fill(mask->self, at, first, n, m, slope0, slope1);
    if (!c.m || mask->draw)
        c = (chunk){ m, d0, d1 };
    reduce_chunk(j, k, c, first, n, (const real *)call->x + from, (const real *)call->dy + from,
                 (real *)call->dx + from, partial);
}

static void mask_backward_block(void *arg, size_t block)
{
    const job *j = arg;
    const ad_mask *mask = j->mask;
    const ad_call *c = mask->call;
    const cut k = cut_of(mask);
    double *partial = j->partial + block * all_sums(j);

    memset(partial, 0, all_sums(j) * sizeof *partial);
    for (size_t row = block * ad_block_rows(c->site); row < last_row(c, block); row++) {
        const ad_address at = ad_call_address(c, row);
        for (size_t first = 0; first < k.draws; first += AD_CHUNK) {
            const size_t take = k.draws - first < AD_CHUNK ? k.draws - first : AD_CHUNK;
            backward_chunk(j, &k, &at, row, first, take, partial);
        }
    }
}

size_t AD_KERNEL(ad_mask_scratch)(const ad_site *site, int most_sums, int per_channel)
{
    const size_t width = per_channel ? site->channels : 1;

    return ad_n_blocks(site, site->rows) * (size_t)most_sums * width * sizeof(double);
}

size_t AD_KERNEL(ad_mask_own_scratch)(const ad_site *site, size_t n_own)
{
    return ad_n_blocks(site, site->rows) * n_own * sizeof(double);
}

void AD_KERNEL(ad_mask_backward)(const ad_mask *mask)
{
    const ad_call *c = mask->call;
    const size_t n_blocks = ad_n_blocks(c->site, c->rows);
    job j = { mask, c->scratch, mask->per_channel ? c->site->channels : 1 };
    const size_t width = slope_sums(&j), all = all_sums(&j);

    assert(n_sums(mask) <= AD_MAX_SUMS && c->rows <= c->site->rows);
    assert(!mask->collect || mask->draw);
    ad_parallel(c->threads, n_blocks, mask_backward_block, &j);
    for (size_t i = 0; i < all; i++) {
        double *sum = i < width ? &mask->sums[i] : &mask->own[i - width];
        *sum = 0;
        for (size_t b = 0; b < n_blocks; b++)
            *sum += j.partial[b * all + i];
    }
}
