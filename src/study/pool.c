/* Trainings worked off by threads (pool.h). */
#include "study/pool.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "base/clock.h"
#include "base/context.h"
#include "technique/outside.h"

/* What the threads share. */
typedef struct {
    const ad_pool *how;
    pthread_mutex_t lock;
    size_t running;
    double start;
    double done; /* work, parts of what is at work included */
    int stop;
    void *next;          /* a task that was taken and not given to a job; NULL: none */
    size_t gone;         /* jobs without a worker */
    adrop_status status; /* of what ends all: no memory, no disk, no worker */
    char message[AD_MESSAGE_SIZE];
} shared;

/* One thread and the task it is at. */
typedef struct {
    shared *pool;
    pthread_t thread;
    adrop_ctx *ctx;
    size_t number;
    void *task;
    double part; /* of the task, as counted in done; NaN: where it begins is not known yet */
} job;

/* -- Hooks, under the lock ------------------------------------------------------------ */

static void log_line(void *user, adrop_log_level level, const char *line)
{
    shared *p = user;
    const adrop_ctx *ctx = p->how->ctx;

    pthread_mutex_lock(&p->lock);
    if (ctx->log)
        ctx->log(ctx->log_user, level, line);
    pthread_mutex_unlock(&p->lock);
}

static void tell(const shared *p, const void *task, const adrop_progress *at)
{
    const ad_pool_state s = { .running = p->running,
                              .seconds = ad_clock() - p->start,
                              .done = p->done };

    p->how->moved(p->how->user, task, at, &s);
}

static void progress(void *user, const adrop_progress *at)
{
    job *j = user;
    shared *p = j->pool;
    const double part = p->how->work(p->how->user, j->task, at);

    pthread_mutex_lock(&p->lock);
    if (!isnan(j->part))
        p->done += part - j->part;
    j->part = part;
    tell(p, j->task, at);
    if (p->how->stop(p->how->user))
        p->stop = 1;
    pthread_mutex_unlock(&p->lock);
}

static int stop(void *user)
{
    const job *j = user;

    shared *p = j->pool;

    pthread_mutex_lock(&p->lock);
    if (p->how->ctx->launch && p->how->stop(p->how->user)) /* a worker may not move for long */
        p->stop = 1;
    const int stopped = p->stop;
    pthread_mutex_unlock(&p->lock);
    return stopped;
}

/* -- Work --------------------------------------------------------------------------- */

/* Is there a task? It is taken, and kept for the next job that can do it. Under the lock. */
static int has_task(shared *p)
{
    if (p->stop || p->status)
        return 0;
    if (!p->next)
        p->next = p->how->take(p->how->user);
    return p->next != NULL;
}

/* The worker of a job has gone; if it was the last, nothing can be done any more. */
static void lose_worker(shared *p, size_t number, const char *why)
{
    p->gone++;
    ad_log(p->how->ctx, ADROP_LOG_WARNING, "worker %zu is lost: %s", number, why);
    if (p->gone < p->how->jobs || p->status)
        return;
    p->status = ADROP_ENETWORK;
    snprintf(p->message, sizeof p->message,
             "no worker is left for %s (%s): see the logs in '%.400s'; the same command resumes it",
             p->how->what, why, p->how->ctx->launch->folder);
}

/* The next task, when the job's worker is there; NULL: none is left, or no worker. */
static void *take(job *j)
{
    static const struct timespec moment = { .tv_nsec = (long)(AD_LAUNCH_POLL * 1e9) };
    shared *p = j->pool;
    adrop_launch *launch = p->how->ctx->launch;
    char why[AD_SLURM_TEXT] = "";
    void *task = NULL;
    int ready = 1, over = 0;

    while (!task && !over) {
        if (launch)
            ready = ad_launch_ready(launch, j->ctx, j->number, why);
        pthread_mutex_lock(&p->lock);
        if (launch && p->how->stop(p->how->user))
            p->stop = 1;
        over = !has_task(p);
        if (!over && ready > 0) {
            task = p->next;
            p->next = NULL;
            p->running++;
        } else if (!over && ready < 0) {
            lose_worker(p, j->number, why);
            over = 1;
        }
        pthread_mutex_unlock(&p->lock);
        if (!task && !over)
            nanosleep(&moment, NULL);
    }
    return task;
}

int ad_pool_is_here(const ad_pool_job *at)
{
    return !at->launch || ad_launch_is_here(at->launch, at->number);
}

