/* The runs of a rung, or those of the winner, worked off by a pool.
 *
 * A run is stopped by its hook when the last step of its last epoch is done: it saves a checkpoint
 * and is on record as interrupted, with the schedule of all its epochs. A later rung resumes it.
 * One that is there already, but for its files, stops after a step. */
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "study/pool.h"
#include "study/tune_impl.h"

typedef struct {
    adrop_tune *t;
    const adrop_tune_hooks *hooks;
    ad_tune_run *runs; /* (n) */
    size_t n, next;
    double before; /* epochs of the plan that were done */
} work;

static int is_there(const ad_tune_run *r)
{
    return !isnan(r->value) || r->had == SIZE_MAX;
}

static void *take(void *user)
{
    work *w = user;

    while (w->next < w->n) {
        ad_tune_run *r = &w->runs[w->next++];
        if (!is_there(r))
            return r;
    }
    return NULL;
}

/* A run that ends with its rung. */
static adrop_status train(void *user, void *task, const ad_pool_job *job,
                          adrop_train_result *result)
{
    const work *w = user;
    const ad_tune_run *r = task;
    adrop_data_opts how;
    adrop_train_opts opts;
    const ad_launch_task what = { .data = &how,
                                  .train = &opts,
                                  .hold_out = !r->is_final,
                                  .folds = w->t->folds,
                                  .fold = r->part,
                                  .epochs = r->epochs };
    adrop_data *data = NULL;
    adrop_status status = ad_tune_run_settings(w->t, job->ctx, r, &how, &opts);

    if (!status && ad_pool_is_here(job))
        status = ad_tune_run_view(w->t, job->ctx, r, &how, &data);
    if (!status)
        status = ad_pool_train(job, &what, data, result);
    adrop_data_free(data);
    return status;
}

/* -- What is told ---------------------------------------------------------------- */

static double work_of(void *user, const void *task, const adrop_progress *at)
{
    const ad_tune_run *r = task;

    (void)user;
    return at ? (double)at->epoch - 1 + (double)at->step / (double)at->steps : (double)r->epochs;
}

/* Not the fault of a trial's settings: nothing is known about it, and the search ends. */
static int ends_search(adrop_status status)
{
    return status == ADROP_EINTR || status == ADROP_ENOMEM || status == ADROP_EDISK ||
           status == ADROP_EIO;
}

static void settle(void *user, void *task, adrop_status status, const char *message)
{
    work *w = user;
    ad_tune_run *r = task;

    r->status = status;
    if (!status || ends_search(status))
        return;
    if (r->trial != SIZE_MAX && !w->t->trials[r->trial].message)
        ad_copy_text(w->t->ctx, message, &w->t->trials[r->trial].message);
    if (r->is_final)
        ad_log(w->t->ctx, ADROP_LOG_WARNING, "run %zu of %s failed: %s", r->part,
               r->trial == SIZE_MAX ? "the settings without `vary`" : "the winner", message);
}

static char *name_of(const work *w, const ad_tune_run *r, char text[512])
{
    const adrop_tune *t = w->t;

    if (r->is_final)
        snprintf(text, 512, "%s, run %zu of %zu", r->trial == SIZE_MAX ? "baseline" : "winner",
                 r->part, t->how.runs);
    else if (t->folds)
        snprintf(text, 512, "trial %zu, fold %zu, %.400s", r->trial + 1, r->part,
                 t->trials[r->trial].settings);
    else
        snprintf(text, 512, "trial %zu, %.400s", r->trial + 1, t->trials[r->trial].settings);
    return text;
}

static void moved(void *user, const void *task, const adrop_progress *at, const ad_pool_state *s)
{
    static const adrop_progress none;
    const work *w = user;
    const double all = (double)(w->t->shown.epochs_all + w->t->shown.epochs_final);
    const double done = fmin(w->before + s->done, all);
    char what[512];

    if (!w->hooks->progress)
        return;
    const adrop_tune_progress p = {
        .what = name_of(w, task, what),
        .done = (size_t)done,
        .epochs = (size_t)all,
        .running = s->running,
        .at = at ? at : &none,
        .seconds_left = s->done > 0.1 ? s->seconds / s->done * (all - done) : NAN,
    };
    w->hooks->progress(w->hooks->user, &p);
}

static void ended(void *user, const void *task, const adrop_train_result *result)
{
    const work *w = user;
    const ad_tune_run *r = task;
    char what[512];

    if (r->is_final && !r->status && w->hooks->ended)
        w->hooks->ended(w->hooks->user, name_of(w, r, what), result);
}

static int stop(void *user)
{
    const work *w = user;

    return w->hooks->stop && w->hooks->stop(w->hooks->user);
}

/* -- The whole ------------------------------------------------------------------- */

/* Epochs of its share of the plan that a run has on record. */
static double done_of(const ad_tune_run *r)
{
    const size_t had = is_there(r) || r->had > r->epochs ? r->epochs : r->had;

    return had > r->from ? (double)(had - r->from) : 0;
}

size_t ad_tune_jobs(const adrop_tune *t)
{
    const size_t fit = (size_t)adrop_ctx_threads(t->ctx) / t->how.run_threads;

    if (t->ctx->launch)
        return t->ctx->launch->workers;
    return t->how.jobs ? t->how.jobs : fit ? fit : 1;
}

adrop_status ad_tune_work(adrop_tune *t, ad_tune_run *runs, size_t n, const adrop_tune_hooks *hooks)
{
    work w = { .t = t, .hooks = hooks, .runs = runs, .n = n, .before = t->epochs_done };
    const ad_pool pool = { .ctx = t->ctx,
                           .jobs = ad_tune_jobs(t),
                           .threads = (int)t->how.run_threads,
                           .what = "the search",
                           .unread_ends = 1,
                           .user = &w,
                           .take = take,
                           .train = train,
                           .work = work_of,
                           .settle = settle,
                           .moved = moved,
                           .ended = ended,
                           .stop = stop };
    adrop_status status = ADROP_OK;
    size_t left = 0;

    for (size_t i = 0; i < n && !status; i++) {
        if ((status = ad_tune_run_look(t, &runs[i])))
            return status;
        w.before += done_of(&runs[i]);
        left += !is_there(&runs[i]);
        t->epochs_done += hooks ? (double)(runs[i].epochs - runs[i].from) : done_of(&runs[i]);
    }
    if (!hooks || !left)
        return ADROP_OK;
    status = ad_pool_run(&pool);
    for (size_t i = 0; i < n && !status; i++)
        if (!is_there(&runs[i]) && !(status = ad_tune_run_look(t, &runs[i])) && is_there(&runs[i]))
            runs[i].status = ADROP_OK; /* it failed behind its last epoch */
    return status;
}
