/* A data set as a document, with pictures for people (data_show.h). */
#include "data_show.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data_choice.h"
#include "document_out.h"
#include "out.h"
#include "picture.h"

/* Classes listed one by one. */
enum { MOST_CLASSES = 20, MOST_COLUMNS = 40 };

static void add_facts(adrop_document *d, const data_view *view)
{
    const adrop_data_info *of = &view->info;
    const int is_image = of->is_image;
    char text[64];

    adrop_document_text(d, "name", "data", of->name);
    adrop_document_text(d, "path", *of->path ? "from" : NULL, *of->path ? of->path : NULL);
    adrop_document_text(d, "format", "format", of->format);
    adrop_document_text(d, "task", NULL, of->classes ? "classification" : "regression");
    adrop_document_count(d, "rows", "rows", of->rows);
    adrop_document_count(d, "train", "training rows", of->n_train);
    adrop_document_count(d, "val", "validation rows", of->n_val);
    adrop_document_count(d, "test", "test rows", of->n_test);
    adrop_document_count(d, "channels", is_image ? "channels" : NULL, of->channels);
    adrop_document_count(d, "height", is_image ? "height" : NULL, of->height);
    adrop_document_count(d, "width", is_image ? "width" : NULL, of->width);
    if (!is_image)
        adrop_document_count(d, NULL, "columns of inputs", of->channels * of->height * of->width);
    adrop_document_text(d, "input_scale", "scale of inputs", data_show_scale(view));
    if (!of->classes)
        return;
    snprintf(text, sizeof text, "%zu classes%s", of->classes,
             of->is_multi_label ? ", of which a row may have several" : "");
    adrop_document_text(d, NULL, "target", text);
}

static void class_columns(adrop_document *d, const data_view *view, const char *key,
                          const char *title, const char *label)
{
    adrop_document_table(d, key, title, 0);
    adrop_document_column(d, "name", label, 'l', "", 0);
    adrop_document_column(d, "train", "train", 'r', "", 0);
    adrop_document_column(d, "val", view->info.n_val ? "val" : NULL, 'r', "", 0);
    adrop_document_column(d, "test", "test", 'r', "", 0);
}

static void add_class(adrop_document *d, const data_view *view, size_t label)
{
    adrop_document_cell_text(d, adrop_data_class_name(view->data, label));
    for (size_t part = 0; part < 3; part++)
        adrop_document_cell_count(d, view->balance[3 * label + part]);
}

/* With many classes: the ones with the fewest and the most training rows, for people. */
static void add_extremes(adrop_document *d, const data_view *view)
{
    size_t few = 0, many = 0;

    for (size_t i = 1; i < view->info.classes; i++) {
        if (view->balance[3 * i] < view->balance[3 * few])
            few = i;
        if (view->balance[3 * i] > view->balance[3 * many])
            many = i;
    }
    class_columns(d, view, NULL, "", "smallest and largest class");
    add_class(d, view, few);
    add_class(d, view, many);
    adrop_document_end(d);
}

static void add_classes(adrop_document *d, const data_view *view)
{
    const int all = view->info.classes <= MOST_CLASSES;

    class_columns(d, view, "classes", all ? "" : NULL, "class");
    for (size_t i = 0; i < view->info.classes; i++)
        add_class(d, view, i);
    adrop_document_end(d);
    if (!all)
        add_extremes(d, view);
}

enum { TARGET_NUMBERS = 4 };
static const char *const target_keys[TARGET_NUMBERS] = { "mean", "deviation", "least", "most" };
static const char *const target_labels[TARGET_NUMBERS] = { "mean", "standard deviation", "least",
                                                           "most" };

/* "target" is the first target; "targets" lists several. */
static void add_targets(adrop_document *d, const data_view *view)
{
    const size_t n = view->info.targets;

    adrop_document_group(d, "target", n > 1 ? NULL : "Target, a number, over training rows");
    if (n > 1)
        adrop_document_text(d, "name", NULL, TARGET_NAME(view->data, 0));
    for (size_t i = 0; i < TARGET_NUMBERS; i++)
        adrop_document_number(d, target_keys[i], n > 1 ? NULL : target_labels[i], view->target[i],
                              "", 5);
    adrop_document_end(d);
    if (n < 2)
        return;
    adrop_document_table(d, "targets", "", 0);
    adrop_document_column(d, "name", "target", 'l', "", 0);
    for (size_t i = 0; i < TARGET_NUMBERS; i++)
        adrop_document_column(d, target_keys[i], target_labels[i], 'r', "", 5);
    for (size_t k = 0; k < n; k++) {
        adrop_document_cell_text(d, TARGET_NAME(view->data, k));
        for (size_t i = 0; i < TARGET_NUMBERS; i++)
            adrop_document_cell_number(d, view->target[TARGET_NUMBERS * k + i]);
    }
    adrop_document_end(d);
}

/* Names of the columns of arrays and other non-tables. */
static void add_names(adrop_document *d, const data_view *view)
{
    const size_t n = view->info.is_image ? 0 : view->info.columns;
    const char *first = n ? adrop_data_column_name(view->data, 0) : NULL;

    if (!first || !*first || n > 64)
        return;
    adrop_document_list(d, NULL, "columns");
    for (size_t i = 0; i < n; i++)
        adrop_document_cell_text(d, adrop_data_column_name(view->data, i));
    adrop_document_end(d);
}

/* The number of consecutive columns from `first` with the same role and form. */
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

