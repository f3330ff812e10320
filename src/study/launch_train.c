/* A pool job that stands for a worker (launch.h): it gives the worker a run, and waits. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/context.h"
#include "study/launch.h"

static void pause_a_little(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = (long)(AD_LAUNCH_POLL * 1e9) }, NULL);
}

/* Has the worker gone for good, and why? */
static int has_gone(adrop_launch *l, size_t worker, char why[AD_SLURM_TEXT])
{
    int gone = 0;

    pthread_mutex_lock(&l->guard);
    if (*l->slurm.job) {
        ad_slurm_look(&l->slurm);
        gone = ad_slurm_is_over(&l->slurm, worker);
        if (gone)
            snprintf(why, AD_SLURM_TEXT, "Slurm's job %s_%zu has ended: %s", l->slurm.job, worker,
                     l->slurm.state[worker]);
    }
    pthread_mutex_unlock(&l->guard);
    return gone;
}

int ad_launch_ready(adrop_launch *l, adrop_ctx *ctx, size_t worker, char why[AD_SLURM_TEXT])
{
    if (ad_launch_is_here(l, worker))
        return 1;
    if (has_gone(l, worker, why))
        return -1;
    json_t *file = ad_launch_read(ctx, l->folder, worker, "worker.json");
    const int there = ad_launch_is_of(file, l->session, 0);
    json_decref(file);
    return there;
}

static adrop_status give(adrop_launch *l, size_t worker, adrop_ctx *ctx, const ad_launch_task *task,
                         size_t number)
{
    ad_json b = { 0 };
    char path[AD_PATH_SIZE];
    json_t *file = ad_launch_task_write(&b, ctx, task);

    ad_json_put(&b, file, "session", json_string(l->session));
    ad_json_put(&b, file, "task", json_integer((json_int_t)number));
    adrop_status status = ad_json_end(&b, ctx, "a task", &file);
    if (!status)
        status = ad_json_replace(ctx, ad_launch_path(l->folder, worker, "task.json", path), file,
                                 JSON_INDENT(1));
    json_decref(file);
    return status;
}

/* Read the worker's progress, if it has advanced. */
static void follow(const adrop_launch *l, size_t worker, adrop_ctx *ctx, size_t number,
                   const adrop_train_hooks *hooks, size_t *last)
{
    json_t *file = ad_launch_read(ctx, l->folder, worker, "at.json");
    adrop_progress at = { 0 };

    if (ad_launch_is_of(file, l->session, number)) {
        at.epoch = (size_t)json_integer_value(json_object_get(file, "epoch"));
        at.epochs = (size_t)json_integer_value(json_object_get(file, "epochs"));
        at.step = (size_t)json_integer_value(json_object_get(file, "step"));
        at.steps = (size_t)json_integer_value(json_object_get(file, "steps"));
        at.loss = json_number_value(json_object_get(file, "loss"));
        at.acc = json_number_value(json_object_get(file, "acc"));
        at.images_per_second = json_number_value(json_object_get(file, "images_per_second"));
        at.seconds_left = json_number_value(json_object_get(file, "seconds_left"));
    }
    json_decref(file);
    const size_t now = at.epoch * (at.steps + 1) + at.step;
    if (at.epochs && at.steps && now != *last)
        hooks->progress(hooks->user, &at);
    *last = now;
}

/* Read the result of the task, if it has ended. */
static int is_done(const adrop_launch *l, size_t worker, adrop_ctx *ctx, size_t number,
                   adrop_train_result *result, adrop_status *status)
{
    json_t *file = ad_launch_read(ctx, l->folder, worker, "done.json");
    const int done = ad_launch_is_of(file, l->session, number);

    if (done) {
        const char *message = json_string_value(json_object_get(file, "message"));
        *status = (adrop_status)json_integer_value(json_object_get(file, "status"));
        ad_launch_result_read(json_object_get(file, "result"), result);
        if (*status)
            ad_fail(ctx, *status, "%s", message ? message : "it failed, and did not say why");
    }
    json_decref(file);
    return done;
}

adrop_status ad_launch_train(adrop_launch *l, size_t worker, adrop_ctx *ctx,
                             const ad_launch_task *task, const adrop_train_hooks *hooks,
                             adrop_train_result *result)
{
    char why[AD_SLURM_TEXT];
    size_t last = 0;
    adrop_status status;

    pthread_mutex_lock(&l->guard);
    const size_t number = ++l->tasks;
    pthread_mutex_unlock(&l->guard);
    if ((status = give(l, worker, ctx, task, number)))
        return status;
    for (;;) {
        const int gone = has_gone(l, worker, why); /* checked before the last look at its files */
        if (is_done(l, worker, ctx, number, result, &status))
            return status;
        if (gone)
            return ad_fail(
                ctx, ADROP_ENETWORK,
                "worker %zu has left the run (%s); its log is '%s/%zu/log', and the same "
                "command resumes it",
                worker, why, l->folder, worker);
        if (hooks->stop(hooks->user))
            return ad_fail(ctx, ADROP_EINTR, "stopped");
        follow(l, worker, ctx, number, hooks, &last);
        pause_a_little();
    }
}
