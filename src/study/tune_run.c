/* One run of a search: its folder and its settings, its rows, and what its directory has.
 *
 * A trial's rows have no test part (rows/hold_out.h). All runs of a search share the split. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "study/tune_impl.h"
#include "rows/hold_out.h"
#include "train/rotation.h"

size_t ad_tune_parts(const adrop_tune *t)
{
    return t->folds ? t->folds : 1;
}

/* A validation part that is there for the final runs, too. */
static int keeps_part(const adrop_train_opts *train)
{
    return train->patience > 0;
}

adrop_status ad_tune_run_settings(const adrop_tune *t, adrop_ctx *ctx, const ad_tune_run *r,
                                  adrop_data_opts *data, adrop_train_opts *train)
{
    adrop_status status = ad_tune_settings(t, ctx, r->trial, data, train);
    const size_t rows = t->train.data_seed ? t->train.data_seed : t->how.seed;
    const int of_trial = !r->is_final;
    int n;

    if (status)
        return status;
    train->resume = 1;
    train->seed = of_trial ? t->how.seed : (size_t)ad_experiment_seed(t->how.seed, "", r->part);
    train->data_seed = rows == train->seed ? 0 : rows;
    data->seed = rows;
    if (of_trial) {
        if (t->how.method >= ADROP_TUNE_HALVING)
            train->eval_every = 1; /* each rung ends with one */
        n = snprintf(train->out, sizeof train->out, t->folds ? "%s/%s/%zu" : "%s/%s", t->how.out,
                     t->trials[r->trial].run, r->part);
    } else {
        if (!keeps_part(train))
            data->val_fraction = 0;
        n = snprintf(train->out, sizeof train->out, "%s/%s/%zu", t->how.out,
                     r->trial == SIZE_MAX ? "baseline" : "final", train->seed);
    }
    return n < (int)sizeof train->out
               ? ADROP_OK
               : ad_fail(ctx, ADROP_EINVAL,
                         "the path of a run would have %d characters: give a shorter `out`", n);
}

adrop_status ad_tune_run_view(adrop_tune *t, adrop_ctx *ctx, const ad_tune_run *r,
                              const adrop_data_opts *opts, adrop_data **out)
{
    adrop_data *all;
    adrop_status status = ad_sets_view(&t->sets, ctx, opts, &all);

    *out = all;
    if (status || r->is_final)
        return status;
    status = ad_data_hold_out(ctx, all, t->folds, r->part, out);
    adrop_data_free(all);
    return status;
}

/* -- What is there --------------------------------------------------------------- */

adrop_status ad_tune_read_lines(adrop_ctx *ctx, const char *path, const char *text, const char *key,
                                ad_tune_run *r)
{
    adrop_status status = ADROP_OK;

    for (const char *at = text, *end; (end = strchr(at, '\n')) && r->had <= r->epochs;
         at = end + 1) {
        json_t *line;
        status = ad_json_parse(ctx, path, at, (size_t)(end - at), 0, &line);
        const json_t *value = json_object_get(line, key);
        if (status || !json_is_object(line)) {
            json_decref(line);
            break;
        }
        if (++r->had <= r->epochs)
            r->value = json_is_number(value) ? json_number_value(value) : NAN;
        json_decref(line);
    }
    return status == ADROP_ENOMEM ? status : ADROP_OK;
}

static adrop_status read_lines(adrop_ctx *ctx, const char *folder, const char *key, ad_tune_run *r)
{
    enum { LARGEST = 1 << 28 };
    char path[AD_PATH_SIZE], *text = NULL;
    size_t size = 0;

    snprintf(path, sizeof path, "%s/metrics.jsonl", folder);
    if (access(path, F_OK))
        return ADROP_OK;
    adrop_status status = ad_file_read(ctx, path, LARGEST, &text, &size);
    if (!status)
        status = ad_tune_read_lines(ctx, path, text, key, r);
    ad_free(ctx, text);
    return status;
}

/* A trial's run that is not done. Its line may be there when it was killed before its checkpoint
 * was, or the checkpoint could not be put in its place: then it is resumed, and stops again at
 * once, with all its files. That of the last epoch has a model to write, too. */
static int is_complete(const adrop_tune *t, const ad_tune_run *r, const char *folder,
                       const json_t *record)
{
    const char *state = json_string_value(json_object_get(record, "status"));

    if (r->epochs >= t->trials[r->trial].own_epochs || r->had < r->epochs)
        return 0;
    return !ad_rotation_is_unfinished(folder) &&
           (r->had > r->epochs || (state && strcmp(state, "running") != 0));
}

/* The run's directory, if it is one of this search. */
static adrop_status read_record(const adrop_tune *t, ad_tune_run *r, const char *folder,
                                const json_t *record)
{
    const int is_done = ad_run_is_done(record);

    if (r->is_final) {
        const json_t *value = json_object_get(json_object_get(record, "result"), t->shown.metric);
        if (is_done && json_is_number(value)) {
            r->value = json_number_value(value);
            r->had = SIZE_MAX;
        }
        return ADROP_OK;
    }
    const adrop_status status = read_lines(t->ctx, folder, t->shown.by, r);
    if (is_done && r->had)
        r->had = SIZE_MAX;
    else if (!is_complete(t, r, folder, record))
        r->value = NAN;
    return status;
}

adrop_status ad_tune_run_look(adrop_tune *t, ad_tune_run *r)
{
    adrop_data_opts data;
    adrop_train_opts train;
    json_t *record = NULL;
    int exists;
    adrop_status status = ad_tune_run_settings(t, t->ctx, r, &data, &train);

    r->had = 0;
    r->value = NAN;
    if (!status)
        status = ad_run_record(t->ctx, train.out, &exists, &record);
    if (!status && record) {
        const ad_wanted_run wanted = { .path = train.out,
                                       .data = &data,
                                       .train = &train,
                                       .info = &t->info,
                                       .identity = t->identity,
                                       .allow_changed_data = t->train.allow_changed_data };
        status = ad_run_is_done(record) ? ad_run_check_done(t->ctx, &wanted, record)
                                        : ad_run_check(t->ctx, &wanted, record);
        if (!status)
            status = read_record(t, r, train.out, record);
    }
    json_decref(record);
    return status;
}
