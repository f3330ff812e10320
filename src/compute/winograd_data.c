/* Forward and backward-data: the same convolution, with windows unchanged or rotated.
 *
 * Two methods, by the size of the transformed windows:
 *
 *     few channels   all windows are transformed first; then each thread processes blocks of
 *                    tiles that stay in its own cache
 *     many channels  all threads transform a large block of tiles; then each processes chunks of
 *                    16 output channels and transforms their windows on the way: they never
 *                    leave the cache, while all of them would fill memory (38 MB for 512 x 512)
 *
 * A sum over input channels always stays in one register, so its order is fixed. */
#include "base/parallel.h"
#include "compute/winograd_impl.h"

enum {
    FEW = 640 << 10,          /* floats of all transformed windows: 128 x 128 channels */
    OWN_TILES = 72 << 10,     /* floats of a thread's transformed tiles */
    SHARED_TILES = 2496 << 10 /* floats of a shared block */
};

typedef struct {
    ad_winograd_maps in, out;
    ad_winograd_windows windows;
    size_t terms; /* of windows.inner, without padding */
    size_t lanes, chunks;
    size_t tiles, block; /* in total; per block */
    int few;
    ad_winograd_room v, m; /* tiles before and after the product; own or shared */
    size_t n_u, n_v, n_m;  /* floats per chunk of windows, of v, of m */
    const float *x, *w, *bias;
    float *y, *u;      /* u: of all chunks, or one per lane */
    size_t first, end; /* tiles of the shared block */
} pass;

static pass winograd_data_plan(const ad_winograd_spec *s, int threads, int backward)
{
    const size_t terms = backward ? s->out : s->in, inner = ad_winograd_padded(terms);
    const size_t columns = ad_winograd_padded(backward ? s->in : s->out);
    pass p = { .in = ad_winograd_maps_of(s, inner), .out = ad_winograd_maps_of(s, columns) };

    p.windows = (ad_winograd_windows){ .inner = inner, .columns = columns, .turned = backward };
    p.windows.point = ad_winograd_step(inner * AD_COLUMNS);
    p.terms = terms;
    p.lanes = threads > 1 ? (size_t)threads : 1;
    p.chunks = (columns + AD_COLUMNS - 1) / AD_COLUMNS;
    p.n_u = AD_POINTS * p.windows.point;
    p.few = p.chunks * p.n_u <= FEW;
    p.tiles = ad_winograd_tiles(&p.in);

    size_t most = (p.few ? OWN_TILES : SHARED_TILES) / (AD_POINTS * inner);
    if (most < 4 * AD_GROUP)
        most = 4 * AD_GROUP;
    p.block = ad_winograd_block(p.tiles, most / AD_GROUP * AD_GROUP);
    p.v = (ad_winograd_room){ .point = ad_winograd_step(p.block * inner),
                              .block = AD_GROUP * AD_LANES,
                              .group = AD_GROUP * inner };
    p.m = (ad_winograd_room){ .point = ad_winograd_step(p.block * AD_COLUMNS),
                              .block = AD_GROUP * AD_LANES,
                              .group = AD_GROUP * AD_COLUMNS };
    p.n_v = AD_POINTS * p.v.point;
    p.n_m = AD_POINTS * p.m.point;
    return p;
}

size_t ad_winograd_data_scratch(const ad_winograd_spec *s, int threads, int backward)
{
    const pass p = winograd_data_plan(s, threads, backward);

    return p.few ? p.chunks * p.n_u + p.lanes * (p.n_v + p.n_m) : p.n_v + p.lanes * (p.n_u + p.n_m);
}

