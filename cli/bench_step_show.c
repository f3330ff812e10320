/* Training steps as JSON, as rows of a table and as a profile (bench_show.h). */
#include <stdio.h>
#include <string.h>

#include "bench_show.h"
#include "json.h"

static double images(const bench_step_result *r, double seconds)
{
    return (double)r->batch / seconds;
}

static void key_count(json *j, const char *key, size_t n)
{
    json_key(j, key);
    json_count(j, n);
}

/* How many convolutions run which algorithm: the choice is a rule of ISA and shape. */
static void algorithms_json(json *j, const adrop_model *m, size_t n_layers)
{
    json_key(j, "convolutions");
    json_open(j, '{');
    for (size_t i = 0; i < n_layers; i++) {
        adrop_layer_info l;
        adrop_model_layer(m, i, &l);
        if (*l.algorithm)
            json_key_text(j, l.name, l.algorithm);
    }
    json_close(j);
}

static void layers_json(json *j, const bench_step_result *r, size_t n_layers)
{
    json_key(j, "layers");
    json_open(j, '[');
    for (size_t i = 0; i < n_layers; i++) {
        adrop_layer_info l;
        adrop_model_layer(r->model, i, &l);
        json_open(j, '{');
        json_key_text(j, "name", l.name);
        json_key_text(j, "kind", l.kind);
        json_key_number(j, "forward_ms", l.forward_ms / (double)r->steps);
        json_key_number(j, "backward_ms", l.backward_ms / (double)r->steps);
        json_close(j);
    }
    json_close(j);
}

void bench_step_json(FILE *file, const bench_step *b, const bench_step_result *r, int threads)
{
    adrop_model_info info;
    json j = { .file = file };

    adrop_model_describe(r->model, &info);
    json_open(&j, '{');
    json_key_text(&j, "case", b->name);
    json_key_text(&j, "dropout", b->dropout);
    json_key_text(&j, "pass", "step");
    json_key_text(&j, "precision", info.precision);
    json_key_text(&j, "precision_why", info.why);
    json_key_text(&j, "isa", info.isa);
    key_count(&j, "threads", (size_t)threads);
    key_count(&j, "batch", r->batch);
    key_count(&j, "shards", b->shards);
    key_count(&j, "steps", r->steps);
    json_key_number(&j, "ms_per_step", 1e3 * r->step.median);
    json_key_number(&j, "ms_per_step_best", 1e3 * r->step.best);
    json_key_number(&j, "ms_per_step_mean", 1e3 * r->step.mean);
    json_key_number(&j, "images_per_second", images(r, r->step.best));
    json_key_number(&j, "gflop_per_step", r->gflop);
    json_key_number(&j, "gflops", r->gflop / r->step.best);
    json_key_number(&j, "peak_gflops", r->peak);
    key_count(&j, "params", info.n_params);
    key_count(&j, "dropout_params", info.n_dropout_params);
    key_count(&j, "arena_bytes", info.arena_bytes);
    key_count(&j, "peak_rss_bytes", bench_peak_memory());
    algorithms_json(&j, r->model, info.n_layers);
    if (b->profile)
        layers_json(&j, r, info.n_layers);
    json_close(&j);
    fflush(file);
}

out_table bench_step_table(void)
{
    static const char *const titles[] = { "case",    "technique", "precision", "threads",
                                          "batch",   "ms",        "median",    "images/s",
                                          "GFLOP/s", "of peak",   "MB" };
    out_table table = { .align = "lllrrrrrrrr" };

    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        out_cell(&table, 1, "%s", titles[i]);
    return table;
}

void bench_step_table_add(out_table *table, const bench_step *b, const bench_step_result *r,
                          int threads)
{
    const double rate = r->gflop / r->step.best;
    adrop_model_info info;

    adrop_model_describe(r->model, &info);
    out_cell(table, 0, "%s", b->name);
    out_cell(table, 0, "%s", b->dropout);
    out_cell(table, 0, "%s", info.precision);
    out_cell(table, 0, "%d", threads);
    out_cell(table, 0, "%zu", r->batch);
    out_cell(table, 0, "%s", OUT_NUMBER(1e3 * r->step.best, 4));
    out_cell(table, 0, "%s", OUT_NUMBER(1e3 * r->step.median, 4));
    out_cell(table, 0, "%.0f", images(r, r->step.best));
    out_cell(table, 0, "%.1f", rate);
    out_cell(table, 0, "%.0f %%", 100 * rate / r->peak);
    out_cell(table, 0, "%.0f", (double)bench_peak_memory() / 1e6);
}

static void profile_row(out_table *table, const char *name, const char *kind, const char *algorithm,
                        double forward, double backward, double all)
{
    out_cell(table, 0, "%s", name);
    out_cell(table, 0, "%s", kind);
    out_cell(table, 0, "%s", algorithm);
    out_cell(table, 0, "%.3f", forward);
    out_cell(table, 0, "%.3f", backward);
    out_cell(table, 0, "%.1f %%", 100 * (forward + backward) / all);
}

/* The layers of a kind together; those that were shown with an earlier one are not again. */
static void profile_kinds(out_table *table, const bench_step_result *r, size_t n, double all)
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
            profile_row(table, "all", first.kind, "", forward, backward, all);
    }
}

void bench_step_profile(FILE *file, const bench_step_result *r)
{
    const double steps = (double)r->steps, all = 1e3 * r->step.median;
    static const char *const titles[] = { "layer",      "kind",        "by",
                                          "forward ms", "backward ms", "share" };
    out_table table = { .align = "lllrrr" };
    adrop_layer_info l;
    double known = 0;
    size_t n = 0;

    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        out_cell(&table, 1, "%s", titles[i]);
    for (; adrop_model_layer(r->model, n, &l); n++) {
        known += (l.forward_ms + l.backward_ms) / steps;
        profile_row(&table, l.name, l.kind, l.algorithm, l.forward_ms / steps,
                    l.backward_ms / steps, all);
    }
    profile_kinds(&table, r, n, all);
    profile_row(&table, "the rest", "loss, update", "", 0, all - known, all);
    fputc('\n', file);
    out_table_print(&table, file, 0);
}
