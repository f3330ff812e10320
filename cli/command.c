/* Code shared by all commands: common options, the context they run in, exit statuses. */
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/context.h"
#include "adrop/plugin.h"
#include "help.h"
#include "out.h"
#include "parse.h"

static const char *const isa_words[] = { "auto", "baseline", "avx2", "avx512", NULL };

const adrop_option command_common_rows[] = {
    { .name = "json",
      .group = ADROP_GROUP_OUTPUT,
      .traits = ADROP_TRAIT_COMMON,
      .letter = 'j',
      .kind = ADROP_OPT_FLAG,
      .offset = offsetof(command_common, json),
      .help = "print one line of JSON" },
    { .name = "quiet",
      .group = ADROP_GROUP_OUTPUT,
      .traits = ADROP_TRAIT_COMMON,
      .letter = 'q',
      .kind = ADROP_OPT_FLAG,
      .offset = offsetof(command_common, quiet),
      .help = "say nothing on standard error but errors" },
    { .name = "verbose",
      .group = ADROP_GROUP_OUTPUT,
      .letter = 'v',
      .kind = ADROP_OPT_FLAG,
      .offset = offsetof(command_common, verbose),
      .help = "say more on standard error" },
    { .name = "threads",
      .group = ADROP_GROUP_ADVANCED,
      .traits = ADROP_TRAIT_COMMON,
      .letter = 't',
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(command_common, threads),
      .max = 4096,
      .help = "threads to use; 0: as many as there are processors, fewer where a training step is "
              "small; masks and predictions do not "
              "depend on it" },
    { .name = "isa",
      .group = ADROP_GROUP_ADVANCED,
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(command_common, isa),
      .words = isa_words,
      .value = "SET",
      .help = "the instruction set to compute with; masks and predictions do not depend on it" },
    { .name = "plugin",
      .group = ADROP_GROUP_ADVANCED,
      .kind = ADROP_OPT_TEXTS,
      .offset = offsetof(command_common, plugin),
      .value = "FILE.so",
      .help =
          "load dropout techniques from a shared object, whose code runs as the program; may be "
          "repeated" },
    { 0 },
};

const adrop_option command_source_rows[] = {
    { .name = "config",
      .group = ADROP_GROUP_ADVANCED,
      .traits = ADROP_TRAIT_COMMON,
      .letter = 'c',
      .kind = ADROP_OPT_TEXT,
      .value = "FILE",
      .help = "read settings from a file of `key: value` lines; the command line overrides it" },
    { .name = "set",
      .group = ADROP_GROUP_ADVANCED,
      .kind = ADROP_OPT_TEXT,
      .value = "KEY=VALUE",
      .help = "the same as --KEY VALUE; may be repeated" },
    { .name = "help",
      .group = ADROP_GROUP_OUTPUT,
      .traits = ADROP_TRAIT_COMMON,
      .letter = 'h',
      .kind = ADROP_OPT_FLAG,
      .value = "[=all]",
      .help = "show the common options, or all, and do nothing" },
    { 0 },
};

const command *const command_all[] = {
#define COMMAND(id) &command_##id,
#include "command_list.h"
#undef COMMAND
    NULL,
};

const command *command_find(const char *name)
{
    for (const command *const *c = command_all; *c; c++)
        if (!strcmp((*c)->name, name))
            return *c;
    return NULL;
}

int command_unknown(const char *context, const char *name)
{
    const char *names[33] = { 0 };

    for (size_t i = 0; command_all[i] && i < 32; i++)
        names[i] = command_all[i]->name;
    const char *near = adrop_nearest(name, names);
    if (near)
        out_complain(context, "there is no command '%s': did you mean '%s'?", name, near);
    else
        out_complain(context, "there is no command '%s': see 'adrop --help'", name);
    return OUT_USAGE;
}

static size_t length(const adrop_option *table)
{
    size_t n = 0;

    while (table[n].name)
        n++;
    return n;
}

