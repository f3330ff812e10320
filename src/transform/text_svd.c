/* Truncated singular value decomposition by random subspace iteration (Halko, Martinsson, Tropp
 * 2011, algorithms 4.4 and 5.1).
 *
 * A subspace of at least rank + MORE directions, drawn from a fixed seed, is multiplied ITERATIONS
 * times by A'A and orthonormalised after each. Then B = A Q has the singular values of A up to
 * about (s_(rank + MORE + 1) / s_k)^(2 ITERATIONS), and those of B are the roots of the eigenvalues
 * of B'B, which is small.
 *
 * Products with A' use the transposed matrix, so that every sum has one writer and one order: the
 * bits do not depend on the number of threads. */
#include "transform/text_svd.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "transform/text.h"
#include "transform/text_eigen.h"
#include "transform/text_products.h"

enum { MORE = 16, ITERATIONS = 12, BLOCKS = 64 };

_Static_assert((int)AD_MAX_RANK + (int)MORE <= (int)AD_PRODUCT_MOST, "there are products so wide");

/* The subspace, and the memory of its products. */
typedef struct {
    const ad_text_products *products;
    int threads;
    size_t k;                 /* columns; those beyond the smaller side of the matrix are zero */
    ad_sparse back;           /* a', owned as all below */
    double *q, *y;            /* (a->columns, k), (a->rows, k) */
    double *g, *w, *e, *sums; /* (k, k), (k, k), (k), (BLOCKS, k, k) */
} space;

/* One product, block by block: y (n, k) = a x, sums = y' y, or y = y m. */
typedef struct {
    const space *s;
    const ad_sparse *a;
    const double *x, *m;
    double *y;
    size_t n;
    int upper;
} product;

static void multiply_block(void *arg, size_t b)
{
    const product *p = arg;

    p->s->products->multiply(p->a, b * p->n / BLOCKS, (b + 1) * p->n / BLOCKS, p->x, p->s->k, p->y);
}

static void text_svd_multiply(const space *s, const ad_sparse *a, const double *x, double *y)
{
    product p = { .s = s, .a = a, .x = x, .y = y, .n = a->rows };

    ad_parallel(s->threads, BLOCKS, multiply_block, &p);
}

static void gram_block(void *arg, size_t b)
{
    const product *p = arg;
    const size_t k = p->s->k;

    p->s->products->gram(p->y, b * p->n / BLOCKS, (b + 1) * p->n / BLOCKS, k,
                         p->s->sums + b * k * k);
}

/* s->g = y' y of y (n, k). */
static void gram(const space *s, double *y, size_t n)
{
    const size_t k = s->k;
    product p = { .s = s, .y = y, .n = n };

    ad_parallel(s->threads, BLOCKS, gram_block, &p);
    memset(s->g, 0, k * k * sizeof *s->g);
    for (size_t b = 0; b < BLOCKS; b++)
        for (size_t i = 0; i < k; i++)
            for (size_t j = i; j < k; j++)
                s->g[i * k + j] += s->sums[b * k * k + i * k + j];
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < i; j++)
            s->g[i * k + j] = s->g[j * k + i];
}

static void times_block(void *arg, size_t b)
{
    const product *p = arg;

    p->s->products->times(p->y, b * p->n / BLOCKS, (b + 1) * p->n / BLOCKS, p->s->k, p->m,
                          p->upper);
}

/* y = y m, y (n, k). */
static void times(const space *s, double *y, size_t n, const double *m, int upper)
{
    product p = { .s = s, .m = m, .y = y, .n = n, .upper = upper };

    ad_parallel(s->threads, BLOCKS, times_block, &p);
}

/* Cholesky factor in place, upper: g = root' root. */
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

/* The inverse of an upper triangle; a column whose pivot is zero becomes zero. */
static void text_svd_invert(const double *root, size_t k, double *inverse)
{
    memset(inverse, 0, k * k * sizeof *inverse);
    for (size_t i = 0; i < k; i++)
        for (size_t j = i; j < k; j++) {
            double sum = i == j;
            for (size_t m = i; m < j; m++)
                sum -= inverse[i * k + m] * root[m * k + j];
            inverse[i * k + j] = root[j * k + j] > 0 ? sum / root[j * k + j] : 0;
        }
}

