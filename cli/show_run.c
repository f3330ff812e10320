/* One run in words, curves and JSON (show_run.h). */
#include "show_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/data.h"
#include "adrop/train.h"
#include "curve.h"
#include "out.h"
#include "terminal.h"

static void add(out_table *t, const char *name, const char *value)
{
    if (!value || !*value)
        return;
    out_cell(t, 0, "%s", name);
    out_cell(t, 0, "%s", value);
}

static void show_origin(const adrop_record *r, const run_row *row)
{
    static const char *const names[][2] = {
        { "started", "started" },
        { "ended", "ended" },
        { "host", "host" },
        { "command", "command" },
        { "adrop", "versions.adrop" },
        { "commit", "versions.commit" },
        { "compiler", "versions.compiler" },
        { "kernels", "kernels" },
    };
    out_table t = { .align = "ll" };

    add(&t, "state", row->state);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        add(&t, names[i][0], adrop_record_text(r, names[i][1]));
    out_table_print(&t, stdout, 2);
}

/* What a setting is by default; NULL: it has none. */
static const char *usual(const char *key, char *text, size_t size)
{
    adrop_train_opts train;
    adrop_train_opts_init(&train);
    adrop_data_opts data;
    adrop_data_opts_init(&data);
    const adrop_option *row = adrop_option_find(adrop_train_options(), key);

    if (row)
        return adrop_option_show(row, &train, text, size);
    row = adrop_option_find(adrop_data_options(), key);
    return row ? adrop_option_show(row, &data, text, size) : NULL;
}

static void show_settings(const adrop_record *r, int all)
{
    out_table t = { .align = "ll" };
    const char *key, *value, *before;
    char text[ADROP_TEXT_SIZE];

    for (size_t i = 0; adrop_record_setting(r, i, &key, &value); i++)
        if (all || !(before = usual(key, text, sizeof text)) || strcmp(before, value) != 0)
            add(&t, key, value);
    out_heading(all ? "Settings" : "Settings that are not the default");
    out_table_print(&t, stdout, 2);
}

static void show_result(const adrop_record *r, const run_row *row)
{
    static const char *const keys[] = { "epochs",         "best_epoch",      "val_acc",
                                        "val_rmse",       "test_acc",        "test_rmse",
                                        "train_acc_mean", "train_rmse_mean", "last_test_acc",
                                        "last_test_rmse", "test_micro_f1",   "test_macro_f1",
                                        "seconds" };
    out_table t = { .align = "ll" };
    char name[64];

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        snprintf(name, sizeof name, "result.%s", keys[i]);
        const double x = adrop_record_number(r, name);
        if (!isnan(x))
            add(&t, keys[i], OUT_NUMBER(x, 5));
    }
    if (!t.n) {
        out_cell(&t, 0, "epochs");
        out_cell(&t, 0, "%zu of %zu", row->done, row->epochs);
    }
    out_heading("Result");
    out_table_print(&t, stdout, 2);
}

/* A value of a dropout layer after the last epoch. */
static double of_layer(const adrop_record *r, size_t layer, const char *key)
{
    const size_t n = adrop_record_epochs(r);
    char name[64];

    snprintf(name, sizeof name, "dropout.%zu.%s", layer, key);
    return n ? adrop_record_epoch(r, n - 1, name) : NAN;
}

static const char *layer_name(const adrop_record *r, size_t layer)
{
    const size_t n = adrop_record_epochs(r);
    char name[64];

    snprintf(name, sizeof name, "dropout.%zu.layer", layer);
    return n ? adrop_record_epoch_text(r, n - 1, name) : NULL;
}

static void show_rates(const adrop_record *r)
{
    static const char *const keys[] = { "rate", "level", "mu", "sigma" };
    out_table t = { .align = "lrrrr", .drop = "00021" };

    if (!layer_name(r, 0))
        return;
    out_heading("Dropout after the last epoch");
    out_cell(&t, 0, "layer");
    for (size_t k = 0; k < 4; k++)
        out_cell(&t, 0, "%s", k == 1 ? "noise level" : keys[k]);
    for (size_t i = 0; layer_name(r, i); i++) {
        out_cell(&t, 0, "%s", layer_name(r, i));
        for (size_t k = 0; k < 4; k++) {
            const double x = of_layer(r, i, keys[k]);
            out_cell(&t, 0, "%s", isnan(x) ? "-" : OUT_NUMBER(x, 3));
        }
    }
    out_table_print(&t, stdout, 2);
}

void show_run(const adrop_record *r, const run_row *row, int all)
{
    out_say(stdout, "%s: %s on %s with %s", row->path, row->model, row->data, row->dropout);
    show_origin(r, row);
    show_result(r, row);
    show_settings(r, all);
    show_rates(r);
}

void show_run_curves(const adrop_record *r, int regression)
{
    static const char *const titles[][3] = {
        { "loss on training rows", "train_loss", "train_loss" },
        { "result on validation rows", "val_acc", "val_rmse" },
        { "result on test rows", "test_acc", "test_rmse" },
    };
    const size_t n = adrop_record_epochs(r);
    double *values = out_memory(n ? n : 1, sizeof *values);

    for (size_t k = 0; k < sizeof titles / sizeof titles[0]; k++) {
        for (size_t i = 0; i < n; i++)
            values[i] = adrop_record_epoch(r, i, titles[k][regression ? 2 : 1]);
        curve_draw(stdout, titles[k][0], values, n, terminal_columns(stdout), out_utf8());
    }
    free(values);
}

void show_run_json(json *j, const adrop_record *r, const run_row *row)
{
    const char *key, *value;

    json_key(j, "run");
    run_row_json(j, row);
    json_key_text(j, "host", adrop_record_text(r, "host"));
    json_key_text(j, "command", adrop_record_text(r, "command"));
    json_key_text(j, "commit", adrop_record_text(r, "versions.commit"));
    json_key(j, "settings");
    json_open(j, '{');
    for (size_t i = 0; adrop_record_setting(r, i, &key, &value); i++)
        json_key_text(j, key, value);
    json_close(j);
    json_key(j, "dropout");
    json_open(j, '[');
    for (size_t i = 0; layer_name(r, i); i++) {
        json_open(j, '{');
        json_key_text(j, "layer", layer_name(r, i));
        json_key_number(j, "rate", of_layer(r, i, "rate"));
        json_key_number(j, "level", of_layer(r, i, "level"));
        json_key_number(j, "mu", of_layer(r, i, "mu"));
        json_key_number(j, "sigma", of_layer(r, i, "sigma"));
        json_close(j);
    }
    json_close(j);
}
