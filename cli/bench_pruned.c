/* Times pruned networks (bench.h). Every round alternates between the whole network and the pruned
 * one, so both see the same state of the machine. adrop_model_compact removes nodes and channels,
 * equally many per layer. Weights are set to zero, and the same network is timed with dense
 * products and with products over the remaining weights. */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/model.h"
#include "adrop/units.h"
#include "out.h"

enum { CLASSES = 10, MOST_ROWS = 256 };

typedef struct {
    const char *name, *model;
    size_t channels, side, outputs, rows;
    double kept;
} subject;

static const subject subjects[] = {
    { "nodes", "mlp:800,800", 784, 1, CLASSES, 256, 0.5 },
    { "channels", "vgg16", 3, 32, CLASSES, 64, 0.5 },
    { "channels", "vgg16", 3, 32, CLASSES, 64, 0.51 },
    { "weights", "net:dense", 800, 1, 800, 64, 0.2 },
    { "weights", "net:dense", 800, 1, 800, 64, 0.1 },
    { "weights", "net:dense", 800, 1, 800, 64, 0.05 },
    { "weights", "net:dense", 800, 1, 800, 64, 0.02 },
    { "weights", "mlp:800,800", 784, 1, CLASSES, 256, 0.1 },
};

typedef struct {
    adrop_ctx *ctx;
    const subject *s;
    adrop_model *whole, *pruned;
    float *x; /* (rows, inputs) */
    size_t rows;
    adrop_status status;
} work;

static int bench_pruned_forward(work *w, adrop_model *m)
{
    adrop_batch b;

    adrop_batch_input(&b, 0, w->rows, w->x);
    w->status = adrop_model_forward(m, ADROP_PHASE_MEAN, &b);
    return w->status != ADROP_OK;
}

static int bench_pruned_whole(void *self)
{
    return bench_pruned_forward(self, ((work *)self)->whole);
}

static int pruned(void *self)
{
    return bench_pruned_forward(self, ((work *)self)->pruned);
}

/* Keep so many units of each layer, evenly spaced. */
static adrop_status compact(work *w)
{
    adrop_units *units;
    adrop_unit unit, first = { .layer_number = SIZE_MAX };
    adrop_status status = adrop_units_create(w->whole, &units);

    if (status)
        return status;
    const size_t n = adrop_units_count(units);
    unsigned char *keep = out_memory(n, 1);
    for (size_t i = 0; adrop_unit_at(units, i, &unit); i++) {
        if (unit.layer_number != first.layer_number)
            first = unit;
        const double at = (double)(unit.channel - first.channel);
        keep[i] = floor((at + 1) * w->s->kept + 0.5) > floor(at * w->s->kept + 0.5);
    }
    status = adrop_model_compact(w->whole, units, keep, &w->pruned);
    free(keep);
    adrop_units_free(units);
    return status;
}

/* Set weights of matrices to zero at random, with probability 1 - kept. */
static adrop_status thin_out(adrop_model *m, double kept)
{
    adrop_tensor_info t;
    adrop_status status = ADROP_OK;
    uint32_t state = 1;

    for (size_t i = 0; adrop_model_tensor(m, i, &t) && !status; i++) {
        if (t.group != ADROP_TENSOR_WEIGHTS || t.n_dims < 2)
            continue;
        float *values = out_memory(t.n, sizeof *values);
        status = adrop_model_get(m, i, values);
        for (size_t k = 0; k < t.n; k++) {
            state = state * 1664525u + 1013904223u;
            if ((double)(state >> 8) * 0x1p-24 >= kept)
                values[k] = 0;
        }
        if (!status)
            status = adrop_model_set(m, i, values);
        free(values);
    }
    return status;
}

static adrop_status bench_pruned_create(work *w, adrop_model **out)
{
    adrop_model_opts o;

    adrop_model_opts_init(&o);
    o.model = w->s->model, o.dropout = "none";
    o.channels = w->s->channels, o.height = o.width = w->s->side;
    o.outputs = w->s->outputs, o.batch = MOST_ROWS, o.n_train = 50000, o.seed = 1;
    return adrop_model_create(w->ctx, &o, out);
}

static adrop_status open_work(work *w)
{
    const size_t units = w->s->channels * w->s->side * w->s->side;
    adrop_status status = bench_pruned_create(w, &w->whole);

    w->x = out_memory(w->s->rows * units, sizeof *w->x);
    for (size_t i = 0; i < w->s->rows * units; i++)
        w->x[i] = (float)(((uint32_t)i * 2654435761u) >> 8) * 0x1p-24f;
    if (status)
        return status;
    if (strcmp(w->s->name, "weights") != 0)
        return compact(w);
    if (!(status = bench_pruned_create(w, &w->pruned)) &&
        !(status = thin_out(w->whole, w->s->kept)) && !(status = thin_out(w->pruned, w->s->kept)))
        status = adrop_model_sparse_weights(
            w->pruned, w->s->outputs > CLASSES ? ADROP_SPARSE_ON : ADROP_SPARSE_AUTO, NULL);
    return status;
}

