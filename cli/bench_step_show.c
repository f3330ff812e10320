/* Training steps as rows of a table, and profiles of them (bench.h). */
#include <string.h>

#include "bench.h"

const adrop_column bench_step_columns[] = {
    { "case", "case", 'l', NULL, 0, 0 },
    { "dropout", "technique", 'l', NULL, 0, 0 },
    { "pass", NULL, 'l', NULL, 0, 0 },
    { "precision", "precision", 'l', NULL, 0, 0 },
    { "precision_why", NULL, 'l', NULL, 0, 0 },
    { "isa", NULL, 'l', NULL, 0, 0 },
    { "threads", "threads", 'r', NULL, 0, 0 },
    { "batch", "batch", 'r', NULL, 0, 0 },
    { "shards", NULL, 'r', NULL, 0, 0 },
    { "steps", NULL, 'r', NULL, 0, 0 },
    { NULL, "ms", 'r', NULL, 4, 0 },
    { "ms_per_step", "median", 'r', NULL, 4, 0 },
    { "ms_per_step_best", NULL, 'r', NULL, 0, 0 },
    { "ms_per_step_mean", NULL, 'r', NULL, 0, 0 },
    { "images_per_second", "images/s", 'r', NULL, ADROP_DECIMALS(0), 0 },
    { "gflop_per_step", NULL, 'r', NULL, 0, 0 },
    { "gflops", "GFLOP/s", 'r', NULL, ADROP_DECIMALS(1), 0 },
    { "peak_gflops", NULL, 'r', NULL, 0, 0 },
    { NULL, "of peak", 'r', "%", ADROP_DECIMALS(0), 0 },
    { "params", NULL, 'r', NULL, 0, 0 },
    { "dropout_params", NULL, 'r', NULL, 0, 0 },
    { "arena_bytes", NULL, 'r', NULL, 0, 0 },
    { "peak_rss_bytes", NULL, 'r', NULL, 0, 0 },
    { NULL, "MB", 'r', NULL, ADROP_DECIMALS(0), 0 },
    { "convolutions", NULL, 'l', NULL, 0, 0 },
    { "layers", NULL, 'l', NULL, 0, 0 },
    { 0 },
};

/* The algorithm of each convolution, chosen by a rule on ISA and shape. */
static void add_algorithms(adrop_document *d, const adrop_model *m)
{
    adrop_layer_info l;

    adrop_document_group(d, NULL, NULL);
    for (size_t i = 0; adrop_model_layer(m, i, &l); i++)
        if (*l.algorithm)
            adrop_document_text(d, l.name, NULL, l.algorithm);
    adrop_document_end(d);
}

static void add_layers(adrop_document *d, const bench_step_result *r)
{
    static const adrop_column columns[] = {
        { "name", NULL, 'l', NULL, 0, 0 },
        { "kind", NULL, 'l', NULL, 0, 0 },
        { "forward_ms", NULL, 'r', NULL, 0, 0 },
        { "backward_ms", NULL, 'r', NULL, 0, 0 },
        { 0 },
    };
    adrop_layer_info l;

    adrop_document_table(d, NULL, NULL, 0);
    adrop_document_columns(d, columns);
    for (size_t i = 0; adrop_model_layer(r->model, i, &l); i++) {
        adrop_document_cell_text(d, l.name);
        adrop_document_cell_text(d, l.kind);
        adrop_document_cell_number(d, l.forward_ms / (double)r->steps);
        adrop_document_cell_number(d, l.backward_ms / (double)r->steps);
    }
    adrop_document_end(d);
}

static void add_times(adrop_document *d, const bench_step_result *r)
{
    const double best = r->step.best, rate = r->gflop / best;

    adrop_document_cell_number(d, 1e3 * best);
    adrop_document_cell_number(d, 1e3 * r->step.median);
    adrop_document_cell_number(d, 1e3 * best);
    adrop_document_cell_number(d, 1e3 * r->step.mean);
    adrop_document_cell_number(d, (double)r->batch / best);
    adrop_document_cell_number(d, r->gflop);
    adrop_document_cell_number(d, rate);
    adrop_document_cell_number(d, r->peak);
    adrop_document_cell_number(d, 100 * rate / r->peak);
}