adrop_status ad_pool_train(const ad_pool_job *at, const ad_launch_task *task,
                           const adrop_data *data, adrop_train_result *result)
{
    return ad_pool_is_here(at)
               ? ad_launch_task_train(at->ctx, task, data, at->hooks, result)
               : ad_launch_train(at->launch, at->number, at->ctx, task, at->hooks, result);
}

static void finish(job *j, adrop_status status, const adrop_train_result *result)
{
    shared *p = j->pool;
    const ad_pool *how = p->how;

    pthread_mutex_lock(&p->lock);
    p->running--;
    const int ends_all = status == ADROP_ENOMEM || status == ADROP_EDISK ||
                         (how->unread_ends && status == ADROP_EIO);
    if (ends_all && !p->status) {
        p->status = status;
        snprintf(p->message, sizeof p->message, "%s", adrop_ctx_message(j->ctx));
    }
    how->settle(how->user, j->task, status, status ? adrop_ctx_message(j->ctx) : "");
    if (status == ADROP_EINTR || ends_all)
        p->stop = 1;
    else
        p->done += how->work(how->user, j->task, NULL) - (isnan(j->part) ? 0 : j->part);
    tell(p, j->task, NULL);
    if (status != ADROP_EINTR && !ends_all)
        how->ended(how->user, j->task, result);
    pthread_mutex_unlock(&p->lock);
}

static void *work(void *arg)
{
    job *j = arg;
    const ad_pool *how = j->pool->how;
    const adrop_train_hooks hooks = {
        .size = sizeof hooks, .user = j, .progress = progress, .stop = stop
    };

    const ad_pool_job where = {
        .ctx = j->ctx, .number = j->number, .launch = how->ctx->launch, .hooks = &hooks
    };

    while ((j->task = take(j))) {
        adrop_train_result result = { .test_acc = NAN,
                                      .best_test_acc = NAN,
                                      .test_rmse = NAN,
                                      .best_test_rmse = NAN,
                                      .train_acc_mean = NAN,
                                      .train_rmse_mean = NAN,
                                      .val_acc = NAN,
                                      .val_rmse = NAN,
                                      .test_micro_f1 = NAN,
                                      .test_macro_f1 = NAN };

        j->part = NAN;
        finish(j, how->train(how->user, j->task, &where, &result), &result);
    }
    return NULL;
}

/* Start the jobs, all but the first in threads of their own that leave signals to the
 * program, and wait for them. */
static adrop_status run_jobs(shared *p, job *jobs, size_t n)
{
    adrop_ctx *ctx = p->how->ctx;
    sigset_t all, old;
    size_t started = 1;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    while (started < n && !pthread_create(&jobs[started].thread, NULL, work, &jobs[started]))
        started++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (started < n)
        ad_log(ctx, ADROP_LOG_WARNING, "only %zu of %zu jobs could be started", started, n);
    work(&jobs[0]);
    for (size_t i = 1; i < started; i++)
        pthread_join(jobs[i].thread, NULL);
    if (p->status)
        return ad_fail(ctx, p->status, "%s", p->message);
    return p->stop ? ad_fail(ctx, ADROP_EINTR, "%s was stopped", p->how->what) : ADROP_OK;
}

adrop_status ad_pool_run(const ad_pool *pool)
{
    enum { MOST_JOBS = 256 };
    shared p = { .how = pool };
    job jobs[MOST_JOBS] = { 0 };
    const size_t n = pool->jobs < MOST_JOBS ? pool->jobs : MOST_JOBS;
    adrop_status status = ADROP_OK;

    if (pthread_mutex_init(&p.lock, NULL))
        return ad_fail(pool->ctx, ADROP_ENOMEM, "no memory for a lock");
    p.start = ad_clock();
    for (size_t i = 0; i < n && !status; i++) {
        jobs[i].pool = &p;
        jobs[i].number = i;
        status = ad_outside_context(pool->ctx, pool->threads, log_line, &p, &jobs[i].ctx);
    }
    if (!status && has_task(&p)) {
        if (pool->ctx->launch)
            status = ad_launch_begin(pool->ctx->launch, pool->ctx);
        if (!status)
            status = run_jobs(&p, jobs, n);
    }
    for (size_t i = 0; i < n; i++)
        adrop_ctx_free(jobs[i].ctx);
    pthread_mutex_destroy(&p.lock);
    return status;
}
