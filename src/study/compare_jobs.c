/* The runs of a comparison, worked off by a pool: what it takes, trains, and tells. */
#include <math.h>
#include <stdio.h>

#include "study/compare_impl.h"
#include "study/pool.h"
#include "technique/outside.h"

/* The runs [next, end) of a comparison that are not done. */
typedef struct {
    adrop_compare *c;
    const adrop_compare_hooks *hooks;
    size_t next, end;
} work;

static void *take(void *user)
{
    work *w = user;

    while (w->next < w->end) {
        ad_comparison_run *r = &w->c->runs[w->next++];
        if (r->state != ADROP_RUN_DONE && (!r->number || *w->c->cells[r->cell].dropout))
            return r;
    }
    return NULL;
}

/* On rows that the run shares with the others. */
static adrop_status train(void *user, void *task, const ad_pool_job *job,
                          adrop_train_result *result)
{
    const work *w = user;
    adrop_data_opts how;
    adrop_train_opts opts;
    const ad_launch_task what = { .data = &how, .train = &opts };
    adrop_data *data = NULL;
    adrop_status status = ADROP_OK;

    ad_compare_settings(w->c, task, &how, &opts);
    if (ad_pool_is_here(job))
        status = ad_sets_view(&w->c->sets, job->ctx, &how, &data);
    if (!status)
        status = ad_pool_train(job, &what, data, result);
    adrop_data_free(data);
    return status;
}

/* In runs. */
static double work_of(void *user, const void *task, const adrop_progress *at)
{
    (void)user;
    (void)task;
    return at ? ((double)at->epoch - 1 + (double)at->step / (double)at->steps) / (double)at->epochs
              : 1;
}

static void settle(void *user, void *task, adrop_status status, const char *message)
{
    ad_comparison_run *r = task;

    (void)user;
    r->state = status == ADROP_EINTR || status == ADROP_ENOMEM || status == ADROP_EDISK
                   ? ADROP_RUN_BEGUN
               : status ? ADROP_RUN_FAILED
                        : ADROP_RUN_DONE;
    if (r->state == ADROP_RUN_FAILED)
        snprintf(r->message, sizeof r->message, "%s", message);
}

static void moved(void *user, const void *task, const adrop_progress *at, const ad_pool_state *s)
{
    static const adrop_progress none;
    const work *w = user;
    const adrop_compare *c = w->c;
    const adrop_planned_run run = ad_compare_shown(c, task);
    adrop_compare_progress all = {
        .runs = c->n_runs, .running = s->running, .run = &run, .at = at ? at : &none
    };

    if (!w->hooks->progress)
        return;
    for (size_t i = 0; i < c->n_runs; i++) {
        all.done += c->runs[i].state == ADROP_RUN_DONE;
        all.failed += c->runs[i].state == ADROP_RUN_FAILED;
    }
    const double left = (double)(all.runs - all.done - all.failed) -
                        (s->running ? fmod(s->done, 1) : 0);
    all.seconds_left = s->done > 0.01 ? s->seconds / s->done * left : NAN;
    w->hooks->progress(w->hooks->user, &all);
}

static void ended(void *user, const void *task, const adrop_train_result *result)
{
    const work *w = user;

    if (w->hooks->ended) {
        const adrop_planned_run run = ad_compare_shown(w->c, task);
        w->hooks->ended(w->hooks->user, &run, result);
    }
}

static int stop(void *user)
{
    const work *w = user;

    return w->hooks->stop && w->hooks->stop(w->hooks->user);
}

int ad_compare_threads(const adrop_compare *c)
{
    const int share = adrop_ctx_threads(c->ctx) / (int)c->how.jobs;

    if (c->ctx->launch)
        return c->ctx->launch->opts.threads;
    return share > 1 ? share : 1;
}

adrop_status ad_compare_context(const adrop_compare *c, adrop_log_fn *log, void *user,
                                adrop_ctx **out)
{
    return ad_outside_context(c->ctx, ad_compare_threads(c), log, user, out);
}

adrop_status ad_compare_work(adrop_compare *c, size_t first, size_t end,
                             const adrop_compare_hooks *hooks)
{
    work w = { .c = c, .hooks = hooks, .next = first, .end = end };
    const ad_pool pool = { .ctx = c->ctx,
                           .jobs = c->ctx->launch ? c->ctx->launch->workers : c->how.jobs,
                           .threads = ad_compare_threads(c),
                           .what = "the comparison",
                           .user = &w,
                           .take = take,
                           .train = train,
                           .work = work_of,
                           .settle = settle,
                           .moved = moved,
                           .ended = ended,
                           .stop = stop };

    return ad_pool_run(&pool);
}

adrop_status adrop_compare_go(adrop_compare *c, const adrop_compare_hooks *given)
{
    adrop_compare_hooks hooks;
    adrop_status status = ad_compare_hooks(c, given, &hooks);

    if (!status && c->lock < 0)
        status = ad_compare_write_folder(c);
    if (!status)
        status = ad_compare_work(c, 0, c->n_choices, &hooks);
    if (!status)
        status = ad_compare_choose(c);
    if (!status)
        status = ad_compare_work(c, c->n_choices, c->n_runs, &hooks);
    if (!status && c->how.timing)
        status = adrop_compare_time(c, &hooks);
    return status;
}
