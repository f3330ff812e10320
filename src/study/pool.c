/* The pool of a study (study.h): threads with a context each train the runs of a list. Everything
 * except the training itself happens under one lock, in whichever thread holds it.
 *
 * If the study has workers (launch.h) each thread stands for one of them: it takes a training when
 * its worker is there, hands it over and waits. */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "base/clock.h"
#include "study/study.h"

/* Shared by the threads. */
typedef struct {
    ad_study *study;
    const ad_planner *planner;
    ad_training *list; /* (n) */
    size_t n, next;
    pthread_mutex_t lock;
    size_t running;
    double start;
    double done; /* work done, including parts of running trainings */
    int stop;
    size_t gone;         /* jobs whose worker has gone */
    adrop_status status; /* the error that ends the pool: memory, disk, no worker */
    char message[AD_MESSAGE_SIZE];
} pool;

/* One thread and its current training. */
typedef struct {
    pool *pool;
    pthread_t thread;
    adrop_ctx *ctx;
    size_t number;
    ad_training *training;
    const adrop_model *model; /* its model, once training has begun */
    double part;              /* its share in done; NaN: its starting point is not known yet */
} job;

/* -- Hooks, under the lock ------------------------------------------------------------ */

static void log_line(void *user, adrop_log_level level, const char *line)
{
    pool *p = user;
    const adrop_ctx *ctx = p->study->ctx;

    pthread_mutex_lock(&p->lock);
    if (ctx->log)
        ctx->log(ctx->log_user, level, line);
    pthread_mutex_unlock(&p->lock);
}

/* The work that a training has done at this point; NULL: all of it. */
static double work_of(const pool *p, const ad_training *t, const adrop_progress *at)
{
    const double epochs = at ? (double)at->epoch - 1 + (double)at->step / (double)at->steps : 0;

    if (p->planner->by_epoch)
        return at ? epochs : (double)t->epochs;
    return at ? epochs / (double)at->epochs : 1;
}

static void pool_tell(const pool *p, const ad_training *t, const adrop_progress *at)
{
    const ad_study *s = p->study;
    const ad_study_progress progress = { .running = p->running,
                                         .seconds = s->seconds + ad_clock() - p->start,
                                         .done = s->done + p->done };

    p->planner->moved(s, t, at, &progress);
}

static int ask_to_stop(pool *p)
{
    if (p->study->stop && p->study->stop(p->study->user))
        p->stop = 1;
    return p->stop;
}

static void progress(void *user, const adrop_progress *at)
{
    job *j = user;
    pool *p = j->pool;
    const double part = work_of(p, j->training, at);

    pthread_mutex_lock(&p->lock);
    if (!isnan(j->part))
        p->done += part - j->part;
    j->part = part;
    pool_tell(p, j->training, at);
    ask_to_stop(p);
    pthread_mutex_unlock(&p->lock);
}

static int is_to_stop(void *user)
{
    const job *j = user;
    pool *p = j->pool;

    pthread_mutex_lock(&p->lock);
    if (p->study->launch) /* a worker may be silent for long */
        ask_to_stop(p);
    const int stopped = p->stop;
    pthread_mutex_unlock(&p->lock);
    return stopped;
}

static void started(void *user, const adrop_model *model, const adrop_data *data)
{
    job *j = user;

    (void)data;
    j->model = model;
}

/* An error of the planner after an epoch ends the pool. */
static void epoch_done(void *user, const adrop_epoch *e)
{
    const job *j = user;
    pool *p = j->pool;
    const adrop_status status = p->planner->epoch(p->study, j->training, j->model, e);

    if (!status)
        return;
    pthread_mutex_lock(&p->lock);
    p->stop = 1;
    p->status = status;
    snprintf(p->message, sizeof p->message, "%s", adrop_ctx_message(j->ctx));
    pthread_mutex_unlock(&p->lock);
}

/* -- Taking a training ---------------------------------------------------------------- */

/* Is a training left? Called under the lock. */
static int has_training(pool *p)
{
    while (p->next < p->n &&
           (p->list[p->next].is_there || p->list[p->next].state == ADROP_RUN_FAILED))
        p->next++;
    return !p->stop && !p->status && p->next < p->n;
}

/* The worker of a job has gone. Without workers the pool ends. */
static void lose_worker(pool *p, size_t number, const char *why)
{
    p->gone++;
    ad_log(p->study->ctx, ADROP_LOG_WARNING, "worker %zu is lost: %s", number, why);
    if (p->gone < ad_study_jobs(p->study) || p->status)
        return;
    p->status = ADROP_ENETWORK;
    snprintf(p->message, sizeof p->message,
             "no worker is left for the %s (%s): see the logs in '%.400s'; the same command "
             "resumes it",
             p->planner->what, why, p->study->launch->folder);
}

/* The next training, once the job's worker is there; NULL if no training or no worker is left. */
static ad_training *take_training(job *j)
{
    static const struct timespec moment = { .tv_nsec = (long)(AD_LAUNCH_POLL * 1e9) };
    pool *p = j->pool;
    adrop_launch *launch = p->study->launch;
    char why[AD_SLURM_TEXT] = "";
    ad_training *t = NULL;
    int ready = 1, over = 0;

    while (!t && !over) {
        if (launch)
            ready = ad_launch_ready(launch, j->ctx, j->number, why);
        pthread_mutex_lock(&p->lock);
        if (launch)
            ask_to_stop(p);
        over = !has_training(p);
        if (!over && ready > 0) {
            t = &p->list[p->next++];
            p->running++;
        } else if (!over && ready < 0) {
            lose_worker(p, j->number, why);
            over = 1;
        }
        pthread_mutex_unlock(&p->lock);
        if (!t && !over)
            nanosleep(&moment, NULL);
    }
    return t;
}

