/* The trainings of a search: folders, settings, contents of their directories, messages; and the
 * planner.
 *
 * A trial's rows have no test part (rows/hold_out.h). All runs of a search share the split. A run
 * stops after the last step of its rung: it saves a checkpoint and is recorded as interrupted, with
 * the schedule of all its epochs. A later rung resumes it. If only its files are missing, a resumed
 * run stops after one step. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/keep.h"
#include "base/memory.h"
#include "base/text.h"
#include "study/tune_impl.h"
#include "train/rotation.h"

size_t ad_tune_parts(const adrop_tune *t)
{
    return t->folds ? t->folds : 1;
}

adrop_status ad_tune_training(const adrop_tune *t, ad_training *r)
{
    r->seed = r->kind == AD_TUNE_TRIAL ? t->opts.seed : ad_study_seed(t->opts.seed, "", r->number);
    if (r->kind == AD_TUNE_TRIAL)
        return t->folds ? ad_keep_format(t->ctx, &r->path, "%s/%s/%zu", t->opts.out,
                                         t->trials[r->subject].run, r->number)
                        : ad_keep_format(t->ctx, &r->path, "%s/%s", t->opts.out,
                                         t->trials[r->subject].run);
    return ad_keep_format(t->ctx, &r->path, "%s/%s/%llu", t->opts.out,
                          r->subject == SIZE_MAX ? "baseline" : "final",
                          (unsigned long long)r->seed);
}

static adrop_status run_settings(const ad_study *s, adrop_ctx *ctx, const ad_training *r,
                                 ad_launch_task *task)
{
    const adrop_tune *t = (const adrop_tune *)s;
    adrop_train_opts *train = &task->train;
    const size_t rows = s->train.data_seed ? s->train.data_seed : t->opts.seed;
    const adrop_status status = ad_tune_settings(t, ctx, r->subject, &task->data, train);

    train->resume = 1;
    train->out = r->path;
    train->seed = (size_t)r->seed;
    train->data_seed = rows == train->seed ? 0 : rows;
    task->data.seed = rows;
    task->epochs = r->epochs;
    if (r->kind == AD_TUNE_TRIAL) {
        task->hold_out = 1;
        task->folds = t->folds;
        task->fold = r->number;
        if (t->opts.method >= ADROP_TUNE_HALVING)
            train->eval_every = 1; /* each rung ends with a validation */
    } else if (!train->patience) { /* otherwise the final runs keep a validation part, too */
        task->data.val_fraction = 0;
    }
    return status;
}

/* -- Existing runs --------------------------------------------------------------- */

adrop_status ad_tune_read_lines(adrop_ctx *ctx, const char *path, const char *text, const char *key,
                                ad_training *r)
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

static adrop_status read_lines(adrop_ctx *ctx, const char *folder, const char *key, ad_training *r)
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

/* Has an unfinished run of a trial completed its rung? It may have been killed after its line was
 * written but before its checkpoint was in place. It is then resumed, and stops at once with all
 * its files. After the last epoch it must still write its model. */
static int is_rung_complete(const adrop_tune *t, const ad_training *r, const char *folder,
                            const json_t *record)
{
    const char *state = json_string_value(json_object_get(record, "status"));

    if (r->epochs >= t->trials[r->subject].own_epochs || r->had < r->epochs)
        return 0;
    return !ad_rotation_is_unfinished(folder) &&
           (r->had > r->epochs || (state && strcmp(state, "running") != 0));
}

/* Read a run directory of this search. */
static adrop_status find_run(ad_study *s, ad_training *r, const json_t *record)
{
    const adrop_tune *t = (const adrop_tune *)s;
    const int is_done = r->is_there;

    if (r->kind == AD_TUNE_FINAL_RUN) {
        const json_t *value = json_object_get(json_object_get(record, "result"), t->shown.metric);
        r->is_there = is_done && json_is_number(value);
        r->value = r->is_there ? json_number_value(value) : NAN;
        return ADROP_OK;
    }
    const adrop_status status = read_lines(t->ctx, r->path, t->shown.by, r);
    r->is_there = is_done ? r->had > 0 : is_rung_complete(t, r, r->path, record);
    if (!r->is_there)
        r->value = NAN;
    return status;
}

/* Recorded epochs of a run that belong to this list. */
static double epochs_on_record(const ad_training *r)
{
    const size_t had = r->is_there || r->had > r->epochs ? r->epochs : r->had;

    return had > r->from ? (double)(had - r->from) : 0;
}

