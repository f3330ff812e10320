/* adrop data: list data sets, describe one, download one. */
#include <stdio.h>
#include <string.h>

#include "adrop/data.h"
#include "command.h"
#include "data_choice.h"
#include "data_show.h"
#include "document_out.h"
#include "out.h"
#include "progress.h"

typedef struct {
    command_common common;
    const char *data_dir, *source;
    size_t samples, seed;
    adrop_data_opts opts;
} settings;

static const adrop_option options[] = {
    DATA_DIR_ROW(settings, data_dir),
    { ROW("source", ADROP_OPT_TEXT, source), .value = "URL",
      .help = "get: a folder with the same files, in place of the official one; https, or http "
              "on this machine" },
    { ROW("samples", ADROP_OPT_COUNT, samples), .fallback = 4, .max = 100,
      .help = "info: images to draw" },
    { ROW("seed", ADROP_OPT_COUNT, seed), .group = ADROP_GROUP_TRAINING,
      .traits = ADROP_TRAIT_COMMON, .letter = 's', .fallback = 1,
      .help = "info: seed of splits and subsets" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop data list", "the known data sets, and where they were found" },
    { "adrop data info digits", "rows, classes, files and a few images of a set" },
    { "adrop data get mnist --data-dir data",
      "fetch a set from its official source, or what is missing of it" },
    { "adrop data info houses.csv --task regression --target price --json",
      "a table of your own, for a program" },
    { 0 },
};

static const char *const usage[] = {
    "adrop data list [--data-dir DIR] [--json]",
    "adrop data info NAME|PATH [--data-dir DIR] [--samples N] [options]",
    "adrop data get NAME [--data-dir DIR] [--source URL] [--json] [--quiet]",
    NULL,
};

static const command_note arguments[] = {
    { "NAME|PATH", "a known name, or a file or folder in one of the formats of `adrop list "
                   "formats`" },
    { 0 },
};

enum { PATH_SIZE = 4096 };

/* The location of the set: a path, "built in", "not found" or "not yet readable". */
static int data_find(const command_call *call, const adrop_known_data *known, char *path,
                     size_t size)
{
    const settings *s = call->settings;

    if (!known->readable) {
        snprintf(path, size, "not yet readable");
        return 0;
    }
    if (adrop_known_data_find(call->ctx, known->name, data_choice_folder(s->data_dir), path,
                              size)) {
        snprintf(path, size, "not found");
        return 0;
    }
    if (!*path)
        snprintf(path, size, "built in");
    return 1;
}

static int list_print(const command_call *call)
{
    const settings *s = call->settings;
    adrop_document *d = document_start(call->ctx, "");
    adrop_known_data known;

    adrop_document_table(d, "datasets", "", 0);
    adrop_document_column(d, "name", "data set", 'l', "", 0);
    adrop_document_column(d, "summary", "summary", 'l', "", 0);
    adrop_document_column(d, NULL, "rows", 'r', "", 0);
    adrop_document_column(d, NULL, "where", 'l', "", 0);
    adrop_document_column(d, "found", NULL, 'l', "", 0);
    adrop_document_column(d, "path", NULL, 'l', "", 0);
    adrop_document_column(d, "train", NULL, 'r', "", 0);
    adrop_document_column(d, "test", NULL, 'r', "", 0);
    adrop_document_column(d, "classes", NULL, 'r', "", 0);
    for (size_t i = 0; adrop_known_data_at(i, &known); i++) {
        char path[PATH_SIZE];
        const int found = data_find(call, &known, path, sizeof path);
        adrop_document_cell_text(d, known.name);
        adrop_document_cell_text(d, known.summary);
        if (known.train)
            adrop_document_cell_count(d, known.train + known.test);
        else
            adrop_document_cell_null(d);
        adrop_document_cell_text(d, path);
        adrop_document_cell_truth(d, found);
        adrop_document_cell_text(d, found && *known.places ? path : NULL);
        adrop_document_cell_count(d, known.train);
        adrop_document_cell_count(d, known.test);
        adrop_document_cell_count(d, known.classes);
    }
    adrop_document_end(d);
    if (!data_choice_folder(s->data_dir) && !s->common.quiet)
        adrop_document_sentence(
            d, NULL,
            "Sets that are not built in are looked for in '--data-dir DIR', or in the folder that "
            "the environment variable ADROP_DATA names.");
    return document_print(call, d);
}

static int list(const command_call *call, const char *name)
{
    if (name) {
        out_complain("data", "'%s' is one argument too many: 'adrop data info %s' shows one set",
                     name, name);
        return OUT_USAGE;
    }
    return list_print(call);
}

static int info(const command_call *call, const char *name)
{
    settings *s = call->settings;
    data_view view = { .call = call, .samples = s->samples };

    if (!name) {
        out_complain("data", "which data set? 'adrop data list' has their names");
        return OUT_USAGE;
    }
    s->opts.size = sizeof s->opts;
    s->opts.data = name;
    s->opts.data_dir = data_choice_folder(s->data_dir);
    s->opts.seed = s->seed;
    int code = data_choice_check(call, name, s->opts.data_dir);
    if (code)
        return code;
    reading *busy = reading_start(call->ctx, name, s->common.quiet);
    adrop_status status = adrop_data_open(call->ctx, &s->opts, &view.data);
    reading_end(&busy);
    if (status)
        return command_fail(call, status);
    data_view_fill(&view);
    code = data_show_print(&view);
    data_view_free(&view);
    return code;
}

static int get(const command_call *call, const char *name)
{
    const settings *s = call->settings;

    return data_get(call, name, data_choice_folder(s->data_dir), s->source);
}

static const struct {
    const char *name;
    int (*run)(const command_call *call, const char *name);
} actions[] = { { "list", list }, { "info", info }, { "get", get } };

enum { N_ACTIONS = sizeof actions / sizeof actions[0] };

static const char *action_at(size_t i)
{
    return i < N_ACTIONS ? actions[i].name : NULL;
}

static int data_run(const command_call *call)
{
    const char *word = call->n_arguments > 0 ? call->arguments[0] : NULL;
    const char *names[N_ACTIONS + 1] = { 0 };

    for (size_t i = 0; i < N_ACTIONS; i++) {
        names[i] = actions[i].name;
        if (word && !strcmp(names[i], word))
            return actions[i].run(call, call->n_arguments > 1 ? call->arguments[1] : NULL);
    }
    const char *near = word ? adrop_nearest(word, names) : NULL;
    if (near)
        out_complain("data", "there is no 'data %s': did you mean '%s'?", word, near);
    else
        out_complain("data", "nothing to do: give list, or info or get and a data set");
    return OUT_USAGE;
}

const command command_data = {
    .name = "data",
    .summary = "list the known data sets, show what is in one, or get one",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 2,
    .word = action_at,
    .options = options,
    .parts = { { adrop_data_options, offsetof(settings, opts) } },
    .settings_size = sizeof(settings),
    .run = data_run,
};
