/* A study (study.h): begin, pass, end. */
#include "study/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/keep.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "data/opening.h"
#include "rows/hold_out.h"
#include "technique/plugin.h"
#include "train/data_record.h"

/* -- Begin and end ------------------------------------------------------------------------ */

static adrop_status check_given(const ad_study *s)
{
    return s->planner->has_sets || s->data.data
               ? ADROP_OK
               : ad_fail(s->ctx, ADROP_EINVAL, "there is nothing to %s on: give `data`",
                         s->planner->verb);
}

adrop_status ad_study_begin(ad_study *s, adrop_ctx *ctx, const ad_planner *planner,
                            const adrop_data_opts *data, const adrop_train_opts *train)
{
    adrop_status status;

    s->ctx = ctx;
    s->planner = planner;
    s->lock = -1;
    s->jobs = 1;
    adrop_train_opts_init(&s->train);
    if ((status = ad_sets_begin(ctx, &s->open)) ||
        (status = ad_data_opts_read(ctx, data, &s->data)) ||
        (status = AD_SETTINGS_READ(ctx, adrop_train_opts, adrop_train_options(), &s->train,
                                   train)) ||
        (status = check_given(s)))
        return status;
    s->train.out = "";
    s->train.resume = 0;
    return ADROP_OK;
}

void ad_study_end(ad_study *s)
{
    for (size_t i = 0; i < s->n_sets; i++) {
        json_decref(s->set[i].identity);
        json_decref(s->set[i].before);
    }
    ad_free(s->ctx, s->set);
    json_decref(s->settings);
    ad_study_unlock(s);
    ad_sets_end(&s->open);
}

adrop_status ad_study_add_set(ad_study *s, const char *name, const adrop_data *data,
                              const adrop_data_info *info)
{
    ad_study_set *grown;
    ad_json b = { 0 };
    adrop_status status = AD_NEW(s->ctx, s->n_sets + 1, "the data sets", &grown);

    if (status)
        return status;
    for (size_t i = 0; i < s->n_sets; i++)
        grown[i] = s->set[i];
    ad_free(s->ctx, s->set);
    s->set = grown;
    ad_study_set *set = &s->set[s->n_sets];
    if (info)
        set->info = *info;
    else
        adrop_data_describe(data, &set->info);
    if ((status = ad_keep(s->ctx, name, &set->name)) ||
        (status = ad_keep(s->ctx, set->info.name, &set->info.name)))
        return status;
    set->info.path = set->info.format = ""; /* the data may be closed earlier */
    set->identity = ad_identity_write(&b, data);
    if (!(status = ad_json_end(&b, s->ctx, "checksums", &set->identity)))
        s->n_sets++;
    return status;
}

/* -- Contexts and rows --------------------------------------------------------------------- */

size_t ad_study_jobs(const ad_study *s)
{
    return s->launch ? s->launch->workers : s->jobs;
}

int ad_study_threads(const ad_study *s)
{
    const int share = adrop_ctx_threads(s->ctx) / (int)s->jobs;

    return s->run_threads ? s->run_threads
           : s->launch    ? s->launch->opts.threads
           : share > 1    ? share
                          : 1;
}

adrop_status ad_study_context(const ad_study *s, adrop_log_fn *log, void *user, adrop_ctx **out)
{
    return ad_plugin_context(s->ctx, ad_study_threads(s), log, user, out);
}

adrop_status ad_study_settings(const ad_study *s, adrop_ctx *ctx, const ad_training *t,
                               ad_launch_task *task)
{
    *task = (ad_launch_task){ .data = s->data, .train = s->train };
    task->train.resume = 1;
    task->train.out = t->path;
    return s->planner->settings(s, ctx, t, task);
}

adrop_status ad_study_view(ad_study *s, adrop_ctx *ctx, const ad_launch_task *task,
                           adrop_data **out)
{
    adrop_data *all;
    adrop_status status = ad_sets_view(&s->open, ctx, &task->data, &all);

    *out = all;
    if (status || !task->hold_out)
        return status;
    status = ad_data_hold_out(ctx, all, task->folds, task->fold, out);
    adrop_data_free(all);
    return status;
}

/* -- A pass -------------------------------------------------------------------------------- */

/* Look up the trainings of a list whose results are not known yet. */
static adrop_status look_at_list(ad_study *s, ad_training *list, size_t n, size_t *missing)
{
    adrop_status status = ADROP_OK;

    *missing = 0;
    for (size_t i = 0; i < n && !status; i++) {
        if (list[i].state == ADROP_RUN_FAILED)
            continue; /* what it depends on is missing */
        if (!list[i].is_there)
            status = ad_study_look(s, &list[i]);
        *missing += !list[i].is_there;
    }
    return status;
}

/* Train what is missing. Planners that find results in run directories look them up again. */
static adrop_status train_list(ad_study *s, ad_training *list, size_t n)
{
    const ad_planner *planner = s->planner;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < n && !status && planner->prepare; i++)
        if (!list[i].is_there)
            status = planner->prepare(s, &list[i]);
    if (!status)
        status = ad_study_train(s, list, n);
    for (size_t i = 0; i < n && !status && planner->found; i++)
        if (!list[i].is_there && !(status = ad_study_look(s, &list[i])) && list[i].is_there)
            list[i].status = ADROP_OK; /* it failed after its last epoch */
    s->is_changed = 1;
    return status;
}

static adrop_status pass_through(ad_study *s)
{
    const ad_planner *planner = s->planner;
    ad_training *list;
    size_t n, missing;
    adrop_status status;

    s->seconds = s->done = 0;
    planner->begin(s);
    while (!(status = planner->next(s, &list, &n)) && n) {
        if (!(status = look_at_list(s, list, n, &missing)) && missing && s->is_training)
            status = train_list(s, list, n);
        if (!status)
            status = planner->reduce(s, list, n);
        if (!status && s->is_changed && s->is_training)
            status = ad_study_write(s);
        if (status || (missing && !s->is_training && planner->is_strict))
            break;
    }
    return status;
}

adrop_status ad_study_review(ad_study *s)
{
    s->is_training = 0;
    return pass_through(s);
}

adrop_status ad_study_go(ad_study *s, adrop_launch *launch, int (*stop)(void *user), void *user)
{
    adrop_status status;

    if (launch && s->is_given)
        return ad_fail(s->ctx, ADROP_EINVAL,
                       "rows in memory cannot be handed to workers: write them into a file");
    s->launch = launch;
    s->stop = stop;
    s->user = user;
    s->is_training = 1;
    if (!(status = ad_study_write(s)))
        status = pass_through(s);
    s->is_training = 0;
    s->launch = NULL;
    ad_study_unlock(s);
    return status;
}
