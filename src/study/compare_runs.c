/* The runs of a comparison: seeds, folders and settings, and the planner. All follow from the plan
 * alone, so a restarted comparison finds its runs by name. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/keep.h"
#include "base/memory.h"
#include "base/struct.h"
#include "study/compare_impl.h"
#include "train/settings.h"

/* Seed of run `number`; a technique of "" means all techniques. Never 0. */
static uint64_t seed_of(const adrop_compare *c, const char *technique, size_t number)
{
    return ad_study_seed(c->opts.seed, technique, number);
}

static adrop_status add_run(adrop_compare *c, size_t cell, int kind, size_t number)
{
    ad_training *r = &c->runs[c->n_runs++];
    const ad_cell *of = &c->cells[cell];
    char slug[AD_SLUG_SIZE], last[256];

    *r = (ad_training){ .subject = cell,
                        .number = number,
                        .kind = kind,
                        .set = c->groups[of->group].set,
                        .seed = seed_of(c, c->opts.paired ? "" : of->asked,
                                        kind == AD_COMPARE_RUN ? number : 0) };
    if (kind == AD_COMPARE_RUN)
        snprintf(last, sizeof last, "%llu", (unsigned long long)r->seed);
    else
        snprintf(last, sizeof last, "choice/%s", of->choices[number]);
    return ad_keep_format(c->ctx, &r->path, "%s/%s/%s/%s", c->opts.out, c->groups[of->group].folder,
                          ad_study_slug(of->asked, slug), last);
}

adrop_status ad_compare_candidate(adrop_ctx *ctx, const ad_cell *cell, const char *candidate,
                                  const char **text)
{
    *text = cell->asked;
    return ad_compare_rate(candidate) > 0
               ? ADROP_OK
               : ad_keep_format(ctx, text, "%s%c%s", cell->asked,
                                strchr(cell->asked, ':') ? ',' : ':', candidate);
}

adrop_status ad_compare_plan_runs(adrop_compare *c)
{
    adrop_status status;
    size_t n = c->n_cells * c->opts.runs;

    for (size_t i = 0; i < c->n_cells; i++)
        for (const char *const *k = c->cells[i].choices; k && *k; k++)
            n++;
    if ((status = AD_NEW(c->ctx, n, "the plan", &c->runs)))
        return status;
    for (size_t i = 0; i < c->n_cells && !status; i++) {
        c->cells[i].first_choice = c->n_runs;
        const char *const *choices = c->cells[i].choices;
        for (size_t k = 0; choices && choices[k] && !status; k++)
            status = add_run(c, i, AD_COMPARE_CHOICE, k);
        c->cells[i].n_choices = c->n_runs - c->cells[i].first_choice;
    }
    c->n_choices = c->n_runs;
    for (size_t run = 1; run <= c->opts.runs; run++) /* first run of every technique first */
        for (size_t i = 0; i < c->n_cells && !status; i++)
            status = add_run(c, i, AD_COMPARE_RUN, run);
    return status;
}

/* The number of a run; 0 for a choice. */
static size_t compare_runs_number_of(const ad_training *r)
{
    return r->kind == AD_COMPARE_RUN ? r->number : 0;
}

/* The data seed depends on the run, not on the technique. */
static uint64_t data_seed_of(const adrop_compare *c, const ad_training *r)
{
    const size_t given = c->study.train.data_seed;

    return given ? given : seed_of(c, "", compare_runs_number_of(r));
}

/* The public view of a run. */
static adrop_planned_run compare_shown(const adrop_compare *c, const ad_training *r)
{
    const ad_cell *cell = &c->cells[r->subject];
    const ad_group *g = &c->groups[cell->group];

    return (adrop_planned_run){ .data = g->data,
                                .model = g->model,
                                .dropout = compare_runs_number_of(r) ? cell->dropout : cell->asked,
                                .candidate = ad_compare_candidate_of(c, r),
                                .run = compare_runs_number_of(r),
                                .seed = r->seed,
                                .path = r->path,
                                .state = r->state,
                                .message = r->message,
                                .data_seed = data_seed_of(c, r) };
}

int adrop_compare_run_at_sized(const adrop_compare *c, size_t i, adrop_planned_run *run,
                               size_t size)
{
    const int there = i < c->n_runs;
    const adrop_planned_run mine = there ? compare_shown(c, &c->runs[i]) : (adrop_planned_run){ 0 };

    ad_struct_write(run, size, &mine, sizeof mine);
    return there;
}

int adrop_compare_group_at_sized(const adrop_compare *c, size_t i, adrop_compare_group *group,
                                 size_t size)
{
    const int there = i < c->n_groups;
    const ad_group *g = &c->groups[there ? i : 0];
    const adrop_compare_group mine = { g->data,   g->model,  g->task, g->n_train,
                                       g->n_test, g->epochs, g->batch };

    ad_struct_write(group, size, there ? &mine : &(const adrop_compare_group){ 0 }, sizeof mine);
    return there;
}

const adrop_compare_opts *adrop_compare_settings(const adrop_compare *c)
{
    return &c->opts;
}

adrop_ctx *adrop_compare_ctx(const adrop_compare *c)
{
    return c->ctx;
}

