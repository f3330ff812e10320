/* Reads runs for figures (run_curves.h), one line of metrics.jsonl at a time. When all places are
 * taken, every second epoch is dropped, and the step between kept epochs doubles. */
#include "experiment/run_curves.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/memory.h"

enum { FIRST_ROOM = 1 << 14, LONGEST_LINE = 1 << 20, FIRST_EPOCHS = 32, RECORD = 16 << 20 };

/* -- Lines ----------------------------------------------------------------------------------- */

typedef struct {
    adrop_ctx *ctx;
    int fd;
    char *bytes; /* (room), owned; at most LONGEST_LINE */
    size_t room, from, to;
    int ended;
    adrop_status status; /* of run_curves_grow */
} lines;

/* Enlarge a full buffer, whose unread data begin at its start. */
static void run_curves_grow(lines *l)
{
    const size_t room = l->room ? 4 * l->room : FIRST_ROOM;
    char *more;

    if (l->to < l->room || (l->status = AD_NEW(l->ctx, room, "a line of metrics", &more)))
        return;
    if (l->to)
        memcpy(more, l->bytes, l->to);
    ad_free(l->ctx, l->bytes);
    l->bytes = more;
    l->room = room;
}

/* The next whole line, without its end; NULL at the end of the file or without memory. A line that
 * is too long is cut in two. */
static char *next_line(lines *l, size_t *size)
{
    for (;;) {
        char *start = l->bytes + l->from, *end = memchr(start, '\n', l->to - l->from);
        if (end || l->to - l->from == LONGEST_LINE) {
            *size = end ? (size_t)(end - start) : l->to - l->from;
            l->from += *size + (end != NULL);
            return start;
        }
        if (l->ended)
            return NULL; /* the rest is an incomplete line */
        memmove(l->bytes, start, l->to - l->from);
        l->to -= l->from;
        l->from = 0;
        run_curves_grow(l);
        if (l->status)
            return NULL;
        const ssize_t got = read(l->fd, l->bytes + l->to, l->room - l->to);
        if (got < 0 && errno == EINTR)
            continue;
        l->ended = got <= 0;
        l->to += got > 0 ? (size_t)got : 0;
    }
}

/* -- Epochs ----------------------------------------------------------------------------------- */

static double run_curves_number(const json_t *from, const char *key)
{
    const json_t *x = json_object_get(from, key);

    return json_is_number(x) ? json_number_value(x) : NAN;
}

static double either(const json_t *from, const char *a, const char *b)
{
    const double x = run_curves_number(from, a);

    return isnan(x) ? run_curves_number(from, b) : x;
}

static void read_layers(ad_shown_run *r, const json_t *list, ad_shown_epoch *e)
{
    static const char *const keys[AD_N_LAYER_KEYS] = { "rate", "mu", "sigma", "level" };
    const size_t n = json_array_size(list);

    r->layers = n > r->layers ? n : r->layers;
    for (size_t i = 0; i < AD_RUN_LAYERS; i++) {
        const json_t *one = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(one, "layer"));
        if (one && i >= r->n_layers) {
            snprintf(r->layer[i], sizeof r->layer[i], "%s", name ? name : "");
            r->n_layers = i + 1;
        }
        for (int k = 0; k < AD_N_LAYER_KEYS; k++)
            e->layer[i][k] = run_curves_number(one, keys[k]);
    }
}

static void read_density(const json_t *list, ad_shown_density out)
{
    out[0] = NAN;
    if (json_array_size(list) != AD_RUN_BINS)
        return;
    for (size_t k = 0; k < AD_RUN_BINS; k++) {
        const double x = json_number_value(json_array_get(list, k));
        out[k] = (float)(x > 0 ? x : 0);
    }
}

/* Read the densities of an epoch, if a layer has one. */
static adrop_status read_densities(adrop_ctx *ctx, const json_t *list, ad_shown_epoch *e)
{
    int found = 0;

    e->density = NULL;
    for (size_t i = 0; i < AD_RUN_LAYERS; i++)
        found |= json_object_get(json_array_get(list, i), "density") != NULL;
    const adrop_status status = found ? AD_NEW(ctx, AD_RUN_LAYERS, "densities", &e->density)
                                      : ADROP_OK;
    for (size_t i = 0; e->density && i < AD_RUN_LAYERS; i++)
        read_density(json_object_get(json_array_get(list, i), "density"), e->density[i]);
    return status;
}

/* Returns 0 if the line is not an epoch. */
static int read_epoch(ad_shown_run *r, const json_t *line, ad_shown_epoch *e)
{
    e->epoch = run_curves_number(line, "epoch");
    if (!(e->epoch >= 1 && e->epoch <= 1e9))
        return 0;
    e->curve[AD_CURVE_TRAIN_LOSS] = run_curves_number(line, "train_loss");
    e->curve[AD_CURVE_EXTRA_LOSS] = run_curves_number(line, "extra_loss");
    e->curve[AD_CURVE_TRAIN] = either(line, "train_acc", "train_rmse");
    e->curve[AD_CURVE_VAL] = either(line, "val_acc", "val_rmse");
    e->curve[AD_CURVE_TEST] = either(line, "test_acc", "test_rmse");
    e->curve[AD_CURVE_TEST_LOSS] = run_curves_number(line, "test_loss");
    e->curve[AD_CURVE_LR] = run_curves_number(line, "lr");
    e->curve[AD_CURVE_SECONDS] = run_curves_number(line, "seconds");
    if (json_object_get(line, "test_rmse"))
        r->is_regression = 1;
    read_layers(r, json_object_get(line, "dropout"), e);
    return 1;
}

