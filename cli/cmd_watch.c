/* adrop watch: the curves of a run, a comparison or a search, drawn again as they grow. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "adrop/figure.h"
#include "adrop/runs.h"
#include "command.h"
#include "json.h"
#include "out.h"
#include "run_row.h"
#include "screen.h"
#include "terminal.h"

enum { MOST_RUNS = 12, CURVES = 2 };

typedef struct {
    command_common common;
    double every;
    int once;
} settings;

static const adrop_option options[] = {
    { .name = "every",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, every),
      .fallback = 1,
      .min = 0.05,
      .max = 3600,
      .value = "SECONDS",
      .help = "how often files are looked at" },
    { .name = "once",
      .kind = ADROP_OPT_FLAG,
      .offset = offsetof(settings, once),
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

/* -- What there is to see --------------------------------------------------------------------- */

typedef struct {
    const command_call *call;
    char paths[MOST_RUNS][1024]; /* the last to change, newest first */
    time_t changed[MOST_RUNS];
    size_t n, all;
} finds;

/* Keep the runs that changed last. */
static void take(void *user, const char *path)
{
    finds *f = user;
    char file[1100];
    struct stat info;
    size_t at;

    f->all++;
    snprintf(file, sizeof file, "%.1000s/metrics.jsonl", path);
    const time_t when = stat(file, &info) ? 0 : info.st_mtime;
    for (at = 0; at < f->n && f->changed[at] >= when;)
        at++;
    if (at == MOST_RUNS || strlen(path) >= sizeof f->paths[0])
        return;
    f->n += f->n < MOST_RUNS;
    for (size_t i = f->n - 1; i > at; i--) {
        memcpy(f->paths[i], f->paths[i - 1], sizeof f->paths[i]);
        f->changed[i] = f->changed[i - 1];
    }
    snprintf(f->paths[at], sizeof f->paths[at], "%s", path);
    f->changed[at] = when;
}

/* Names of runs: the technique, and its seed where there are several. */
static void name_run(const adrop_record *r, char *name, size_t size)
{
    const char *dropout = adrop_record_text(r, "settings.dropout");
    const double seed = adrop_record_number(r, "settings.seed");

    snprintf(name, size, "%.60s, seed %.0f", dropout ? dropout : "?", isnan(seed) ? 0 : seed);
}

/* The curve of a run: its result by epoch, or the rate of its first dropout layers. */
static void add_result(adrop_figure *f, const adrop_record *r, const char *name, int *regression)
{
    const size_t n = adrop_record_epochs(r);

    adrop_figure_series(f, name, ADROP_NEXT_STYLE);
    for (size_t i = 0; i < n; i++) {
        double y = adrop_record_epoch(r, i, "test_acc");
        if (isnan(y)) {
            y = adrop_record_epoch(r, i, "test_rmse");
            *regression |= !isnan(y);
        }
        if (isnan(y))
            y = adrop_record_epoch(r, i, "val_acc");
        adrop_figure_point(f, adrop_record_epoch(r, i, "epoch"), y);
    }
}

static void add_loss(adrop_figure *f, const adrop_record *r, const char *name)
{
    adrop_figure_series(f, name, ADROP_NEXT_STYLE);
    for (size_t i = 0; i < adrop_record_epochs(r); i++)
        adrop_figure_point(f, adrop_record_epoch(r, i, "epoch"),
                           adrop_record_epoch(r, i, "train_loss"));
}

static void add_rates(adrop_figure *f, const adrop_record *r)
{
    char key[64];

    for (size_t layer = 0; layer < 6 && adrop_record_epochs(r); layer++) {
        snprintf(key, sizeof key, "dropout.%zu.layer", layer);
        const char *name = adrop_record_epoch_text(r, 0, key);
        if (!name)
            return;
        adrop_figure_series(f, name, (int)layer);
        snprintf(key, sizeof key, "dropout.%zu.rate", layer);
        for (size_t i = 0; i < adrop_record_epochs(r); i++)
            adrop_figure_point(f, adrop_record_epoch(r, i, "epoch"), adrop_record_epoch(r, i, key));
    }
}

/* A line on each run: how far it is. */
static void tell_run(FILE *file, const adrop_record *r, const char *name, size_t columns)
{
    const size_t n = adrop_record_epochs(r);
    const double epochs = adrop_record_number(r, "settings.epochs");
    const double acc = n ? adrop_record_epoch(r, n - 1, "test_acc") : NAN;
    char line[256];

    snprintf(line, sizeof line, "%s: %s, epoch %zu of %.0f%s", name, adrop_record_state(r), n,
             isnan(epochs) ? 0 : epochs, isnan(acc) ? "" : ", test ");
    if (!isnan(acc))
        snprintf(line + strlen(line), sizeof line - strlen(line), "%.2f %%", acc);
    fprintf(file, "%.*s\n", (int)columns, OUT_CLEAN(line));
}

