/* The spline over arrays (spline.h). The bin of an element is found by comparing with the seven
 * inner knots, each of which selects between two sets of six numbers, so that loops vectorise.
 * These functions take much code and little time, so all float sets run those of f32, which have
 * the same bits. */
#include <math.h>

#include "base/real.h"
#include "dist/spline.h"

enum { BINS = AD_SPLINE_BINS, TERMS = AD_SPLINE_TERMS, ROWS = 4, BLOCK = 512 / sizeof(real) };

/* The bins, one row per field. */
typedef struct {
    real x[BINS], over_w[BINS], y[BINS], h[BINS], b[BINS], c[BINS];
} bins;

static void spline_load(const ad_spline *s, bins *to)
{
    for (int i = 0; i < BINS; i++) {
        const ad_spline_bin *from = &s->bin[i];
        to->x[i] = (real)from->x;
        to->over_w[i] = (real)(1 / from->w);
        to->y[i] = (real)from->y;
        to->h[i] = (real)from->h;
        to->b[i] = (real)from->b;
        to->c[i] = (real)from->c;
    }
}

/* One element in its bin. */
typedef struct {
    real number, inside; /* number of the bin; r clamped to the edges */
    real t, u, over_w, y, h, b, c;
} place;

/* Select the fields of bin i where `inside` has reached it. All are loaded first: a conditional
 * load would be a branch. */
#define REACH(i)                                                                                   \
  do {                                                                                             \
    const real xi = k->x[i], wi = k->over_w[i], yi = k->y[i], hi = k->h[i], bi = k->b[i],          \
               ci = k->c[i];                                                                       \
    x = inside >= xi ? xi : x;                                                                     \
    number = inside >= xi ? (real)(i) : number;                                                    \
    over_w = inside >= xi ? wi : over_w;                                                           \
    y = inside >= xi ? yi : y;                                                                     \
    h = inside >= xi ? hi : h;                                                                     \
    b = inside >= xi ? bi : b;                                                                     \
    c = inside >= xi ? ci : c;                                                                     \
  } while (0)

__attribute__((always_inline)) static inline place spline_find(const bins *restrict k, real r)
{
    const real edge = (real)AD_SPLINE_EDGE, inside = r_min(r_max(r, -edge), edge);
    real number = 0, x = k->x[0], over_w = k->over_w[0];
    real y = k->y[0], h = k->h[0], b = k->b[0], c = k->c[0];

    REACH(1);
    REACH(2);
    REACH(3);
    REACH(4);
    REACH(5);
    REACH(6);
    REACH(7);
    const real t = r_min((inside - x) * over_w, 1);
    return (place){ number, inside, t, 1 - t, over_w, y, h, b, c };
}

static inline real over_of(const place *p)
{
    return 1 / (1 + (p->b + p->c - 2) * (p->t * p->u));
}

static inline real spline_part_of(const place *p, real over)
{
    return p->t * (p->t + p->b * p->u) * over;
}

/* F' */
static inline real rise_of(const place *p, real over)
{
    return (p->c * (p->t * p->t) + 2 * (p->t * p->u) + p->b * (p->u * p->u)) * (over * over);
}

static void spline_apply_value(const bins *restrict k, size_t n, const real *restrict r,
                               real *restrict m)
{
    for (size_t i = 0; i < n; i++) {
        const place p = spline_find(k, r[i]);
        m[i] = r_sigmoid(p.y + p.h * spline_part_of(&p, over_of(&p)) + (r[i] - p.inside));
    }
}

static void spline_apply_both(const bins *restrict k, size_t n, const real *restrict r,
                              real *restrict m, real *restrict slope)
{
    for (size_t i = 0; i < n; i++) {
        const place p = spline_find(k, r[i]);
        const real over = over_of(&p);
        const real s = p.y + p.h * spline_part_of(&p, over) + (r[i] - p.inside);
        const real t = r_exp_minus(s), d = 1 / (1 + t);
        m[i] = s < 0 ? t * d : d;
        slope[i] = t * d * d * (p.h * p.over_w * rise_of(&p, over));
    }
}

void AD_KERNEL(ad_spline_apply)(const void *self, size_t n, const void *r, void *m, void *slope)
{
    bins k;

    if (AD_THIS_SET > AD_F32) {
        ad_spline_apply_f32(self, n, r, m, slope);
        return;
    }
    spline_load(self, &k);
    if (slope)
        spline_apply_both(&k, n, r, m, slope);
    else
        spline_apply_value(&k, n, r, m);
}

/* The terms of each element, times t k (1 - k), and its bin. Rows are padded to a power of 2. */
enum { WIDE = 8 };

typedef struct {
    int bin[BLOCK];
    real term[BLOCK][WIDE];
} block;

static void spline_fill(const bins *restrict k, size_t n, const real *restrict r,
                        const real *restrict t, block *restrict to)
{
    for (size_t i = 0; i < n; i++) {
        const place p = spline_find(k, r[i]);
        const real over = over_of(&p), f = spline_part_of(&p, over), rise = rise_of(&p, over);
        const real e = r_exp_minus(p.y + p.h * f + (r[i] - p.inside)), d = 1 / (1 + e);
        const real g = t[i] * (e * d * d), side = g * (p.t * p.u) * over;
        to->bin[i] = (int)p.number;
        to->term[i][0] = g;
        to->term[i][1] = g * f;
        to->term[i][2] = g * rise;
        to->term[i][3] = g * rise * p.t;
        to->term[i][4] = side * (1 - f);
        to->term[i][5] = side * f;
        to->term[i][6] = 0;
        to->term[i][7] = 0;
    }
}

/* Neighbouring elements add to different rows, so that additions do not wait for each other. */
static void add_up(size_t n, const block *restrict from, real sum[ROWS][BINS][WIDE])
{
    for (size_t i = 0; i < n; i++) {
        real *restrict to = sum[i % ROWS][from->bin[i]];
        for (int q = 0; q < WIDE; q++)
            to[q] += from->term[i][q];
    }
}

void AD_KERNEL(ad_spline_collect)(const void *self, size_t n, const void *r, const void *t,
                                  double *sums)
{
    real sum[ROWS][BINS][WIDE] = { 0 };
    block b;
    bins k;

    if (AD_THIS_SET > AD_F32) {
        ad_spline_collect_f32(self, n, r, t, sums);
        return;
    }
    spline_load(self, &k);
    for (size_t first = 0; first < n; first += BLOCK) {
        const size_t take = n - first < BLOCK ? n - first : BLOCK;
        spline_fill(&k, take, (const real *)r + first, (const real *)t + first, &b);
        add_up(take, &b, sum);
    }
    for (int i = 0; i < BINS; i++)
        for (int q = 0; q < TERMS; q++)
            for (int row = 0; row < ROWS; row++)
                sums[i * TERMS + q] += (double)sum[row][i][q];
}
