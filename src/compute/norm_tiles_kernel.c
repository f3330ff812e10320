/* Batch normalisation of blocked arrays (norm.h), eight channels at a time.
 *
 * The same sums as in norm_kernel.c, for the same reasons: blocks of positions that stay in the
 * cache, each with its own mean and sum of squares, combined in double in order. oneDNN's kernels
 * for this layout add a whole channel in one float, which for 64 rows of 32 x 32 loses the fourth
 * digit of a mean that is large relative to its standard deviation, and their bits depend on the
 * number of threads. Padding stays zero, because its scale is zero. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "compute/norm_impl.h"
#include "compute/tile.h"

enum { MAX_POSITIONS = 1024, LANES = 4 }; /* per block; parallel sums */

/* Padded vectors in the scratch: (groups * block) reals each. */
enum { MEAN, BETA, SCALE, PULL, TILT, N_VECTORS };

typedef struct {
    const ad_norm *n;
    size_t block, groups, area, rows; /* (rows, groups, area, block) */
    size_t block_rows, parts;         /* rows per block of positions; parts of a row's area */
    size_t n_blocks;                  /* per group */
    int bf16;
    real least; /* lower bound of z: 0 with ReLU, else minus infinity */
    const void *x, *dy;
    void *out;
    real *sums; /* (groups, n_blocks, 2, block) */
    real *vector[N_VECTORS];
    real *mean, *var, *dgamma, *dbeta; /* (channels) */
} job;

static void shape(const ad_norm *n, job *j)
{
    const ad_desc *d = &n->spec.in;

    j->n = n;
    j->block = n->e->block;
    j->groups = (d->channels + j->block - 1) / j->block;
    j->rows = d->rows;
    j->area = d->height * d->width;
    j->block_rows = j->area < MAX_POSITIONS ? MAX_POSITIONS / j->area : 1;
    j->parts = (j->area + MAX_POSITIONS - 1) / MAX_POSITIONS;
    j->n_blocks = (j->rows + j->block_rows - 1) / j->block_rows * j->parts;
}

static adrop_status norm_tiles_plan(ad_norm *n)
{
    job j = { 0 };

    shape(n, &j);
    n->scratch = (2 * j.n_blocks + N_VECTORS) * j.groups * j.block * sizeof(real);
    return ADROP_OK;
}

/* Copy (channels) reals, followed by zeros; NULL: only zeros. */
static void pad(const job *j, int which, const real *from)
{
    const size_t n = j->n->spec.in.channels;

    memset(j->vector[which], 0, j->groups * j->block * sizeof(real));
    if (from)
        memcpy(j->vector[which], from, n * sizeof(real));
}

static job norm_tiles_start(const ad_norm *n, const ad_norm_args *a, void *out)
{
    job j = { .bf16 = n->spec.in.dtype == AD_DATA_BF16,
              .least = n->spec.relu ? 0 : -(real)INFINITY,
              .x = a->x,
              .dy = a->dy,
              .out = out,
              .sums = a->scratch,
              .mean = a->mean,
              .var = a->var,
              .dgamma = a->dgamma,
              .dbeta = a->dbeta };

    shape(n, &j);
    for (int v = 0; v < N_VECTORS; v++)
        j.vector[v] = j.sums + (2 * j.n_blocks + (size_t)v) * j.groups * j.block;
    pad(&j, BETA, a->beta);
    return j;
}

/* The location of block b in its group: rows [row, end), positions [first, last) of each. */
typedef struct {
    size_t group, row, end, first, last;
    real *sums; /* (2, block) */
} place;

static place place_of(const job *j, size_t b)
{
    const size_t k = b % j->n_blocks, part = k % j->parts;
    place p = { .group = b / j->n_blocks, .row = k / j->parts * j->block_rows };

    p.end = p.row + j->block_rows < j->rows ? p.row + j->block_rows : j->rows;
    p.first = part * MAX_POSITIONS;
    p.last = p.first + MAX_POSITIONS < j->area ? p.first + MAX_POSITIONS : j->area;
    p.sums = j->sums + 2 * b * j->block;
    return p;
}

static size_t norm_tiles_count_of(const job *j, size_t b)
{
    const place p = place_of(j, b);

    return (p.end - p.row) * (p.last - p.first);
}

/* The index of lane 0 of a tile at a position. */
static size_t element(const job *j, const place *p, size_t row, size_t position, size_t lane)
{
    return ((row * j->groups + p->group) * j->area + position) * j->block + lane;
}

