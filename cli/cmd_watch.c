/* adrop watch: the curves of a run, a comparison or a search, redrawn as they grow. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adrop/record.h"
#include "command.h"
#include "document_out.h"
#include "out.h"
#include "run_row.h"
#include "terminal.h"
#include "watch.h"

typedef struct {
    command_common common;
    double every;
    int once;
} settings;

static const adrop_option options[] = {
    { ROW("every", ADROP_OPT_REAL, every), .fallback = 1, .min = 0.05, .max = 3600,
      .value = "SECONDS", .help = "how often files are looked at" },
    { ROW("once", ADROP_OPT_FLAG, once),
      .help = "draw once and end; so it is where the output is no terminal" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop watch runs/digits-advanced-1", "a run while it trains; q leaves" },
    { "adrop watch runs/compare-digits", "all runs of a comparison" },
    { "adrop watch runs/search --once", "a search, once" },
    { 0 },
};

static const char *const usage[] = { "adrop watch RUN|DIR [--every SECONDS] [--once]", NULL };

static const command_note arguments[] = {
    { "RUN|DIR", "the folder of a run, of a comparison or of a search" },
    { 0 },
};

/* -- The screen ------------------------------------------------------------------------------ */

static int watch_until_end(const command_call *call)
{
    const settings *s = call->settings;
    adrop_status status = ADROP_OK, unread;

    if (screen_open()) {
        out_complain("watch", "the terminal cannot be set up: %s", strerror(errno));
        return OUT_FAILED;
    }
    while (!status && !screen_signal()) {
        size_t columns, lines;
        char *page = NULL;
        size_t size = 0;
        FILE *file = open_memstream(&page, &size);
        screen_size(&columns, &lines);
        if (!file) {
            status = ADROP_ENOMEM;
            break;
        }
        status = watch_draw(call->ctx, call->arguments[0], file, columns, lines, &unread);
        fclose(file);
        if (!status)
            screen_show(page, lines, "q leaves");
        free(page);
        if (!status && screen_wait(s->every))
            break;
    }
    screen_close();
    if (status)
        return command_fail(call, status);
    return screen_signal() ? 128 + screen_signal() : OUT_OK;
}

/* Progress of each run, for programs. */
static int show_json(const command_call *call)
{
    watch_finds *f = out_memory(1, sizeof *f);
    adrop_document *d = document_start(call->ctx, "");
    adrop_status status = adrop_records_find(call->ctx, call->arguments[0], watch_take, f);

    adrop_document_table(d, "runs", "", 0);
    run_row_columns(d);
    for (size_t i = 0; !status && i < f->n; i++) {
        run_row row;
        status = run_row_read(call->ctx, f->paths[i], &row);
        if (!status)
            run_row_add(d, &row);
    }
    adrop_document_end(d);
    free(f);
    if (!status)
        return document_print(call, d);
    adrop_document_free(d);
    return command_fail(call, status);
}

static int watch_run(const command_call *call)
{
    const settings *s = call->settings;

    if (!call->n_arguments) {
        out_complain("watch", "what? give the folder of a run, of a comparison or of a search");
        return OUT_USAGE;
    }
    if (access(call->arguments[0], F_OK)) {
        out_complain("watch", "there is no folder '%s'", OUT_CLEAN(call->arguments[0]));
        return OUT_INPUT;
    }
    if (s->common.json)
        return show_json(call);
    if (!s->once && isatty(STDOUT_FILENO) && isatty(STDIN_FILENO))
        return watch_until_end(call);
    adrop_status unread;
    const adrop_status status = watch_draw(call->ctx, call->arguments[0], stdout,
                                           terminal_columns(stdout), 40, &unread);
    if (status)
        return command_fail(call, status);
    if (unread)
        out_complain("watch", "there are runs in '%s' that cannot be read",
                     OUT_CLEAN(call->arguments[0]));
    return unread == ADROP_ENOMEM ? OUT_FULL : unread ? OUT_INPUT : OUT_OK;
}

const command command_watch = {
    .name = "watch",
    .summary = "draw the curves of runs in the terminal as they grow",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .options = options,
    .settings_size = sizeof(settings),
    .run = watch_run,
};
