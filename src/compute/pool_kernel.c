/* Pooling by our own loops, in any format (pool.h). Every format is a sequence of maps (height,
 * width, lanes) with adjacent lanes: all channels for channels last, a block of them for blocked,
 * one in plain order. The padding of a block is zero, and so is its result.
 *
 * saved: for each maximum, the index of its cell in the window, row by row, as one byte. Backward
 * clears the rows of a map just before its windows reach them, while they are in the cache, and
 * adds; overlapping windows add in the array's own type. One thread processes each map, so results
 * do not depend on the number of threads. NaN is greater than any number. */
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "compute/pool_impl.h"
#include "compute/tile.h"

typedef struct {
    const ad_pool *p;
    size_t maps, lanes;
    int bf16;
    const void *from; /* x (maps, height, width, lanes), or dy (maps, out height, ...) */
    void *to;         /* y, or dx */
    uint8_t *cells;   /* (maps, out height, out width, lanes); NULL: average */
} job;

/* The cells of a window that lie on the map: [h0, h1) x [w0, w1). */
typedef struct {
    size_t h0, h1, w0, w1;
} range;

static job pool_start(const ad_pool *p, const void *from, void *to, const void *saved)
{
    const ad_desc *d = &p->spec.in;
    const size_t block = p->e->block, blocks = (d->channels + block - 1) / block;
    const size_t lanes = d->format == AD_CHANNELS_LAST ? d->channels
                         : d->format == AD_BLOCKED     ? block
                                                       : 1;
    const size_t groups = d->format == AD_CHANNELS_LAST ? 1
                          : d->format == AD_BLOCKED     ? blocks
                                                        : d->channels;

    return (job){ .p = p,
                  .maps = d->rows * groups,
                  .lanes = lanes,
                  .bf16 = d->dtype == AD_DATA_BF16,
                  .from = from,
                  .to = to,
                  .cells = p->spec.average ? NULL : (uint8_t *)saved };
}

static adrop_status pool_plan(ad_pool *p)
{
    if (!p->spec.average)
        p->saved = ad_desc_bytes(&p->out, p->e->block) / ad_dtype_size(p->out.dtype);
    return ADROP_OK;
}

/* n lanes of the maximum over r, whose first cell has index `cell` in its window; o: the first lane
 * of the output. */
static inline void tile_maximum(const job *j, size_t map, range r, size_t cell, size_t lane,
                                size_t n, size_t o, int bf16)
{
    const ad_desc *d = &j->p->spec.in;
    ad_tile most = (ad_tile){ 0 } - (real)INFINITY, v;
    ad_tile_mask at = (ad_tile_mask){ 0 } + (int)cell;

    for (size_t h = r.h0; h < r.h1; h++, cell += j->p->window_w)
        for (size_t w = r.w0; w < r.w1; w++) {
            ad_tile_load(&v, j->from, ((map * d->height + h) * d->width + w) * j->lanes + lane, n,
                         bf16);
            const ad_tile_mask more = (v > most) | (v != v);
            most = (ad_tile)(((ad_tile_mask)v & more) | ((ad_tile_mask)most & ~more));
            at = ((int)(cell + w - r.w0) & more) | (at & ~more);
        }
    ad_tile_store(&most, j->to, o, n, bf16);
    ad_tile_store_bytes(&at, j->cells + o, n);
}

static inline void tile_average(const job *j, size_t map, range r, size_t lane, size_t n, size_t o,
                                int bf16)
{
    const ad_desc *d = &j->p->spec.in;
    ad_tile sum = { 0 }, v;

    for (size_t h = r.h0; h < r.h1; h++)
        for (size_t w = r.w0; w < r.w1; w++) {
            ad_tile_load(&v, j->from, ((map * d->height + h) * d->width + w) * j->lanes + lane, n,
                         bf16);
            sum += v;
        }
    sum /= (real)(j->p->window_h * j->p->window_w);
    ad_tile_store(&sum, j->to, o, n, bf16);
}

/* Called with a constant n where that is faster. */
static inline void tile_forward(const job *j, size_t map, range r, size_t cell, size_t lane,
                                size_t n, size_t o, int bf16)
{
    if (j->cells)
        tile_maximum(j, map, r, cell, lane, n, o, bf16);
    else
        tile_average(j, map, r, lane, n, o, bf16);
}

/* The range [*from, *to) of a side that window o covers; returns how much of the window lies before
 * the side. */
static size_t cover(const ad_pool *p, size_t o, size_t window, size_t side, size_t *from,
                    size_t *to)
{
    const size_t begin = o * p->stride, pad = p->spec.pad, end = begin + window - pad;

    *from = begin > pad ? begin - pad : 0;
    *to = end < side ? end : side;
    return *from + pad - begin;
}

