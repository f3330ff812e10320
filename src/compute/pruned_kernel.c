/* The loops of the product of pruned weights (pruned.h), over `real`: s = s + w x, inputs in order.
 *
 * A block of rows is (in, 64): one weight is multiplied with vectors of 8 or 16 rows, whose sums
 * stay in registers. For a single row, the lanes of a vector are eight outputs. */
#include <string.h>

#include "base/loop.h"
#include "compute/pruned_impl.h"
#include "compute/tile.h"

enum { ROWS = AD_PRUNED_ROWS, LANES = AD_PRUNED_LANES };

_Static_assert((int)LANES == (int)AD_TILE, "a slice fills a vector");

/* A vector of reals in memory, without alignment. */
typedef real anywhere
    __attribute__((vector_size(LANES * sizeof(real)), aligned(sizeof(real)), may_alias));
#define AT(p) (*(anywhere *)(p))
#define IN(p) (*(const anywhere *)(p))

/* Rows multiplied with one weight at a time: an AVX-512 register, or a tile. */
#if defined __AVX512F__ && !defined AD_KERNEL_DOUBLE
enum { WIDE = 16 };
#else
enum { WIDE = LANES };
#endif
typedef real wide
    __attribute__((vector_size(WIDE * sizeof(real)), aligned(sizeof(real)), may_alias));

