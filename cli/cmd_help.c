/* adrop help: the same texts as --help, and the manual pages. */
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "help.h"
#include "json.h"
#include "man.h"
#include "option_json.h"
#include "out.h"

typedef struct {
    command_common common;
    char man_dir[ADROP_TEXT_SIZE];
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

static void json_command(json *j, const command *c)
{
    adrop_option *rows = command_rows(c);
    void *defaults = out_memory(1, c->settings_size);

    adrop_options_default_sized(rows, defaults, c->settings_size);
    json_open(j, '{');
    json_key_text(j, "name", c->name);
    json_key_text(j, "summary", c->summary);
    option_json_words(j, "usage", c->usage);
    json_key(j, "examples");
    json_open(j, '[');
    for (const command_note *note = c->examples; note->text; note++)
        json_text(j, note->text);
    json_close(j);
    option_json_table(j, rows, defaults, NULL);
    json_close(j);
    free(defaults);
    free(rows);
}

/* {"commands":[..]}: all of them, or one. */
static void print_json(const command *only)
{
    json j = { .file = stdout };

    json_open(&j, '{');
    json_key(&j, "commands");
    json_open(&j, '[');
    for (const command *const *c = command_all; *c; c++)
        if (!only || only == *c)
            json_command(&j, *c);
    json_close(&j);
    json_close(&j);
}

static const char *command_at(size_t i)
{
    return command_all[i] ? command_all[i]->name : NULL;
}

static int run(const command_call *call)
{
    const settings *s = call->settings;
    const command *c = NULL;

    if (*s->man_dir)
        return man_write_all(s->man_dir);
    if (call->n_arguments > 0) {
        c = command_find(call->arguments[0]);
        if (!c)
            return command_unknown("help", call->arguments[0]);
    }
    if (s->common.json)
        print_json(c);
    else if (c)
        help_command(stdout, c, 1);
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
    .run = run,
};
