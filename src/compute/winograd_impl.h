/* The parts of the Winograd convolution's passes.
 *
 * A pass transforms a block of tiles, multiplies at each of the 36 points, and transforms back.
 * Tiles are numbered through the batch, row by row of each map.
 *
 * A product processes 16 columns and 6 tiles at a time: 12 vectors of sums fill the registers and
 * hide the latency of the fused multiply-add. */
#ifndef AD_COMPUTE_WINOGRAD_IMPL_H
#define AD_COMPUTE_WINOGRAD_IMPL_H

#include "compute/winograd.h"

enum {
    AD_TILE = 4,        /* outputs per tile, each way */
    AD_POINTS = 36,     /* products per tile */
    AD_LANES = 8,       /* channels per vector */
    AD_GROUP = 6,       /* tiles, or rows, of a product at a time */
    AD_PART = 12,       /* tiles of a shared block that one thread transforms at a time */
    AD_COLUMNS = 16,    /* columns of a product at a time */
    AD_WINDOW = 9 * 64, /* floats per block of windows: 3 x 3 x 8 x 8 */
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

/* The layout of transformed tiles: the vector of channel block c at point p of the tile at place t
 * is at at + p * point + c * block + t / 6 * group + t % 6 * 8. */
typedef struct ad_winograd_room {
    float *at;
    size_t point, block, group; /* strides in floats */
} ad_winograd_room;

/* B' d B of block c of the tiles [first, end), stored at the places from 0. */
void ad_winograd_spread(const ad_winograd_maps *m, const float *x, size_t c, size_t first,
                        size_t end, const ad_winograd_room *to);

/* The same for A dy A'; sum (8), unless NULL, receives the sum of dy over these tiles. */
void ad_winograd_spread_gradient(const ad_winograd_maps *m, const float *dy, size_t c, size_t first,
                                 size_t end, const ad_winograd_room *to, float *sum);

/* y = A' m A + bias of the tiles [first, end): block c of y from block `from` of the room. bias is
 * (8) or NULL. */
void ad_winograd_collect(const ad_winograd_maps *m, const ad_winograd_room *room, size_t from,
                         size_t c, size_t first, size_t end, const float *bias, float *y);

/* Windows of a product with `inner` input and `columns` output channels. */
typedef struct ad_winograd_windows {
    size_t inner, columns; /* channels */
    int turned;            /* for the gradient: rotated by 180 degrees, in and out exchanged */
    size_t point;          /* stride of the transformed windows, in floats */
} ad_winograd_windows;

/* u (36, inner, 16) = G g G' for the chunk of 16 columns; columns past the last are not written. */
void ad_winograd_windows_spread(const ad_winograd_windows *s, const float *w, size_t chunk,
                                float *u);

/* dw (+)= G' u G of a chunk, for windows that are not rotated. */
void ad_winograd_windows_collect(const ad_winograd_windows *s, const float *u, size_t chunk,
                                 int add, float *dw);

/* m = v u at one point, for groups of 6 tiles: v (groups, inner / 8, 6, 8), u (inner, 16), m
 * (groups, 2, 6, 8), over the first `terms` of inner. Places past the last tile are also
 * multiplied; their results are not used. */
void ad_winograd_product(size_t inner, size_t terms, size_t groups, const float *v, const float *u,
                         float *m);
/* The same for only the first 8 columns. */
void ad_winograd_product_half(size_t inner, size_t terms, size_t groups, const float *v,
                              const float *u, float *m);

/* u (rows rounded up to a multiple of 6, 16) = v' g at one point, over the tiles: v (rows / 8,
 * step), g (2, step), each with tiles x 8 in a step. */
void ad_winograd_product_tiles(size_t tiles, size_t step, size_t rows, const float *v,
                               const float *g, float *u);

/* Floats rounded up to an odd number of cache lines: 36 streams at this distance do not share the
 * same few sets of a cache. */
static inline size_t ad_winograd_step(size_t floats)
{
    return ((floats + 15) / 16 | 1) * 16;
}

/* Channels including padding. */
static inline size_t ad_winograd_padded(size_t channels)
{
    return (channels + AD_LANES - 1) / AD_LANES * AD_LANES;
}

ad_winograd_maps ad_winograd_maps_of(const ad_winograd_spec *s, size_t channels);

/* Tiles per block, at most `most`: blocks of about equal size, of whole groups. */
size_t ad_winograd_block(size_t tiles, size_t most);

/* Scratch of the passes, in floats. */
size_t ad_winograd_data_scratch(const ad_winograd_spec *s, int threads, int backward);
size_t ad_winograd_weights_scratch(const ad_winograd_spec *s, int threads);

#endif