/* -- Drawing -------------------------------------------------------------------------------------
 */

typedef struct {
    adrop_record *records[MOST_RUNS]; /* (n) */
    char names[MOST_RUNS][96];
    size_t n;
} opened;

static void open_all(adrop_ctx *ctx, const finds *f, opened *o)
{
    o->n = 0;
    for (size_t i = 0; i < f->n; i++)
        if (!adrop_record_open(ctx, f->paths[i], &o->records[o->n])) {
            name_run(o->records[o->n], o->names[o->n], sizeof o->names[0]);
            o->n++;
        }
}

static adrop_status make_figure(adrop_ctx *ctx, const opened *o, adrop_figure **out)
{
    int regression = 0;
    adrop_status status = adrop_figure_create(ctx, "", out);

    if (status)
        return status;
    adrop_figure_panel(*out, ADROP_FIGURE_LINE, "");
    for (size_t i = 0; i < o->n; i++)
        add_result(*out, o->records[i], o->names[i], &regression);
    adrop_figure_axis(*out, ADROP_Y,
                      regression ? "test rmse by epoch" : "test accuracy (%) by epoch",
                      regression ? 0 : ADROP_AXIS_PERCENT);
    adrop_figure_panel(*out, ADROP_FIGURE_LINE, "");
    if (o->n == 1 && adrop_record_epochs(o->records[0]) &&
        adrop_record_epoch_text(o->records[0], 0, "dropout.0.layer")) {
        adrop_figure_axis(*out, ADROP_Y, "dropout rate by epoch", 0);
        add_rates(*out, o->records[0]);
    } else {
        adrop_figure_axis(*out, ADROP_Y, "loss on training rows by epoch", 0);
        for (size_t i = 0; i < o->n; i++)
            add_loss(*out, o->records[i], o->names[i]);
    }
    return ADROP_OK;
}

static adrop_status draw(const command_call *call, FILE *file, size_t columns, size_t lines)
{
    finds *f = out_memory(1, sizeof *f);
    opened *o = out_memory(1, sizeof *o);
    adrop_figure_look look;
    adrop_figure *figure = NULL;
    char *text = NULL;

    f->call = call;
    adrop_status status = adrop_records_find(call->ctx, call->arguments[0], take, f);
    if (!status)
        open_all(call->ctx, f, o);
    if (!status)
        status = make_figure(call->ctx, o, &figure);
    adrop_figure_look_init(&look);
    look.width = columns;
    const size_t text_lines = o->n + 10 + (o->n > 1 ? 2 * ((o->n + 1) / 2) : 0);
    look.height = lines > text_lines + 8 ? (lines - text_lines) / CURVES : 4;
    look.height = look.height > 16 ? 16 : look.height;
    look.ascii = !out_utf8();
    look.colour = *out_bold(file) != 0;
    if (!status)
        status = adrop_figure_write(figure, ADROP_FIGURE_TEXT, &look, &text);
    if (!status && !o->n)
        fprintf(file, "there is no run in '%s' yet\n", OUT_CLEAN(call->arguments[0]));
    else if (!status)
        fputs(text, file);
    for (size_t i = 0; !status && i < o->n; i++)
        tell_run(file, o->records[i], o->names[i], columns);
    if (!status && f->all > o->n)
        fprintf(file, "%zu runs; those that changed last are shown\n", f->all);
    if (figure)
        adrop_figure_text_free(figure, text);
    adrop_figure_free(figure);
    for (size_t i = 0; i < o->n; i++)
        adrop_record_free(o->records[i]);
    free(o);
    free(f);
    return status;
}

/* -- The screen
 * ------------------------------------------------------------------------------------ */

static int watch(const command_call *call)
{
    const settings *s = call->settings;
    adrop_status status = ADROP_OK;

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
        status = draw(call, file, columns, lines);
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

/* How far each run is, for a program. */
static int show_json(const command_call *call)
{
    finds *f = out_memory(1, sizeof *f);
    json j = { .file = stdout };
    adrop_status status = adrop_records_find(call->ctx, call->arguments[0], take, f);

    json_open(&j, '{');
    json_key(&j, "runs");
    json_open(&j, '[');
    for (size_t i = 0; !status && i < f->n; i++) {
        run_row row;
        status = run_row_read(call->ctx, f->paths[i], &row);
        if (!status)
            run_row_json(&j, &row);
    }
    json_close(&j);
    json_close(&j);
    free(f);
    return status ? command_fail(call, status) : OUT_OK;
}

static int run(const command_call *call)
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
        return watch(call);
    const adrop_status status = draw(call, stdout, terminal_columns(stdout), 40);
    return status ? command_fail(call, status) : OUT_OK;
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
    .run = run,
};
