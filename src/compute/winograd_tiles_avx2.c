/* Transforms of tiles, 8 channels at a time: B' d B, A dy A' and A' m A.
 *
 * Each is a transform of one line, applied to the rows of a tile and then to the columns of the
 * result. With the points 0, +-a, +-b and infinity, rows of B' are the coefficients of x (x^2 -
 * a^2) (x^2 - b^2) divided by (x - point); rows of A are the powers 0..3 of the points. */
#include <immintrin.h>
#include <stdint.h>

#include "compute/winograd_points.h"

static const v8 zero;

/* B': 6 inputs to 6 points. */
static inline void line_spread(const v8 d[6], v8 v[6])
{
    const v8 even_a = d[4] - PB2 * d[2], odd_a = d[3] - PB2 * d[1];
    const v8 even_b = d[4] - PA2 * d[2], odd_b = d[3] - PA2 * d[1];

    v[0] = (d[4] - (PA2 + PB2) * d[2]) + PA2 * PB2 * d[0];
    v[1] = even_a + PA * odd_a;
    v[2] = even_a - PA * odd_a;
    v[3] = even_b + PB * odd_b;
    v[4] = even_b - PB * odd_b;
    v[5] = (d[5] - (PA2 + PB2) * d[3]) + PA2 * PB2 * d[1];
}

/* A: 4 outputs' gradients to 6 points. */
static inline void line_spread_gradient(const v8 e[4], v8 v[6])
{
    const v8 even_a = e[0] + PA2 * e[2], odd_a = e[1] + PA2 * e[3];
    const v8 even_b = e[0] + PB2 * e[2], odd_b = e[1] + PB2 * e[3];

    v[0] = e[0];
    v[1] = even_a + PA * odd_a;
    v[2] = even_a - PA * odd_a;
    v[3] = even_b + PB * odd_b;
    v[4] = even_b - PB * odd_b;
    v[5] = e[3];
}

/* A': 6 points to 4 outputs. */
static inline void line_collect(const v8 m[6], v8 y[4])
{
    const v8 sum_a = m[1] + m[2], less_a = m[1] - m[2];
    const v8 sum_b = m[3] + m[4], less_b = m[3] - m[4];

    y[0] = m[0] + sum_a + sum_b;
    y[1] = PA * less_a + PB * less_b;
    y[2] = PA2 * sum_a + PB2 * sum_b;
    y[3] = (m[5] + PA3 * less_a) + PB3 * less_b;
}

/* A tile and its location. */
typedef struct {
    size_t row, down, across;
} tile;

static tile tile_at(const ad_winograd_maps *m, size_t t)
{
    const size_t in_map = t % (m->down * m->across);

    return (tile){ t / (m->down * m->across), in_map / m->across, in_map % m->across };
}

static void next(const ad_winograd_maps *m, tile *t)
{
    if (++t->across < m->across)
        return;
    t->across = 0;
    if (++t->down < m->down)
        return;
    t->down = 0;
    t->row++;
}

static size_t map_size(const ad_winograd_maps *m)
{
    return m->height * m->width * AD_LANES;
}

static float *winograd_tiles_avx2_place(const ad_winograd_room *to, size_t c, size_t t)
{
    return to->at + c * to->block + t / AD_GROUP * to->group + t % AD_GROUP * AD_LANES;
}

/* Which of n values starting at (top, left) are on the map. */
typedef struct {
    int whole; /* all of them */
    ptrdiff_t top, left;
    __m256i column[6];
} window;

static inline window window_at(const ad_winograd_maps *m, ptrdiff_t top, ptrdiff_t left, int n)
{
    const ptrdiff_t height = (ptrdiff_t)m->height, width = (ptrdiff_t)m->width;
    window w = { .top = top, .left = left };

    w.whole = top >= 0 && left >= 0 && top + n <= height && left + n <= width;
    for (int j = 0; !w.whole && j < n; j++)
        w.column[j] = _mm256_set1_epi32(left + j >= 0 && left + j < width ? -1 : 0);
    return w;
}

/* Prefetch the tile's own 4x4 values of the next block of channels, which is used soon: its lines
 * are too short for the hardware prefetcher. */
static inline void ask_next(const ad_winograd_maps *m, const float *map, const tile *t)
{
    const float *at = map + map_size(m) + (t->down * m->width + t->across) * AD_TILE * AD_LANES;

    for (int i = 0; i < AD_TILE; i++, at += m->width * AD_LANES) {
        __builtin_prefetch(at);
        __builtin_prefetch(at + 16);
    }
}

/* Line i of a window on the map x; zero outside the map. */
static inline void read_line(const ad_winograd_maps *m, const float *x, const window *w, int i,
                             int n, int whole, v8 d[6])
{
    const ptrdiff_t row = w->top + i;
    const float *from = x + (row * (ptrdiff_t)m->width + w->left) * AD_LANES;

    if (whole) {
        for (int j = 0; j < n; j++)
            d[j] = load(from + j * AD_LANES);
    } else if (row >= 0 && row < (ptrdiff_t)m->height) {
        for (int j = 0; j < n; j++)
            d[j] = (v8)_mm256_maskload_ps(from + j * AD_LANES, w->column[j]);
    } else {
        for (int j = 0; j < n; j++)
            d[j] = zero;
    }
}