/* Keep every second epoch, including the first. */
static void thin(adrop_ctx *ctx, ad_shown_run *r)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++)
        if (i % 2 == 0)
            r->epochs[n++] = r->epochs[i];
        else
            ad_free(ctx, r->epochs[i].density);
    r->n = n;
}

/* Make room for another epoch, up to AD_RUN_EPOCHS. */
static adrop_status run_curves_make_room(adrop_ctx *ctx, ad_shown_run *r, size_t *room)
{
    ad_shown_epoch *more;
    adrop_status status;

    if (r->n < *room)
        return ADROP_OK;
    const size_t n = *room ? 2 * *room : FIRST_EPOCHS;
    if ((status = AD_NEW(ctx, n, "the epochs of a run", &more)))
        return status;
    if (r->n)
        memcpy(more, r->epochs, r->n * sizeof *more);
    ad_free(ctx, r->epochs);
    r->epochs = more;
    *room = n;
    return ADROP_OK;
}

/* State of reading a file. The last epoch is kept whatever the step is. */
typedef struct {
    size_t step, good, room;
    ad_shown_epoch last;
    int last_is_kept; /* if so, the run owns it */
} reading;

static void forget_last(adrop_ctx *ctx, reading *to)
{
    if (!to->last_is_kept)
        ad_free(ctx, to->last.density);
    to->last_is_kept = 1;
}

static adrop_status keep_last(adrop_ctx *ctx, ad_shown_run *r, reading *to)
{
    const adrop_status status = run_curves_make_room(ctx, r, &to->room);

    if (status)
        return status;
    r->epochs[r->n++] = to->last;
    to->last_is_kept = 1;
    return ADROP_OK;
}

/* Add an epoch, if the step selects it. */
static adrop_status add_epoch(adrop_ctx *ctx, ad_shown_run *r, reading *to, const ad_shown_epoch *e)
{
    forget_last(ctx, to);
    to->last = *e;
    to->last_is_kept = 0;
    if (to->good++ % to->step)
        return ADROP_OK;
    if (r->n == AD_RUN_EPOCHS - 1) { /* one place is reserved for the last epoch */
        thin(ctx, r);
        to->step *= 2;
        if ((to->good - 1) % to->step)
            return ADROP_OK;
    }
    return keep_last(ctx, r, to);
}

static adrop_status read_line(adrop_ctx *ctx, ad_shown_run *r, const char *line, size_t size,
                              reading *to)
{
    json_error_t error;
    ad_shown_epoch e;
    adrop_status status = ADROP_OK;

    errno = 0;
    json_t *one = ad_json_load(line, size, 0, &error);
    if (!one && errno == ENOMEM)
        return ad_fail(ctx, ADROP_ENOMEM, "not enough memory for '%s'", r->path);
    r->lines++;
    const int is_epoch = json_is_object(one) && read_epoch(r, one, &e);
    if (is_epoch)
        status = read_densities(ctx, json_object_get(one, "dropout"), &e);
    json_decref(one);
    r->broken += !is_epoch;
    return status || !is_epoch ? status : add_epoch(ctx, r, to, &e);
}

static adrop_status read_lines(adrop_ctx *ctx, lines *l, ad_shown_run *r)
{
    reading to = { .step = 1, .last_is_kept = 1 };
    adrop_status status = ADROP_OK;
    size_t size;
    char *line;

    while (!status && (line = next_line(l, &size)))
        status = read_line(ctx, r, line, size, &to);
    if (!status)
        status = l->status;
    if (!status && to.good && r->epochs[r->n - 1].epoch != to.last.epoch)
        status = keep_last(ctx, r, &to);
    forget_last(ctx, &to);
    return status;
}

static adrop_status read_metrics(adrop_ctx *ctx, ad_shown_run *r)
{
    char path[AD_PATH_SIZE + 32];
    lines l = { .ctx = ctx };
    ad_shown_epoch *fewer;

    snprintf(path, sizeof path, "%s/metrics.jsonl", r->path);
    l.fd = ad_file_open(path, O_RDONLY);
    if (l.fd < 0 && errno != ENOENT)
        return ad_file_fail_read(ctx, "open", path);
    if (l.fd < 0)
        return ADROP_OK; /* the caller reports that there are no epochs */
    run_curves_grow(&l);
    adrop_status status = l.status ? l.status : read_lines(ctx, &l, r);
    ad_free(ctx, l.bytes);
    close(l.fd);
    if (!status && r->n && !(status = AD_NEW(ctx, r->n, "the epochs of a run", &fewer))) {
        memcpy(fewer, r->epochs, r->n * sizeof *fewer);
        ad_free(ctx, r->epochs);
        r->epochs = fewer;
    }
    return status;
}