/* -- Messages -------------------------------------------------------------------- */

static char *name_run(const adrop_tune *t, const ad_training *r, char text[512])
{
    if (r->kind == AD_TUNE_FINAL_RUN)
        snprintf(text, 512, "%s, run %zu of %zu", r->subject == SIZE_MAX ? "baseline" : "winner",
                 r->number, t->opts.runs);
    else if (t->folds)
        snprintf(text, 512, "trial %zu, fold %zu, %.400s", r->subject + 1, r->number,
                 t->trials[r->subject].settings);
    else
        snprintf(text, 512, "trial %zu, %.400s", r->subject + 1, t->trials[r->subject].settings);
    return text;
}

static void tell_run(const ad_study *s, const ad_training *r, const adrop_progress *at,
                     const ad_study_progress *how_far)
{
    static const adrop_progress none;
    const adrop_tune *t = (const adrop_tune *)s;
    const double all = (double)(t->shown.epochs_all + t->shown.epochs_final);
    const double done = fmin(t->epochs_done + how_far->done, all);
    char what[512];

    if (!t->hooks->progress)
        return;
    const adrop_tune_progress p = {
        .what = name_run(t, r, what),
        .done = (size_t)done,
        .epochs = (size_t)all,
        .running = how_far->running,
        .at = at ? at : &none,
        .seconds_left = how_far->done > 0.1 ? how_far->seconds / how_far->done * (all - done) : NAN,
    };
    t->hooks->progress(t->hooks->user, &p);
}

static void end_run(ad_study *s, const ad_training *r, const adrop_train_result *result)
{
    adrop_tune *t = (adrop_tune *)s;
    char what[512];

    if (r->status && r->subject != SIZE_MAX && !t->trials[r->subject].message)
        ad_copy_text(t->ctx, r->message, &t->trials[r->subject].message);
    if (r->kind == AD_TUNE_TRIAL)
        return;
    if (r->status)
        ad_log(t->ctx, ADROP_LOG_WARNING, "run %zu of %s failed: %s", r->number,
               r->subject == SIZE_MAX ? "the settings without `vary`" : "the winner", r->message);
    else if (t->hooks->ended)
        t->hooks->ended(t->hooks->user, name_run(t, r, what), result);
}

/* -- The planner ----------------------------------------------------------------- */

static void begin_search(ad_study *s)
{
    adrop_tune *t = (adrop_tune *)s;

    if (!s->is_training)
        t->epochs_done = 0;
    ad_tune_begin_rungs(t);
    ad_tune_begin_finals(t);
}

/* One rung after another, then the winner. */
static adrop_status next_runs(ad_study *s, ad_training **list, size_t *n)
{
    adrop_tune *t = (adrop_tune *)s;
    adrop_status status;

    ad_free(t->ctx, t->list);
    t->list = NULL;
    t->n_list = 0;
    if (!(status = ad_tune_list_rung(t)) && !t->n_list && !t->is_incomplete && !t->has_finals &&
        !(status = ad_tune_choose(t)))
        status = ad_tune_list_finals(t);
    for (size_t i = 0; i < t->n_list && !status; i++)
        status = ad_tune_training(t, &t->list[i]);
    *list = t->list;
    *n = t->n_list;
    return status;
}

static adrop_status take_runs(ad_study *s, ad_training *list, size_t n)
{
    adrop_tune *t = (adrop_tune *)s;

    for (size_t i = 0; i < n && !s->is_training; i++)
        t->epochs_done += epochs_on_record(&list[i]);
    return t->has_finals ? ad_tune_take_finals(t) : ad_tune_judge_rung(t);
}

static void put_search_settings(const ad_study *s, ad_json *b, json_t *settings)
{
    const adrop_tune *t = (const adrop_tune *)s;

    if (t->folds)
        ad_json_put(b, settings, "folds", json_sprintf("%zu", t->folds));
}

const ad_planner ad_planner_tune = {
    .what = "search",
    .verb = "search",
    .record = "tune.json",
    .options = adrop_tune_options,
    .by_epoch = 1,
    .is_strict = 1,
    .put_settings = put_search_settings,
    .put = ad_tune_put,
    .begin = begin_search,
    .next = next_runs,
    .reduce = take_runs,
    .settings = run_settings,
    .found = find_run,
    .moved = tell_run,
    .ended = end_run,
};
