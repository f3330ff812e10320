/* A worker: it trains the runs that a head gives it (adrop/launch.h).
 *
 * A restarted worker finds its task where it was, and resumes the run. It leaves when the head
 * says that all is done, or after AD_LAUNCH_SILENCE seconds without news of the head; it saves its
 * current run first. If the head is restarted (another session), the worker saves its run and
 * offers itself again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/context.h"
#include "base/machine.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "rows/hold_out.h"
#include "study/launch.h"

#define LOOK_SECONDS 1.0 /* between looks at the head, and between progress notes */
#define LOCK_SECONDS 120 /* how long to wait for another worker to release the run */

typedef struct {
    adrop_ctx *ctx;
    char folder[AD_LAUNCH_PATH];
    size_t number;
    const char *wanted; /* session to serve; NULL: any */
    int (*stop)(void *user);
    void *user;

    char session[AD_SESSION_SIZE]; /* of the known head; "": none yet */
    char stale[AD_SESSION_SIZE];   /* of a head that ended before this worker began */
    json_int_t beat;
    double heard, looked, noted;
    int has_looked, is_ended, is_greeted;

    size_t task;    /* the one at work */
    json_t *opened; /* settings of the open data, owned; NULL: none */
    adrop_data *data;
} worker;

static void pause_a_little(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = (long)(AD_LAUNCH_POLL * 1e9) }, NULL);
}

/* -- The head ------------------------------------------------------------------------- */

/* A head with a new session: serve it? */
static void meet(worker *w, const char *session, int ended)
{
    if (!w->has_looked && ended && !w->wanted)
        snprintf(w->stale, sizeof w->stale, "%s", session);
    w->is_greeted = 0;
    w->task = 0;
    snprintf(w->session, sizeof w->session, "%s", session);
    if (w->wanted && strcmp(session, w->wanted) != 0)
        w->is_ended = 1; /* another head has taken the folder */
}

static void look_at_head(worker *w)
{
    const double now = ad_clock();

    if (w->has_looked && now - w->looked < LOOK_SECONDS)
        return;
    json_t *head = ad_launch_read(w->ctx, w->folder, SIZE_MAX, "head.json");
    const char *session = json_string_value(json_object_get(head, "session"));
    const int ended = json_is_true(json_object_get(head, "ended"));
    const json_int_t beat = json_integer_value(json_object_get(head, "beat"));
    w->looked = now;
    if (session) {
        if (strcmp(session, w->session) != 0)
            meet(w, session, ended);
        else if (beat != w->beat)
            w->heard = now;
        w->beat = beat;
        w->is_ended |= ended && strcmp(session, w->stale) != 0;
        w->has_looked = 1;
    }
    json_decref(head);
}

/* Is there a head with work to do? */
static int has_head(const worker *w)
{
    return *w->session && strcmp(w->session, w->stale) != 0 && !w->is_ended;
}

static adrop_status worker_put(worker *w, const char *name, json_t *file, size_t task)
{
    ad_json b = { 0 };
    char path[AD_PATH_SIZE];

    ad_json_put(&b, file, "session", json_string(w->session));
    ad_json_put(&b, file, "task", json_integer((json_int_t)task));
    adrop_status status = ad_json_end(&b, w->ctx, name, &file);
    if (!status)
        status = ad_json_replace(w->ctx, ad_launch_path(w->folder, w->number, name, path), file,
                                 JSON_INDENT(1));
    json_decref(file);
    return status;
}

static adrop_status greet(worker *w)
{
    char host[256] = "", job[64] = "";
    const char *array = getenv("SLURM_ARRAY_JOB_ID"), *index = getenv("SLURM_ARRAY_TASK_ID"),
               *alone = getenv("SLURM_JOB_ID");

    gethostname(host, sizeof host - 1);
    if (array && index)
        snprintf(job, sizeof job, "Slurm job %.20s_%.20s", array, index);
    else if (alone)
        snprintf(job, sizeof job, "Slurm job %.20s", alone);
    w->is_greeted = 1;
    return worker_put(w, "worker.json",
                      json_pack("{s:o, s:s, s:i}", "host", ad_json_string(host), "job", job, "pid",
                                (int)getpid()),
                      0);
}

/* -- A run ---------------------------------------------------------------------------- */

static void progress(void *user, const adrop_progress *at)
{
    worker *w = user;
    const double now = ad_clock();

    if (now - w->noted < LOOK_SECONDS)
        return;
    w->noted = now;
    worker_put(w, "at.json", /* a failed write only hides progress */
               json_pack("{s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o}", "epoch", (json_int_t)at->epoch,
                         "epochs", (json_int_t)at->epochs, "step", (json_int_t)at->step, "steps",
                         (json_int_t)at->steps, "loss", ad_json_real(at->loss), "acc",
                         ad_json_real(at->acc), "images_per_second",
                         ad_json_real(at->images_per_second), "seconds_left",
                         ad_json_real(at->seconds_left)),
               w->task);
}

static int is_stopped(const worker *w)
{
    return w->stop && w->stop(w->user);
}

/* Stop on request, or when the head has gone or changed. */
static int is_to_stop(void *user)
{
    worker *w = user;

    look_at_head(w);
    return !has_head(w) || !w->is_greeted || is_stopped(w);
}