/* Groups of similar columns if there are many, for people. */
static void add_alike(adrop_document *d, const data_view *view, size_t n)
{
    adrop_document_table(d, NULL, "", 0);
    adrop_document_column(d, NULL, "", 'r', "", 0);
    adrop_document_column(d, NULL, "column", 'l', "", 0);
    adrop_document_column(d, NULL, "is", 'l', "", 0);
    adrop_document_column(d, NULL, "read as", 'l', "", 0);
    for (size_t i = 0, step; i < n; i += step) {
        adrop_data_column c, last;
        char text[512];
        step = count_alike(view, i);
        adrop_data_column_at(view->data, i, &c);
        adrop_data_column_at(view->data, i + step - 1, &last);
        snprintf(text, sizeof text, step > 1 ? "%zu-%zu" : "%zu", i + 1, i + step);
        adrop_document_cell_text(d, text);
        snprintf(text, sizeof text, "%.200s%s%.200s", c.name, step > 1 ? " .. " : "",
                 step > 1 ? last.name : "");
        adrop_document_cell_text(d, text);
        adrop_document_cell_text(d, c.role);
        snprintf(text, sizeof text, c.words ? "%s, %zu different" : "%s", c.form, c.words);
        adrop_document_cell_text(d, text);
    }
    adrop_document_end(d);
}

/* How each column of a table was read. */
static void data_show_add_columns(adrop_document *d, const data_view *view)
{
    adrop_data_column c;
    size_t n = 0;

    while (adrop_data_column_at(view->data, n, &c))
        n++;
    if (!n) {
        add_names(d, view);
        return;
    }
    adrop_document_table(d, "columns", n > MOST_COLUMNS ? NULL : "", 0);
    adrop_document_column(d, NULL, "", 'r', "", 0);
    adrop_document_column(d, "name", "column", 'l', "", 0);
    adrop_document_column(d, "role", "is", 'l', "", 0);
    adrop_document_column(d, "form", "read as", 'l', "", 0);
    adrop_document_column(d, "words", NULL, 'r', "", 0);
    for (size_t i = 0; adrop_data_column_at(view->data, i, &c); i++) {
        char different[48];
        snprintf(different, sizeof different, ", %zu different", c.words);
        adrop_document_cell_count(d, i + 1);
        adrop_document_cell_text(d, c.name);
        adrop_document_cell_text(d, c.role);
        adrop_document_cell_text(d, c.form);
        adrop_document_around(d, "", c.words ? different : "");
        adrop_document_cell_count(d, c.words);
    }
    adrop_document_end(d);
    if (n > MOST_COLUMNS)
        add_alike(d, view, n);
}

/* Checksums are texts: 64 bits do not fit in a double. */
static void add_sum(adrop_document *d, uint64_t sum)
{
    char text[32];

    snprintf(text, sizeof text, "%016" PRIx64, sum);
    adrop_document_cell_text(d, text);
}

static void add_files(adrop_document *d, const data_view *view)
{
    adrop_data_file file;
    const size_t n = adrop_data_n_files(view->data);

    adrop_document_table(d, "files", "", 0);
    adrop_document_column(d, "path", NULL, 'l', "", 0);
    adrop_document_column(d, "bytes", "bytes", 'r', "", 0);
    adrop_document_column(d, "xxh3", NULL, 'l', "", 0);
    adrop_document_column(d, "contents", NULL, 'l', "", 0); /* for folders of images */
    adrop_document_column(d, NULL, "xxh3", 'l', "", 0);
    adrop_document_column(d, "verdict", "verdict", 'l', "", 0);
    adrop_document_column(d, NULL, "file", 'l', "", 0);
    for (size_t i = 0; i < n; i++) {
        adrop_data_file_at(view->data, i, &file);
        adrop_document_cell_text(d, file.path);
        adrop_document_cell_count(d, file.bytes);
        add_sum(d, file.xxh3);
        if (file.contents)
            add_sum(d, file.contents);
        else
            adrop_document_cell_none(d);
        add_sum(d, file.contents ? file.contents : file.xxh3);
        adrop_document_cell_text(d, data_show_verdict(view, file.path));
        adrop_document_cell_text(d, file.path);
    }
    adrop_document_end(d);
}

/* Draw the first image of each of the first classes; with one class, its first images. */
static adrop_status data_show_choose(const data_view *view, float *x, picture *chosen,
                                     size_t *n_chosen)
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

static adrop_status draw_samples(adrop_document *d, const data_view *view)
{
    const adrop_data_info *of = &view->info;
    document_lines lines;
    size_t n;

    if (!of->is_image || !view->samples)
        return ADROP_OK;
    float *x = out_memory(view->samples * of->channels * of->height * of->width, sizeof *x);
    picture *chosen = out_memory(view->samples, sizeof *chosen);
    const adrop_status status = data_show_choose(view, x, chosen, &n);
    if (!status) {
        document_lines_start(&lines);
        picture_draw(lines.file, chosen, n, of->channels, of->height, of->width, out_utf8());
        document_lines_end(&lines, d);
    }
    free(chosen);
    free(x);
    return status;
}

int data_show_print(const data_view *view)
{
    adrop_document *d = document_start(view->call->ctx, "");

    add_facts(d, view);
    if (view->balance)
        add_classes(d, view);
    else
        add_targets(d, view);
    data_show_add_columns(d, view);
    add_files(d, view);
    const command_common *common = view->call->settings;
    const adrop_status status = common->json ? ADROP_OK : draw_samples(d, view);
    if (!status)
        return document_print(view->call, d);
    adrop_document_free(d);
    return command_fail(view->call, status);
}
