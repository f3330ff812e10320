/* Small matrix products with a fixed order of sums (product.h).
 *
 * All three are c (m, n) = a (m, depth) times b (depth, n), read with different strides. b is
 * packed into panels of a few columns; tiles of a few rows by
 * those columns keep their sums in registers. A sum adds its
 * terms one after the other, in parts of a few hundred that are then added. The parts depend on
 * depth alone, so neither tiles nor threads nor the vector width matter. */
#include "technique/product.h"

#include <string.h>

#include "base/loop.h"
#include "base/parallel.h"

#if defined __AVX512F__
#  define VECTOR_BYTES 64
#elif defined __AVX2__
#  define VECTOR_BYTES 32
#else
#  define VECTOR_BYTES 16
#endif

typedef real vector __attribute__((vector_size(VECTOR_BYTES)));

/* A tile is TALL by WIDE: 12 vectors of sums, two of b, and one of a, in 16 registers. The
 * panel stays in the L1 cache, MOST_ROWS rows of a part of a in L2. Parts are
 * SHALLOW where a is read down its columns: there each term is in its own cache line. */
enum { LANES = VECTOR_BYTES / sizeof(real), TALL = 6, WIDE = 2 * LANES };
enum { DEEP = 416, SHALLOW = 160, MOST_ROWS = 44 * TALL };

double AD_KERNEL(ad_dot)(size_t n, const real *a, const real *b)
{
    real lane[AD_LANES] = { 0 };
    size_t i = 0;

    for (; i + AD_LANES <= n; i += AD_LANES)
        for (size_t l = 0; l < AD_LANES; l++)
            lane[l] += a[i + l] * b[i + l];
    for (; i < n; i++)
        lane[i % AD_LANES] += a[i] * b[i];
    return ad_sum_lanes(lane);
}

/* A matrix, read in place: element (i, j) is at[i * down + j * along]. */
typedef struct {
    const real *at;
    size_t down, along;
} matrix;

typedef struct {
    size_t m, n, depth;
    matrix a, b;
    const real *bias; /* (n), or NULL */
    int add;          /* add to c instead of overwriting it */
    real *c;
    size_t rows;              /* per block */
    size_t n_blocks, workers; /* blocks of rows, and the workers that share them */
    char *panels;             /* (workers, AD_PANEL_BYTES) */
} job;

/* panel (depth, WIDE) = columns [o, o + take) of b, terms [from, from + depth); zeros
 * after them. */
static void copy_panel(const matrix *b, size_t from, size_t depth, size_t o, size_t take,
                       real *panel)
{
    const real *first = b->at + from * b->down + o * b->along;

    if (take < WIDE)
        memset(panel, 0, depth * WIDE * sizeof *panel);
    if (take == WIDE && b->along == 1) {
        for (size_t k = 0; k < depth; k++)
            memcpy(panel + k * WIDE, first + k * b->down, WIDE * sizeof *panel);
        return;
    }
    for (size_t t = 0; t < take; t++)
        for (size_t k = 0; k < depth; k++)
            panel[k * WIDE + t] = first[k * b->down + t * b->along];
}

static inline vector product_load(const real *from)
{
    vector v;

    memcpy(&v, from, sizeof v);
    return v;
}

/* sum (rows, WIDE), `vectors` vectors per row: rows of a times the panel. Everything but depth is
 * known where this is inlined. */
__attribute__((always_inline)) static inline void tile(size_t rows, size_t vectors, size_t depth,
                                                       matrix a, const real *panel, real *sum)
{
    vector s[TALL][2] = { 0 };

    AD_UNROLL(4)
    for (size_t k = 0; k < depth; k++) {
        const vector b0 = product_load(panel + k * WIDE);
        const vector b1 = vectors > 1 ? product_load(panel + k * WIDE + LANES) : b0;
        AD_UNROLL(6)
        for (size_t r = 0; r < rows; r++) {
            const real f = a.at[r * a.down + k * a.along];
            s[r][0] += f * b0;
            if (vectors > 1)
                s[r][1] += f * b1;
        }
    }
    AD_UNROLL(6)
    for (size_t r = 0; r < rows; r++) {
        memcpy(sum + r * WIDE, &s[r][0], sizeof s[r][0]);
        if (vectors > 1)
            memcpy(sum + r * WIDE + LANES, &s[r][1], sizeof s[r][1]);
    }
}

/* The tile sizes: 6, 4, 2 or 1 rows. Returns the number of rows done. */
__attribute__((always_inline)) static inline size_t
tile_of(size_t rows, size_t vectors, size_t depth, matrix a, const real *panel, real *sum)
{
    if (rows >= TALL) {
        tile(TALL, vectors, depth, a, panel, sum);
        return TALL;
    }
    if (rows >= 4) {
        tile(4, vectors, depth, a, panel, sum);
        return 4;
    }
    if (rows >= 2) {
        tile(2, vectors, depth, a, panel, sum);
        return 2;
    }
    tile(1, vectors, depth, a, panel, sum);
    return 1;
}

