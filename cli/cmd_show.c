/* adrop show: one run: where it comes from, its settings, curves, and the rates of its layers. With
 * --model a network, drawn. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/data.h"
#include "adrop/model.h"
#include "adrop/predict.h"
#include "adrop/runs.h"
#include "adrop/train.h"
#include "command.h"
#include "curve.h"
#include "data_choice.h"
#include "json.h"
#include "network_show.h"
#include "out.h"
#include "run_folder.h"
#include "run_row.h"
#include "show_terms.h"
#include "terminal.h"

typedef struct {
    command_common common;
    int all, units;
    char model[ADROP_TEXT_SIZE], data[ADROP_TEXT_SIZE], data_dir[ADROP_TEXT_SIZE];
    char dropout[ADROP_TEXT_SIZE];
    size_t batch;
} settings;

static const adrop_option options[] = {
    { .name = "all",
      .kind = ADROP_OPT_FLAG,
      .offset = offsetof(settings, all),
      .help = "every setting, those with their default value too" },
    { .name = "units",
      .kind = ADROP_OPT_FLAG,
      .offset = offsetof(settings, units),
      .help = "the rate of every unit, where units have rates of their own" },
    { .name = "model",
      .kind = ADROP_OPT_TEXT,
      .offset = offsetof(settings, model),
      .value = "M",
      .help = "draw this network instead of a run: layers, shapes, parameters, memory" },
    { .name = "data",
      .kind = ADROP_OPT_TEXT,
      .offset = offsetof(settings, data),
      .text = "digits",
      .value = "DATA",
      .help = "the data whose rows the network reads: a known set, a file or a folder" },
    DATA_DIR_ROW(settings, data_dir),
    { .name = "dropout",
      .kind = ADROP_OPT_TEXT,
      .offset = offsetof(settings, dropout),
      .text = "advanced",
      .value = "T",
      .help = "the network's technique" },
    { .name = "batch",
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(settings, batch),
      .max = 1 << 24,
      .help = "rows of a training step, which memory is counted for; 0: what suits the data" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop show runs/digits-advanced-1", "settings, origin, curves and rates of a run" },
    { "adrop show runs/a --units --json", "for a program, with the rate of every unit" },
    { "adrop show --model net.yaml --data mnist", "a network: layers, shapes, parameters, memory" },
    { 0 },
};

static const char *const usage[] = { "adrop show RUN [--all] [--units] [--json]",
                                     "adrop show --model M [--data DATA] [--dropout T] [--json]",
                                     NULL };

static const command_note arguments[] = {
    { "RUN", "the folder of a run" },
    { 0 },
};

static void heading(const char *text)
{
    printf("\n%s%s%s\n", out_bold(stdout), text, out_plain(stdout));
}

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
    heading(all ? "Settings" : "Settings that are not the default");
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
    heading("Result");
    out_table_print(&t, stdout, 2);
}

static void show_curves(const adrop_record *r, int regression)
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
    heading("Dropout after the last epoch");
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

/* The model of the run, to ask for single units; NULL if there is none, or none that is whole. */
static adrop_status open_model(const command_call *call, adrop_model **m)
{
    static const char *const names[] = { "model", "checkpoint" };
    adrop_status status = ADROP_EIO;
    char path[4096];

    *m = NULL;
    for (size_t i = 0; i < 2 && status && status != ADROP_ENOMEM; i++) {
        snprintf(path, sizeof path, "%s/%s.safetensors", call->arguments[0], names[i]);
        status = adrop_model_open_file(call->ctx, path, NULL, m);
    }
    return status == ADROP_ENOMEM ? status : ADROP_OK;
}

/* Do units of a layer have rates of their own? */
static int has_units(const adrop_model *m, size_t layer)
{
    adrop_moments first, other;

    if (!adrop_model_dropout_moments(m, layer, 0, &first))
        return 0;
    for (size_t u = 1; adrop_model_dropout_moments(m, layer, u, &other); u++)
        if (other.rate != first.rate)
            return 1;
    return 0;
}

/* How the rates of a layer's units are spread: as many units as fall into each tenth. */
static void show_spread(const adrop_model *m, size_t layer)
{
    double least = INFINITY, most = -INFINITY, tenth[10] = { 0 };
    adrop_moments x;
    size_t n = 0;

    for (; adrop_model_dropout_moments(m, layer, n, &x); n++) {
        least = fmin(least, x.rate);
        most = fmax(most, x.rate);
        tenth[x.rate >= 1 ? 9 : x.rate <= 0 ? 0 : (int)(10 * x.rate)]++;
    }
    char text[256] = "";
    for (size_t i = 0; i < 10; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), " %.0f", tenth[i]);
    out_say(stdout, "%s: rates of %zu units from %.3f to %.3f; units by tenths of the rate:%s",
            adrop_model_dropout_name(m, layer), n, least, most, text);
}

static void show_units(const adrop_model *m, int every)
{
    adrop_moments x;
    int headed = 0;

    for (size_t i = 0; m && adrop_model_dropout_name(m, i); i++) {
        if (!has_units(m, i))
            continue;
        if (!headed++)
            heading("Rates of units, weights of the model that is kept");
        show_spread(m, i);
        for (size_t u = 0; every && adrop_model_dropout_moments(m, i, u, &x); u++)
            printf("    unit %zu  %.4f  (mu %.3f, sigma %.3f)\n", u, x.rate, x.mu, x.sigma);
    }
    if (every && !headed)
        out_say(stdout, "no layer has units with rates of their own (unit=node has)");
}