/* Transpose (8, 8) in place. */
static inline void transpose(ad_tile r[LANES])
{
    ad_tile s[LANES];

    for (int i = 0; i < LANES; i += 2) {
        s[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        s[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (int i = 0; i < LANES; i += 4) {
        r[i] = __builtin_shufflevector(s[i], s[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        r[i + 1] = __builtin_shufflevector(s[i], s[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        r[i + 2] = __builtin_shufflevector(s[i + 1], s[i + 3], 0, 1, 8, 9, 4, 5, 12, 13);
        r[i + 3] = __builtin_shufflevector(s[i + 1], s[i + 3], 2, 3, 10, 11, 6, 7, 14, 15);
    }
    for (int i = 0; i < LANES / 2; i++) {
        s[i] = __builtin_shufflevector(r[i], r[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        s[i + 4] = __builtin_shufflevector(r[i], r[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
    memcpy(r, s, sizeof s);
}

static void turn(const ad_pruned_block *b, size_t first, size_t end)
{
    const size_t in = b->p->slices.in;
    const real *x = b->x;
    real *xt = b->p->xt;

    for (size_t k = first; k < end; k += LANES)
        for (size_t r = 0; r < ROWS; r += LANES) {
            const size_t n = end - k < LANES ? end - k : LANES;
            ad_tile t[LANES] = { 0 };
            for (size_t i = 0; i < LANES && r + i < b->rows; i++)
                ad_tile_load(&t[i], x, (r + i) * in + k, n, 0);
            transpose(t);
            for (size_t i = 0; i < n; i++)
                AT(xt + (k + i) * ROWS + r) = t[i];
        }
}

/* The sums of one output for the first `rows` rows, a constant in every call and at least WIDE: its
 * `length` weights are 8 apart. */
static inline void sum_output(int rows, size_t length, const uint32_t *column, const real *value,
                              const real *xt, real *to)
{
    wide sum[ROWS / WIDE] = { 0 };

    for (size_t k = 0; k < length; k++) {
        const real w = value[k * LANES];
        const real *x = xt + column[k * LANES] * (size_t)ROWS;
        AD_UNROLL(8)
        for (int t = 0; t < rows / WIDE; t++)
            sum[t] += w * *(const wide *)(x + t * WIDE);
    }
    AD_UNROLL(8)
    for (int t = 0; t < rows / WIDE; t++)
        *(wide *)(to + t * WIDE) = sum[t];
}

static void slices(const ad_pruned_block *b, size_t first, size_t end)
{
    const ad_slices *s = &b->p->slices;
    const real *xt = b->p->xt;
    real *yt = b->p->yt;

    for (size_t at = first * LANES; at < end * LANES; at++) {
        const size_t length = s->length[at], from = s->start[at / LANES] * LANES + at % LANES;
        const uint32_t *column = s->column + from;
        const real *value = (const real *)s->value + from;
        real *to = yt + at * ROWS;
        if (b->rows > 4 * LANES)
            sum_output(ROWS, length, column, value, xt, to);
        else if (b->rows > 2 * LANES)
            sum_output(4 * LANES, length, column, value, xt, to);
        else if (b->rows > LANES)
            sum_output(2 * LANES, length, column, value, xt, to);
        else
            sum_output(WIDE, length, column, value, xt, to);
    }
}

/* Four outputs by two tiles of rows at a time. */
static void dense(const ad_pruned_block *b, size_t first, size_t end)
{
    const size_t in = b->p->slices.in;
    const real *xt = b->p->xt, *w = b->a->w;
    real *yt = b->p->yt;

    for (size_t o = first; o < end; o += 4)
        for (size_t r = 0; r < b->rows; r += 2 * LANES) {
            ad_tile sum[4][2] = { 0 };
            const real *row[4];
            for (size_t i = 0; i < 4; i++) /* past the last: repeat it */
                row[i] = w + (o + i < end ? o + i : end - 1) * in;
            for (size_t k = 0; k < in; k++) {
                const ad_tile x0 = IN(xt + k * ROWS + r), x1 = IN(xt + k * ROWS + r + LANES);
                AD_UNROLL(4)
                for (int i = 0; i < 4; i++) {
                    sum[i][0] += row[i][k] * x0;
                    sum[i][1] += row[i][k] * x1;
                }
            }
            for (size_t i = 0; i < 4 && o + i < end; i++) {
                AT(yt + (o + i) * ROWS + r) = sum[i][0];
                AT(yt + (o + i) * ROWS + r + LANES) = sum[i][1];
            }
        }
}

static void pruned_finish(const ad_pruned_block *b, int by_place, size_t first, size_t end)
{
    const ad_slices *s = &b->p->slices;
    const real *yt = b->p->yt, *bias = b->a->b;
    real *y = b->y;

    for (size_t o = first; o < end; o += LANES) {
        const size_t n = end - o < LANES ? end - o : LANES;
        ad_tile add = { 0 };
        if (bias)
            ad_tile_load(&add, bias, o, n, 0);
        for (size_t r = 0; r < b->rows; r += LANES) {
            ad_tile t[LANES] = { 0 };
            for (size_t i = 0; i < n; i++)
                t[i] = IN(yt + (by_place ? s->place[o + i] : o + i) * ROWS + r);
            transpose(t);
            for (size_t i = 0; i < LANES && r + i < b->rows; i++) {
                ad_tile to = t[i] + add;
                if (b->a->relu) /* NaN stays */
                    to = (ad_tile)((ad_tile_mask)to & ~(to < 0));
                ad_tile_store(&to, y, (r + i) * s->out + o, n, 0);
            }
        }
    }
}

static void pruned_one(const ad_pruned_block *b, size_t first, size_t end)
{
    const ad_slices *s = &b->p->slices;
    const real *x = b->p->xt, *value = s->value;
    real *yt = b->p->yt;

    for (size_t i = first; i < end; i++) {
        ad_tile sum = { 0 };
        for (size_t k = s->start[i]; k < s->start[i + 1]; k++) {
            const uint32_t *c = s->column + k * LANES;
            const ad_tile v = { x[c[0]], x[c[1]], x[c[2]], x[c[3]],
                                x[c[4]], x[c[5]], x[c[6]], x[c[7]] };
            sum += IN(value + k * LANES) * v;
        }
        AT(yt + i * LANES) = sum;
    }
}

static void finish_one(const ad_pruned_block *b)
{
    const ad_slices *s = &b->p->slices;
    const real *yt = b->p->yt, *bias = b->a->b;
    real *y = b->y;

    for (size_t o = 0; o < s->out; o++) {
        const real sum = yt[s->place[o]] + (bias ? bias[o] : 0);
        y[o] = b->a->relu && sum < 0 ? 0 : sum;
    }
}

const ad_pruned_loops AD_KERNEL(ad_pruned_loops) = { turn,          slices,     dense,
                                                     pruned_finish, pruned_one, finish_one };