static adrop_status run_settings(const ad_study *s, adrop_ctx *ctx, const ad_training *r,
                                 ad_launch_task *task)
{
    const adrop_compare *c = (const adrop_compare *)s;
    const ad_cell *cell = &c->cells[r->subject];
    const ad_group *g = &c->groups[cell->group];
    const char *candidate = ad_compare_candidate_of(c, r);
    adrop_data_opts *data = &task->data;
    adrop_train_opts *train = &task->train;

    data->data = g->data;
    train->seed = r->seed;
    data->seed = data_seed_of(c, r);
    train->data_seed = data->seed == r->seed ? 0 : data->seed;
    if (c->opts.by_split && compare_runs_number_of(r))
        data->split = r->number - 1;
    train->model = g->model;
    if (r->kind == AD_COMPARE_RUN) {
        train->dropout = cell->dropout;
        if (cell->dropout_lr > 0)
            train->dropout_lr = cell->dropout_lr;
        return ADROP_OK;
    }
    const adrop_status status = ad_compare_candidate(ctx, cell, candidate, &train->dropout);
    if (ad_compare_rate(candidate) > 0)
        train->dropout_lr = ad_compare_rate(candidate);
    if (data->val_fraction <= 0)
        data->val_fraction = 0.1;
    if (c->opts.choose_epochs) {
        train->epochs = g->epochs;
        ad_train_set_epochs(train, c->opts.choose_epochs);
    }
    return status;
}

/* -- The record ---------------------------------------------------------------- */

/* Unpaired comparisons once drew different rows for each technique; refuse to resume those. */
static adrop_status check_shared_rows(ad_study *s, const json_t *record)
{
    const json_t *settings = json_object_get(record, "settings");
    const char *paired = json_string_value(json_object_get(settings, "paired"));
    const char *version = json_string_value(json_object_get(record, "adrop"));

    if (!paired || strcmp(paired, "no") || json_object_get(record, "rows"))
        return ADROP_OK;
    return ad_fail(
        s->ctx, ADROP_EINVAL,
        "the comparison in '%s' is of an older adrop (%.40s), which gave every technique "
        "rows and seeds of its own: begin anew in another `out`",
        s->folder, version ? version : "of no known version");
}

static void put_shared_rows(const ad_study *s, ad_json *b, json_t *record)
{
    (void)s;
    ad_json_put(b, record, "rows", json_string("shared"));
}

/* -- Messages ------------------------------------------------------------------ */

static void tell_run(const ad_study *s, const ad_training *r, const adrop_progress *at,
                     const ad_study_progress *how_far)
{
    static const adrop_progress none;
    const adrop_compare *c = (const adrop_compare *)s;
    const adrop_planned_run run = compare_shown(c, r);
    adrop_compare_progress all = {
        .runs = c->n_runs, .running = how_far->running, .run = &run, .at = at ? at : &none
    };

    if (!c->hooks->progress)
        return;
    for (size_t i = 0; i < c->n_runs; i++) {
        all.done += c->runs[i].state == ADROP_RUN_DONE;
        all.failed += c->runs[i].state == ADROP_RUN_FAILED;
    }
    const double left = (double)(all.runs - all.done - all.failed) -
                        (how_far->running ? fmod(how_far->done, 1) : 0);
    all.seconds_left = how_far->done > 0.01 ? how_far->seconds / how_far->done * left : NAN;
    c->hooks->progress(c->hooks->user, &all);
}

static void end_run(ad_study *s, const ad_training *r, const adrop_train_result *result)
{
    const adrop_compare *c = (const adrop_compare *)s;

    if (c->hooks->ended) {
        const adrop_planned_run run = compare_shown(c, r);
        c->hooks->ended(c->hooks->user, &run, result);
    }
}

/* -- The planner --------------------------------------------------------------- */

/* Failed runs are tried again. */
static void begin_comparison(ad_study *s)
{
    adrop_compare *c = (adrop_compare *)s;

    c->stage = 0;
    for (size_t i = 0; i < c->n_runs; i++)
        if (c->runs[i].state == ADROP_RUN_FAILED) {
            c->runs[i].state = ADROP_RUN_WAITS;
            *c->runs[i].message = 0;
        }
}

/* The candidates of all choices, then the runs. */
static adrop_status next_stage(ad_study *s, ad_training **list, size_t *n)
{
    adrop_compare *c = (adrop_compare *)s;

    if (!c->stage && !c->n_choices)
        c->stage++;
    *list = c->runs + (c->stage ? c->n_choices : 0);
    *n = c->stage > 1 ? 0 : c->stage ? c->n_runs - c->n_choices : c->n_choices;
    return ADROP_OK;
}

static adrop_status take_stage(ad_study *s, ad_training *list, size_t n)
{
    adrop_compare *c = (adrop_compare *)s;

    (void)list;
    (void)n;
    return c->stage++ ? ADROP_OK : ad_compare_choose(c);
}

const ad_planner ad_planner_compare = {
    .what = "comparison",
    .verb = "compare",
    .record = "compare.json",
    .options = adrop_compare_options,
    .has_sets = 1,
    .put = put_shared_rows,
    .take = check_shared_rows,
    .begin = begin_comparison,
    .next = next_stage,
    .reduce = take_stage,
    .settings = run_settings,
    .moved = tell_run,
    .ended = end_run,
};

adrop_status adrop_compare_go(adrop_compare *c, const adrop_compare_hooks *given)
{
    adrop_compare_hooks hooks;
    adrop_status status = ad_compare_hooks(c, given, &hooks);

    c->hooks = &hooks;
    if (!status)
        status = ad_study_go(&c->study, hooks.launch, hooks.stop, hooks.user);
    if (!status && c->opts.timing)
        status = adrop_compare_time(c, &hooks);
    c->hooks = NULL;
    return status;
}
