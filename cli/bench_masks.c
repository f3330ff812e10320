/* Times passes of one dropout layer (bench.h). */
#include "bench.h"

#include <stdint.h>
#include <stdlib.h>

#include "out.h"

enum { SEED = 1, N_TRAIN = 60000, WIDEST_MAP = 16 };

struct bench_masks {
    bench_size size;
    float *x, *pre, *dpre; /* (rows, units) */
    float *y, *dy, *dx;    /* (rows, max(units, outputs)) */
    float *weight, *dweight, *bias, *dbias;
    double *passes, *multiplies; /* (rounds), seconds */
};

/* n reproducible numbers in [-size, size). */
static float *pattern(size_t n, uint32_t from, float size)
{
    float *a = out_memory(n, sizeof *a);

    for (size_t i = 0; i < n; i++) {
        const uint32_t word = ((uint32_t)i + from) * 2654435761u;
        a[i] = size * ((float)(word >> 8) * 0x1p-23f - 1);
    }
    return a;
}

bench_masks *bench_masks_create(const bench_size *size)
{
    const size_t wide = size->units > size->outputs ? size->units : size->outputs;
    const size_t n = size->rows * size->units, most = size->rows * wide;
    const size_t weights = size->outputs * size->units;
    bench_masks *b = out_memory(1, sizeof *b);

    b->size = *size;
    b->x = pattern(n, 0, 1);
    b->pre = pattern(n, 12345, 2);
    b->dpre = pattern(n, 0, 0);
    b->y = pattern(most, 0, 0);
    b->dy = pattern(most, 54321, 1);
    b->dx = pattern(most, 0, 0);
    b->weight = pattern(weights, 777, 0.05f);
    b->dweight = pattern(weights, 0, 0);
    b->bias = pattern(size->outputs, 7, 0.05f);
    b->dbias = pattern(size->outputs, 0, 0);
    b->passes = out_memory(size->rounds, sizeof *b->passes);
    b->multiplies = out_memory(size->rounds, sizeof *b->multiplies);
    return b;
}

void bench_masks_free(bench_masks *b)
{
    if (!b)
        return;
    free(b->x), free(b->pre), free(b->dpre);
    free(b->y), free(b->dy), free(b->dx);
    free(b->weight), free(b->dweight), free(b->bias), free(b->dbias);
    free(b->passes), free(b->multiplies);
    free(b);
}

/* 800 units become 8 x 10 x 10: the largest square up to 16 x 16 that fits, or one line if none
 * fits. */
static void map_of(const bench_size *size, adrop_site *site)
{
    size_t side = WIDEST_MAP;

    while (side > 1 && size->units % (side * side))
        side--;
    if (side > 1)
        adrop_site_map(site, size->rows, size->units / (side * side), side, side);
    else
        adrop_site_map(site, size->rows, 1, 1, size->units);
}

static adrop_status try_site(adrop_ctx *ctx, const char *text, adrop_site *site)
{
    adrop_dropout *layer;

    site->n_train = N_TRAIN;
    site->has_pre = 1;
    site->branch = site->branches = 1;
    adrop_status status = adrop_dropout_create(ctx, text, site, SEED, &layer);
    adrop_dropout_free(layer);
    return status;
}

adrop_status bench_masks_site(adrop_ctx *ctx, const char *text, const bench_size *size,
                              adrop_site *site)
{
    adrop_site_dense(site, size->rows, size->units);
    adrop_status status = try_site(ctx, text, site);
    if (status == ADROP_ESHAPE) {
        site->outputs = size->outputs;
        status = try_site(ctx, text, site);
    }
    if (status == ADROP_ESHAPE) {
        map_of(size, site);
        status = try_site(ctx, text, site);
    }
    return status;
}

/* A layer being timed. */
typedef struct {
    adrop_dropout *layer; /* owned by the caller */
    adrop_pass pass;
    int backward;
} layer_work;

static adrop_pass pass_of(bench_masks *b, const adrop_site *site)
{
    adrop_pass pass;

    adrop_pass_train(&pass, SEED, 0, b->size.rows, b->x, b->y);
    pass.pre = b->pre;
    pass.dy = b->dy;
    pass.dx = b->dx;
    pass.dpre = b->dpre;
    if (site->outputs) {
        pass.weight = b->weight;
        pass.bias = b->bias;
        pass.dweight = b->dweight;
        pass.dbias = b->dbias;
    }
    return pass;
}

