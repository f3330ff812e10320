/* The loops of product_rows.h: up to ROWS rows at a time, by four columns of a transposed B, or by
 * a vector of columns otherwise, with sums in registers. */
#include <string.h>

#include "base/loop.h"
#include "compute/product_rows.h"

#if !defined AD_KERNEL_DOUBLE /* the plain engine has dense_plain.c */

#  if defined __AVX2__
#    include <immintrin.h>
#  endif

enum { COLUMNS = 4 };

#  if defined __AVX512F__
#    define FUSED
enum { LANES = 16, ROWS = 6 };
#  elif defined __AVX2__
#    define FUSED __attribute__((target("avx2,fma")))
enum { LANES = 8, ROWS = 3 };
#  else
#    define FUSED
enum { LANES = 4, ROWS = 3 };
#  endif

typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));
#  if defined __AVX2__
typedef float octet __attribute__((vector_size(8 * sizeof(float))));
#  endif
typedef float quad __attribute__((vector_size(4 * sizeof(float))));

static inline FUSED lanes product_rows_load(const float *at)
{
    lanes v;

    memcpy(&v, at, sizeof v);
    return v;
}

/* Load n <= LANES values, followed by zeros. */
static inline FUSED lanes load_some(const float *at, size_t n)
{
#  if defined __AVX512F__
    return (lanes)_mm512_maskz_loadu_ps((__mmask16)((1u << n) - 1), at);
#  else
    lanes v = { 0 };

    for (size_t l = 0; l < n; l++)
        v[l] = at[l];
    return v;
#  endif
}

static inline FUSED lanes add_product(lanes sum, lanes x, lanes w)
{
#  if defined __AVX512F__
    return (lanes)_mm512_fmadd_ps((__m512)x, (__m512)w, (__m512)sum);
#  elif defined __AVX2__
    return (lanes)_mm256_fmadd_ps((__m256)x, (__m256)w, (__m256)sum);
#  else
    return sum + x * w;
#  endif
}

/* The lane sums of four vectors: halves are added until four lanes are left, then (0 + 2) + (1 +
 * 3). */
static inline FUSED quad product_rows_fold(lanes v)
{
#  if defined __AVX512F__
    const octet u = __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7) +
                    __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
#  elif defined __AVX2__
    const octet u = v;
#  else
    return v;
#  endif
#  if defined __AVX2__
    return __builtin_shufflevector(u, u, 0, 1, 2, 3) + __builtin_shufflevector(u, u, 4, 5, 6, 7);
#  endif
}

static inline FUSED quad fold_four(const lanes v[COLUMNS])
{
    const quad a = product_rows_fold(v[0]), b = product_rows_fold(v[1]),
               c = product_rows_fold(v[2]), d = product_rows_fold(v[3]);
    const quad ab = __builtin_shufflevector(a, b, 0, 4, 1, 5) +
                    __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const quad cd = __builtin_shufflevector(c, d, 0, 4, 1, 5) +
                    __builtin_shufflevector(c, d, 2, 6, 3, 7);

    return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) +
           __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

/* -- B transposed ----------------------------------------------------------------------------- */

/* Add the products of lanes k.. of four columns of B with those of the rows of A. n < LANES: only n
 * lanes. */
static inline FUSED void add_step(const int rows, const ad_product *p, const float *a,
                                  const float *const b[COLUMNS], size_t k, size_t n,
                                  lanes sum[ROWS][COLUMNS])
{
    lanes u[COLUMNS];

    for (int j = 0; j < COLUMNS; j++)
        u[j] = n == LANES ? product_rows_load(b[j] + k) : load_some(b[j] + k, n);
    AD_UNROLL(6)
    for (int r = 0; r < rows; r++) {
        const float *at = a + (size_t)r * p->lda + k;
        const lanes v = n == LANES ? product_rows_load(at) : load_some(at, n);
        for (int j = 0; j < COLUMNS; j++)
            sum[r][j] = add_product(sum[r][j], v, u[j]);
    }
}

/* `rows`, a constant, by n columns from j; missing columns repeat the last, and are not stored. */
static inline FUSED void dot(const int rows, const ad_product *p, size_t row, size_t j, size_t n)
{
    const float *const a = (const float *)p->a + row * p->lda;
    float *const c = (float *)p->c + row * p->ldc + j;
    const float *b[COLUMNS];
    lanes sum[ROWS][COLUMNS] = { 0 };
    size_t k = 0;

    for (size_t i = 0; i < COLUMNS; i++)
        b[i] = (const float *)p->b + (j + (i < n ? i : n - 1)) * p->ldb;
    for (; k + LANES <= p->k; k += LANES)
        add_step(rows, p, a, b, k, LANES, sum);
    if (k < p->k)
        add_step(rows, p, a, b, k, p->k - k, sum);
    for (int r = 0; r < rows; r++) {
        const quad q = fold_four(sum[r]);
        if (n == COLUMNS)
            memcpy(c + (size_t)r * p->ldc, &q, sizeof q);
        else
            for (size_t i = 0; i < n; i++)
                c[(size_t)r * p->ldc + i] = q[i];
    }
}

/* -- B not transposed ----------------------------------------------------------------------------
 */

/* `rows`, a constant, by a vector of n columns from j. */
static inline FUSED void stream(const int rows, const ad_product *p, size_t row, size_t j, size_t n)
{
    const float *const a = (const float *)p->a + row * p->lda, *b = (const float *)p->b + j;
    float *const c = (float *)p->c + row * p->ldc + j;
    lanes sum[ROWS] = { 0 };

    for (int r = 0; p->add && r < rows; r++)
        sum[r] = load_some(c + (size_t)r * p->ldc, n);
    for (size_t k = 0; k < p->k; k++, b += p->ldb) {
        const lanes u = n == LANES ? product_rows_load(b) : load_some(b, n);
        AD_UNROLL(6)
        for (int r = 0; r < rows; r++)
            sum[r] = add_product(sum[r], a[(size_t)r * p->lda + k] - (lanes){ 0 }, u);
    }
    for (int r = 0; r < rows; r++) {
        if (n == LANES)
            memcpy(c + (size_t)r * p->ldc, &sum[r], sizeof sum[r]);
        else
            for (size_t i = 0; i < n; i++)
                c[(size_t)r * p->ldc + i] = sum[r][i];
    }
}

/* -- Both ------------------------------------------------------------------------------------- */

static inline FUSED void product_rows_multiply(const int rows, const ad_product *p, size_t row)
{
    const size_t step = p->tb ? COLUMNS : LANES;

    for (size_t j = 0; j < p->n; j += step) {
        const size_t n = p->n - j < step ? p->n - j : step;
        if (p->tb)
            dot(rows, p, row, j, n);
        else
            stream(rows, p, row, j, n);
    }
}

FUSED void AD_KERNEL(ad_product_rows)(const ad_product *p)
{
    size_t row = 0;

    for (; row + ROWS <= p->m; row += ROWS)
        product_rows_multiply(ROWS, p, row);
    switch (p->m - row) {
#  if defined __AVX512F__
    case 5:
        product_rows_multiply(5, p, row);
        break;
    case 4:
        product_rows_multiply(4, p, row);
        break;
    case 3:
        product_rows_multiply(3, p, row);
        break;
#  endif
    case 2:
        product_rows_multiply(2, p, row);
        break;
    case 1:
        product_rows_multiply(1, p, row);
        break;
    default:
        break;
    }
}

#endif
