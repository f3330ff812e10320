/* Results of `adrop bench` as JSON and as rows of a table (bench_show.h). */
#include "bench_show.h"

#include <sys/resource.h>

#include "json.h"

static double per_second(const bench_result *r, double seconds)
{
    return (double)(r->rows * r->units) / seconds;
}

/* Of the program so far. Linux counts in units of 1024 bytes. */
size_t bench_peak_memory(void)
{
    struct rusage used;

    return getrusage(RUSAGE_SELF, &used) ? 0 : (size_t)used.ru_maxrss * 1024;
}

static void key_count(json *j, const char *key, size_t n)
{
    json_key(j, key);
    json_count(j, n);
}

void bench_json(FILE *file, const bench_result *r)
{
    json j = { .file = file };

    json_open(&j, '{');
    json_key_text(&j, "case", "masks");
    json_key_text(&j, "dropout", r->dropout);
    json_key_text(&j, "pass", r->backward ? "forward+backward" : "forward");
    json_key_text(&j, "precision", "f32");
    key_count(&j, "threads", (size_t)r->threads);
    key_count(&j, "batch", r->rows);
    key_count(&j, "units", r->units);
    if (r->outputs)
        key_count(&j, "outputs", r->outputs);
    json_key_number(&j, "ms_per_step", 1e3 * r->times.pass.median);
    json_key_number(&j, "ms_per_step_best", 1e3 * r->times.pass.best);
    json_key_number(&j, "masks_per_second", per_second(r, r->times.pass.best));
    json_key_number(&j, "multiply_per_second", per_second(r, r->times.multiply.best));
    json_key_text(&j, "isa", r->isa);
    key_count(&j, "peak_rss_bytes", bench_peak_memory());
    json_close(&j);
    fflush(file);
}

out_table bench_table(void)
{
    static const char *const titles[] = { "technique", "threads", "pass",  "best", "median",
                                          "y=2x",      "median",  "ratio", "ms" };
    out_table table = { .align = "lrlrrrrrr" };

    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        out_cell(&table, 1, "%s", titles[i]);
    return table;
}

static void add_millions(out_table *table, const bench_result *r, double seconds)
{
    const double millions = 1e-6 * per_second(r, seconds);

    out_cell(table, 0, "%.*f", millions < 100, millions);
}

void bench_table_add(out_table *table, const bench_result *r)
{
    const stopwatch_times *pass = &r->times.pass, *multiply = &r->times.multiply;

    out_cell(table, 0, "%s", r->dropout);
    out_cell(table, 0, "%d", r->threads);
    out_cell(table, 0, "%s", r->backward ? "both" : "forward");
    add_millions(table, r, pass->best);
    add_millions(table, r, pass->median);
    add_millions(table, r, multiply->best);
    add_millions(table, r, multiply->median);
    out_cell(table, 0, "%.3f", multiply->best / pass->best);
    out_cell(table, 0, "%s", OUT_NUMBER(1e3 * pass->median, 4));
}
