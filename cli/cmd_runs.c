/* adrop runs: list the runs below a folder, one line per run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "document_out.h"
#include "launch_choice.h"
#include "out.h"
#include "run_row.h"

typedef struct {
    command_common common;
    const char *filter;
    int sort, reverse, csv;
} settings;

enum { BY_TIME, BY_NAME, BY_RESULT, BY_DATA, BY_MODEL, BY_DROPOUT, BY_EPOCHS };
static const char *const sort_words[] = { "time",  "name",    "result", "data",
                                          "model", "dropout", "epochs", NULL };

static const adrop_option options[] = {
    { ROW("filter", ADROP_OPT_TEXT, filter), .value = "TEXT,..",
      .help = "only runs with all of these texts in their line; KEY=TEXT: in that setting" },
    { ROW("sort", ADROP_OPT_CHOICE, sort), .words = sort_words,
      .help = "the order; result: the best first" },
    { ROW("reverse", ADROP_OPT_FLAG, reverse), .help = "the other way around" },
    { ROW("csv", ADROP_OPT_FLAG, csv), .group = ADROP_GROUP_OUTPUT,
      .help = "print comma-separated values" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop runs", "all runs in the folder 'runs'" },
    { "adrop runs experiments --filter mnist,lr=0.1 --sort result",
      "those on mnist with that learning rate, the best first" },
    { "adrop runs --csv > runs.csv", "as a table for another program" },
    { 0 },
};

static const char *const usage[] = {
    "adrop runs [DIR] [--filter TEXT,..] [--sort WORD] [--json|--csv]",
    NULL,
};

static const command_note arguments[] = {
    { "DIR", "the folder to look in, with those below it; if not given, 'runs'; trials of 'adrop "
             "tune' are listed where their own folder, DIR/trials, is given" },
    { 0 },
};

typedef struct {
    const command_call *call;
    run_row *rows; /* (n), owned */
    size_t n, room;
    int failed, no_memory;
} list;

static void runs_add(void *user, const char *path)
{
    list *l = user;
    const settings *s = l->call->settings;
    run_row row;
    int matches = 0;

    if (l->no_memory)
        return; /* already reported */
    adrop_status status = run_row_read(l->call->ctx, path, &row);
    if (!status)
        status = run_row_matches(l->call->ctx, &row, s->filter, &matches);
    if (status) {
        l->failed = 1; /* the others are still listed */
        l->no_memory = status == ADROP_ENOMEM;
        out_complain("runs", "%s", adrop_ctx_message(l->call->ctx));
        return;
    }
    if (!matches)
        return;
    if (l->n == l->room) {
        const size_t room = l->room ? 2 * l->room : 64;
        run_row *rows = out_memory(room, sizeof *rows);
        if (l->n)
            memcpy(rows, l->rows, l->n * sizeof *rows);
        free(l->rows);
        l->rows = rows;
        l->room = room;
    }
    l->rows[l->n++] = row;
}

static int order(const run_row *a, const run_row *b, int by)
{
    switch (by) {
    case BY_NAME:
        return strcmp(a->path, b->path);
    case BY_DATA:
        return strcmp(a->data, b->data);
    case BY_MODEL:
        return strcmp(a->model, b->model);
    case BY_DROPOUT:
        return strcmp(a->dropout, b->dropout);
    case BY_EPOCHS:
        return (a->epochs > b->epochs) - (a->epochs < b->epochs);
    case BY_RESULT:
        if (isnan(a->test) || isnan(b->test))
            return isnan(a->test) - isnan(b->test);
        return (a->regression ? 1 : -1) * ((a->test > b->test) - (a->test < b->test));
    default:
        return strcmp(a->started, b->started);
    }
}

/* Insertion sort: stable, and there are only hundreds of runs. */
static void sort(list *l)
{
    const settings *s = l->call->settings;

    for (size_t i = 1; i < l->n; i++) {
        const run_row row = l->rows[i];
        size_t k = i;
        for (; k && (s->reverse ? -1 : 1) * order(&l->rows[k - 1], &row, s->sort) > 0; k--)
            l->rows[k] = l->rows[k - 1];
        l->rows[k] = row;
    }
}

/* Print the list in the requested form. */
static int print(const list *l)
{
    const settings *s = l->call->settings;
    adrop_document *d = document_start(l->call->ctx, "");

    if (s->csv && !s->common.json) {
        run_row_flat(d, l->rows, l->n);
        const adrop_status status = document_write(l->call->ctx, stdout, d, ADROP_DOCUMENT_CSV);
        return status ? command_fail(l->call, status) : OUT_OK;
    }
    adrop_document_table(d, "runs", "", 0);
    run_row_columns(d);
    for (size_t i = 0; i < l->n; i++)
        run_row_add(d, &l->rows[i]);
    adrop_document_end(d);
    return document_print(l->call, d);
}

static int runs_run(const command_call *call)
{
    const settings *s = call->settings;
    list l = { .call = call };
    const char *folder = call->n_arguments ? call->arguments[0] : "runs";
    const adrop_status status = adrop_records_find(call->ctx, folder, runs_add, &l);

    if (status || l.no_memory) {
        free(l.rows);
        if (l.no_memory)
            return OUT_FULL;
        if (call->n_arguments || status == ADROP_ENOMEM)
            return command_fail(call, status);
        out_complain("runs", "there is no folder 'runs' here: give the folder of the runs");
        return OUT_INPUT;
    }
    sort(&l);
    const int code = print(&l);
    if (!l.n && !s->common.json && !s->csv && !s->common.quiet && !l.failed)
        out_complain("runs", "no run in '%s'%s", folder, *s->filter ? " passes the filter" : "");
    if (!s->common.json && !s->csv)
        launch_show(stdout, call->ctx, folder);
    free(l.rows);
    return l.failed ? OUT_INPUT : code;
}

const command command_runs = {
    .name = "runs",
    .summary = "list runs with their results",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .options = options,
    .settings_size = sizeof(settings),
    .run = runs_run,
};