/* The same along rows or columns of a, for `take` columns of the panel. */
static size_t any_tile(size_t rows, size_t take, size_t depth, matrix a, const real *panel,
                       real *sum)
{
    if (a.along == 1)
        return take > LANES ? tile_of(rows, 2, depth, (matrix){ a.at, a.down, 1 }, panel, sum)
                            : tile_of(rows, 1, depth, (matrix){ a.at, a.down, 1 }, panel, sum);
    return take > LANES ? tile_of(rows, 2, depth, (matrix){ a.at, 1, a.along }, panel, sum)
                        : tile_of(rows, 1, depth, (matrix){ a.at, 1, a.along }, panel, sum);
}

/* c (take) = start (take) + sum (take); c itself is the start where that is NULL. */
__attribute__((always_inline)) static inline void
product_put(size_t take, const real *restrict start, const real *restrict sum, real *restrict c)
{
    if (start)
        for (size_t t = 0; t < take; t++)
            c[t] = start[t] + sum[t];
    else
        for (size_t t = 0; t < take; t++)
            c[t] += sum[t];
}

/* Columns [o, o + WIDE) of rows [top, end), terms [from, from + depth). */
static void multiply_panel(const job *j, real *panel, size_t top, size_t end, size_t from,
                           size_t depth, size_t o)
{
    const size_t take = j->n - o < WIDE ? j->n - o : WIDE;
    real sum[TALL * WIDE], bias[WIDE] = { 0 };
    const real *start = from || j->add ? NULL : bias;

    copy_panel(&j->b, from, depth, o, take, panel);
    if (j->bias)
        memcpy(bias, j->bias + o, take * sizeof *bias);
    for (size_t i = top, done; i < end; i += done) {
        const matrix a = { j->a.at + i * j->a.down + from * j->a.along, j->a.down, j->a.along };
        real *c = j->c + i * j->n + o;
        done = any_tile(end - i, take, depth, a, panel, sum);
        for (size_t r = 0; r < done; r++)
            if (take == WIDE)
                product_put(WIDE, start, sum + r * WIDE, c + r * j->n);
            else
                product_put(take, start, sum + r * WIDE, c + r * j->n);
    }
}

static void multiply_block(const job *j, real *panel, size_t block)
{
    const size_t top = block * j->rows, end = top + j->rows < j->m ? top + j->rows : j->m;
    const size_t most = j->a.along == 1 ? DEEP : SHALLOW;
    const size_t parts = (j->depth + most - 1) / most, part = (j->depth + parts - 1) / parts;

    for (size_t from = 0; from < j->depth; from += part)
        for (size_t o = 0; o < j->n; o += WIDE)
            multiply_panel(j, panel, top, end, from,
                           j->depth - from < part ? j->depth - from : part, o);
}

/* A worker's share of the blocks, with a panel of its own. */
static void multiply_share(void *arg, size_t worker)
{
    const job *j = arg;
    real *panel = (real *)(j->panels + worker * AD_PANEL_BYTES);

    for (size_t b = worker * j->n_blocks / j->workers; b < (worker + 1) * j->n_blocks / j->workers;
         b++)
        multiply_block(j, panel, b);
}

/* Multiply, with enough blocks of rows to keep all threads busy. */
static void product_multiply(const ad_call *call, job *j)
{
    _Static_assert(DEEP * WIDE * sizeof(real) <= AD_PANEL_BYTES, "the panel's size");
    if (!j->m || !j->depth)
        return;
    const size_t n = (size_t)call->threads, rounds = (j->m + n * MOST_ROWS - 1) / (n * MOST_ROWS);
    const size_t share = (j->m + n * rounds - 1) / (n * rounds);

    j->rows = (share + TALL - 1) / TALL * TALL;
    j->n_blocks = (j->m + j->rows - 1) / j->rows;
    j->workers = j->n_blocks < n ? j->n_blocks : n;
    j->panels = call->panels;
    ad_parallel(call->threads, j->workers, multiply_share, j);
}

void AD_KERNEL(ad_product)(const ad_call *call, size_t rows, size_t n, size_t p, const real *x,
                           const real *w, const real *bias, real *y)
{
    product_multiply(call, &(job){ .m = rows,
                                   .n = p,
                                   .depth = n,
                                   .a = { x, n, 1 },
                                   .b = { w, 1, n },
                                   .bias = bias,
                                   .c = y });
}

void AD_KERNEL(ad_product_back)(const ad_call *call, size_t rows, size_t n, size_t p, const real *g,
                                const real *w, int add, real *dx)
{
    product_multiply(call, &(job){ .m = rows,
                                   .n = n,
                                   .depth = p,
                                   .a = { g, p, 1 },
                                   .b = { w, n, 1 },
                                   .add = add,
                                   .c = dx });
}

void AD_KERNEL(ad_product_weight)(const ad_call *call, size_t rows, size_t n, size_t p,
                                  const real *g, const real *x, real *dw)
{
    product_multiply(
        call,
        &(job){
            .m = p, .n = n, .depth = rows, .a = { g, 1, p }, .b = { x, n, 1 }, .add = 1, .c = dw });
}

void AD_KERNEL(ad_add_rows)(size_t rows, size_t n, const real *restrict a, real *restrict sum)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t o = 0; o < n; o++)
            sum[o] += a[i * n + o];
}
