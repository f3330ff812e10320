/* Draws the content of `adrop watch` (watch.h): result and rates of a run, or result and loss of
 * the most recently changed runs. */
#include "watch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "adrop/figure.h"
#include "adrop/record.h"
#include "launch_choice.h"
#include "out.h"

enum { CURVES = 2, LOWEST = 4, LOW = 6, HIGHEST = 16 }; /* panels; limits on the lines of one */

/* Keep the most recently changed runs. */
void watch_take(void *user, const char *path)
{
    watch_finds *f = user;
    char file[1100];
    struct stat info;
    size_t at;

    f->all++;
    snprintf(file, sizeof file, "%.1000s/metrics.jsonl", path);
    const time_t when = stat(file, &info) ? 0 : info.st_mtime;
    for (at = 0; at < f->n && f->changed[at] >= when;)
        at++;
    if (at == WATCH_RUNS || strlen(path) >= sizeof f->paths[0])
        return;
    f->n += f->n < WATCH_RUNS;
    for (size_t i = f->n - 1; i > at; i--) {
        memcpy(f->paths[i], f->paths[i - 1], sizeof f->paths[i]);
        f->changed[i] = f->changed[i - 1];
    }
    snprintf(f->paths[at], sizeof f->paths[at], "%s", path);
    f->changed[at] = when;
}

/* The name of a run: its technique and seed. */
static void name_run(const adrop_record *r, char *name, size_t size)
{
    const char *dropout = adrop_record_text(r, "settings.dropout");
    const double seed = adrop_record_number(r, "settings.seed");

    snprintf(name, size, "%.60s, seed %.0f", dropout ? dropout : "?", isnan(seed) ? 0 : seed);
}

/* The curve of a run: its result per epoch, or the rate of its first dropout layers. */
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

/* A line about each run's progress. */
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
    adrop_record *records[WATCH_RUNS]; /* (n) */
    const char *paths[WATCH_RUNS];     /* (n), of the found runs */
    char names[WATCH_RUNS][96];
    size_t n;
    adrop_status unread; /* of the first unreadable run, with the reason */
    char why[512];
} opened;

static void open_all(adrop_ctx *ctx, const watch_finds *f, opened *o)
{
    o->n = 0;
    for (size_t i = 0; i < f->n; i++) {
        const adrop_status status = adrop_record_open(ctx, f->paths[i], &o->records[o->n]);
        if (!status) {
            name_run(o->records[o->n], o->names[o->n], sizeof o->names[0]);
            o->paths[o->n] = f->paths[i];
            o->n++;
        } else if (!o->unread) {
            o->unread = status;
            snprintf(o->why, sizeof o->why, "%.*s", (int)sizeof o->why - 1, adrop_ctx_message(ctx));
        }
    }
}

static int any_alike(const opened *o)
{
    for (size_t i = 0; i < o->n; i++)
        for (size_t k = 0; k < i; k++)
            if (!strcmp(o->names[i], o->names[k]))
                return 1;
    return 0;
}

/* Name runs by folder, relative to the watched one: trials of a search and rounds of a pruning
 * share technique and seed. */
static void name_by_folders(opened *o, const char *watched)
{
    size_t n = strlen(watched);

    while (n && watched[n - 1] == '/')
        n--;
    for (size_t i = 0; i < o->n; i++) {
        const char *path = o->paths[i];
        if (!strncmp(path, watched, n) && path[n] == '/')
            path += n + 1;
        const size_t long_by = strlen(path) > sizeof o->names[0] - 1
                                   ? strlen(path) - (sizeof o->names[0] - 1)
                                   : 0;
        snprintf(o->names[i], sizeof o->names[0], "%s", path + long_by); /* keep the end */
    }
}

static adrop_status make_figure(adrop_ctx *ctx, const opened *o, adrop_figure **out)
{
    int regression = 0;
    adrop_status status = adrop_figure_create(ctx, "", out);

    if (status)
        return status;
    adrop_figure_panel(*out, "line", "");
    for (size_t i = 0; i < o->n; i++)
        add_result(*out, o->records[i], o->names[i], &regression);
    adrop_figure_axis(*out, ADROP_AXIS_Y,
                      regression ? "test rmse by epoch" : "test accuracy (%) by epoch",
                      regression ? 0 : ADROP_AXIS_PERCENT);
    adrop_figure_panel(*out, "line", "");
    if (o->n == 1 && adrop_record_epochs(o->records[0]) &&
        adrop_record_epoch_text(o->records[0], 0, "dropout.0.layer")) {
        adrop_figure_axis(*out, ADROP_AXIS_Y, "dropout rate by epoch", 0);
        add_rates(*out, o->records[0]);
    } else {
        adrop_figure_axis(*out, ADROP_AXIS_Y, "loss on training rows by epoch", 0);
        for (size_t i = 0; i < o->n; i++)
            add_loss(*out, o->records[i], o->names[i]);
    }
    return ADROP_OK;
}

/* Lines per panel: what remains after the text around the curves, the text on runs and the last
 * line of the screen. */
static adrop_status fit_height(adrop_ctx *ctx, adrop_figure *figure, adrop_figure_look *look,
                               size_t lines, size_t below)
{
    char *text = NULL;
    size_t taken = below + 1;

    look->height = LOW;
    const adrop_status status = adrop_figure_write(figure, ADROP_FIGURE_TEXT, look, &text);
    for (const char *c = status ? "" : text; *c; c++)
        taken += *c == '\n';
    adrop_free(ctx, text);
    if (lines < taken - below) /* prefer curves to the text on runs */
        look->height = LOWEST;
    else if (lines > taken)
        look->height += (lines - taken) / CURVES;
    look->height = look->height > HIGHEST ? HIGHEST : look->height;
    return status;
}

adrop_status watch_draw(adrop_ctx *ctx, const char *folder, FILE *file, size_t columns,
                        size_t lines, adrop_status *unread)
{
    watch_finds *f = out_memory(1, sizeof *f);
    opened *o = out_memory(1, sizeof *o);
    adrop_figure_look look;
    adrop_figure *figure = NULL;
    char *text = NULL;

    adrop_status status = adrop_records_find(ctx, folder, watch_take, f);
    if (!status)
        open_all(ctx, f, o);
    if (any_alike(o))
        name_by_folders(o, folder);
    if (!status)
        status = make_figure(ctx, o, &figure);
    adrop_figure_look_init(&look);
    look.width = columns;
    look.ascii = !out_utf8();
    look.colour = *out_bold(file) != 0;
    if (!status)
        status = fit_height(ctx, figure, &look, lines, o->n + (f->all > o->n));
    if (!status)
        status = adrop_figure_write(figure, ADROP_FIGURE_TEXT, &look, &text);
    if (!status && !o->n && !o->unread)
        fprintf(file, "there is no run in '%s' yet\n", OUT_CLEAN(folder));
    else if (!status && o->n)
        fputs(text, file);
    for (size_t i = 0; !status && i < o->n; i++)
        tell_run(file, o->records[i], o->names[i], columns);
    *unread = o->unread;
    if (!status && o->unread)
        fprintf(file, "%s\n", OUT_CLEAN(o->why));
    if (!status && f->all > f->n)
        fprintf(file, "%zu runs; those that changed last are shown\n", f->all);
    if (!status)
        launch_show(file, ctx, folder);
    if (figure)
        adrop_free(ctx, text);
    adrop_figure_free(figure);
    for (size_t i = 0; i < o->n; i++)
        adrop_record_free(o->records[i]);
    free(o);
    free(f);
    return status;
}
