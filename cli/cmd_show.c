/* adrop show: one run: its origin, settings, curves, and the rates of its layers. With --model it
 * draws a network. */
#include <stdio.h>

#include "adrop/record.h"
#include "command.h"
#include "data_choice.h"
#include "document_out.h"
#include "out.h"
#include "run_folder.h"
#include "run_row.h"
#include "show.h"

typedef struct {
    command_common common;
    int all, units;
    show_network_opts network;
} settings;

static const adrop_option options[] = {
    { ROW("all", ADROP_OPT_FLAG, all),
      .help = "every setting, those with their default value too" },
    { ROW("units", ADROP_OPT_FLAG, units),
      .help = "the rate of every unit, where units have rates of their own" },
    { ROW("model", ADROP_OPT_TEXT, network.model), .names = ADROP_NAMES_MODEL,
      .group = ADROP_GROUP_NETWORK, .traits = ADROP_TRAIT_COMMON, .letter = 'm', .value = "M",
      .help = "draw this network instead of a run: layers, shapes, parameters, memory" },
    { ROW("data", ADROP_OPT_TEXT, network.data), .names = ADROP_NAMES_DATA,
      .group = ADROP_GROUP_DATA, .traits = ADROP_TRAIT_COMMON, .letter = 'd', .text = "digits",
      .value = "DATA",
      .help = "the data whose rows the network reads: a known set, a file or a folder" },
    DATA_DIR_ROW(settings, network.data_dir),
    { ROW("dropout", ADROP_OPT_TEXT, network.dropout), .names = ADROP_NAMES_TECHNIQUE,
      .group = ADROP_GROUP_NETWORK, .traits = ADROP_TRAIT_COMMON, .letter = 'D', .text = "advanced",
      .value = "T", .help = "the network's technique" },
    { ROW("batch", ADROP_OPT_COUNT, network.batch), .group = ADROP_GROUP_TRAINING,
      .traits = ADROP_TRAIT_COMMON, .letter = 'b', .max = 1 << 24,
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

static int print(const command_call *call, const adrop_record *r, const run_row *row,
                 const adrop_model *m)
{
    const settings *s = call->settings;
    char title[4096];

    snprintf(title, sizeof title, "%s: %s on %s with %s", row->path, row->model, row->data,
             row->dropout);
    adrop_document *d = document_start(call->ctx, title);
    show_run(call->ctx, d, r, row, s->all);
    show_units(d, m, s->units);
    show_terms(d, call->ctx, call->arguments[0]);
    show_run_curves(d, r, row->regression);
    return document_print(call, d);
}

static int cmd_show_run(const command_call *call)
{
    const settings *s = call->settings;
    adrop_record *r = NULL;
    adrop_model *m = NULL;
    run_row row;

    if (*s->network.model && call->n_arguments) {
        out_complain("show", "give a run or `model`, not both");
        return OUT_USAGE;
    }
    if (*s->network.model)
        return show_network(call, &s->network);
    const int code = run_folder_check(call);
    if (code)
        return code;
    adrop_status status = run_row_read(call->ctx, call->arguments[0], &row);
    if (!status)
        status = adrop_record_open(call->ctx, call->arguments[0], &r);
    if (!status)
        status = show_units_open(call->ctx, call->arguments[0], &m);
    if (status) {
        adrop_record_free(r);
        return command_fail(call, status);
    }
    const int printed = print(call, r, &row, m);
    adrop_model_free(m);
    adrop_record_free(r);
    return printed;
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
    .run = cmd_show_run,
};