static void units_json(json *j, const adrop_model *m)
{
    adrop_moments x;

    json_key(j, "units");
    json_open(j, '[');
    for (size_t i = 0; m && adrop_model_dropout_name(m, i); i++) {
        if (!has_units(m, i))
            continue;
        json_open(j, '{');
        json_key_text(j, "layer", adrop_model_dropout_name(m, i));
        json_key(j, "rate");
        json_open(j, '[');
        for (size_t u = 0; adrop_model_dropout_moments(m, i, u, &x); u++)
            json_number(j, x.rate);
        json_close(j);
        json_close(j);
    }
    json_close(j);
}

static void show_json(const command_call *call, const adrop_record *r, const run_row *row,
                      const adrop_model *m)
{
    const settings *s = call->settings;
    const char *key, *value;
    json j = { .file = stdout };

    json_open(&j, '{');
    json_key(&j, "run");
    run_row_json(&j, row);
    json_key_text(&j, "host", adrop_record_text(r, "host"));
    json_key_text(&j, "command", adrop_record_text(r, "command"));
    json_key_text(&j, "commit", adrop_record_text(r, "versions.commit"));
    json_key(&j, "settings");
    json_open(&j, '{');
    for (size_t i = 0; adrop_record_setting(r, i, &key, &value); i++)
        json_key_text(&j, key, value);
    json_close(&j);
    json_key(&j, "dropout");
    json_open(&j, '[');
    for (size_t i = 0; layer_name(r, i); i++) {
        json_open(&j, '{');
        json_key_text(&j, "layer", layer_name(r, i));
        json_key_number(&j, "rate", of_layer(r, i, "rate"));
        json_key_number(&j, "level", of_layer(r, i, "level"));
        json_key_number(&j, "mu", of_layer(r, i, "mu"));
        json_key_number(&j, "sigma", of_layer(r, i, "sigma"));
        json_close(&j);
    }
    json_close(&j);
    if (s->units)
        units_json(&j, m);
    show_terms_json(call->ctx, &j, call->arguments[0]);
    json_close(&j);
}

/* The network's options, for the data and as a training would have them. */
static adrop_status model_opts(const command_call *call, const adrop_data *data,
                               adrop_train_opts *train, adrop_model_opts *o)
{
    const settings *s = call->settings;
    adrop_data_info info;

    adrop_data_describe(data, &info);
    adrop_train_opts_init(train);
    memcpy(train->model, s->model, sizeof train->model);
    memcpy(train->dropout, s->dropout, sizeof train->dropout);
    train->batch = s->batch;
    const adrop_status status = adrop_train_resolve(call->ctx, data, train);
    adrop_model_opts_init(o);
    o->model = train->model;
    o->dropout = train->dropout;
    o->dropout_at = (adrop_dropout_at)(train->dropout_at - 1);
    o->channels = info.channels, o->height = info.height, o->width = info.width;
    o->outputs = info.classes ? info.classes : 1;
    o->loss = info.is_multi_label ? ADROP_BINARY : info.classes ? ADROP_SOFTMAX : ADROP_SQUARED;
    o->batch = train->batch;
    o->n_train = info.n_train;
    o->sparse = info.is_sparse;
    return status;
}

static int show_network(const command_call *call)
{
    const settings *s = call->settings;
    adrop_data_opts how;
    adrop_data *data = NULL;
    adrop_model *m = NULL;
    adrop_train_opts train;
    adrop_model_opts o;

    adrop_data_opts_init(&how);
    how.data = s->data;
    how.data_dir = data_choice_folder(s->data_dir);
    const int code = data_choice_check(call, how.data, how.data_dir);
    if (code)
        return code;
    adrop_status status = adrop_data_open(call->ctx, &how, &data);
    if (!status && !(status = model_opts(call, data, &train, &o)))
        status = adrop_model_create(call->ctx, &o, &m);
    if (!status && s->common.json)
        network_json(m, o.batch);
    else if (!status)
        network_print(m, o.batch);
    adrop_model_free(m);
    adrop_data_free(data);
    return status ? command_fail(call, status) : OUT_OK;
}

static int run(const command_call *call)
{
    const settings *s = call->settings;
    adrop_record *r = NULL;
    adrop_model *m = NULL;
    run_row row;

    if (*s->model && call->n_arguments) {
        out_complain("show", "give a run or `model`, not both");
        return OUT_USAGE;
    }
    if (*s->model)
        return show_network(call);
    const int code = run_folder_check(call);
    if (code)
        return code;
    adrop_status status = run_row_read(call->ctx, call->arguments[0], &row);
    if (!status)
        status = adrop_record_open(call->ctx, call->arguments[0], &r);
    if (!status)
        status = open_model(call, &m);
    if (status) {
        adrop_record_free(r);
        return command_fail(call, status);
    }
    if (s->common.json) {
        show_json(call, r, &row, m);
    } else {
        out_say(stdout, "%s: %s on %s with %s", row.path, row.model, row.data, row.dropout);
        show_origin(r, &row);
        show_result(r, &row);
        show_settings(r, s->all);
        show_rates(r);
        show_units(m, s->units);
        show_terms(call->ctx, call->arguments[0]);
        show_curves(r, row.regression);
    }
    adrop_model_free(m);
    adrop_record_free(r);
    return OUT_OK;
}

const command command_show = {
    .name = "show",
    .summary =
        "show a run: origin, settings, result, curves and rates; or a network, layer by layer",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .options = options,
    .settings_size = sizeof(settings),
    .run = run,
};
