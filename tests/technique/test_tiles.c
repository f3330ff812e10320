/* The small products: against plain sums in double, on shapes with incomplete tiles, panels and
 * partial sums; float sets and thread counts agree to the bit. */
#include <stddef.h>

#include "base/kernel.h"
#include "check.h"
#include "technique/technique.h"

#define DECLARE(set, real)                                                                         \
  void ad_product_##set(const ad_call *call, size_t rows, size_t n, size_t p, const real *x,       \
                        const real *w, const real *bias, real *y);                                 \
  void ad_product_back_##set(const ad_call *call, size_t rows, size_t n, size_t p, const real *g,  \
                             const real *w, int add, real *dx);                                    \
  void ad_product_weight_##set(const ad_call *call, size_t rows, size_t n, size_t p,               \
                               const real *g, const real *x, real *dw);                            \
  void ad_add_rows_##set(size_t rows, size_t n, const real *a, real *sum);
DECLARE(f32, float)
#if defined __x86_64__
DECLARE(f32_avx2, float)
DECLARE(f32_avx512, float)
#endif
#undef DECLARE

typedef struct {
    void (*forward)(const ad_call *call, size_t rows, size_t n, size_t p, const float *x,
                    const float *w, const float *bias, float *y);
    void (*back)(const ad_call *call, size_t rows, size_t n, size_t p, const float *g,
                 const float *w, int add, float *dx);
    void (*weight)(const ad_call *call, size_t rows, size_t n, size_t p, const float *g,
                   const float *x, float *dw);
    void (*add_rows)(size_t rows, size_t n, const float *a, float *sum);
} products;

#define ROW(set)                                                                                   \
  {                                                                                                \
    ad_product_##set, ad_product_back_##set, ad_product_weight_##set, ad_add_rows_##set            \
  }
#if defined __x86_64__
static const products sets[] = { ROW(f32), ROW(f32_avx2), ROW(f32_avx512) };
#else
static const products sets[] = { ROW(f32) };
#endif
#undef ROW

enum { N_SETS = sizeof sets / sizeof sets[0], MOST = 850 * 300 };

static const size_t shapes[][3] = { { 1, 1, 1 },     { 5, 3, 2 },     { 6, 16, 16 },
                                    { 7, 417, 33 },  { 13, 161, 50 }, { 265, 20, 9 },
                                    { 300, 850, 5 }, { 161, 5, 70 } };

enum { N_SHAPES = sizeof shapes / sizeof shapes[0] };

static char panels[3][AD_PANEL_BYTES];
static float x[MOST], w[MOST], g[MOST], start[MOST], got[MOST], again[MOST];

static void fill(float *a, unsigned from)
{
    for (size_t i = 0; i < MOST; i++)
        a[i] = (float)(((unsigned)i + from) * 2654435761u >> 8) * 0x1p-23f - 1;
}

/* Sum of `depth` products, and of their sizes. */
static double sum(size_t depth, const float *a, size_t a_step, const float *b, size_t b_step,
                  double *size)
{
    double total = 0;

    *size = 0;
    for (size_t k = 0; k < depth; k++) {
        const double term = (double)a[k * a_step] * (double)b[k * b_step];
        total += term;
        *size += fabs(term);
    }
    return total;
}

/* Rounding of sums in parts of up to 416 terms: a few of 6e-8 times what they went through. */
static void near(double value, double exact, double size)
{
    CHECK_NEAR(value, exact, 1e-6 * (size + fabs(exact)) + 1e-30);
}

typedef void run_fn(const products *s, int threads, const size_t shape[3], float *out);

static void run_forward(const products *s, int threads, const size_t shape[3], float *out)
{
    const ad_call call = { .threads = threads, .panels = panels };

    s->forward(&call, shape[0], shape[1], shape[2], x, w, start, out);
}

static void run_back(const products *s, int threads, const size_t shape[3], float *out)
{
    const ad_call call = { .threads = threads, .panels = panels };

    s->back(&call, shape[0], shape[1], shape[2], g, w, 0, out);
}

static void run_back_add(const products *s, int threads, const size_t shape[3], float *out)
{
    const ad_call call = { .threads = threads, .panels = panels };

    s->back(&call, shape[0], shape[1], shape[2], g, w, 1, out);
}

static void run_weight(const products *s, int threads, const size_t shape[3], float *out)
{
    const ad_call call = { .threads = threads, .panels = panels };

    s->weight(&call, shape[0], shape[1], shape[2], g, x, out);
}

/* Element (i, j) of what they write, and how much was added up. */
typedef double exact_fn(const size_t shape[3], size_t i, size_t j, double *size);

static double exact_forward(const size_t shape[3], size_t i, size_t j, double *size)
{
    const size_t n = shape[1];

    return sum(n, x + i * n, 1, w + j * n, 1, size) + (double)start[j];
}

static double exact_back(const size_t shape[3], size_t i, size_t j, double *size)
{
    return sum(shape[2], g + i * shape[2], 1, w + j, shape[1], size);
}

static double exact_back_add(const size_t shape[3], size_t i, size_t j, double *size)
{
    return exact_back(shape, i, j, size) + (double)start[i * shape[1] + j];
}

static double exact_weight(const size_t shape[3], size_t i, size_t j, double *size)
{
    const double total = sum(shape[0], g + i, shape[2], x + j, shape[1], size);

    return total + (double)start[i * shape[1] + j];
}

static void check_product(const char *name, run_fn *run, exact_fn *exact, int tall, int wide)
{
    for (size_t c = 0; c < N_SHAPES; c++) {
        const size_t rows = shapes[c][tall], columns = shapes[c][wide];
        CHECK_WHERE("%s %zu x %zu x %zu", name, shapes[c][0], shapes[c][1], shapes[c][2]);
        memcpy(got, start, sizeof got);
        run(&sets[0], 1, shapes[c], got);
        for (size_t i = 0; i<rows; i += rows> 40 ? 7 : 1)
            for (size_t j = 0; j < columns; j++) {
                double size;
                const double value = exact(shapes[c], i, j, &size);
                near((double)got[i * columns + j], value, size);
            }
        for (int s = 0; s < N_SETS; s++)
            for (int threads = 1; threads <= 3; threads++) {
                if (!ad_kernel_set_usable((ad_kernel_set)(AD_F32 + s)))
                    continue;
                memcpy(again, start, sizeof again);
                run(&sets[s], threads, shapes[c], again);
                CHECK(!memcmp(again, got, sizeof got)); /* nothing beyond the result either */
            }
    }
}

static void products_and_gradients(void)
{
    fill(x, 1);
    fill(w, 1000);
    fill(g, 777);
    fill(start, 99);
    check_product("forward", run_forward, exact_forward, 0, 2);
    check_product("back", run_back, exact_back, 0, 1);
    check_product("back, added", run_back_add, exact_back_add, 0, 1);
    check_product("weight", run_weight, exact_weight, 2, 1);
}

static void rows_are_added(void)
{
    enum { ROWS = 9, N = 21 };
    float total[N] = { 0 };

    fill(g, 5);
    sets[0].add_rows(ROWS, N, g, total);
    for (size_t j = 0; j < N; j++) {
        double exact = 0;
        for (size_t i = 0; i < ROWS; i++)
            exact += (double)g[i * N + j];
        CHECK_NEAR((double)total[j], exact, 1e-6);
    }
}

CHECK_MAIN(products_and_gradients, rows_are_added)
