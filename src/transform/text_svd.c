/* Truncated singular value decomposition by random subspace iteration (Halko, Martinsson, Tropp
 * 2011, algorithms 4.4 and 5.1).
 *
 * A subspace of rank + MORE directions or somewhat more, drawn from a fixed seed, is multiplied
 * ITERATIONS times by A'A and made orthonormal after each. Then B = A Q has the singular values of
 * A to about (s_(rank + MORE + 1) / s_k)^(2 ITERATIONS), and those of B are the roots of the
 * eigenvalues of B'B, which is small.
 *
 * Products with A' run over the transposed matrix, so that every sum has one writer and one order:
 * bits do not depend on threads. */
#include "transform/text_svd.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "transform/text_eigen.h"

enum { MORE = 16, ITERATIONS = 12, BLOCKS = 64, WIDE = 16 };

/* A product y (a->rows, k) = a x (a->columns, k). */
typedef struct {
    const ad_sparse *a;
    const double *x;
    double *y;
    size_t k;
} product;

/* Columns [first, first + WIDE) of a row of y: their sums stay in registers. */
static void multiply_wide(const product *p, size_t r, size_t first)
{
    const ad_sparse *a = p->a;
    double sum[WIDE] = { 0 };

    for (size_t i = a->start[r]; i < a->start[r + 1]; i++) {
        const double v = (double)a->value[i], *restrict x = p->x + a->column[i] * p->k + first;
        for (size_t c = 0; c < WIDE; c++)
            sum[c] += v * x[c];
    }
    memcpy(p->y + r * p->k + first, sum, sizeof sum);
}

static void multiply_one(const product *p, size_t r, size_t column)
{
    const ad_sparse *a = p->a;
    double sum = 0;

    for (size_t i = a->start[r]; i < a->start[r + 1]; i++)
        sum += (double)a->value[i] * p->x[a->column[i] * p->k + column];
    p->y[r * p->k + column] = sum;
}

static void multiply_block(void *arg, size_t b)
{
    const product *p = arg;
    const ad_sparse *a = p->a;
    const size_t k = p->k, end = (b + 1) * a->rows / BLOCKS;

    for (size_t r = b * a->rows / BLOCKS; r < end; r++) {
        size_t first = 0;
        for (; first + WIDE <= k; first += WIDE)
            multiply_wide(p, r, first);
        for (; first < k; first++)
            multiply_one(p, r, first);
    }
}

static void multiply(adrop_ctx *ctx, const ad_sparse *a, const double *x, size_t k, double *y)
{
    product p = { a, x, y, k };

    ad_parallel(adrop_ctx_threads(ctx), BLOCKS, multiply_block, &p);
}

/* Gram matrix of y (n, k), block by block; then y R^-1. */
typedef struct {
    double *y;
    size_t n, k;
    double *sums; /* (BLOCKS, k, k) */
    const double *root;
} gram_work;

static void gram_block(void *arg, size_t b)
{
    const gram_work *w = arg;
    const size_t k = w->k, end = (b + 1) * w->n / BLOCKS;
    double *restrict sum = w->sums + b * k * k;

    memset(sum, 0, k * k * sizeof *sum);
    for (size_t r = b * w->n / BLOCKS; r < end; r++) {
        const double *restrict y = w->y + r * k;
        for (size_t i = 0; i < k; i++)
            for (size_t j = i; j < k; j++)
                sum[i * k + j] += y[i] * y[j];
    }
}

static void gram(adrop_ctx *ctx, gram_work *w, double *g)
{
    const size_t k = w->k;

    ad_parallel(adrop_ctx_threads(ctx), BLOCKS, gram_block, w);
    memset(g, 0, k * k * sizeof *g);
    for (size_t b = 0; b < BLOCKS; b++)
        for (size_t i = 0; i < k * k; i++)
            g[i] += w->sums[b * k * k + i];
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < i; j++)
            g[i * k + j] = g[j * k + i];
}

/* Rows of y times the inverse of the upper triangle: columns become orthonormal; one that depends
 * on those before it becomes zero. */
static void solve_block(void *arg, size_t b)
{
    const gram_work *w = arg;
    const size_t k = w->k, end = (b + 1) * w->n / BLOCKS;

    for (size_t r = b * w->n / BLOCKS; r < end; r++) {
        double *restrict y = w->y + r * k;
        for (size_t i = 0; i < k; i++) {
            const double *restrict row = w->root + i * k;
            const double z = row[i] > 0 ? y[i] / row[i] : 0;
            y[i] = z;
            for (size_t j = i + 1; j < k; j++)
                y[j] -= z * row[j];
        }
    }
}

/* Cholesky's factor in place, upper: g = root' root. */
static void factor(double *g, size_t k)
{
    double most = 0;

    for (size_t i = 0; i < k; i++)
        most = fmax(most, g[i * k + i]);
    for (size_t i = 0; i < k; i++) {
        double *row = g + i * k;
        const double pivot = row[i];
        const double scale = pivot > most * 1e-28 ? 1 / sqrt(pivot) : 0;
        for (size_t j = i; j < k; j++)
            row[j] *= scale;
        for (size_t a = i + 1; a < k; a++)
            for (size_t j = a; j < k; j++)
                g[a * k + j] -= row[a] * row[j];
    }
}

