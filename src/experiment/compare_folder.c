/* What the folder of a comparison holds: compare.json, and the run directories, read. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adrop/version.h"
#include "base/file.h"
#include "base/memory.h"
#include "experiment/compare_impl.h"
#include "train/settings.h"

enum { PATH_SIZE = 4096, LARGEST_RECORD = 16 << 20, LARGEST_METRICS = 1 << 28 };

static char *file_in(const char *folder, const char *name, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/%s", folder, name);
    return path;
}

/* -- compare.json ------------------------------------------------------------------ */

/* Settings that may differ between calls: what there is to compare, how it is shown and
 * worked off, and what every run has of its own. */
static int is_free(const char *name)
{
    static const char *const names[] = { "data", "model", "dropout", "runs",   "baseline",
                                         "test", "level", "jobs",    "timing", "timing-rounds" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return 1;
    return !ad_train_matters(name);
}

static void put_rows(json_t *to, const adrop_option *rows, const void *from)
{
    char text[4096];

    for (const adrop_option *row = rows; row->name; row++)
        if (!is_free(row->name) && !json_object_get(to, row->name))
            json_object_set_new(to, row->name,
                                json_string(adrop_option_show(row, from, text, sizeof text)));
}

static json_t *settings_of(const adrop_compare *c)
{
    json_t *s = json_object();

    put_rows(s, adrop_compare_options(), &c->how);
    put_rows(s, adrop_train_options(), &c->train);
    put_rows(s, adrop_data_options(), &c->data);
    return s;
}

adrop_status ad_compare_check_folder(adrop_compare *c)
{
    char path[PATH_SIZE], *text;
    const char *key;
    json_error_t error;
    json_t *value;
    size_t size;

    if (access(file_in(c->how.out, "compare.json", path), F_OK))
        return ADROP_OK;
    adrop_status status = ad_file_read(c->ctx, path, LARGEST_RECORD, &text, &size);
    if (status)
        return status;
    json_t *record = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    json_t *then = json_object_get(record, "settings"), *now = settings_of(c);
    ad_free(c->ctx, text);
    if (!json_is_object(then) || json_integer_value(json_object_get(record, "format")) != 1)
        status = ad_fail(c->ctx, ADROP_EFORMAT, "'%s' is not the record of a comparison: %s", path,
                         record ? "its settings or its format are missing" : error.text);
    json_object_foreach(now, key, value)
    {
        const json_t *old = json_object_get(then, key);
        if (!status && json_is_string(old) && !json_equal(value, old))
            status = ad_fail(c->ctx, ADROP_EINVAL,
                             "the comparison in '%s' was made with %s '%s', not '%s': give the "
                             "same, or another `out`",
                             c->how.out, key, json_string_value(old), json_string_value(value));
    }
    json_decref(now);
    json_decref(record);
    return status;
}

adrop_status ad_compare_write_folder(adrop_compare *c)
{
    char path[PATH_SIZE];
    adrop_status status = ad_file_make_folders(c->ctx, c->how.out);

    if (status || (status = ad_file_lock(c->ctx, file_in(c->how.out, "lock", path), &c->lock)))
        return status;
    ad_file_sweep(c->how.out);
    json_t *record = json_pack("{s:i, s:s, s:i, s:s, s:o}", "format", 1, "adrop", adrop_version(),
                               "threads", ad_compare_threads(c), "kernels",
                               adrop_ctx_isa_name(c->ctx), "settings", settings_of(c));
    char *text = record ? json_dumps(record, JSON_INDENT(2)) : NULL;
    status = text ? ad_file_replace(c->ctx, file_in(c->how.out, "compare.json", path), text,
                                    strlen(text))
                  : ad_fail(c->ctx, ADROP_ENOMEM, "not enough memory for compare.json");
    free(text);
    json_decref(record);
    return status;
}

/* -- Run directories --------------------------------------------------------------- */

static adrop_run_state state_of(adrop_ctx *ctx, const char *folder)
{
    char path[PATH_SIZE], *text;
    size_t size;

    if (access(file_in(folder, "run.json", path), F_OK) ||
        ad_file_read(ctx, path, LARGEST_RECORD, &text, &size))
        return ADROP_RUN_WAITS;
    json_t *record = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    const char *state = json_string_value(json_object_get(record, "status"));
    const int done = state && !strcmp(state, "done");
    json_decref(record);
    ad_free(ctx, text);
    return done ? ADROP_RUN_DONE : ADROP_RUN_BEGUN;
}

void ad_compare_look(adrop_compare *c)
{
    for (size_t i = 0; i < c->n_runs; i++)
        c->runs[i].state = state_of(c->ctx, c->runs[i].path);
}

static double number(const json_t *line, const char *key)
{
    const json_t *value = json_object_get(line, key);

    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void take_line(const json_t *line, ad_run_figures *f)
{
    const int errors = json_object_get(line, "train_rmse") != NULL;

    f->test = number(line, errors ? "test_rmse" : "test_acc");
    f->val = number(line, errors ? "val_rmse" : "val_acc");
    f->top5 = number(line, "test_top5");
    f->test_best = errors ? fmin(f->test_best, f->test) : fmax(f->test_best, f->test);
}

adrop_status ad_run_read(adrop_ctx *ctx, const char *folder, ad_run_figures *figures)
{
    char path[PATH_SIZE], *text;
    size_t size, n = 0;
    adrop_status status = ad_file_read(ctx, file_in(folder, "metrics.jsonl", path), LARGEST_METRICS,
                                       &text, &size);

    *figures = (ad_run_figures){ NAN, NAN, NAN, NAN };
    if (status)
        return status;
    for (char *at = text, *end; *at && !status; at = end) {
        end = at + strcspn(at, "\n");
        end += *end == '\n';
        json_t *line = json_loadb(at, (size_t)(end - at), 0, NULL);
        n++;
        if (json_is_object(line))
            take_line(line, figures);
        else
            status = ad_fail(ctx, ADROP_EFORMAT, "'%s' line %zu is no line of metrics", path, n);
        json_decref(line);
    }
    ad_free(ctx, text);
    return status;
}

/* -- Choices ----------------------------------------------------------------------- */

/* "beta=0.2 of 0.001, 0.1, 0.2, 0.5, 1, 3". */
static void tell_choice(ad_cell *cell, const char *best)
{
    size_t used = (size_t)snprintf(cell->chosen, sizeof cell->chosen, "%s of ", best);

    for (const char *const *k = cell->choices; *k && used < sizeof cell->chosen; k++)
        used += (size_t)snprintf(cell->chosen + used, sizeof cell->chosen - used, "%s%s",
                                 k == cell->choices ? "" : ", ", strchr(*k, '=') + 1);
}

/* No candidate could be trained, so the cell cannot be. */
static void give_up(adrop_compare *c, const ad_cell *cell)
{
    for (size_t k = 1; k <= c->how.runs; k++) {
        ad_comparison_run *r = ad_compare_run(c, (size_t)(cell - c->cells), k);
        r->state = ADROP_RUN_FAILED;
        snprintf(r->message, sizeof r->message,
                 "no setting of '%s' could be trained: see the runs that one was to be chosen by",
                 cell->asked);
    }
}

static adrop_status choose(adrop_compare *c, ad_cell *cell)
{
    const int less = c->groups[cell->group].task == ADROP_REGRESSION;
    const char *best = NULL;
    double most = NAN;

    for (size_t i = cell->first_choice; i < cell->first_choice + cell->n_choices; i++) {
        ad_run_figures f;
        if (c->runs[i].state == ADROP_RUN_FAILED)
            continue; /* a candidate that cannot be trained is not chosen */
        if (c->runs[i].state != ADROP_RUN_DONE)
            return ADROP_OK;
        const adrop_status status = ad_run_read(c->ctx, c->runs[i].path, &f);
        if (status)
            return status;
        if (!isnan(f.val) && (!best || (less ? f.val < most : f.val > most))) {
            best = c->runs[i].candidate;
            most = f.val;
        }
    }
    if (!best) {
        give_up(c, cell);
        return ADROP_OK;
    }
    ad_compare_candidate(cell, best, cell->dropout);
    tell_choice(cell, best);
    return ADROP_OK;
}

adrop_status ad_compare_choose(adrop_compare *c)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < c->n_cells && !status; i++)
        if (c->cells[i].choices)
            status = choose(c, &c->cells[i]);
    return status;
}
