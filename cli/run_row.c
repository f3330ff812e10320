/* Reading and showing a run in one line (run_row.h). */
#include "run_row.h"

#include <math.h>
#include <string.h>

#include "out.h"

static void copy(char *to, size_t size, const char *text)
{
    snprintf(to, size, "%s", text ? text : "");
}

/* The result on record, or that of the last epoch. */
static double result(const adrop_record *r, const char *part, int regression)
{
    const size_t n = adrop_record_epochs(r);
    char name[64];

    snprintf(name, sizeof name, "result.%s_%s", part, regression ? "rmse" : "acc");
    const double x = adrop_record_number(r, name);
    return isnan(x) && n ? adrop_record_epoch(r, n - 1, name + strlen("result.")) : x;
}

/* The seed and the rows, by which runs are pairs. */
static void read_pairing(const adrop_record *r, run_row *row)
{
    const char *train = adrop_record_text(r, "rows.train.xxh3");
    const char *test = adrop_record_text(r, "rows.test.xxh3");

    copy(row->seed, sizeof row->seed, adrop_record_text(r, "settings.seed"));
    if (train && test)
        snprintf(row->parts, sizeof row->parts, "%.16s %.16s", train, test);
}

adrop_status run_row_read(adrop_ctx *ctx, const char *path, run_row *row)
{
    adrop_record *r;
    const adrop_status status = adrop_record_open(ctx, path, &r);
    const char *task;

    *row = (run_row){ .test = NAN, .val = NAN };
    if (status)
        return status;
    copy(row->path, sizeof row->path, path);
    copy(row->started, sizeof row->started, adrop_record_text(r, "started"));
    copy(row->data, sizeof row->data, adrop_record_text(r, "settings.data"));
    copy(row->model, sizeof row->model, adrop_record_text(r, "settings.model"));
    copy(row->dropout, sizeof row->dropout, adrop_record_text(r, "settings.dropout"));
    copy(row->state, sizeof row->state, adrop_record_state(r));
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
        row->test = row->val = NAN; /* what cannot be checked does not count */
    row->seconds = adrop_record_number(r, "result.seconds");
    adrop_record_free(r);
    return ADROP_OK;
}

/* One part of a filter. */
static adrop_status passes(adrop_ctx *ctx, const run_row *row, const char *part, int *found)
{
    const char *equals = strchr(part, '=');
    adrop_record *r;
    char name[ADROP_TEXT_SIZE];

    if (!equals) {
        *found = strstr(row->path, part) || strstr(row->data, part) || strstr(row->model, part) ||
                 strstr(row->dropout, part) || !strcmp(row->state, part);
        return ADROP_OK;
    }
    const adrop_status status = adrop_record_open(ctx, row->path, &r);
    if (status)
        return status;
    snprintf(name, sizeof name, "settings.%.*s", (int)(equals - part), part);
    const char *text = adrop_record_text(r, name);
    *found = text && !strcmp(text, equals + 1);
    adrop_record_free(r);
    return ADROP_OK;
}

adrop_status run_row_matches(adrop_ctx *ctx, const run_row *row, const char *filter, int *matches)
{
    adrop_status status = ADROP_OK;

    *matches = 1;
    while (*filter && *matches && !status) {
        char part[ADROP_TEXT_SIZE];
        const size_t n = strcspn(filter, ",");
        snprintf(part, sizeof part, "%.*s", (int)n, filter);
        status = passes(ctx, row, part, matches);
        filter += n + (filter[n] == ',');
    }
    return status;
}

void run_row_json(json *j, const run_row *row)
{
    json_open(j, '{');
    json_key_text(j, "run", row->path);
    json_key_text(j, "started", *row->started ? row->started : NULL);
    json_key_text(j, "data", row->data);
    json_key_text(j, "model", row->model);
    json_key_text(j, "dropout", row->dropout);
    json_key(j, "epochs");
    json_count(j, row->done);
    json_key_text(j, "state", row->state);
    json_key_number(j, row->regression ? "test_rmse" : "test_acc", row->test);
    if (!isnan(row->val))
        json_key_number(j, row->regression ? "val_rmse" : "val_acc", row->val);
    json_key(j, "epochs_asked");
    json_count(j, row->epochs);
    json_key_number(j, "seconds", row->seconds);
    json_close(j);
}

static void field(FILE *file, const char *text)
{
    out_csv(file, "", text);
    fputc(',', file);
}

static void figure(FILE *file, double x, char end)
{
    if (!isnan(x))
        fputs(OUT_NUMBER(x, 10), file);
    fputc(end, file);
}

void run_row_csv(FILE *file, const run_row *rows, size_t n)
{
    fputs("run,started,data,model,dropout,state,epochs,metric,test,val,seconds\n", file);
    for (size_t i = 0; i < n; i++) {
        const run_row *r = &rows[i];
        field(file, r->path);
        field(file, r->started);
        field(file, r->data);
        field(file, r->model);
        field(file, r->dropout);
        field(file, r->state);
        fprintf(file, "%zu,%s,", r->done, r->regression ? "rmse" : "acc");
        figure(file, r->test, ',');
        figure(file, r->val, ',');
        figure(file, r->seconds, '\n');
    }
}

/* "2026-01-31 12:00" of "2026-01-31T12:00:00Z". */
static const char *when(const run_row *row, char text[20])
{
    snprintf(text, 20, "%.10s%s%.5s", row->started, *row->started ? " " : "",
             strlen(row->started) > 11 ? row->started + 11 : "");
    return *text ? text : "-";
}

static void add_result(out_table *t, const run_row *r, double x)
{
    if (isnan(x))
        out_cell(t, 0, "-");
    else if (r->regression)
        out_cell(t, 0, "%s", OUT_NUMBER(x, 4));
    else
        out_cell(t, 0, "%.2f %%", x);
}

void run_row_table(FILE *file, const run_row *rows, size_t n)
{
    static const char *const heads[] = { "run",    "when (UTC)", "data", "model", "technique",
                                         "epochs", "val",        "test", "state" };
    out_table t = { .align = "lllllrrrl", .drop = "073254601" };

    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        out_cell(&t, 1, "%s", heads[i]);
    for (size_t i = 0; i < n; i++) {
        const run_row *r = &rows[i];
        char text[20], epochs[48];
        if (r->done == r->epochs)
            snprintf(epochs, sizeof epochs, "%zu", r->done);
        else
            snprintf(epochs, sizeof epochs, "%zu/%zu", r->done, r->epochs);
        const char *cells[] = { r->path, when(r, text), r->data, r->model, r->dropout, epochs };
        for (size_t k = 0; k < sizeof cells / sizeof cells[0]; k++)
            out_cell(&t, 0, "%s", cells[k]);
        add_result(&t, r, r->val);
        add_result(&t, r, r->test);
        out_cell(&t, 0, "%s", r->state);
    }
    out_table_print(&t, file, 0);
}