static inline __attribute__((always_inline)) void
winograd_tiles_avx2_spread(const ad_winograd_maps *m, const float *x, const window *w, int whole,
                           float *to, size_t point)
{
    v8 lines[6][6];

    for (int i = 0; i < 6; i++) {
        v8 d[6];
        read_line(m, x, w, i, 6, whole, d);
        line_spread(d, lines[i]);
    }
    for (int j = 0; j < 6; j++) {
        const v8 d[6] = { lines[0][j], lines[1][j], lines[2][j],
                          lines[3][j], lines[4][j], lines[5][j] };
        v8 v[6];
        line_spread(d, v);
        for (int i = 0; i < 6; i++)
            store(to + (size_t)(6 * i + j) * point, v[i]);
    }
}

void ad_winograd_spread(const ad_winograd_maps *m, const float *x, size_t c, size_t first,
                        size_t end, const ad_winograd_room *to)
{
    tile t = tile_at(m, first);

    for (size_t n = 0; n < end - first; n++, next(m, &t)) {
        const float *map = x + (t.row * m->blocks + c) * map_size(m);
        ask_next(m, map, &t);
        const window w = window_at(m, (ptrdiff_t)(AD_TILE * t.down) - 1,
                                   (ptrdiff_t)(AD_TILE * t.across) - 1, 6);
        if (w.whole)
            winograd_tiles_avx2_spread(m, map, &w, 1, winograd_tiles_avx2_place(to, c, n),
                                       to->point);
        else
            winograd_tiles_avx2_spread(m, map, &w, 0, winograd_tiles_avx2_place(to, c, n),
                                       to->point);
    }
}

static inline __attribute__((always_inline)) v8 spread_gradient(const ad_winograd_maps *m,
                                                                const float *dy, const window *w,
                                                                int whole, float *to, size_t point)
{
    v8 lines[4][6], sum = zero;

    for (int i = 0; i < 4; i++) {
        v8 e[6];
        read_line(m, dy, w, i, 4, whole, e);
        sum += (e[0] + e[1]) + (e[2] + e[3]);
        line_spread_gradient(e, lines[i]);
    }
    for (int j = 0; j < 6; j++) {
        const v8 e[4] = { lines[0][j], lines[1][j], lines[2][j], lines[3][j] };
        v8 v[6];
        line_spread_gradient(e, v);
        for (int i = 0; i < 6; i++)
            store(to + (size_t)(6 * i + j) * point, v[i]);
    }
    return sum;
}

void ad_winograd_spread_gradient(const ad_winograd_maps *m, const float *dy, size_t c, size_t first,
                                 size_t end, const ad_winograd_room *to, float *sum)
{
    tile t = tile_at(m, first);
    v8 total = zero;

    for (size_t n = 0; n < end - first; n++, next(m, &t)) {
        const float *map = dy + (t.row * m->blocks + c) * map_size(m);
        ask_next(m, map, &t);
        const window w = window_at(m, (ptrdiff_t)(AD_TILE * t.down),
                                   (ptrdiff_t)(AD_TILE * t.across), AD_TILE);
        if (w.whole)
            total += spread_gradient(m, map, &w, 1, winograd_tiles_avx2_place(to, c, n), to->point);
        else
            total += spread_gradient(m, map, &w, 0, winograd_tiles_avx2_place(to, c, n), to->point);
    }
    if (sum)
        store(sum, total);
}

/* A' m A + shift of a tile, of which high x wide values are on the map; past: write around the
 * caches. */
static inline __attribute__((always_inline)) void
winograd_tiles_avx2_collect(const float *at, size_t point, v8 shift, size_t high, size_t wide,
                            int past, float *to, size_t line)
{
    v8 lines[4][6];

    for (int j = 0; j < 6; j++) {
        v8 p[6], q[4];
        for (int i = 0; i < 6; i++)
            p[i] = load(at + (size_t)(6 * i + j) * point);
        line_collect(p, q);
        for (int i = 0; i < 4; i++)
            lines[i][j] = q[i];
    }
    for (size_t i = 0; i < 4 && i < high; i++, to += line) {
        v8 q[4];
        line_collect(lines[i], q);
        for (size_t j = 0; j < 4; j++) {
            if (j >= wide)
                break;
            if (past)
                _mm256_stream_ps(to + j * AD_LANES, (__m256)(q[j] + shift));
            else
                store(to + j * AD_LANES, q[j] + shift);
        }
    }
}

/* Maps that no cache can hold until they are read again are written around it, which avoids reading
 * them first. */
static int writes_past(const ad_winograd_maps *m, const float *y)
{
    const size_t limit = (size_t)24 << 20; /* bytes */

    return m->rows * m->blocks * map_size(m) * sizeof *y > limit && (uintptr_t)y % 32 == 0;
}

void ad_winograd_collect(const ad_winograd_maps *m, const ad_winograd_room *room, size_t from,
                         size_t c, size_t first, size_t end, const float *bias, float *y)
{
    const v8 shift = bias ? load(bias) : zero;
    const int past = writes_past(m, y);
    const size_t line = m->width * AD_LANES;
    tile t = tile_at(m, first);

    for (size_t n = 0; n < end - first; n++, next(m, &t)) {
        const size_t top = AD_TILE * t.down, left = AD_TILE * t.across;
        const size_t high = m->height - top, wide = m->width - left;
        float *to = y + (t.row * m->blocks + c) * map_size(m) + top * line + left * AD_LANES;
        if (past)
            winograd_tiles_avx2_collect(winograd_tiles_avx2_place(room, from, n), room->point,
                                        shift, high, wide, 1, to, line);
        else
            winograd_tiles_avx2_collect(winograd_tiles_avx2_place(room, from, n), room->point,
                                        shift, high, wide, 0, to, line);
    }
    if (past)
        _mm_sfence(); /* make the writes visible to other threads */
}
