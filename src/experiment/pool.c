/* Trainings worked off by threads (pool.h). */
#include "experiment/pool.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

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
    adrop_status status; /* of what ends all: no memory, no disk */
    char message[AD_MESSAGE_SIZE];
} shared;

/* One thread and the task it is at. */
typedef struct {
    shared *pool;
    pthread_t thread;
    adrop_ctx *ctx;
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

    pthread_mutex_lock(&j->pool->lock);
    const int stopped = j->pool->stop;
    pthread_mutex_unlock(&j->pool->lock);
    return stopped;
}

/* -- Work --------------------------------------------------------------------------- */

static void *take(shared *p)
{
    void *task = NULL;

    pthread_mutex_lock(&p->lock);
    if (!p->stop && !p->status)
        task = p->how->take(p->how->user);
    p->running += task != NULL;
    pthread_mutex_unlock(&p->lock);
    return task;
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

    while ((j->task = take(j->pool))) {
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
        finish(j, how->train(how->user, j->task, j->ctx, &hooks, &result), &result);
    }
    return NULL;
}

adrop_status ad_pool_context(adrop_ctx *parent, int threads, adrop_log_fn *log, void *user,
                             adrop_ctx **out)
{
    adrop_ctx_opts o;

    adrop_ctx_opts_init(&o);
    o.allocator = parent->allocator;
    o.log = log;
    o.log_user = user;
    o.threads = threads;
    adrop_status status = adrop_ctx_create(&o, out);
    if (!status && (status = ad_outside_inherit(*out, parent))) {
        adrop_ctx_free(*out);
        *out = NULL;
    }
    if (!status) {
        (*out)->kernels = parent->kernels;
        (*out)->threads_given = parent->threads_given;
    }
    return status ? ad_fail(parent, status, "no memory for a context") : ADROP_OK;
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
        status = ad_pool_context(pool->ctx, pool->threads, log_line, &p, &jobs[i].ctx);
    }
    if (!status)
        status = run_jobs(&p, jobs, n);
    for (size_t i = 0; i < n; i++)
        adrop_ctx_free(jobs[i].ctx);
    pthread_mutex_destroy(&p.lock);
    return status;
}
