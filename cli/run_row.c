/* Reads and prints a run as one line (run_row.h). */
#include "run_row.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "document_out.h"
#include "kept.h"
#include "out.h"

static void run_row_copy(char *to, size_t size, const char *text)
{
    snprintf(to, size, "%s", text ? text : "");
}

static const char *kept_text(adrop_ctx *ctx, const char *text)
{
    return text ? kept(ctx, "%s", text) : "";
}

/* The recorded result, or that of the last epoch. */
static double result(const adrop_record *r, const char *part, int regression)
{
    const size_t n = adrop_record_epochs(r);
    char name[64];

    snprintf(name, sizeof name, "result.%s_%s", part, regression ? "rmse" : "acc");
    const double x = adrop_record_number(r, name);
    return isnan(x) && n ? adrop_record_epoch(r, n - 1, name + strlen("result.")) : x;
}

/* The seed and the rows, which decide what runs are paired. */
static void read_pairing(const adrop_record *r, run_row *row)
{
    const char *train = adrop_record_text(r, "rows.train.xxh3");
    const char *test = adrop_record_text(r, "rows.test.xxh3");

    run_row_copy(row->seed, sizeof row->seed, adrop_record_text(r, "settings.seed"));
    if (train && test)
        snprintf(row->parts, sizeof row->parts, "%.16s %.16s", train, test);
}

adrop_status run_row_read(adrop_ctx *ctx, const char *path, run_row *row)
{
    adrop_record *r;
    const adrop_status status = adrop_record_open(ctx, path, &r);
    const char *task;

    *row = (run_row){ .data = "", .model = "", .dropout = "", .test = NAN, .val = NAN };
    if (status)
        return status;
    run_row_copy(row->path, sizeof row->path, path);
    run_row_copy(row->started, sizeof row->started, adrop_record_text(r, "started"));
    row->data = kept_text(ctx, adrop_record_text(r, "settings.data"));
    row->model = kept_text(ctx, adrop_record_text(r, "settings.model"));
    row->dropout = kept_text(ctx, adrop_record_text(r, "settings.dropout"));
    run_row_copy(row->state, sizeof row->state, adrop_record_state(r));
    read_pairing(r, row);
    task = adrop_record_text(r, "inputs.task");
    row->regression = task ? !strcmp(task, "regression")
                           : !isnan(adrop_record_epoch(r, 0, "train_rmse"));
    const double epochs = adrop_record_number(r, "settings.epochs");
    row->done = adrop_record_epochs(r);
    row->epochs = epochs > 0 ? (size_t)epochs : 0;
    row->test = result(r, "test", row->regression);
    row->val = result(r, "val", row->regression);
    if (!strcmp(row->state, "damaged"))
        row->test = row->val = NAN; /* unverifiable results do not count */
    row->seconds = adrop_record_number(r, "result.seconds");
    adrop_record_free(r);
    return ADROP_OK;
}

/* Check one part of a filter. */
static adrop_status passes(adrop_ctx *ctx, const run_row *row, const char *part, int *found)
{
    const char *equals = strchr(part, '=');
    adrop_record *r;

    if (!equals) {
        *found = strstr(row->path, part) || strstr(row->data, part) || strstr(row->model, part) ||
                 strstr(row->dropout, part) || !strcmp(row->state, part);
        return ADROP_OK;
    }
    const adrop_status status = adrop_record_open(ctx, row->path, &r);
    if (status)
        return status;
    const char *text = adrop_record_text(r, kept(ctx, "settings.%.*s", (int)(equals - part), part));
    *found = text && !strcmp(text, equals + 1);
    adrop_record_free(r);
    return ADROP_OK;
}

adrop_status run_row_matches(adrop_ctx *ctx, const run_row *row, const char *filter, int *matches)
{
    adrop_status status = ADROP_OK;

    *matches = 1;
    while (*filter && *matches && !status) {
        const size_t n = strcspn(filter, ",");
        status = passes(ctx, row, kept(ctx, "%.*s", (int)n, filter), matches);
        filter += n + (filter[n] == ',');
    }
    return status;
}

