/* One run as a document (show.h). */
#include "show.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/data.h"
#include "adrop/train.h"
#include "curve.h"
#include "document_out.h"
#include "kept.h"
#include "out.h"
#include "terminal.h"

/* A text of the record, if present. */
static void show_run_add_text(adrop_document *d, const adrop_record *r, const char *key,
                              const char *label, const char *name)
{
    const char *text = adrop_record_text(r, name);

    adrop_document_text(d, key, text && *text ? label : NULL, text);
}

static void add_origin(adrop_document *d, const adrop_record *r, const run_row *row)
{
    adrop_document_text(d, NULL, "state", row->state);
    show_run_add_text(d, r, NULL, "started", "started");
    show_run_add_text(d, r, NULL, "ended", "ended");
    show_run_add_text(d, r, "host", "host", "host");
    show_run_add_text(d, r, "command", "command", "command");
    show_run_add_text(d, r, "commit", "commit", "versions.commit");
    show_run_add_text(d, r, NULL, "adrop", "versions.adrop");
    show_run_add_text(d, r, NULL, "compiler", "versions.compiler");
    show_run_add_text(d, r, NULL, "kernels", "kernels");
}

static void add_result(adrop_document *d, const adrop_record *r, const run_row *row)
{
    static const char *const keys[] = { "epochs",         "best_epoch",      "val_acc",
                                        "val_rmse",       "test_acc",        "test_rmse",
                                        "train_acc_mean", "train_rmse_mean", "last_test_acc",
                                        "last_test_rmse", "test_micro_f1",   "test_macro_f1",
                                        "seconds" };
    char name[64];
    size_t found = 0;

    adrop_document_group(d, "result", "Result");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        snprintf(name, sizeof name, "result.%s", keys[i]);
        const double x = adrop_record_number(r, name);
        if (isnan(x))
            continue;
        adrop_document_number(d, keys[i], keys[i], x, "", 5);
        found++;
    }
    if (!found) {
        snprintf(name, sizeof name, " of %zu", row->epochs);
        adrop_document_count(d, "epochs", "epochs", row->done);
        adrop_document_around(d, "", name);
    }
    adrop_document_end(d);
}

/* The default of a setting; NULL if it has none. */
static const char *usual(adrop_ctx *ctx, const char *key)
{
    adrop_train_opts train;
    adrop_train_opts_init(&train);
    adrop_data_opts data;
    adrop_data_opts_init(&data);
    const adrop_option *row = adrop_option_find(adrop_train_options(), key);

    if (row)
        return kept_value(ctx, row, &train);
    row = adrop_option_find(adrop_data_options(), key);
    return row ? kept_value(ctx, row, &data) : NULL;
}

static void add_settings(adrop_ctx *ctx, adrop_document *d, const adrop_record *r, int all)
{
    const char *key, *value, *before;

    adrop_document_group(d, "settings", all ? "Settings" : "Settings that are not the default");
    for (size_t i = 0; adrop_record_setting(r, i, &key, &value); i++) {
        const int is_shown = *value &&
                             (all || !(before = usual(ctx, key)) || strcmp(before, value) != 0);
        adrop_document_text(d, key, is_shown ? key : NULL, value);
    }
    adrop_document_end(d);
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

static void add_rates(adrop_document *d, const adrop_record *r)
{
    static const char *const keys[] = { "rate", "level", "mu", "sigma" };
    static const char *const labels[] = { "rate", "noise level", "mu", "sigma" };
    static const int ranks[] = { 0, 0, 2, 1 };

    adrop_document_table(d, "dropout", "Dropout after the last epoch", 0);
    adrop_document_column(d, "layer", "layer", 'l', "", 0);
    for (size_t k = 0; k < 4; k++) {
        adrop_document_column(d, keys[k], labels[k], 'r', "", 3);
        adrop_document_rank(d, ranks[k]);
    }
    for (size_t i = 0; layer_name(r, i); i++) {
        adrop_document_cell_text(d, layer_name(r, i));
        for (size_t k = 0; k < 4; k++) {
            const double x = of_layer(r, i, keys[k]);
            if (isnan(x))
                adrop_document_cell_null(d);
            else
                adrop_document_cell_number(d, x);
        }
    }
    adrop_document_end(d);
}

/* The run as in `adrop runs`, for programs. */
static void show_run_add_row(adrop_document *d, const run_row *row)
{
    adrop_document_group(d, "run", NULL);
    adrop_document_table(d, NULL, NULL, ADROP_TABLE_MEMBERS);
    run_row_columns(d);
    run_row_add(d, row);
    adrop_document_end(d);
    adrop_document_end(d);
}

void show_run(adrop_ctx *ctx, adrop_document *d, const adrop_record *r, const run_row *row, int all)
{
    show_run_add_row(d, row);
    add_origin(d, r, row);
    add_settings(ctx, d, r, all);
    add_result(d, r, row);
    add_rates(d, r);
}

void show_run_curves(adrop_document *d, const adrop_record *r, int regression)
{
    static const char *const titles[][3] = {
        { "loss on training rows", "train_loss", "train_loss" },
        { "result on validation rows", "val_acc", "val_rmse" },
        { "result on test rows", "test_acc", "test_rmse" },
    };
    const size_t n = adrop_record_epochs(r);
    double *values = out_memory(n ? n : 1, sizeof *values);
    document_lines lines;

    document_lines_start(&lines);
    for (size_t k = 0; k < sizeof titles / sizeof titles[0]; k++) {
        for (size_t i = 0; i < n; i++)
            values[i] = adrop_record_epoch(r, i, titles[k][regression ? 2 : 1]);
        curve_draw(lines.file, titles[k][0], values, n, terminal_columns(stdout), out_utf8());
    }
    document_lines_end(&lines, d);
    free(values);
}
