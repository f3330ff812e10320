/* The run directories of a comparison, read: which runs are done, on which data, and what their
 * last lines say. A run that is done counts only if it was trained on the data that are there
 * now, and if its metrics are as long as they were. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "experiment/compare_impl.h"
#include "train/identity.h"

enum { PATH_SIZE = 4096, LARGEST_RECORD = 16 << 20, LARGEST_METRICS = 1 << 28 };

static char *file_in(const char *folder, const char *name, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/%s", folder, name);
    return path;
}

/* A run that is done: are its metrics as long as they were? */
static adrop_status check_metrics(adrop_ctx *ctx, const char *folder, const json_t *record)
{
    const json_t *bytes = json_object_get(json_object_get(record, "metrics"), "bytes");
    char path[PATH_SIZE];
    struct stat info;

    if (!bytes) /* the record of an older adrop */
        return ADROP_OK;
    const intmax_t has = stat(file_in(folder, "metrics.jsonl", path), &info) ? 0 : info.st_size;
    if (has == (intmax_t)json_integer_value(bytes))
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EFORMAT,
                   "'%s' is damaged: it has %jd bytes and had %jd when its run was done; put it "
                   "back, or remove the run's folder to train it again",
                   path, has, (intmax_t)json_integer_value(bytes));
}

/* What a run directory says of itself. A record that cannot be read is left to the run. */
static adrop_status look(const adrop_compare *c, ad_comparison_run *r)
{
    char path[PATH_SIZE], whose[PATH_SIZE + 16], *text;
    json_t *record;
    size_t size;
    int changed;

    r->state = ADROP_RUN_WAITS;
    if (access(file_in(r->path, "run.json", path), F_OK))
        return ADROP_OK;
    adrop_status status = ad_file_read(c->ctx, path, LARGEST_RECORD, &text, &size);
    if (status)
        return status == ADROP_ENOMEM ? status : ADROP_OK;
    r->state = ADROP_RUN_BEGUN;
    status = ad_json_parse(c->ctx, path, text, size, JSON_REJECT_DUPLICATES, &record);
    ad_free(c->ctx, text);
    if (status)
        return status == ADROP_ENOMEM ? status : ADROP_OK;
    const char *state = json_string_value(json_object_get(record, "status"));
    if (state && !strcmp(state, "done")) {
        r->state = ADROP_RUN_DONE;
        snprintf(whose, sizeof whose, "the run in '%s'", r->path);
        status = ad_identity_check(c->ctx, json_object_get(record, "data"),
                                   c->groups[c->cells[r->cell].group].identity, whose,
                                   c->train.allow_changed_data, &changed);
        if (!status)
            status = check_metrics(c->ctx, r->path, record);
    }
    json_decref(record);
    return status;
}

adrop_status ad_compare_look(adrop_compare *c)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < c->n_runs && !status; i++)
        status = look(c, &c->runs[i]);
    return status;
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
        json_t *line;
        n++;
        status = ad_json_parse(ctx, path, at, (size_t)(end - at), 0, &line);
        if (json_is_object(line))
            take_line(line, figures);
        else if (status != ADROP_ENOMEM)
            status = ad_fail(ctx, ADROP_EFORMAT, "'%s' line %zu is no line of metrics", path, n);
        json_decref(line);
    }
    ad_free(ctx, text);
    return status;
}
