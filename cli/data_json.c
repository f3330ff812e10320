/* A data set as a line of JSON (data_show.h). */
#include <inttypes.h>
#include <stdio.h>

#include "data_show.h"
#include "json.h"
#include "out.h"
#include "target_name.h"

static void key_count(json *j, const char *key, size_t n)
{
    json_key(j, key);
    json_count(j, n);
}

static void facts(json *j, const data_view *view)
{
    const adrop_data_info *d = &view->info;

    json_key_text(j, "name", d->name);
    json_key_text(j, "path", *d->path ? d->path : NULL);
    json_key_text(j, "format", d->format);
    json_key_text(j, "task", d->classes ? "classification" : "regression");
    key_count(j, "rows", d->rows);
    key_count(j, "train", d->n_train);
    key_count(j, "val", d->n_val);
    key_count(j, "test", d->n_test);
    key_count(j, "channels", d->channels);
    key_count(j, "height", d->height);
    key_count(j, "width", d->width);
    json_key_text(j, "input_scale", data_show_scale(view));
}

static void classes(json *j, const data_view *view)
{
    static const char *const parts[] = { "train", "val", "test" };

    json_key(j, "classes");
    json_open(j, '[');
    for (size_t i = 0; i < view->info.classes; i++) {
        json_open(j, '{');
        json_key_text(j, "name", adrop_data_class_name(view->data, i));
        for (size_t part = 0; part < 3; part++)
            key_count(j, parts[part], view->balance[3 * i + part]);
        json_close(j);
    }
    json_close(j);
}

static void target(json *j, const data_view *view, size_t k)
{
    static const char *const names[] = { "mean", "deviation", "least", "most" };

    json_open(j, '{');
    if (view->info.targets > 1)
        json_key_text(j, "name", TARGET_NAME(view->data, k));
    for (size_t i = 0; i < 4; i++)
        json_key_number(j, names[i], view->target[4 * k + i]);
    json_close(j);
}

/* "target" is the first; several are in "targets". */
static void targets(json *j, const data_view *view)
{
    json_key(j, "target");
    target(j, view, 0);
    if (view->info.targets < 2)
        return;
    json_key(j, "targets");
    json_open(j, '[');
    for (size_t k = 0; k < view->info.targets; k++)
        target(j, view, k);
    json_close(j);
}

/* Sums are texts: 64 bits do not fit into a double. */
static void files(json *j, const data_view *view)
{
    adrop_data_file file;
    const size_t n = adrop_data_n_files(view->data);

    json_key(j, "files");
    json_open(j, '[');
    for (size_t i = 0; i < n; i++) {
        char sum[32];
        adrop_data_file_at(view->data, i, &file);
        snprintf(sum, sizeof sum, "%016" PRIx64, file.xxh3);
        json_open(j, '{');
        json_key_text(j, "path", file.path);
        key_count(j, "bytes", (size_t)file.bytes);
        json_key_text(j, "xxh3", sum);
        snprintf(sum, sizeof sum, "%016" PRIx64, file.contents);
        if (file.contents) /* a folder of images */
            json_key_text(j, "contents", sum);
        json_key_text(j, "verdict", data_show_verdict(view, file.path));
        json_close(j);
    }
    json_close(j);
}

/* Of a table: what was made of each column. */
static void columns(json *j, const data_view *view)
{
    adrop_data_column c;

    if (!adrop_data_column_at(view->data, 0, &c))
        return;
    json_key(j, "columns");
    json_open(j, '[');
    for (size_t i = 0; adrop_data_column_at(view->data, i, &c); i++) {
        json_open(j, '{');
        json_key_text(j, "name", c.name);
        json_key_text(j, "role", c.role);
        json_key_text(j, "form", c.form);
        key_count(j, "words", c.words);
        json_close(j);
    }
    json_close(j);
}

int data_show_json(const data_view *view)
{
    json j = { .file = stdout };

    json_open(&j, '{');
    facts(&j, view);
    if (view->balance)
        classes(&j, view);
    else
        targets(&j, view);
    columns(&j, view);
    files(&j, view);
    json_close(&j);
    return OUT_OK;
}
