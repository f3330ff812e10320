/* A data set for people (data_show.h). */
#include "data_show.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"
#include "picture.h"
#include "target_name.h"

/* Classes that are listed one by one. */
enum { MOST_CLASSES = 20, MOST_COLUMNS = 40 };

static void print_facts(const data_view *view)
{
    const adrop_data_info *d = &view->info;
    out_table table = { .align = "ll" };

    out_cell(&table, 0, "data");
    out_cell(&table, 0, "%s", d->name);
    out_cell(&table, 0, "from");
    out_cell(&table, 0, "%s%s%s", d->path, *d->path ? ", " : "", d->format);
    out_cell(&table, 0, "rows");
    out_cell(&table, 0, "%zu: %zu for training, %zu for validation, %zu for tests", d->rows,
             d->n_train, d->n_val, d->n_test);
    out_cell(&table, 0, "a row");
    if (d->is_image)
        out_cell(&table, 0, "%zu x %zu pixels, %zu channel%s", d->height, d->width, d->channels,
                 d->channels == 1 ? "" : "s");
    else
        out_cell(&table, 0, "%zu columns", d->channels * d->height * d->width);
    out_cell(&table, 0, "inputs");
    out_cell(&table, 0, "scaled: %s", data_show_scale(view));
    if (d->classes) {
        out_cell(&table, 0, "target");
        out_cell(&table, 0, "%zu classes%s", d->classes,
                 d->is_multi_label ? ", of which a row may have several" : "");
    }
    for (size_t k = 0; k < d->targets; k++) {
        const double *of = view->target + 4 * k;
        out_cell(&table, 0, "target%s%s", d->targets > 1 ? " " : "",
                 d->targets > 1 ? TARGET_NAME(view->data, k) : "");
        out_cell(&table, 0, "a number: mean %s, standard deviation %s, from %s to %s",
                 OUT_NUMBER(of[0], 5), OUT_NUMBER(of[1], 5), OUT_NUMBER(of[2], 5),
                 OUT_NUMBER(of[3], 5));
    }
    out_table_print(&table, stdout, 0);
}

static void print_class(out_table *table, const data_view *view, size_t label)
{
    out_cell(table, 0, "%s", adrop_data_class_name(view->data, label));
    for (size_t part = 0; part < 3; part++)
        if (part != ADROP_PART_VAL || view->info.n_val)
            out_cell(table, 0, "%zu", view->balance[3 * label + part]);
}

/* Many classes: those with the fewest and the most training rows. */
static void print_extremes(out_table *table, const data_view *view)
{
    size_t few = 0, many = 0;

    for (size_t i = 1; i < view->info.classes; i++) {
        if (view->balance[3 * i] < view->balance[3 * few])
            few = i;
        if (view->balance[3 * i] > view->balance[3 * many])
            many = i;
    }
    print_class(table, view, few);
    print_class(table, view, many);
}

static void print_balance(const data_view *view)
{
    out_table table = { .align = view->info.n_val ? "lrrr" : "lrr" };
    const int all = view->info.classes <= MOST_CLASSES;

    out_cell(&table, 1, all ? "class" : "smallest and largest class");
    out_cell(&table, 1, "train");
    if (view->info.n_val)
        out_cell(&table, 1, "val");
    out_cell(&table, 1, "test");
    for (size_t i = 0; all && i < view->info.classes; i++)
        print_class(&table, view, i);
    if (!all)
        print_extremes(&table, view);
    fputc('\n', stdout);
    out_table_print(&table, stdout, 0);
}

/* Columns of what is no table, an array say. */
static void print_names(const data_view *view)
{
    const size_t n = view->info.is_image ? 0 : view->info.columns;
    const char *first = n ? adrop_data_column_name(view->data, 0) : NULL;

    if (!first || !*first || n > 64)
        return;
    fputs("\ncolumns: ", stdout);
    for (size_t i = 0; i < n; i++)
        printf("%s%s", i ? ", " : "", OUT_CLEAN(adrop_data_column_name(view->data, i)));
    fputc('\n', stdout);
}

/* How many columns from the first on play the same part and are read alike. */
static size_t count_alike(const data_view *view, size_t first)
{
    adrop_data_column a, b;
    size_t n = 1;

    adrop_data_column_at(view->data, first, &a);
    while (adrop_data_column_at(view->data, first + n, &b) && !strcmp(a.role, b.role) &&
           !strcmp(a.form, b.form) && a.words == b.words)
        n++;
    return n;
}