/* -- Training ------------------------------------------------------------------------- */

/* Train here, on rows that the trainings share, or in the job's worker. */
static adrop_status train_one(job *j, adrop_train_result *result)
{
    ad_study *s = j->pool->study;
    adrop_launch *launch = s->launch;
    adrop_train_hooks hooks = {
        .size = sizeof hooks, .user = j, .progress = progress, .stop = is_to_stop
    };
    ad_launch_task task;
    adrop_data *data = NULL;
    adrop_status status = ad_study_settings(s, j->ctx, j->training, &task);

    if (status)
        return status;
    if (s->planner->epoch) {
        hooks.started = started;
        hooks.epoch = epoch_done;
    }
    if (launch && !ad_launch_is_here(launch, j->number))
        return ad_launch_train(launch, j->number, j->ctx, &task, &hooks, result);
    if (!(status = ad_study_view(s, j->ctx, &task, &data)))
        status = ad_launch_task_train(j->ctx, &task, data, &hooks, result);
    adrop_data_free(data);
    return status;
}

/* Errors that are not due to the settings: the run can be resumed, and others would fail too. */
static int ends_pool(const pool *p, adrop_status status)
{
    return status == ADROP_ENOMEM || status == ADROP_EDISK ||
           (p->planner->is_strict && status == ADROP_EIO);
}

static void pool_settle(ad_training *t, adrop_status status, int is_resumable, const char *message)
{
    t->status = status;
    t->state = is_resumable ? ADROP_RUN_BEGUN : status ? ADROP_RUN_FAILED : ADROP_RUN_DONE;
    if (t->state == ADROP_RUN_FAILED)
        snprintf(t->message, sizeof t->message, "%s", message);
}

static void finish_training(job *j, adrop_status status, const adrop_train_result *result)
{
    pool *p = j->pool;
    ad_training *t = j->training;
    const char *message = status ? adrop_ctx_message(j->ctx) : "";

    pthread_mutex_lock(&p->lock);
    p->running--;
    const int ends_all = ends_pool(p, status), is_resumable = ends_all || status == ADROP_EINTR;
    if (ends_all && !p->status) {
        p->status = status;
        snprintf(p->message, sizeof p->message, "%s", message);
    }
    pool_settle(t, status, is_resumable, message);
    if (is_resumable)
        p->stop = 1;
    else
        p->done += work_of(p, t, NULL) - (isnan(j->part) ? 0 : j->part);
    pool_tell(p, t, NULL);
    if (!is_resumable)
        p->planner->ended(p->study, t, result);
    pthread_mutex_unlock(&p->lock);
}

static void *run_job(void *arg)
{
    job *j = arg;

    while ((j->training = take_training(j))) {
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
        finish_training(j, train_one(j, &result), &result);
    }
    return NULL;
}

/* -- The pool ------------------------------------------------------------------------- */

/* Run the jobs and wait for them. The first runs in this thread; the others run in threads that
 * leave signals to the program. */
static adrop_status run_jobs(pool *p, job *jobs, size_t n)
{
    adrop_ctx *ctx = p->study->ctx;
    sigset_t all, old;
    size_t started = 1;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    while (started < n && !pthread_create(&jobs[started].thread, NULL, run_job, &jobs[started]))
        started++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (started < n)
        ad_log(ctx, ADROP_LOG_WARNING, "only %zu of %zu jobs could be started", started, n);
    run_job(&jobs[0]);
    for (size_t i = 1; i < started; i++)
        pthread_join(jobs[i].thread, NULL);
    p->study->seconds += ad_clock() - p->start;
    p->study->done += p->done;
    if (p->status)
        return ad_fail(ctx, p->status, "%s", p->message);
    return p->stop ? ad_fail(ctx, ADROP_EINTR, "the %s was stopped", p->planner->what) : ADROP_OK;
}

adrop_status ad_study_train(ad_study *s, ad_training *list, size_t n)
{
    enum { MOST_JOBS = 256 };
    pool p = { .study = s, .planner = s->planner, .list = list, .n = n };
    job jobs[MOST_JOBS] = { 0 };
    const size_t wanted = ad_study_jobs(s), n_jobs = wanted < MOST_JOBS ? wanted : MOST_JOBS;
    adrop_status status = ADROP_OK;

    if (pthread_mutex_init(&p.lock, NULL))
        return ad_fail(s->ctx, ADROP_ENOMEM, "no memory for a lock");
    p.start = ad_clock();
    for (size_t i = 0; i < n_jobs && !status; i++) {
        jobs[i].pool = &p;
        jobs[i].number = i;
        status = ad_study_context(s, log_line, &p, &jobs[i].ctx);
    }
    if (!status && has_training(&p)) {
        if (s->launch)
            status = ad_launch_begin(s->launch, s->ctx);
        if (!status)
            status = run_jobs(&p, jobs, n_jobs);
    }
    for (size_t i = 0; i < n_jobs; i++)
        adrop_ctx_free(jobs[i].ctx);
    pthread_mutex_destroy(&p.lock);
    return status;
}
