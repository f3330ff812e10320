/* The runs of a comparison, worked off by threads that each have a context of their own.
 *
 * A run depends on its settings and on the number of its threads, not on what runs beside
 * it; so the number of jobs changes times, not figures. Hooks and the states of runs are
 * under one lock. */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "experiment/compare_impl.h"

/* What the threads share. */
typedef struct {
    adrop_compare *c;
    const adrop_compare_hooks *hooks;
    pthread_mutex_t lock;
    size_t next, end; /* runs */
    size_t running;
    double start;
    double done_here; /* runs, and parts of those that are at work */
    int stop;
    adrop_status status; /* of what ends all: no memory, no disk */
    char message[AD_MESSAGE_SIZE];
} pool;

/* One thread and the run it is at. */
typedef struct {
    pool *pool;
    pthread_t thread;
    adrop_ctx *ctx;
    ad_comparison_run *run;
    double part;     /* of the run, as counted in done_here */
    double part_had; /* when this call began with it */
} job;

/* -- Hooks, under the lock ------------------------------------------------------------ */

static void log_line(void *user, adrop_log_level level, const char *line)
{
    pool *p = user;

    pthread_mutex_lock(&p->lock);
    if (p->c->ctx->log)
        p->c->ctx->log(p->c->ctx->log_user, level, line);
    pthread_mutex_unlock(&p->lock);
}

static void tell(pool *p, const ad_comparison_run *r, const adrop_progress *at)
{
    static const adrop_progress none;
    const adrop_planned_run run = ad_compare_shown(p->c, r);
    adrop_compare_progress all = {
        .runs = p->c->n_runs, .running = p->running, .run = &run, .at = at ? at : &none
    };
    const double passed = ad_clock() - p->start;

    if (!p->hooks->progress)
        return;
    for (size_t i = 0; i < p->c->n_runs; i++) {
        all.done += p->c->runs[i].state == ADROP_RUN_DONE;
        all.failed += p->c->runs[i].state == ADROP_RUN_FAILED;
    }
    const double left = (double)(all.runs - all.done - all.failed) -
                        (p->running ? fmod(p->done_here, 1) : 0);
    all.seconds_left = p->done_here > 0.01 ? passed / p->done_here * left : NAN;
    p->hooks->progress(p->hooks->user, &all);
}

static void progress(void *user, const adrop_progress *at)
{
    job *j = user;
    pool *p = j->pool;
    const double part = ((double)at->epoch - 1 + (double)at->step / (double)at->steps) /
                        (double)at->epochs;

    pthread_mutex_lock(&p->lock);
    if (isnan(j->part_had))
        j->part_had = j->part = part;
    p->done_here += part - j->part;
    j->part = part;
    tell(p, j->run, at);
    if (p->hooks->stop && p->hooks->stop(p->hooks->user))
        p->stop = 1;
    pthread_mutex_unlock(&p->lock);
}

static int stop(void *user)
{
    const job *j = user;

    pthread_mutex_lock(&j->pool->lock);
    const int stopped = j->pool->stop;
    pthread_mutex_unlock(&j->pool->lock);
    return stopped;
}

/* -- Work --------------------------------------------------------------------------- */

/* The next run that is not done, or NULL. */
static ad_comparison_run *take(pool *p)
{
    ad_comparison_run *r = NULL;

    pthread_mutex_lock(&p->lock);
    while (!r && !p->stop && !p->status && p->next < p->end) {
        ad_comparison_run *next = &p->c->runs[p->next++];
        if (next->state != ADROP_RUN_DONE && (!next->number || *p->c->cells[next->cell].dropout))
            r = next;
    }
    p->running += r != NULL;
    pthread_mutex_unlock(&p->lock);
    return r;
}

static void finish(job *j, adrop_status status, const adrop_train_result *result)
{
    pool *p = j->pool;
    ad_comparison_run *r = j->run;

    pthread_mutex_lock(&p->lock);
    p->running--;
    const int ends_all = status == ADROP_ENOMEM || status == ADROP_EDISK;
    if (ends_all && !p->status) {
        p->status = status;
        snprintf(p->message, sizeof p->message, "%s", adrop_ctx_message(j->ctx));
    }
    r->state = status == ADROP_EINTR || ends_all ? ADROP_RUN_BEGUN
               : status                          ? ADROP_RUN_FAILED
                                                 : ADROP_RUN_DONE;
    if (r->state == ADROP_RUN_FAILED)
        snprintf(r->message, sizeof r->message, "%s", adrop_ctx_message(j->ctx));
    if (r->state == ADROP_RUN_BEGUN)
        p->stop = 1;
    else
        p->done_here += 1 - j->part;
    tell(p, r, NULL);
    if (p->hooks->ended && r->state != ADROP_RUN_BEGUN) {
        const adrop_planned_run run = ad_compare_shown(p->c, r);
        p->hooks->ended(p->hooks->user, &run, result);
    }
    pthread_mutex_unlock(&p->lock);
}

