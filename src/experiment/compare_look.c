/* The run directories of a comparison, read: which runs are done (compare_done.c: and may count),
 * and what their last lines say. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "experiment/compare_impl.h"

enum { PATH_SIZE = 4096, LARGEST_RECORD = 16 << 20, LARGEST_METRICS = 1 << 28 };

static char *file_in(const char *folder, const char *name, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/%s", folder, name);
    return path;
}

/* What a run directory says of itself. A record that cannot be read is left to the run. */
static adrop_status look(const adrop_compare *c, ad_comparison_run *r)
{
    char path[PATH_SIZE], *text;
    json_t *record;
    size_t size;

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
        status = ad_compare_check_done(c, r, record);
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