/* The sizes of both as files. */
static adrop_status measure_files(const work *w, bench_pruned_result *r)
{
    void *bytes = NULL;
    adrop_status status = adrop_model_write(w->whole, &bytes, &r->whole_bytes);

    adrop_free(w->ctx, bytes);
    if (!status)
        status = adrop_model_write(w->pruned, &bytes, &r->pruned_bytes);
    if (!status)
        adrop_free(w->ctx, bytes);
    return status;
}

static adrop_status time_both(work *w, size_t rounds, bench_pruned_result *r)
{
    stopwatch_work *const kinds[] = { bench_pruned_whole, pruned };
    double *seconds = out_memory(2 * rounds, sizeof *seconds);

    if (!bench_pruned_whole(w))
        pruned(w); /* warm-up */
    for (size_t i = 0; i < rounds && !w->status; i++)
        for (size_t k = 0; k < 2 && !w->status; k++)
            stopwatch_round(kinds[k], w, 0.02, &seconds[k * rounds + i]);
    if (!w->status) {
        r->whole = stopwatch_sum_up(seconds, rounds);
        r->pruned = stopwatch_sum_up(seconds + rounds, rounds);
    }
    free(seconds);
    return w->status;
}

adrop_status bench_pruned_time(adrop_ctx *ctx, size_t which, size_t rounds, int single,
                               bench_pruned_result *r)
{
    work w = { .ctx = ctx, .s = &subjects[which] };

    *r = (bench_pruned_result){ .name = w.s->name, .model = w.s->model, .kept = w.s->kept };
    r->rows = w.rows = single ? 1 : w.s->rows;
    adrop_status status = open_work(&w);
    if (!status)
        status = measure_files(&w, r);
    if (!status)
        status = time_both(&w, rounds, r);
    adrop_model_free(w.whole);
    adrop_model_free(w.pruned);
    free(w.x);
    return status;
}

size_t bench_pruned_cases(void)
{
    return sizeof subjects / sizeof *subjects;
}

const char bench_pruned_says[] =
    "Milliseconds of the best round of the whole network and of what is left of it; the ratios "
    "are whole / pruned, of times and of the bytes of the files.";

const adrop_column bench_pruned_columns[] = {
    { "case", NULL, 'l', NULL, 0, 0 },
    { "unit", "unit", 'l', NULL, 0, 0 },
    { "model", "model", 'l', NULL, 0, 0 },
    { "kept", NULL, 'r', NULL, 0, 0 },
    { NULL, "kept", 'r', "%", ADROP_DECIMALS(0), 0 },
    { "rows", "rows", 'r', NULL, 0, 0 },
    { "threads", "threads", 'r', NULL, 0, 0 },
    { "whole_ms", NULL, 'r', NULL, 0, 0 },
    { "whole_ms_best", "whole", 'r', NULL, 4, 0 },
    { "pruned_ms", NULL, 'r', NULL, 0, 0 },
    { "pruned_ms_best", "pruned", 'r', NULL, 4, 0 },
    { "ratio", "median ratio", 'r', NULL, ADROP_DECIMALS(2), 0 },
    { "ratio_best", "best", 'r', NULL, ADROP_DECIMALS(2), 0 },
    { "bytes_ratio", "bytes", 'r', NULL, ADROP_DECIMALS(2), 0 },
    { 0 },
};

void bench_pruned_row(adrop_document *d, const bench_pruned_result *r, int threads)
{
    adrop_document_cell_text(d, "pruned");
    adrop_document_cell_text(d, r->name);
    adrop_document_cell_text(d, r->model);
    adrop_document_cell_number(d, r->kept);
    adrop_document_cell_number(d, 100 * r->kept);
    adrop_document_cell_count(d, r->rows);
    adrop_document_cell_count(d, (size_t)threads);
    adrop_document_cell_number(d, 1e3 * r->whole.median);
    adrop_document_cell_number(d, 1e3 * r->whole.best);
    adrop_document_cell_number(d, 1e3 * r->pruned.median);
    adrop_document_cell_number(d, 1e3 * r->pruned.best);
    adrop_document_cell_number(d, r->whole.median / r->pruned.median);
    adrop_document_cell_number(d, r->whole.best / r->pruned.best);
    adrop_document_cell_number(d, (double)r->whole_bytes / (double)r->pruned_bytes);
}
