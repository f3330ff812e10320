/* Transforms of windows: G g G' and, for their gradient, G' u G.
 *
 * Rows of G are the powers 0..2 of the points, each divided by the product of its distances to the
 * others. */
#include <immintrin.h>

#include "compute/winograd_points.h"

/* G: 3 values to 6 points. */
static inline void line_spread(const v8 g[3], v8 u[6])
{
    const v8 even_a = NA * g[0] + NA * PA2 * g[2], even_b = NB * g[0] + NB * PB2 * g[2];

    u[0] = N0 * g[0];
    u[1] = even_a + NA * PA * g[1];
    u[2] = even_a - NA * PA * g[1];
    u[3] = even_b + NB * PB * g[1];
    u[4] = even_b - NB * PB * g[1];
    u[5] = g[2];
}

/* G': 6 points to 3 values. */
static inline void line_collect(const v8 u[6], v8 g[3])
{
    const v8 sum_a = u[1] + u[2], sum_b = u[3] + u[4];

    g[0] = N0 * u[0] + NA * sum_a + NB * sum_b;
    g[1] = NA * PA * (u[1] - u[2]) + NB * PB * (u[3] - u[4]);
    g[2] = u[5] + NA * PA2 * sum_a + NB * PB2 * sum_b;
}

/* One window of 8 columns: its values are 64 floats apart. */
static inline void winograd_windows_avx2_spread(const float *w, float *to, size_t point)
{
    v8 lines[3][6];

    for (int i = 0; i < 3; i++) {
        const v8 g[3] = { load(w + 192 * i), load(w + 192 * i + 64), load(w + 192 * i + 128) };
        line_spread(g, lines[i]);
    }
    for (int j = 0; j < 6; j++) {
        const v8 g[3] = { lines[0][j], lines[1][j], lines[2][j] };
        v8 u[6];
        line_spread(g, u);
        for (int i = 0; i < 6; i++)
            store(to + (size_t)(6 * i + j) * point, u[i]);
    }
}

/* Transpose (8, 8). */
static inline void transpose(const float *from, float *to)
{
    v8 r[8], s[8];

    for (int i = 0; i < 8; i++)
        r[i] = load(from + 8 * i);
    for (int i = 0; i < 8; i += 2) {
        s[i] = (v8)_mm256_unpacklo_ps((__m256)r[i], (__m256)r[i + 1]);
        s[i + 1] = (v8)_mm256_unpackhi_ps((__m256)r[i], (__m256)r[i + 1]);
    }
    for (int i = 0; i < 8; i += 4) {
        r[i] = __builtin_shufflevector(s[i], s[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        r[i + 1] = __builtin_shufflevector(s[i], s[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        r[i + 2] = __builtin_shufflevector(s[i + 1], s[i + 3], 0, 1, 8, 9, 4, 5, 12, 13);
        r[i + 3] = __builtin_shufflevector(s[i + 1], s[i + 3], 2, 3, 10, 11, 6, 7, 14, 15);
    }
    for (int i = 0; i < 4; i++) {
        store(to + 8 * i, __builtin_shufflevector(r[i], r[i + 4], 0, 1, 2, 3, 8, 9, 10, 11));
        store(to + 8 * i + 32, __builtin_shufflevector(r[i], r[i + 4], 4, 5, 6, 7, 12, 13, 14, 15));
    }
}

/* The block of windows (3, 3, 8 of inner, 8 columns); rotated windows are built in room. */
static const float *winograd_windows_avx2_block(const ad_winograd_windows *s, const float *w,
                                                size_t k, size_t n, float room[AD_WINDOW])
{
    if (!s->turned)
        return w + (n * (s->inner / AD_LANES) + k) * AD_WINDOW;
    w += (k * (s->columns / AD_LANES) + n) * AD_WINDOW;
    for (int tap = 0; tap < 9; tap++)
        transpose(w + 64 * tap, room + 64 * (8 - tap));
    return room;
}

void ad_winograd_windows_spread(const ad_winograd_windows *s, const float *w, size_t chunk,
                                float *u)
{
    float room[AD_WINDOW];

    for (size_t k = 0; k < s->inner / AD_LANES; k++)
        for (size_t half = 0; half < 2; half++) {
            const size_t n = 2 * chunk + half;
            float *to = u + k * AD_LANES * AD_COLUMNS + half * AD_LANES;
            if (n >= s->columns / AD_LANES)
                break;
            const float *from = winograd_windows_avx2_block(s, w, k, n, room);
            for (size_t i = 0; i < AD_LANES; i++)
                winograd_windows_avx2_spread(from + 8 * i, to + i * AD_COLUMNS, s->point);
        }
}

/* One window of 8 columns. */
static inline void winograd_windows_avx2_collect(const float *u, size_t point, int add, float *dw)
{
    v8 lines[3][6];

    for (int j = 0; j < 6; j++) {
        v8 p[6], g[3];
        for (int i = 0; i < 6; i++)
            p[i] = load(u + (size_t)(6 * i + j) * point);
        line_collect(p, g);
        for (int i = 0; i < 3; i++)
            lines[i][j] = g[i];
    }
    for (int i = 0; i < 3; i++) {
        v8 g[3];
        line_collect(lines[i], g);
        for (int j = 0; j < 3; j++) {
            float *to = dw + 64 * (3 * i + j);
            store(to, add ? load(to) + g[j] : g[j]);
        }
    }
}

void ad_winograd_windows_collect(const ad_winograd_windows *s, const float *u, size_t chunk,
                                 int add, float *dw)
{
    for (size_t half = 0; half < 2; half++) {
        const size_t n = 2 * chunk + half;
        if (n >= s->columns / AD_LANES)
            break;
        float *to = dw + n * (s->inner / AD_LANES) * AD_WINDOW;
        for (size_t k = 0; k < s->inner; k++)
            winograd_windows_avx2_collect(u + k * AD_COLUMNS + half * AD_LANES, s->point, add,
                                          to + k / AD_LANES * AD_WINDOW + k % AD_LANES * AD_LANES);
    }
}