/* -- The record ------------------------------------------------------------------------------- */

static void run_curves_copy(char *to, size_t size, const json_t *from, const char *key)
{
    const char *text = json_string_value(json_object_get(from, key));

    snprintf(to, size, "%s", text ? text : "?");
}

static adrop_status read_record(adrop_ctx *ctx, ad_shown_run *r)
{
    char path[AD_PATH_SIZE + 32], *text;
    size_t size;

    snprintf(path, sizeof path, "%s/run.json", r->path);
    adrop_status status = ad_file_read(ctx, path, RECORD, &text, &size);
    if (status)
        return status;
    status = ad_json_parse(ctx, path, text, size, 0, &r->record);
    ad_free(ctx, text);
    if (status)
        return status;
    const json_t *settings = json_object_get(r->record, "settings");
    if (!json_is_object(settings))
        return ad_fail(ctx, ADROP_EFORMAT, "'%s' has no settings: it is no record of a run", path);
    const json_t *result = json_object_get(r->record, "result");
    run_curves_copy(r->data, sizeof r->data, settings, "data");
    run_curves_copy(r->model, sizeof r->model, settings, "model");
    run_curves_copy(r->dropout, sizeof r->dropout, settings, "dropout");
    run_curves_copy(r->state, sizeof r->state, r->record, "status");
    const char *seed = json_string_value(json_object_get(settings, "seed"));
    if (!seed || adrop_number_read(seed, &r->seed))
        r->seed = NAN;
    r->test = either(result, "test_acc", "test_rmse");
    r->train = either(result, "train_acc_mean", "train_rmse_mean");
    r->seconds = run_curves_number(result, "seconds");
    return ADROP_OK;
}

static void run_curves_release(adrop_ctx *ctx, ad_shown_run *r)
{
    for (size_t i = 0; i < r->n; i++)
        ad_free(ctx, r->epochs[i].density);
    ad_free(ctx, r->epochs);
    json_decref(r->record);
}

const char *ad_shown_path(const char *path, const char *unpacked)
{
    const size_t n = unpacked ? strlen(unpacked) : 0;

    return n && !strncmp(path, unpacked, n) && path[n] == '/' && path[n + 1] ? path + n + 1 : path;
}

adrop_status ad_shown_runs_add(ad_shown_runs *runs, const char *path)
{
    adrop_status status = ADROP_OK;

    if (runs->n == runs->room) {
        const size_t room = runs->room ? 2 * runs->room : 16;
        ad_shown_run *more;
        if ((status = AD_NEW(runs->ctx, room, "the runs of a figure", &more)))
            return status;
        if (runs->n)
            memcpy(more, runs->runs, runs->n * sizeof *more);
        ad_free(runs->ctx, runs->runs);
        runs->runs = more;
        runs->room = room;
    }
    ad_shown_run *r = &runs->runs[runs->n];
    memset(r, 0, sizeof *r);
    r->unpacked = runs->unpacked;
    if (snprintf(r->path, sizeof r->path, "%s", path) >= (int)sizeof r->path)
        return ad_fail(runs->ctx, ADROP_EINVAL, "the path '%.60s...' is too long", path);
    status = read_record(runs->ctx, r);
    if (!status)
        status = read_metrics(runs->ctx, r);
    if (status) {
        run_curves_release(runs->ctx, r);
        return status;
    }
    if (isnan(r->test) && r->n) /* not done: use the last known value */
        for (size_t i = r->n; i-- > 0 && isnan(r->test);)
            r->test = r->epochs[i].curve[AD_CURVE_TEST];
    runs->n++;
    return ADROP_OK;
}

void ad_shown_runs_release(ad_shown_runs *runs)
{
    for (size_t i = 0; i < runs->n; i++)
        run_curves_release(runs->ctx, &runs->runs[i]);
    ad_free(runs->ctx, runs->runs);
    *runs = (ad_shown_runs){ .ctx = runs->ctx };
}

/* -- Order --------------------------------------------------------------------------------------
 */

static int run_curves_by_name(const void *a, const void *b)
{
    const ad_shown_run *x = a, *y = b;
    int order = strcmp(x->data, y->data);

    order = order ? order : strcmp(x->model, y->model);
    order = order ? order : strcmp(x->dropout, y->dropout);
    return order ? order : strcmp(x->path, y->path);
}

void ad_shown_runs_sort(ad_shown_runs *runs)
{
    qsort(runs->runs, runs->n, sizeof *runs->runs, run_curves_by_name);
}

size_t ad_shown_runs_block(const ad_shown_runs *runs, size_t from)
{
    size_t end = from + 1;

    while (end < runs->n && !strcmp(runs->runs[end].data, runs->runs[from].data) &&
           !strcmp(runs->runs[end].model, runs->runs[from].model))
        end++;
    return end;
}

size_t ad_shown_runs_group(const ad_shown_runs *runs, size_t from, size_t end)
{
    size_t to = from + 1;

    while (to < end && !strcmp(runs->runs[to].dropout, runs->runs[from].dropout))
        to++;
    return to;
}