adrop_option *command_rows(const command *c)
{
    size_t most = length(c->options) + length(command_common_rows) + 1;

    for (const command_part *p = c->parts; p->rows; p++)
        most += length(p->rows());
    adrop_option *rows = out_memory(most, sizeof *rows);
    size_t n = adrop_options_append(rows, 0, c->options, 0);
    for (size_t i = 0; i < n; i++)
        if (!rows[i].group)
            rows[i].group = ADROP_GROUP_OWN;
    for (const command_part *p = c->parts; p->rows; p++)
        n = adrop_options_append(rows, n, p->rows(), p->offset);
    adrop_options_append(rows, n, command_common_rows, 0);
    return rows;
}

static struct {
    int argc;
    char **argv;
} words;

void command_line_keep(int argc, char **argv)
{
    words.argc = argc;
    words.argv = argv;
}

char *command_line(void)
{
    size_t size = 16, used = 0; /* "adrop" and a zero */

    for (int i = 1; i < words.argc; i++)
        size += SHELL_WORD_MOST * strlen(words.argv[i]) + 8;
    char *line = out_memory(size, 1);
    for (int i = 0; i < words.argc; i++) {
        if (i)
            line[used++] = ' ';
        used += shell_word(i ? words.argv[i] : "adrop", line + used, size - used);
    }
    return line;
}

int command_fail(const command_call *call, adrop_status status)
{
    const char *message = adrop_ctx_message(call->ctx);

    out_complain(call->command->name, "%s", *message ? message : adrop_status_text(status));
    switch (status) {
    case ADROP_OK:
    case ADROP_ENUMERIC:
    case ADROP_ECOMPUTE:
    case ADROP_EINTR:
    case ADROP_ENETWORK:
        break;
    case ADROP_ENOMEM:
    case ADROP_EDISK:
        return OUT_FULL;
    case ADROP_EINVAL:
    case ADROP_ESHAPE:
    case ADROP_ENOENT:
    case ADROP_EEXIST:
        return OUT_USAGE;
    case ADROP_EIO:
    case ADROP_EFORMAT:
        return OUT_INPUT;
    }
    return OUT_FAILED;
}

static void log_line(void *user, adrop_log_level level, const char *line)
{
    const command_call *call = user;
    const command_common *common = call->settings;

    if (level == ADROP_LOG_DEBUG ? common->verbose && !common->quiet : !common->quiet)
        out_complain(call->command->name, "%s", line);
}

/* Replace the default context that read the options by the requested one. */
static int open_context(command_call *call)
{
    const command_common *common = call->settings;
    adrop_ctx_opts opts;

    adrop_ctx_opts_init(&opts);
    if (common->isa > adrop_isa_count()) {
        out_complain(call->command->name, "this processor has no '%s': the best is '%s'",
                     isa_words[common->isa], isa_words[adrop_isa_count()]);
        return OUT_USAGE;
    }
    opts.log = log_line;
    opts.log_user = call;
    opts.threads = (int)common->threads;
    opts.isa = (adrop_isa)common->isa;
    call->first = call->ctx;
    adrop_status status = adrop_ctx_create(&opts, &call->ctx);
    if (status) {
        out_complain(call->command->name, "cannot start: %s", adrop_status_text(status));
        return status == ADROP_ENOMEM ? OUT_FULL : OUT_FAILED;
    }
    for (size_t i = 0; i < common->plugin.n && !status; i++)
        status = adrop_plugin_load(call->ctx, adrop_texts_at(&common->plugin, i));
    if (status)
        return command_fail(call, status);
    if (common->verbose && !common->quiet)
        out_complain(call->command->name, "%s kernels, %d thread%s", adrop_ctx_isa_name(call->ctx),
                     adrop_ctx_threads(call->ctx), adrop_ctx_threads(call->ctx) == 1 ? "" : "s");
    return OUT_OK;
}

int command_main(const command *c, int argc, char **argv)
{
    command_call call = { .command = c };

    const int help = parse_wants_help(argc, argv);
    if (adrop_ctx_create(NULL, &call.ctx)) {
        out_complain(c->name, "out of memory");
        return OUT_FULL;
    }
    if (help) {
        help_command(call.ctx, stdout, c, help > 1);
        adrop_ctx_free(call.ctx);
        return OUT_OK;
    }
    int code = parse(&call, argc, argv);
    if (!code)
        code = open_context(&call);
    if (!code)
        code = c->run(&call);
    free(call.arguments);
    free(call.settings);
    adrop_ctx_free(call.ctx);
    adrop_ctx_free(call.first);
    return code;
}