/* The run that the job is at, on rows that it shares with the others. */
static adrop_status train(job *j, const adrop_train_hooks *hooks, adrop_train_result *result)
{
    adrop_data_opts how;
    adrop_train_opts opts;
    adrop_data *data;

    *result = (adrop_train_result){ .test_acc = NAN,
                                    .best_test_acc = NAN,
                                    .test_rmse = NAN,
                                    .best_test_rmse = NAN,
                                    .train_acc_mean = NAN,
                                    .train_rmse_mean = NAN };
    ad_compare_settings(j->pool->c, j->run, &how, &opts);
    adrop_status status = ad_compare_view(j->pool->c, j->ctx, &how, &data);
    if (!status)
        status = adrop_train_on(j->ctx, data, &how, &opts, hooks, result);
    adrop_data_free(data);
    return status;
}

static void *work(void *arg)
{
    job *j = arg;
    const adrop_train_hooks hooks = {
        .size = sizeof hooks, .user = j, .progress = progress, .stop = stop
    };

    while ((j->run = take(j->pool))) {
        adrop_train_result result;

        j->part = 0;
        j->part_had = NAN;
        finish(j, train(j, &hooks, &result), &result);
    }
    return NULL;
}

int ad_compare_threads(const adrop_compare *c)
{
    const int share = adrop_ctx_threads(c->ctx) / (int)c->how.jobs;

    return share > 1 ? share : 1;
}

adrop_status ad_compare_context(const adrop_compare *c, adrop_log_fn *log, void *user,
                                adrop_ctx **out)
{
    adrop_ctx_opts o;

    adrop_ctx_opts_init(&o);
    o.allocator = c->ctx->allocator;
    o.log = log;
    o.log_user = user;
    o.threads = ad_compare_threads(c);
    const adrop_status status = adrop_ctx_create(&o, out);
    if (!status) {
        (*out)->kernels = c->ctx->kernels;
        (*out)->threads_given = c->ctx->threads_given;
    }
    return status ? ad_fail(c->ctx, status, "no memory for a context") : ADROP_OK;
}

/* Start the jobs, all but the first in threads of their own that leave signals to the
 * program, and wait for them. */
static adrop_status run_jobs(pool *p, job *jobs, size_t n)
{
    sigset_t all, old;
    size_t started = 1;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    while (started < n && !pthread_create(&jobs[started].thread, NULL, work, &jobs[started]))
        started++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (started < n)
        ad_log(p->c->ctx, ADROP_LOG_WARNING, "only %zu of %zu jobs could be started", started, n);
    work(&jobs[0]);
    for (size_t i = 1; i < started; i++)
        pthread_join(jobs[i].thread, NULL);
    if (p->status)
        return ad_fail(p->c->ctx, p->status, "%s", p->message);
    return p->stop ? ad_fail(p->c->ctx, ADROP_EINTR, "the comparison was stopped") : ADROP_OK;
}

adrop_status ad_compare_work(adrop_compare *c, size_t first, size_t end,
                             const adrop_compare_hooks *hooks)
{
    enum { MOST_JOBS = 256 };
    pool p = { .c = c, .hooks = hooks, .next = first, .end = end };
    job jobs[MOST_JOBS] = { 0 };
    const size_t n = c->how.jobs < MOST_JOBS ? c->how.jobs : MOST_JOBS;
    adrop_status status = ADROP_OK;

    if (pthread_mutex_init(&p.lock, NULL))
        return ad_fail(c->ctx, ADROP_ENOMEM, "no memory for a lock");
    p.start = ad_clock();
    for (size_t i = 0; i < n && !status; i++) {
        jobs[i].pool = &p;
        status = ad_compare_context(c, log_line, &p, &jobs[i].ctx);
    }
    if (!status)
        status = run_jobs(&p, jobs, n);
    for (size_t i = 0; i < n; i++)
        adrop_ctx_free(jobs[i].ctx);
    pthread_mutex_destroy(&p.lock);
    return status;
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
