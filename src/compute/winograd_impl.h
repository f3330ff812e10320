/* What the passes of the Winograd convolution are made of.
 *
 * A pass transforms a block of tiles, multiplies at each of the 36 points, and
 * transforms back. Tiles are numbered through the batch, row by row of each map.
 *
 * Columns of a product are worked on 16 at once, tiles 6 at once: 12 vectors of
 * sums fill the registers and hide the latency of the fused multiply-add. */
#ifndef AD_COMPUTE_WINOGRAD_IMPL_H
#define AD_COMPUTE_WINOGRAD_IMPL_H

#include "compute/winograd.h"

enum {
    AD_TILE = 4,        /* outputs of a tile, each way */
    AD_POINTS = 36,     /* products of a tile */
    AD_LANES = 8,       /* channels of a vector */
    AD_GROUP = 6,       /* tiles, or rows, of a product at once */
    AD_PART = 12,       /* tiles transformed by one thread at once, of a shared block */
    AD_COLUMNS = 16,    /* columns of a product at once */
    AD_WINDOW = 9 * 64, /* floats of a block of windows: 3 x 3 x 8 x 8 */
};

/* Maps of a batch, (rows, blocks, height, width, 8), and their tiles. */
typedef struct ad_winograd_maps {
    size_t rows, blocks, height, width;
    size_t down, across; /* tiles of a map */
} ad_winograd_maps;

static inline size_t ad_winograd_tiles(const ad_winograd_maps *m)
{
    return m->rows * m->down * m->across;
}

/* Where transformed tiles lie: the vector of channel block c at point p of the tile
 * at place t is at + p * point + c * block + t / 6 * group + t % 6 * 8. */
typedef struct ad_winograd_room {
    float *at;
    size_t point, block, group; /* steps in floats */
} ad_winograd_room;

/* B' d B of block c of the tiles [first, end), to the places from 0 on. */
void ad_winograd_spread(const ad_winograd_maps *m, const float *x, size_t c, size_t first,
                        size_t end, const ad_winograd_room *to);

/* A dy A' likewise; sum (8), if not NULL, gets the sum of dy over these tiles. */
void ad_winograd_spread_gradient(const ad_winograd_maps *m, const float *dy, size_t c, size_t first,
                                 size_t end, const ad_winograd_room *to, float *sum);

/* y = A' m A + bias of the tiles [first, end): block c of y from block `from` of the
 * room. bias (8) or NULL. */
void ad_winograd_collect(const ad_winograd_maps *m, const ad_winograd_room *room, size_t from,
                         size_t c, size_t first, size_t end, const float *bias, float *y);

/* Windows of a product with `inner` input and `columns` output channels. */
typedef struct ad_winograd_windows {
    size_t inner, columns; /* channels */
    int turned;            /* the gradient's: by 180 degrees, in and out exchanged */
    size_t point;          /* step of the transformed ones, in floats */
} ad_winograd_windows;

/* u (36, inner, 16) = G g G' of the chunk of 16 columns; not written beyond the last. */
void ad_winograd_windows_spread(const ad_winograd_windows *s, const float *w, size_t chunk,
                                float *u);

/* dw (+)= G' u G of a chunk, for windows that are not turned. */
void ad_winograd_windows_collect(const ad_winograd_windows *s, const float *u, size_t chunk,
                                 int add, float *dw);

/* m = v u at one point, for groups of 6 tiles: v (groups, inner / 8, 6, 8),
 * u (inner, 16), m (groups, 2, 6, 8), over the first `terms` of inner. Places beyond the last tile
 * are multiplied too, whatever they hold; nobody reads the result. */
void ad_winograd_product(size_t inner, size_t terms, size_t groups, const float *v, const float *u,
                         float *m);
/* The same for the first 8 columns alone. */
void ad_winograd_product_half(size_t inner, size_t terms, size_t groups, const float *v,
                              const float *u, float *m);

/* u (rows up to a multiple of 6, 16) = v' g at one point, over the tiles:
 * v (rows / 8, step), g (2, step), each with tiles x 8 in a step. */
void ad_winograd_product_tiles(size_t tiles, size_t step, size_t rows, const float *v,
                               const float *g, float *u);

/* Floats up to an odd number of cache lines: 36 streams this far apart do not meet
 * in the same few sets of a cache. */
static inline size_t ad_winograd_step(size_t floats)
{
    return ((floats + 15) / 16 | 1) * 16;
}

/* Channels with their padding. */
static inline size_t ad_winograd_padded(size_t channels)
{
    return (channels + AD_LANES - 1) / AD_LANES * AD_LANES;
}

ad_winograd_maps ad_winograd_maps_of(const ad_winograd_spec *s, size_t channels);

/* Tiles of a block when no more than `most` may be: blocks of about the same size,
 * of whole groups. */
size_t ad_winograd_block(size_t tiles, size_t most);

/* Scratch in floats of the passes. */
size_t ad_winograd_data_scratch(const ad_winograd_spec *s, int threads, int backward);
size_t ad_winograd_weights_scratch(const ad_winograd_spec *s, int threads);

#endif