/* Multiply a chunk of 16 output channels for the tiles [first, end). */
static void winograd_data_multiply(const pass *p, size_t first, size_t end, size_t chunk,
                                   const float *u, const ad_winograd_room *v,
                                   const ad_winograd_room *m)
{
    const size_t groups = (end - first + AD_GROUP - 1) / AD_GROUP;
    const int is_half = 2 * chunk + 1 == p->out.blocks;

    for (size_t i = 0; i < AD_POINTS; i++)
        (is_half ? ad_winograd_product_half
                 : ad_winograd_product)(p->windows.inner, p->terms, groups, v->at + i * v->point,
                                        u + i * p->windows.point, m->at + i * m->point);
    for (size_t half = 0; half < 2; half++) {
        const size_t c = 2 * chunk + half;
        if (c < p->out.blocks)
            ad_winograd_collect(&p->out, m, half, c, first, end,
                                p->bias ? p->bias + c * AD_LANES : NULL, p->y);
    }
}

static void spread_windows(void *arg, size_t chunk)
{
    const pass *p = arg;

    ad_winograd_windows_spread(&p->windows, p->w, chunk, p->u + chunk * p->n_u);
}

/* Every lanes-th block of tiles. */
static void own_blocks(void *arg, size_t lane)
{
    const pass *p = arg;
    ad_winograd_room v = p->v, m = p->m;

    v.at += lane * (p->n_v + p->n_m);
    m.at += lane * (p->n_v + p->n_m);
    for (size_t first = lane * p->block; first < p->tiles; first += p->lanes * p->block) {
        const size_t end = first + p->block < p->tiles ? first + p->block : p->tiles;
        for (size_t c = 0; c < p->in.blocks; c++)
            ad_winograd_spread(&p->in, p->x, c, first, end, &v);
        for (size_t chunk = 0; chunk < p->chunks; chunk++)
            winograd_data_multiply(p, first, end, chunk, p->u + chunk * p->n_u, &v, &m);
    }
}

static void spread_shared(void *arg, size_t part)
{
    const pass *p = arg;
    const size_t first = p->first + part * AD_PART;
    const size_t end = first + AD_PART < p->end ? first + AD_PART : p->end;
    ad_winograd_room v = p->v;

    v.at += part * AD_PART / AD_GROUP * v.group;
    for (size_t c = 0; c < p->in.blocks; c++)
        ad_winograd_spread(&p->in, p->x, c, first, end, &v);
}

/* Every lanes-th chunk of the shared block. */
static void own_chunks(void *arg, size_t lane)
{
    const pass *p = arg;
    ad_winograd_room m = p->m;
    float *u = p->u + lane * p->n_u;

    m.at += lane * p->n_m;
    for (size_t chunk = lane; chunk < p->chunks; chunk += p->lanes) {
        ad_winograd_windows_spread(&p->windows, p->w, chunk, u);
        winograd_data_multiply(p, p->first, p->end, chunk, u, &p->v, &m);
    }
}

static void winograd_data_run(pass *p, int threads, float *scratch)
{
    p->u = scratch;
    if (p->few) {
        p->v.at = p->u + p->chunks * p->n_u;
        p->m.at = p->v.at + p->n_v;
        ad_parallel(threads, p->chunks, spread_windows, p);
        ad_parallel(threads, p->lanes, own_blocks, p);
        return;
    }
    p->m.at = p->u + p->lanes * p->n_u;
    p->v.at = p->m.at + p->lanes * p->n_m;
    for (p->first = 0; p->first < p->tiles; p->first = p->end) {
        p->end = p->first + p->block < p->tiles ? p->first + p->block : p->tiles;
        ad_parallel(threads, (p->end - p->first + AD_PART - 1) / AD_PART, spread_shared, p);
        ad_parallel(threads, p->lanes, own_chunks, p);
    }
}

void ad_winograd_forward(const ad_winograd_spec *s, int threads, const float *x, const float *w,
                         const float *bias, float *y, void *scratch)
{
    pass p = winograd_data_plan(s, threads, 0);

    p.x = x;
    p.w = w;
    p.bias = bias;
    p.y = y;
    winograd_data_run(&p, threads, scratch);
}

void ad_winograd_backward_data(const ad_winograd_spec *s, int threads, const float *dy,
                               const float *w, float *dx, void *scratch)
{
    pass p = winograd_data_plan(s, threads, 1);

    p.x = dy;
    p.w = w;
    p.y = dx;
    winograd_data_run(&p, threads, scratch);
}