/* One pass loses what the condition's square takes, which does no harm between iterations; in the
 * end there are two. */
static void orthonormalise(adrop_ctx *ctx, gram_work *w, double *g, int passes)
{
    for (int pass = 0; pass < passes; pass++) {
        gram(ctx, w, g);
        factor(g, w->k);
        w->root = g;
        ad_parallel(adrop_ctx_threads(ctx), BLOCKS, solve_block, w);
    }
}

/* Numbers in (-1, 1) by a fixed rule (splitmix64 of the place). */
static void draw(double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t z = (i + 1) * 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        x[i] = (double)((z ^ z >> 31) >> 11) * 0x1p-52 - 1;
    }
}

/* vectors = q w, (columns, k) times the first rank columns of w, with signs. */
static void finish(const double *q, const double *w, size_t columns, size_t k, size_t rank,
                   double *column, float *vectors)
{
    for (size_t c = 0; c < rank; c++) {
        double most = 0;
        for (size_t i = 0; i < columns; i++) {
            double sum = 0;
            for (size_t j = 0; j < k; j++)
                sum += q[i * k + j] * w[j * k + c];
            column[i] = sum;
            if (fabs(sum) > fabs(most) * (1 + 1e-9)) /* the first of equals */
                most = sum;
        }
        for (size_t i = 0; i < columns; i++)
            vectors[i * rank + c] = (float)(most < 0 ? -column[i] : column[i]);
    }
}

typedef struct {
    ad_sparse back;                   /* a' */
    double *q, *y, *g, *w, *e, *sums; /* owned */
} space;

static void iterate(adrop_ctx *ctx, const ad_sparse *a, const space *s, size_t k)
{
    gram_work wide = { .y = s->q, .n = a->columns, .k = k, .sums = s->sums };

    draw(s->q, a->columns * k);
    orthonormalise(ctx, &wide, s->g, 1);
    for (int i = 0; i < ITERATIONS; i++) {
        multiply(ctx, a, s->q, k, s->y);
        multiply(ctx, &s->back, s->y, k, s->q);
        orthonormalise(ctx, &wide, s->g, i + 1 < ITERATIONS ? 1 : 2);
    }
    multiply(ctx, a, s->q, k, s->y);
    gram_work tall = { .y = s->y, .n = a->rows, .k = k, .sums = s->sums };
    gram(ctx, &tall, s->g);
}

adrop_status ad_svd_fit(adrop_ctx *ctx, const ad_sparse *a, size_t rank, float *vectors,
                        double *singular)
{
    const size_t least = a->rows < a->columns ? a->rows : a->columns;
    const size_t wide = (rank + MORE + WIDE - 1) / WIDE * WIDE, k = wide < least ? wide : least;
    space s = { 0 };
    adrop_status status;

    if ((status = ad_sparse_transpose(ctx, a, &s.back)) ||
        (status = AD_NEW(ctx, a->columns * k, "singular vectors", &s.q)) ||
        (status = AD_NEW(ctx, a->rows * k, "singular vectors", &s.y)) ||
        (status = AD_NEW(ctx, k * k, "singular vectors", &s.g)) ||
        (status = AD_NEW(ctx, k * k, "singular vectors", &s.w)) ||
        (status = AD_NEW(ctx, k + a->columns, "singular vectors", &s.e)) ||
        (status = AD_NEW(ctx, BLOCKS * k * k, "singular vectors", &s.sums)))
        goto done;
    iterate(ctx, a, &s, k);
    ad_eigen(s.g, k, s.e, s.w);
    for (size_t c = 0; c < rank; c++)
        singular[c] = sqrt(fmax(s.e[c], 0));
    finish(s.q, s.w, a->columns, k, rank, s.e + k, vectors);
done:
    ad_sparse_release(ctx, &s.back);
    void *const all[] = { s.q, s.y, s.g, s.w, s.e, s.sums };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ad_free(ctx, all[i]);
    return status;
}

/* -- Projection ---------------------------------------------------------------------- */

typedef struct {
    const ad_sparse *a;
    const float *vectors;
    size_t rank;
    float *out;
} projection;

static void project_block(void *arg, size_t b)
{
    const projection *p = arg;
    const ad_sparse *a = p->a;
    const size_t end = (b + 1) * a->rows / BLOCKS;

    for (size_t r = b * a->rows / BLOCKS; r < end; r++) {
        double sum[512] = { 0 }; /* AD_MAX_RANK */
        for (size_t i = a->start[r]; i < a->start[r + 1]; i++)
            for (size_t c = 0; c < p->rank; c++)
                sum[c] += (double)a->value[i] * (double)p->vectors[a->column[i] * p->rank + c];
        for (size_t c = 0; c < p->rank; c++)
            p->out[r * p->rank + c] = (float)sum[c];
    }
}

void ad_svd_project(adrop_ctx *ctx, const ad_sparse *a, const float *vectors, size_t rank,
                    float *out)
{
    projection p = { a, vectors, rank, out };

    ad_parallel(adrop_ctx_threads(ctx), BLOCKS, project_block, &p);
}