/* Row b among all output rows. */
static inline void forward_row(const job *j, size_t b, int bf16)
{
    const ad_pool *p = j->p;
    const size_t map = b / p->out.height;
    range r;
    const size_t above = cover(p, b % p->out.height, p->window_h, p->spec.in.height, &r.h0, &r.h1);

    for (size_t k = 0; k < p->out.width; k++) {
        const size_t left = cover(p, k, p->window_w, p->spec.in.width, &r.w0, &r.w1);
        const size_t o = (b * p->out.width + k) * j->lanes, cell = above * p->window_w + left;
        for (size_t l = 0; l < j->lanes; l += AD_TILE) {
            const size_t n = j->lanes - l;
            if (n >= AD_TILE)
                tile_forward(j, map, r, cell, l, AD_TILE, o + l, bf16);
            else if (n == 1) /* plain order */
                tile_forward(j, map, r, cell, l, 1, o + l, bf16);
            else
                tile_forward(j, map, r, cell, l, n, o + l, bf16);
        }
    }
}

static void pool_forward_block(void *arg, size_t b)
{
    const job *j = arg;

    if (j->bf16)
        forward_row(j, b, 1);
    else
        forward_row(j, b, 0);
}

/* Add n lanes of dy, at o, to the cells of their window. */
static inline void tile_scatter(const job *j, size_t map, range r, size_t cell, size_t lane,
                                size_t n, size_t o, int bf16)
{
    const ad_desc *d = &j->p->spec.in;
    ad_tile dy, v;
    ad_tile_mask at = { 0 };

    ad_tile_load(&dy, j->from, o, n, bf16);
    if (j->cells)
        ad_tile_load_bytes(&at, j->cells + o, n);
    else
        dy /= (real)(j->p->window_h * j->p->window_w);
    for (size_t h = r.h0; h < r.h1; h++, cell += j->p->window_w)
        for (size_t w = r.w0; w < r.w1; w++) {
            const size_t i = ((map * d->height + h) * d->width + w) * j->lanes + lane;
            const ad_tile_mask here = at == (int)(cell + w - r.w0);
            ad_tile_load(&v, j->to, i, n, bf16);
            v += j->cells ? (ad_tile)((ad_tile_mask)dy & here) : dy;
            ad_tile_store(&v, j->to, i, n, bf16);
        }
}

/* Zero rows [from, to) of a map of dx. */
static void clear(const job *j, size_t map, size_t from, size_t to)
{
    const ad_desc *d = &j->p->spec.in;
    const size_t row = d->width * j->lanes * ad_dtype_size(d->dtype);

    if (from < to)
        memset((char *)j->to + (map * d->height + from) * row, 0, (to - from) * row);
}

static inline void backward_map(const job *j, size_t map, int bf16)
{
    const ad_pool *p = j->p;
    const size_t height = p->spec.in.height, width = p->spec.in.width;
    size_t ready = 0; /* rows already cleared */
    range r;

    for (size_t i = 0; i < p->out.height; i++) {
        const size_t above = cover(p, i, p->window_h, height, &r.h0, &r.h1);
        clear(j, map, ready, r.h1);
        ready = r.h1;
        for (size_t k = 0; k < p->out.width; k++) {
            const size_t cell = above * p->window_w + cover(p, k, p->window_w, width, &r.w0, &r.w1);
            const size_t o = ((map * p->out.height + i) * p->out.width + k) * j->lanes;
            for (size_t l = 0; l < j->lanes; l += AD_TILE) {
                const size_t n = j->lanes - l;
                if (n >= AD_TILE)
                    tile_scatter(j, map, r, cell, l, AD_TILE, o + l, bf16);
                else if (n == 1)
                    tile_scatter(j, map, r, cell, l, 1, o + l, bf16);
                else
                    tile_scatter(j, map, r, cell, l, n, o + l, bf16);
            }
        }
    }
    clear(j, map, ready, height);
}

static void pool_backward_block(void *arg, size_t map)
{
    const job *j = arg;

    if (j->bf16)
        backward_map(j, map, 1);
    else
        backward_map(j, map, 0);
}

static adrop_status pool_forward(ad_pool *p, const void *x, void *y, void *saved, void *scratch)
{
    job j = pool_start(p, x, y, saved);

    (void)scratch;
    ad_parallel(p->e->threads, j.maps * p->out.height, pool_forward_block, &j);
    return ADROP_OK;
}

static adrop_status pool_backward(ad_pool *p, const void *dy, const void *saved, void *dx,
                                  void *scratch)
{
    job j = pool_start(p, dy, dx, saved);

    (void)scratch;
    ad_parallel(p->e->threads, j.maps, pool_backward_block, &j);
    return ADROP_OK;
}

const ad_pool_impl AD_KERNEL(ad_pool_loop) = { pool_plan, NULL, pool_forward, pool_backward };