/* Orthonormalise the columns of q (n, k); a column that depends on earlier ones becomes zero. The
 * error of one pass grows with the square of the condition number, which is harmless between
 * iterations; the last time there are two passes. */
static void orthonormalise(const space *s, double *q, size_t n, int passes)
{
    for (int pass = 0; pass < passes; pass++) {
        gram(s, q, n);
        factor(s->g, s->k);
        text_svd_invert(s->g, s->k, s->w);
        times(s, q, n, s->w, 1);
    }
}

/* Fill the first `used` of k columns with fixed numbers in (-1, 1): splitmix64 of the index. */
static void text_svd_draw(double *x, size_t rows, size_t k, size_t used)
{
    for (size_t i = 0; i < rows * k; i++) {
        uint64_t z = (i + 1) * 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        x[i] = i % k < used ? (double)((z ^ z >> 31) >> 11) * 0x1p-52 - 1 : 0;
    }
}

/* Copy the first rank columns of q (columns, k), with signs that make the largest element positive;
 * most (rank) is scratch for these elements. */
static void text_svd_finish(const double *q, size_t columns, size_t k, size_t rank, double *most,
                            float *vectors)
{
    memset(most, 0, rank * sizeof *most);
    for (size_t i = 0; i < columns; i++)
        for (size_t c = 0; c < rank; c++)
            if (fabs(q[i * k + c]) > fabs(most[c]) * (1 + 1e-9)) /* ties: the first */
                most[c] = q[i * k + c];
    for (size_t i = 0; i < columns; i++)
        for (size_t c = 0; c < rank; c++)
            vectors[i * rank + c] = (float)(most[c] < 0 ? -q[i * k + c] : q[i * k + c]);
}

/* s->g = (a q)' (a q) of an orthonormal q. */
static void iterate(const space *s, const ad_sparse *a, size_t used)
{
    text_svd_draw(s->q, a->columns, s->k, used);
    orthonormalise(s, s->q, a->columns, 1);
    for (int i = 0; i < ITERATIONS; i++) {
        text_svd_multiply(s, a, s->q, s->y);
        text_svd_multiply(s, &s->back, s->y, s->q);
        orthonormalise(s, s->q, a->columns, i + 1 < ITERATIONS ? 1 : 2);
    }
    text_svd_multiply(s, a, s->q, s->y);
    gram(s, s->y, a->rows);
}

static adrop_status make_space(adrop_ctx *ctx, const ad_sparse *a, space *s)
{
    const size_t k = s->k;
    adrop_status status;

    if ((status = ad_sparse_transpose(ctx, a, &s->back)) ||
        (status = AD_NEW_UNSET(ctx, a->columns * k, "singular vectors", &s->q)) ||
        (status = AD_NEW_UNSET(ctx, a->rows * k, "singular vectors", &s->y)) ||
        (status = AD_NEW(ctx, k * k, "singular vectors", &s->g)) ||
        (status = AD_NEW(ctx, k * k, "singular vectors", &s->w)) ||
        (status = AD_NEW(ctx, k, "singular vectors", &s->e)))
        return status;
    return AD_NEW(ctx, BLOCKS * k * k, "singular vectors", &s->sums);
}

adrop_status ad_svd_fit(adrop_ctx *ctx, const ad_sparse *a, size_t rank, float *vectors,
                        double *singular)
{
    static const ad_text_products *const products[AD_N_KERNEL_SETS] = AD_OF_EACH_SET(
        ad_text_products);
    const size_t least = a->rows < a->columns ? a->rows : a->columns;
    const size_t wide = (rank + MORE + AD_PRODUCT_LANES - 1) / AD_PRODUCT_LANES * AD_PRODUCT_LANES;
    space s = { .products = products[ctx->kernels], .threads = adrop_ctx_threads(ctx), .k = wide };
    const adrop_status status = make_space(ctx, a, &s);

    if (!status) {
        iterate(&s, a, wide < least ? wide : least);
        ad_eigen(s.g, wide, s.e, s.w);
        for (size_t c = 0; c < rank; c++)
            singular[c] = sqrt(fmax(s.e[c], 0));
        times(&s, s.q, a->columns, s.w, 0);
        text_svd_finish(s.q, a->columns, wide, rank, s.e, vectors);
    }
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
