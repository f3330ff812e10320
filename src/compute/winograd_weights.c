/* Backward-weights: at each point a product over tiles, (in x tiles) (tiles x out).
 *
 * All threads transform a block of tiles of x and dy; then each processes chunks of 16 output
 * channels: it multiplies over the block, transforms back and adds to dw. Blocks are sequential and
 * each part of dw has one writer, so the order of every sum depends only on the shape. */
#include <string.h>

#include "base/parallel.h"
#include "compute/winograd_impl.h"

enum { BLOCK = 4864 << 10 }; /* floats of a block's transformed tiles */

typedef struct {
    ad_winograd_maps in, out;
    ad_winograd_windows windows;
    size_t lanes, chunks;
    size_t tiles, block;          /* in total; per block */
    ad_winograd_room v, g;        /* transformed x and dy */
    size_t n_v, n_g, n_u, n_sums; /* floats of v, of g, per chunk of windows, of sums */
    const float *x, *dy;
    float *dw, *db, *u; /* u: one chunk per lane */
    float *sums;        /* (parts, out) of dy, over the tiles of a part */
    size_t first, end;  /* tiles of the block */
} pass;

static pass winograd_weights_plan(const ad_winograd_spec *s, int threads)
{
    pass p = { .in = ad_winograd_maps_of(s, s->in), .out = ad_winograd_maps_of(s, s->out) };
    const size_t in = ad_winograd_padded(s->in), out = ad_winograd_padded(s->out);
    const size_t rows = (in + AD_GROUP - 1) / AD_GROUP * AD_GROUP;

    p.lanes = threads > 1 ? (size_t)threads : 1;
    p.chunks = (out + AD_COLUMNS - 1) / AD_COLUMNS;
    p.windows = (ad_winograd_windows){ .inner = in, .columns = out };
    p.windows.point = ad_winograd_step(rows * AD_COLUMNS);
    p.tiles = ad_winograd_tiles(&p.in);

    size_t most = BLOCK / (AD_POINTS * (in + out));
    if (most > 256)
        most = 256;
    if (most < 8 * AD_GROUP)
        most = 8 * AD_GROUP;
    p.block = ad_winograd_block(p.tiles, most / AD_GROUP * AD_GROUP);
    p.v.block = p.g.block = p.block * AD_LANES;
    p.v.group = p.g.group = AD_GROUP * AD_LANES;
    p.v.point = ad_winograd_step(p.in.blocks * p.v.block);
    p.g.point = ad_winograd_step(2 * p.chunks * p.g.block);
    p.n_v = AD_POINTS * p.v.point;
    p.n_g = AD_POINTS * p.g.point;
    p.n_u = AD_POINTS * p.windows.point;
    p.n_sums = (p.block + AD_PART - 1) / AD_PART * out;
    return p;
}

size_t ad_winograd_weights_scratch(const ad_winograd_spec *s, int threads)
{
    const pass p = winograd_weights_plan(s, threads);

    return p.n_v + p.n_g + p.lanes * p.n_u + p.n_sums;
}

/* AD_PART tiles of x and dy. */
static void winograd_weights_spread(void *arg, size_t part)
{
    const pass *p = arg;
    const size_t first = p->first + part * AD_PART;
    const size_t end = first + AD_PART < p->end ? first + AD_PART : p->end;
    ad_winograd_room v = p->v, g = p->g;

    v.at += part * AD_PART * AD_LANES;
    g.at += part * AD_PART * AD_LANES;
    for (size_t c = 0; c < p->in.blocks; c++)
        ad_winograd_spread(&p->in, p->x, c, first, end, &v);
    for (size_t c = 0; c < p->out.blocks; c++)
        ad_winograd_spread_gradient(&p->out, p->dy, c, first, end, &g,
                                    p->sums + (part * p->out.blocks + c) * AD_LANES);
}

static size_t parts(const pass *p)
{
    return (p->end - p->first + AD_PART - 1) / AD_PART;
}

/* db of block c of channels: the parts' sums, in order. */
static void add_sums(const pass *p, size_t c)
{
    float *db = p->db + c * AD_LANES;

    for (size_t i = 0; i < AD_LANES; i++) {
        float sum = 0;
        for (size_t part = 0; part < parts(p); part++)
            sum += p->sums[(part * p->out.blocks + c) * AD_LANES + i];
        db[i] = p->first ? db[i] + sum : sum;
    }
}

/* Every lanes-th chunk. */
static void winograd_weights_multiply(void *arg, size_t lane)
{
    const pass *p = arg;
    float *u = p->u + lane * p->n_u;

    for (size_t chunk = lane; chunk < p->chunks; chunk += p->lanes) {
        for (size_t i = 0; i < AD_POINTS; i++)
            ad_winograd_product_tiles(
                p->end - p->first, p->v.block, p->windows.inner, p->v.at + i * p->v.point,
                p->g.at + i * p->g.point + 2 * chunk * p->g.block, u + i * p->windows.point);
        ad_winograd_windows_collect(&p->windows, u, chunk, p->first > 0, p->dw);
        for (size_t c = 2 * chunk; p->db && c < 2 * chunk + 2 && c < p->out.blocks; c++)
            add_sums(p, c);
    }
}

void ad_winograd_backward_weights(const ad_winograd_spec *s, int threads, const float *x,
                                  const float *dy, float *dw, float *db, void *scratch)
{
    pass p = winograd_weights_plan(s, threads);

    p.x = x;
    p.dy = dy;
    p.dw = dw;
    p.db = db;
    p.u = scratch;
    p.v.at = p.u + p.lanes * p.n_u;
    p.g.at = p.v.at + p.n_v;
    p.sums = p.g.at + p.n_g;
    for (size_t i = 0; p.out.blocks % 2 && i < AD_POINTS; i++) /* half a chunk */
        memset(p.g.at + i * p.g.point + p.out.blocks * p.g.block, 0, p.g.block * sizeof(float));
    for (p.first = 0; p.first < p.tiles; p.first = p.end) {
        p.end = p.first + p.block < p.tiles ? p.first + p.block : p.tiles;
        ad_parallel(threads, parts(&p), winograd_weights_spread, &p);
        ad_parallel(threads, p.lanes, winograd_weights_multiply, &p);
    }
}