/* Open the data of the task; keep the last data if they are the same. */
static adrop_status open_data(worker *w, const json_t *file, const ad_launch_task *t)
{
    static const char *const keys[] = { "name",  "data_dir", "data",    "data_seed",
                                        "folds", "fold",     "hold_out" };
    ad_json b = { 0 };
    json_t *now = json_object();
    adrop_data *all;
    adrop_status status;

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (json_object_get(file, keys[i]))
            ad_json_put(&b, now, keys[i], json_incref(json_object_get(file, keys[i])));
    if ((status = ad_json_end(&b, w->ctx, "settings", &now)))
        return status;
    if (w->data && json_equal(now, w->opened)) {
        json_decref(now);
        return ADROP_OK;
    }
    adrop_data_free(w->data);
    json_decref(w->opened);
    w->data = NULL;
    w->opened = now;
    if ((status = adrop_data_open(w->ctx, &t->data, &all)) || !t->hold_out) {
        w->data = all;
        return status;
    }
    status = ad_data_hold_out(w->ctx, all, t->folds, t->fold, &w->data);
    adrop_data_free(all);
    return status;
}

/* Wait for a worker of an earlier head that may still hold the run. */
static adrop_status worker_train(worker *w, const ad_launch_task *t, adrop_train_result *result)
{
    const adrop_train_hooks hooks = {
        .size = sizeof hooks, .user = w, .progress = progress, .stop = is_to_stop
    };
    const double start = ad_clock();
    adrop_status status;

    while ((status = ad_launch_task_train(w->ctx, t, w->data, &hooks, result)) == ADROP_EEXIST &&
           ad_clock() - start < LOCK_SECONDS && !is_to_stop(w))
        pause_a_little();
    return status;
}

/* An error means the worker cannot continue. A failed run is reported to the head. */
static adrop_status work_off(worker *w, const json_t *file, ad_launch_task *t)
{
    adrop_train_result result = { 0 };
    adrop_status status = ad_launch_task_read(w->ctx, file, t);

    if (!status && !ad_machine_can_start(w->ctx->threads))
        status = ad_fail(w->ctx, ADROP_ENOMEM, "%d threads cannot be started on this machine",
                         w->ctx->threads);
    if (!status)
        status = open_data(w, file, t);
    if (!status)
        status = worker_train(w, t, &result);
    if (status == ADROP_EINTR) /* the task stays, so a restarted worker resumes it */
        return is_stopped(w) ? status : ADROP_OK;
    return worker_put(w, "done.json",
                      json_pack("{s:i, s:o, s:o}", "status", (int)status, "message",
                                ad_json_string(status ? adrop_ctx_message(w->ctx) : ""), "result",
                                ad_launch_result_write(&result)),
                      w->task);
}

/* A new task, or one that this worker left unfinished before it was restarted. */
static json_t *next_task(worker *w)
{
    json_t *task = ad_launch_read(w->ctx, w->folder, w->number, "task.json"), *done;
    const size_t number = (size_t)json_integer_value(json_object_get(task, "task"));

    if (!ad_launch_is_of(task, w->session, number) || number == w->task) {
        json_decref(task);
        return NULL;
    }
    done = ad_launch_read(w->ctx, w->folder, w->number, "done.json");
    if (ad_launch_is_of(done, w->session, number)) {
        json_decref(task);
        task = NULL;
    }
    json_decref(done);
    w->task = number;
    return task;
}

/* -- The whole ------------------------------------------------------------------------ */

static adrop_status serve(worker *w, ad_launch_task *t)
{
    adrop_status status = ADROP_OK;

    w->heard = ad_clock();
    while (!status) {
        look_at_head(w);
        if (w->is_ended)
            return ADROP_OK;
        if (is_stopped(w))
            return ad_fail(w->ctx, ADROP_EINTR, "stopped");
        if (ad_clock() - w->heard > AD_LAUNCH_SILENCE)
            return ad_fail(w->ctx, ADROP_ENETWORK,
                           "nobody hands out work in '%s' any more: the program that began it was "
                           "not heard of for %d minutes",
                           w->folder, AD_LAUNCH_SILENCE / 60);
        if (has_head(w) && !w->is_greeted)
            status = greet(w);
        json_t *task = has_head(w) && !status ? next_task(w) : NULL;
        if (task)
            status = work_off(w, task, t);
        else
            pause_a_little();
        json_decref(task);
    }
    return status;
}

adrop_status adrop_worker_run(adrop_ctx *ctx, const char *folder, size_t number,
                              const char *session, int (*stop)(void *user), void *user)
{
    if (ad_check_given(ctx, "folder", folder))
        return ADROP_EINVAL;

    worker w = { .ctx = ctx, .number = number, .wanted = session, .stop = stop, .user = user };
    ad_launch_task *t;
    adrop_status status = AD_NEW(ctx, 1, "a task", &t);

    if (status)
        return status;
    snprintf(w.folder, sizeof w.folder, "%.1000s/launch", folder);
    status = serve(&w, t);
    adrop_data_free(w.data);
    json_decref(w.opened);
    ad_free(ctx, t);
    return status;
}
