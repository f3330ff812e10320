/* adrop help: the texts of --help, and the manual pages. */
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "document_out.h"
#include "help.h"
#include "list.h"
#include "out.h"

typedef struct {
    command_common common;
    const char *man_dir;
} settings;

static const adrop_option options[] = {
    { ROW("man-dir", ADROP_OPT_TEXT, man_dir), .value = "DIR",
      .help = "write the manual pages into this folder instead" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop help dist", "what `adrop dist` does and takes" },
    { "adrop help --man-dir man1", "write adrop.1 and a page for every command" },
    { 0 },
};

static const char *const usage[] = { "adrop help [COMMAND]", "adrop help --man-dir DIR", NULL };

static const command_note arguments[] = {
    { "COMMAND", "the command to explain; without one, all are listed" },
    { 0 },
};

static void add_command(adrop_document *d, adrop_ctx *ctx, const command *c)
{
    adrop_option *rows = command_rows(c);
    void *defaults = out_memory(1, c->settings_size);

    adrop_options_default_sized(rows, defaults, c->settings_size);
    adrop_document_group(d, NULL, c->name);
    adrop_document_text(d, "name", NULL, c->name);
    adrop_document_text(d, "summary", "summary", c->summary);
    document_words(d, "usage", "usage", c->usage);
    adrop_document_list(d, "examples", "examples");
    for (const command_note *note = c->examples; note->text; note++)
        adrop_document_cell_text(d, note->text);
    adrop_document_end(d);
    option_document_table(d, ctx, rows, defaults, NULL);
    adrop_document_end(d);
    free(defaults);
    free(rows);
}

/* {"commands":[..]}: all commands, or one. */
static int print_json(const command_call *call, const command *only)
{
    adrop_document *d = document_start(call->ctx, "");

    adrop_document_list(d, "commands", "");
    for (const command *const *c = command_all; *c; c++)
        if (!only || only == *c)
            add_command(d, call->ctx, *c);
    adrop_document_end(d);
    return document_print(call, d);
}

static const char *command_at(size_t i)
{
    return command_all[i] ? command_all[i]->name : NULL;
}

static int help_run(const command_call *call)
{
    const settings *s = call->settings;
    const command *c = NULL;

    if (*s->man_dir)
        return man_write_all(call->ctx, s->man_dir);
    if (call->n_arguments > 0) {
        c = command_find(call->arguments[0]);
        if (!c)
            return command_unknown("help", call->arguments[0]);
    }
    if (s->common.json)
        return print_json(call, c);
    if (c)
        help_command(call->ctx, stdout, c, 1);
    else
        help_program(stdout);
    return OUT_OK;
}

const command command_help = {
    .name = "help",
    .summary = "explain a command, or write the manual pages",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .word = command_at,
    .options = options,
    .settings_size = sizeof(settings),
    .run = help_run,
};