void run_row_columns(adrop_document *d)
{
    static const adrop_column columns[] = {
        { "run", "run", 'l', NULL, 4, 0 },       { "started", NULL, 'l', NULL, 4, 0 },
        { NULL, "when (UTC)", 'l', NULL, 4, 7 }, { "data", "data", 'l', NULL, 4, 3 },
        { "model", "model", 'l', NULL, 4, 2 },   { "dropout", "technique", 'l', NULL, 4, 5 },
        { "epochs", NULL, 'r', NULL, 4, 0 },     { NULL, "epochs", 'r', NULL, 4, 4 },
        { "state", "state", 'l', NULL, 4, 1 },   { "test", "test", 'r', NULL, 4, 0 },
        { "val", "val", 'r', NULL, 4, 6 },       { "epochs_asked", NULL, 'r', NULL, 4, 0 },
        { "seconds", NULL, 'r', NULL, 4, 0 },    { 0 },
    };

    adrop_document_columns(d, columns);
}

/* "2026-01-31 12:00" from "2026-01-31T12:00:00Z". */
static const char *when(const run_row *row, char text[20])
{
    snprintf(text, 20, "%.10s%s%.5s", row->started, *row->started ? " " : "",
             strlen(row->started) > 11 ? row->started + 11 : "");
    return *text ? text : "-";
}

/* A result whose key names its kind: PART_acc, in per cent, or PART_rmse. */
static void add_result(adrop_document *d, const run_row *row, const char *part, double x)
{
    char key[32];

    snprintf(key, sizeof key, "%s_%s", part, row->regression ? "rmse" : "acc");
    if (isnan(x))
        adrop_document_cell_null(d);
    else
        adrop_document_cell_number(d, x);
    adrop_document_differs(d, key, row->regression ? "" : "%",
                           row->regression ? 4 : ADROP_DECIMALS(2));
}

void run_row_add(adrop_document *d, const run_row *row)
{
    char text[20], epochs[48];

    snprintf(epochs, sizeof epochs, row->done == row->epochs ? "%zu" : "%zu/%zu", row->done,
             row->epochs);
    adrop_document_cell_text(d, row->path);
    adrop_document_cell_text(d, *row->started ? row->started : NULL);
    adrop_document_cell_text(d, when(row, text));
    adrop_document_cell_text(d, row->data);
    adrop_document_cell_text(d, row->model);
    adrop_document_cell_text(d, row->dropout);
    adrop_document_cell_count(d, row->done);
    adrop_document_cell_text(d, epochs);
    adrop_document_cell_text(d, row->state);
    add_result(d, row, "test", row->test);
    if (isnan(row->val))
        adrop_document_cell_none(d);
    else
        add_result(d, row, "val", row->val);
    adrop_document_cell_count(d, row->epochs);
    adrop_document_cell_number(d, row->seconds);
}

static void add_digits(adrop_document *d, double x)
{
    adrop_document_cell_text(d, isnan(x) ? "" : OUT_NUMBER(x, 10));
}

void run_row_flat(adrop_document *d, const run_row *rows, size_t n)
{
    static const char *const keys[] = { "run",    "started", "data", "model", "dropout", "state",
                                        "epochs", "metric",  "test", "val",   "seconds" };

    adrop_document_table(d, "runs", "", 0);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        adrop_document_column(d, keys[i], keys[i], 'l', "", 0);
    for (size_t i = 0; i < n; i++) {
        const run_row *r = &rows[i];
        const char *const texts[] = {
            r->path, r->started, r->data, r->model, r->dropout, r->state
        };
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
            adrop_document_cell_text(d, texts[k]);
        adrop_document_cell_count(d, r->done);
        adrop_document_cell_text(d, r->regression ? "rmse" : "acc");
        add_digits(d, r->test);
        add_digits(d, r->val);
        add_digits(d, r->seconds);
    }
    adrop_document_end(d);
}