/* A line for n columns that are alike. */
static void print_column(out_table *table, const data_view *view, size_t first, size_t n)
{
    adrop_data_column c, last;

    adrop_data_column_at(view->data, first, &c);
    adrop_data_column_at(view->data, first + n - 1, &last);
    if (n > 1) {
        out_cell(table, 0, "%zu-%zu", first + 1, first + n);
        out_cell(table, 0, "%s .. %s", OUT_CLEAN(c.name), OUT_CLEAN(last.name));
    } else {
        out_cell(table, 0, "%zu", first + 1);
        out_cell(table, 0, "%s", OUT_CLEAN(c.name));
    }
    out_cell(table, 0, "%s", c.role);
    if (c.words)
        out_cell(table, 0, "%s, %zu different", c.form, c.words);
    else
        out_cell(table, 0, "%s", c.form);
}

/* What was made of each column of a table; of many, those that are alike together. */
static void print_columns(const data_view *view)
{
    out_table table = { .align = "rlll" };
    adrop_data_column c;
    size_t n = 0;

    while (adrop_data_column_at(view->data, n, &c))
        n++;
    if (!n) {
        print_names(view);
        return;
    }
    out_cell(&table, 1, "%s", "");
    out_cell(&table, 1, "column");
    out_cell(&table, 1, "is");
    out_cell(&table, 1, "read as");
    for (size_t i = 0, step; i < n; i += step) {
        step = n > MOST_COLUMNS ? count_alike(view, i) : 1;
        print_column(&table, view, i, step);
    }
    fputc('\n', stdout);
    out_table_print(&table, stdout, 0);
}

static void print_files(const data_view *view)
{
    out_table table = { .align = "rlll" };
    adrop_data_file file;
    const size_t n = adrop_data_n_files(view->data);

    if (!n)
        return;
    out_cell(&table, 1, "bytes");
    out_cell(&table, 1, "xxh3");
    out_cell(&table, 1, "verdict");
    out_cell(&table, 1, "file");
    for (size_t i = 0; i < n; i++) {
        adrop_data_file_at(view->data, i, &file);
        out_cell(&table, 0, "%" PRIu64, file.bytes);
        out_cell(&table, 0, "%016" PRIx64, file.contents ? file.contents : file.xxh3);
        out_cell(&table, 0, "%s", data_show_verdict(view, file.path));
        out_cell(&table, 0, "%s", file.path);
    }
    fputc('\n', stdout);
    out_table_print(&table, stdout, 0);
}

/* Draw the first image of each of the first classes; of one class, its first ones. */
static adrop_status choose(const data_view *view, float *x, picture *chosen, size_t *n_chosen)
{
    const adrop_data_info *d = &view->info;
    const size_t area = d->channels * d->height * d->width;
    size_t n, n_found = 0;
    const uint32_t *rows = adrop_data_rows(view->data, ADROP_PART_TRAIN, &n);
    char *seen = out_memory(d->classes + 1, 1);
    adrop_status status = ADROP_OK;

    for (size_t i = 0; !status && i < n && n_found < view->samples; i++) {
        const int32_t label = adrop_data_label(view->data, rows[i]);
        const char *name = label < 0 ? "" : adrop_data_class_name(view->data, (size_t)label);
        if (label >= 0 && seen[label] && view->samples <= d->classes)
            continue;
        seen[label < 0 ? 0 : label] = 1;
        chosen[n_found] = (picture){ x + n_found * area, name };
        status = adrop_data_row(view->call->ctx, view->data, rows[i], x + n_found++ * area);
    }
    free(seen);
    *n_chosen = n_found;
    return status;
}

static int draw_samples(const data_view *view)
{
    const adrop_data_info *d = &view->info;
    size_t n;

    if (!d->is_image || !view->samples)
        return OUT_OK;
    float *x = out_memory(view->samples * d->channels * d->height * d->width, sizeof *x);
    picture *chosen = out_memory(view->samples, sizeof *chosen);
    adrop_status status = choose(view, x, chosen, &n);
    if (!status) {
        fputc('\n', stdout);
        picture_draw(stdout, chosen, n, d->channels, d->height, d->width, out_utf8());
    }
    free(chosen);
    free(x);
    return status ? command_fail(view->call, status) : OUT_OK;
}

int data_show_print(const data_view *view)
{
    print_facts(view);
    if (view->balance)
        print_balance(view);
    print_columns(view);
    print_files(view);
    return draw_samples(view);
}
