/* Selects the loop for a product of product_rows.h, and splits it into tiles for threads. */
#include "compute/product_rows.h"

#include "base/parallel.h"

/* A tile's part of B stays in the level 2 cache while its rows are processed. */
enum { TILE_ROWS = 64, TILE_WEIGHTS = 1 << 16, LEAST_COLUMNS = 32 };

/* The loop for any CPU is used if AVX2 is present without FMA. */
static void (*loop_of(ad_kernel_set set))(const ad_product *p)
{
#if defined __x86_64__
    if (set == AD_F32_AVX512)
        return ad_product_rows_f32_avx512;
    if (set == AD_F32_AVX2 && __builtin_cpu_supports("fma"))
        return ad_product_rows_f32_avx2;
#else
    (void)set;
#endif
    return ad_product_rows_f32;
}

void ad_product_rows(ad_kernel_set set, const ad_product *p)
{
    loop_of(set)(p);
}

typedef struct {
    void (*loop)(const ad_product *p);
    const ad_product *whole;
    size_t columns, n_panels;
} work;

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void run_tile(void *arg, size_t block)
{
    const work *k = arg;
    const size_t row = block / k->n_panels * TILE_ROWS, column = block % k->n_panels * k->columns;
    ad_product p = *k->whole;

    p.m = least(TILE_ROWS, p.m - row);
    p.n = least(k->columns, p.n - column);
    p.a = (const float *)p.a + row * p.lda;
    p.b = (const float *)p.b + column * p.ldb;
    p.c = (float *)p.c + row * p.ldc + column;
    k->loop(&p);
}

void ad_product_rows_by(int threads, ad_kernel_set set, const ad_product *p)
{
    const size_t most = p->k ? TILE_WEIGHTS / p->k / 4 * 4 : p->n;
    work k = { loop_of(set), p, most > LEAST_COLUMNS ? most : LEAST_COLUMNS, 0 };

    k.n_panels = (p->n + k.columns - 1) / k.columns;
    ad_parallel(threads, (p->m + TILE_ROWS - 1) / TILE_ROWS * k.n_panels, run_tile, &k);
}