/* Add the parallel sums. Tiles are passed by pointer, because their ABI varies. */
static inline void total(const ad_tile sum[LANES], ad_tile *out)
{
    *out = (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static inline void tile_moments(const job *j, const place *p, size_t lane, real count, int bf16)
{
    ad_tile first, mean, about, x, sum[LANES] = { 0 }, squares[LANES] = { 0 };

    ad_tile_load(&first, j->x, element(j, p, p->row, p->first, lane), AD_TILE, bf16);
    for (size_t r = p->row; r < p->end; r++)
        for (size_t q = p->first, i = element(j, p, r, q, lane); q < p->last; q++, i += j->block) {
            ad_tile_load(&x, j->x, i, AD_TILE, bf16);
            sum[q % LANES] += x - first;
        }
    total(sum, &mean);
    mean = first + mean / count;
    for (size_t r = p->row; r < p->end; r++)
        for (size_t q = p->first, i = element(j, p, r, q, lane); q < p->last; q++, i += j->block) {
            ad_tile_load(&x, j->x, i, AD_TILE, bf16);
            squares[q % LANES] += (x - mean) * (x - mean);
        }
    total(squares, &about);
    ad_tile_store(&mean, p->sums, lane, AD_TILE, 0);
    ad_tile_store(&about, p->sums, j->block + lane, AD_TILE, 0);
}

static void norm_tiles_moments(void *arg, size_t b)
{
    const job *j = arg;
    const place p = place_of(j, b);
    const real count = (real)norm_tiles_count_of(j, b);

    for (size_t lane = 0; lane < j->block; lane += AD_TILE)
        if (j->bf16)
            tile_moments(j, &p, lane, count, 1);
        else
            tile_moments(j, &p, lane, count, 0);
}

/* Block k's sums of channel c, as (value, second value). */
static const real *sums_of(const job *j, size_t c, size_t k)
{
    return j->sums + 2 * (c / j->block * j->n_blocks + k) * j->block + c % j->block;
}

static void fold_moments(void *arg, size_t c)
{
    const job *j = arg;
    const double all = (double)j->rows * (double)j->area;
    double mean = 0, squares = 0;

    for (size_t k = 0; k < j->n_blocks; k++)
        mean += (double)norm_tiles_count_of(j, k) * (double)sums_of(j, c, k)[0];
    mean /= all;
    for (size_t k = 0; k < j->n_blocks; k++) {
        const real *at = sums_of(j, c, k);
        const double off = (double)at[0] - mean;
        squares += (double)at[j->block] + (double)norm_tiles_count_of(j, k) * off * off;
    }
    j->mean[c] = (real)mean;
    j->var[c] = (real)(squares / all);
}

static void set_scale(const job *j, const real *gamma)
{
    pad(j, MEAN, j->mean);
    pad(j, SCALE, NULL);
    for (size_t c = 0; c < j->n->spec.in.channels; c++)
        j->vector[SCALE][c] = (real)((double)gamma[c] /
                                     sqrt((double)j->var[c] + j->n->spec.epsilon));
}

/* Load a tile of each vector. */
static inline void load_vectors(const job *j, const place *p, size_t lane, ad_tile v[N_VECTORS])
{
    for (int k = 0; k < N_VECTORS; k++)
        ad_tile_load(&v[k], j->vector[k], p->group * j->block + lane, AD_TILE, 0);
}

/* a where the mask is set, else b. */
#define CHOOSE(mask, a, b) ((ad_tile)(((mask) & (ad_tile_mask)(a)) | (~(mask) & (ad_tile_mask)(b))))

static inline void tile_apply(const job *j, const place *p, size_t lane, int bf16)
{
    const ad_tile least = (ad_tile){ 0 } + j->least;
    ad_tile x, v[N_VECTORS];

    load_vectors(j, p, lane, v);
    for (size_t r = p->row; r < p->end; r++)
        for (size_t q = p->first, i = element(j, p, r, q, lane); q < p->last; q++, i += j->block) {
            ad_tile_load(&x, j->x, i, AD_TILE, bf16);
            const ad_tile z = (x - v[MEAN]) * v[SCALE] + v[BETA];
            const ad_tile y = CHOOSE(z < least, least, z);
            ad_tile_store(&y, j->out, i, AD_TILE, bf16);
        }
}

static void norm_tiles_apply(void *arg, size_t b)
{
    const job *j = arg;
    const place p = place_of(j, b);

    for (size_t lane = 0; lane < j->block; lane += AD_TILE)
        if (j->bf16)
            tile_apply(j, &p, lane, 1);
        else
            tile_apply(j, &p, lane, 0);
}

/* x - mean, and the gradient before ReLU. */
static inline void gradient(const job *j, size_t i, const ad_tile v[N_VECTORS], int bf16,
                            ad_tile *d, ad_tile *dz)
{
    const ad_tile least = (ad_tile){ 0 } + j->least;
    ad_tile x, dy;

    ad_tile_load(&x, j->x, i, AD_TILE, bf16);
    ad_tile_load(&dy, j->dy, i, AD_TILE, bf16);
    *d = x - v[MEAN];
    *dz = CHOOSE(*d * v[SCALE] + v[BETA] > least, dy, (ad_tile){ 0 });
}

static inline void tile_sums(const job *j, const place *p, size_t lane, int bf16)
{
    ad_tile d, dz, all, about, sum[LANES] = { 0 }, moment[LANES] = { 0 }, v[N_VECTORS];

    load_vectors(j, p, lane, v);
    for (size_t r = p->row; r < p->end; r++)
        for (size_t q = p->first, i = element(j, p, r, q, lane); q < p->last; q++, i += j->block) {
            gradient(j, i, v, bf16, &d, &dz);
            sum[q % LANES] += dz;
            moment[q % LANES] += dz * d;
        }
    total(sum, &all);
    total(moment, &about);
    ad_tile_store(&all, p->sums, lane, AD_TILE, 0);
    ad_tile_store(&about, p->sums, j->block + lane, AD_TILE, 0);
}

static void sums(void *arg, size_t b)
{
    const job *j = arg;
    const place p = place_of(j, b);

    for (size_t lane = 0; lane < j->block; lane += AD_TILE)
        if (j->bf16)
            tile_sums(j, &p, lane, 1);
        else
            tile_sums(j, &p, lane, 0);
}

static void fold_sums(void *arg, size_t c)
{
    const job *j = arg;
    const double all = (double)j->rows * (double)j->area;
    const double spread = (double)j->var[c] + j->n->spec.epsilon;
    double sum = 0, moment = 0;

    for (size_t k = 0; k < j->n_blocks; k++) {
        sum += (double)sums_of(j, c, k)[0];
        moment += (double)sums_of(j, c, k)[j->block];
    }
    j->dbeta[c] = (real)sum;
    j->dgamma[c] = (real)(moment / sqrt(spread));
    j->vector[PULL][c] = (real)(sum / all);
    j->vector[TILT][c] = (real)(moment / spread / all);
}

static inline void tile_input(const job *j, const place *p, size_t lane, int bf16)
{
    ad_tile d, dz, v[N_VECTORS];

    load_vectors(j, p, lane, v);
    for (size_t r = p->row; r < p->end; r++)
        for (size_t q = p->first, i = element(j, p, r, q, lane); q < p->last; q++, i += j->block) {
            gradient(j, i, v, bf16, &d, &dz);
            const ad_tile dx = v[SCALE] * (dz - v[PULL] - d * v[TILT]);
            ad_tile_store(&dx, j->out, i, AD_TILE, bf16);
        }
}

static void input(void *arg, size_t b)
{
    const job *j = arg;
    const place p = place_of(j, b);

    for (size_t lane = 0; lane < j->block; lane += AD_TILE)
        if (j->bf16)
            tile_input(j, &p, lane, 1);
        else
            tile_input(j, &p, lane, 0);
}

static adrop_status take_moments(ad_norm *n, const ad_norm_args *a)
{
    job j = norm_tiles_start(n, a, NULL);

    ad_parallel(n->e->threads, j.groups * j.n_blocks, norm_tiles_moments, &j);
    ad_parallel(n->e->threads, n->spec.in.channels, fold_moments, &j);
    return ADROP_OK;
}

static adrop_status eval(ad_norm *n, const ad_norm_args *a)
{
    job j = norm_tiles_start(n, a, a->y);

    set_scale(&j, a->gamma);
    ad_parallel(n->e->threads, j.groups * j.n_blocks, norm_tiles_apply, &j);
    return ADROP_OK;
}

static adrop_status norm_tiles_train(ad_norm *n, const ad_norm_args *a)
{
    take_moments(n, a);
    return eval(n, a);
}

static job start_back(const ad_norm *n, const ad_norm_args *a, void *out)
{
    job j = norm_tiles_start(n, a, out);

    set_scale(&j, a->gamma);
    pad(&j, PULL, NULL);
    pad(&j, TILT, NULL);
    return j;
}

static void run_sums(const ad_norm *n, job *j)
{
    ad_parallel(n->e->threads, j->groups * j->n_blocks, sums, j);
    ad_parallel(n->e->threads, n->spec.in.channels, fold_sums, j);
}

static adrop_status take_sums(ad_norm *n, const ad_norm_args *a)
{
    job j = start_back(n, a, NULL);

    run_sums(n, &j);
    return ADROP_OK;
}

static adrop_status norm_tiles_backward(ad_norm *n, const ad_norm_args *a)
{
    job j = start_back(n, a, a->dx);

    run_sums(n, &j);
    ad_parallel(n->e->threads, j.groups * j.n_blocks, input, &j);
    return ADROP_OK;
}

static adrop_status give_input(ad_norm *n, const ad_norm_args *a)
{
    job j = start_back(n, a, a->dx);

    for (size_t c = 0; c < n->spec.in.channels; c++) {
        const double deviation = sqrt((double)j.var[c] + n->spec.epsilon);
        j.vector[PULL][c] = (real)(a->all[1 + c] / a->all[0]);
        j.vector[TILT][c] = (real)(a->all[1 + n->spec.in.channels + c] / deviation / a->all[0]);
    }
    ad_parallel(n->e->threads, j.groups * j.n_blocks, input, &j);
    return ADROP_OK;
}

const ad_norm_impl AD_KERNEL(ad_norm_tiles) = { norm_tiles_plan,     NULL,
                                                norm_tiles_train,    eval,
                                                norm_tiles_backward, take_moments,
                                                take_sums,           give_input };