static int run_layer(void *self)
{
    layer_work *w = self;

    w->pass.step++;
    adrop_status status = adrop_dropout_forward(w->layer, &w->pass);
    if (status || !w->backward)
        return (int)status;
    adrop_dropout_zero_grads(w->layer);
    status = adrop_dropout_backward(w->layer, &w->pass);
    adrop_dropout_extra_loss(w->layer, &w->pass);
    return (int)status;
}

/* Must not be inlined: the compiler could merge passes. */
__attribute__((noinline)) static int run_multiply(void *self)
{
    const bench_masks *b = self;
    const size_t n = b->size.rows * b->size.units;
    const float *restrict x = b->x;
    float *restrict y = b->y;

    for (size_t i = 0; i < n; i++)
        y[i] = x[i] * 2;
    return 0;
}

static int run_rounds(bench_masks *b, layer_work *w)
{
    int code = run_layer(w); /* the first touch of memory, the start of threads */

    run_multiply(b);
    for (size_t i = 0; !code && i < b->size.rounds; i++) {
        code = stopwatch_round(run_layer, w, b->size.least, &b->passes[i]);
        stopwatch_round(run_multiply, b, b->size.least, &b->multiplies[i]);
    }
    return code;
}

adrop_status bench_masks_time(bench_masks *b, adrop_ctx *ctx, const char *text,
                              const adrop_site *site, int backward, bench_masks_result *r)
{
    layer_work w = { .pass = pass_of(b, site), .backward = backward };

    adrop_status status = adrop_dropout_create(ctx, text, site, SEED, &w.layer);
    if (status)
        return status;
    status = (adrop_status)run_rounds(b, &w);
    adrop_dropout_free(w.layer);
    if (status)
        return status;
    r->pass = stopwatch_sum_up(b->passes, b->size.rounds);
    r->multiply = stopwatch_sum_up(b->multiplies, b->size.rounds);
    return ADROP_OK;
}

const adrop_column bench_masks_columns[] = {
    { "case", NULL, 'l', NULL, 0, 0 },
    { "dropout", "technique", 'l', NULL, 0, 0 },
    { "pass", "pass", 'l', NULL, 0, 0 },
    { "precision", NULL, 'l', NULL, 0, 0 },
    { "threads", "threads", 'r', NULL, 0, 0 },
    { "batch", NULL, 'r', NULL, 0, 0 },
    { "units", NULL, 'r', NULL, 0, 0 },
    { "outputs", NULL, 'r', NULL, 0, 0 },
    { NULL, "best", 'r', NULL, 4, 0 },
    { NULL, "median", 'r', NULL, 4, 0 },
    { NULL, "y=2x", 'r', NULL, 4, 0 },
    { NULL, "median", 'r', NULL, 4, 0 },
    { NULL, "ratio", 'r', NULL, ADROP_DECIMALS(3), 0 },
    { "ms_per_step", "ms", 'r', NULL, 4, 0 },
    { "ms_per_step_best", NULL, 'r', NULL, 0, 0 },
    { "masks_per_second", NULL, 'r', NULL, 0, 0 },
    { "multiply_per_second", NULL, 'r', NULL, 0, 0 },
    { "isa", NULL, 'l', NULL, 0, 0 },
    { "peak_rss_bytes", NULL, 'r', NULL, 0, 0 },
    { 0 },
};

void bench_masks_row(adrop_document *d, const bench_masks_result *r, size_t memory)
{
    const double n = (double)(r->size->rows * r->size->units);
    const double seconds[] = { r->pass.best, r->pass.median, r->multiply.best, r->multiply.median };

    adrop_document_cell_text(d, "masks");
    adrop_document_cell_text(d, r->dropout);
    adrop_document_cell_text(d, r->backward ? "forward+backward" : "forward");
    adrop_document_cell_text(d, "f32");
    adrop_document_cell_count(d, (size_t)r->threads);
    adrop_document_cell_count(d, r->size->rows);
    adrop_document_cell_count(d, r->size->units);
    if (r->outputs)
        adrop_document_cell_count(d, r->outputs);
    else
        adrop_document_cell_none(d);
    for (size_t i = 0; i < 4; i++) {
        const double x = 1e-6 * n / seconds[i];
        adrop_document_cell_number(d, x);
        adrop_document_differs(d, NULL, "", ADROP_DECIMALS(x < 100));
    }
    adrop_document_cell_number(d, r->multiply.best / r->pass.best);
    adrop_document_cell_number(d, 1e3 * r->pass.median);
    adrop_document_cell_number(d, 1e3 * r->pass.best);
    adrop_document_cell_number(d, n / r->pass.best);
    adrop_document_cell_number(d, n / r->multiply.best);
    adrop_document_cell_text(d, r->isa);
    adrop_document_cell_count(d, memory);
}