void bench_step_row(adrop_document *d, const bench_step *b, const bench_step_result *r, int threads,
                    size_t memory)
{
    adrop_model_info info;

    adrop_model_describe(r->model, &info);
    adrop_document_cell_text(d, b->name);
    adrop_document_cell_text(d, b->dropout);
    adrop_document_cell_text(d, "step");
    adrop_document_cell_text(d, info.precision);
    adrop_document_cell_text(d, info.why);
    adrop_document_cell_text(d, info.isa);
    adrop_document_cell_count(d, (size_t)threads);
    adrop_document_cell_count(d, r->batch);
    adrop_document_cell_count(d, b->shards);
    adrop_document_cell_count(d, r->steps);
    add_times(d, r);
    adrop_document_cell_count(d, info.n_params);
    adrop_document_cell_count(d, info.n_dropout_params);
    adrop_document_cell_count(d, info.arena_bytes);
    adrop_document_cell_count(d, memory);
    adrop_document_cell_number(d, 1e-6 * (double)memory);
    add_algorithms(d, r->model);
    if (b->profile)
        add_layers(d, r);
    else
        adrop_document_cell_none(d);
}

static void add_share(adrop_document *d, const char *name, const char *kind, const char *algorithm,
                      double forward, double backward, double all)
{
    adrop_document_cell_text(d, name);
    adrop_document_cell_text(d, kind);
    adrop_document_cell_text(d, algorithm);
    adrop_document_cell_number(d, forward);
    adrop_document_cell_number(d, backward);
    adrop_document_cell_number(d, 100 * (forward + backward) / all);
}

/* Sums per kind of layer, skipping layers that an earlier one included. */
static void add_kinds(adrop_document *d, const bench_step_result *r, size_t n, double all)
{
    for (size_t i = 0; i < n; i++) {
        adrop_layer_info first, l;
        double forward = 0, backward = 0;
        size_t k = 0;
        adrop_model_layer(r->model, i, &first);
        while (adrop_model_layer(r->model, k, &l) && strcmp(l.kind, first.kind))
            k++;
        for (k = k < i ? n : k; adrop_model_layer(r->model, k, &l); k++)
            if (!strcmp(l.kind, first.kind)) {
                forward += l.forward_ms / (double)r->steps;
                backward += l.backward_ms / (double)r->steps;
            }
        if (forward + backward > 0)
            add_share(d, "all", first.kind, "", forward, backward, all);
    }
}

void bench_step_profile(adrop_document *d, const bench_step_result *r)
{
    static const adrop_column columns[] = {
        { NULL, "layer", 'l', NULL, 0, 0 },
        { NULL, "kind", 'l', NULL, 0, 0 },
        { NULL, "by", 'l', NULL, 0, 0 },
        { NULL, "forward ms", 'r', NULL, ADROP_DECIMALS(3), 0 },
        { NULL, "backward ms", 'r', NULL, ADROP_DECIMALS(3), 0 },
        { NULL, "share", 'r', "%", ADROP_DECIMALS(1), 0 },
        { 0 },
    };
    const double steps = (double)r->steps, all = 1e3 * r->step.median;
    adrop_layer_info l;
    double known = 0;
    size_t n = 0;

    adrop_document_table(d, NULL, "", 0);
    adrop_document_columns(d, columns);
    for (; adrop_model_layer(r->model, n, &l); n++) {
        known += (l.forward_ms + l.backward_ms) / steps;
        add_share(d, l.name, l.kind, l.algorithm, l.forward_ms / steps, l.backward_ms / steps, all);
    }
    add_kinds(d, r, n, all);
    add_share(d, "the rest", "loss, update", "", 0, all - known, all);
}
