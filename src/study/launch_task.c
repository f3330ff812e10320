/* JSON for the run that a worker trains and for its result (launch.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/text.h"
#include "study/launch.h"
#include "train/plugin.h"
#include "train/record.h"

/* -- The run ------------------------------------------------------------------------- */

static json_t *rows_of(ad_json *b, adrop_ctx *ctx, const adrop_option *rows, const void *from)
{
    json_t *to = json_object();

    for (const adrop_option *row = rows; row->name; row++)
        ad_record_put_text(b, ctx, to, row->name, adrop_option_show(ctx, row, from));
    return to;
}

json_t *ad_launch_task_write(ad_json *b, adrop_ctx *ctx, const ad_launch_task *task)
{
    json_t *file = json_pack("{s:i, s:b, s:I, s:I, s:I, s:I}", "threads", adrop_ctx_threads(ctx),
                             "hold_out", task->hold_out, "folds", (json_int_t)task->folds, "fold",
                             (json_int_t)task->fold, "epochs", (json_int_t)task->epochs,
                             "data_seed", (json_int_t)task->data.seed);
    json_t *train = rows_of(b, ctx, adrop_train_options(), &task->train);

    if (task->train.command)
        ad_record_put_text(b, ctx, train, "command", task->train.command);
    ad_record_put_text(b, ctx, file, "name", task->data.data);
    if (task->data.data_dir)
        ad_record_put_text(b, ctx, file, "data_dir", task->data.data_dir);
    ad_json_put(b, file, "data", rows_of(b, ctx, adrop_data_options(), &task->data));
    ad_json_put(b, file, "train", train);
    ad_json_put(b, file, "plugins", ad_plugins_write(b, ctx));
    return file;
}

static adrop_status set_rows(adrop_ctx *ctx, const json_t *from, const adrop_option *rows, void *to,
                             size_t size)
{
    adrop_status status = ADROP_OK;

    for (const adrop_option *row = rows; row->name && !status; row++) {
        const char *value;
        if ((status = ad_record_text(ctx, from, row->name, &value)))
            return status;
        if (!value)
            return ad_fail(ctx, ADROP_EFORMAT,
                           "a task without '%s': head and workers are of different versions",
                           row->name);
        if (row->kind == ADROP_OPT_TEXTS || (row->kind == ADROP_OPT_LIST && !*value))
            continue; /* not in either table, or an empty list */
        status = adrop_option_set_sized(ctx, rows, to, size, row->name, value);
    }
    return status;
}

/* A whole number of a task; ADROP_EFORMAT unless it lies between least and most. */
static adrop_status launch_task_number_of(adrop_ctx *ctx, const json_t *file, const char *key,
                                          size_t least, size_t most, size_t *n)
{
    return ad_json_count(json_object_get(file, key), least, most, n)
               ? ADROP_OK
               : ad_fail(ctx, ADROP_EFORMAT, "a task whose `%s` is no number from %zu to %zu", key,
                         least, most);
}

adrop_status ad_launch_task_read(adrop_ctx *ctx, const json_t *file, ad_launch_task *t)
{
    size_t threads;
    adrop_status status;

    adrop_data_opts_init(&t->data);
    adrop_train_opts_init(&t->train);
    t->hold_out = json_is_true(json_object_get(file, "hold_out"));
    if ((status = launch_task_number_of(ctx, file, "threads", 1, AD_MOST_THREADS, &threads)) ||
        (status = launch_task_number_of(ctx, file, "folds", 0, 1000, &t->folds)) ||
        (status = launch_task_number_of(ctx, file, "fold", 0, 1000, &t->fold)) ||
        (status = launch_task_number_of(ctx, file, "epochs", 0, 1000000, &t->epochs)))
        return status;
    if ((status = ad_record_text(ctx, file, "name", &t->data.data)) ||
        (status = ad_record_text(ctx, file, "data_dir", &t->data.data_dir)))
        return status;
    if (!t->data.data)
        return ad_fail(ctx, ADROP_EFORMAT, "a task without data");
    t->data.seed = (uint64_t)json_integer_value(json_object_get(file, "data_seed"));
    ctx->threads = (int)threads;
    ctx->threads_given = 1;
    if ((status = set_rows(ctx, json_object_get(file, "data"), adrop_data_options(), &t->data,
                           sizeof t->data)) ||
        (status = set_rows(ctx, json_object_get(file, "train"), adrop_train_options(), &t->train,
                           sizeof t->train)))
        return status;
    return ad_plugins_check(ctx, json_object_get(file, "plugins"), t->train.dropout, NULL);
}

/* -- Training ------------------------------------------------------------------------ */

typedef struct {
    const adrop_train_hooks *hooks;
    size_t epochs;
    int reached;
} leash;

static void step_done(void *user, const adrop_progress *at)
{
    leash *l = user;

    l->reached = l->epochs &&
                 (at->epoch > l->epochs || (at->epoch == l->epochs && at->step == at->steps));
    l->hooks->progress(l->hooks->user, at);
}

static void started(void *user, const adrop_model *model, const adrop_data *data)
{
    const leash *l = user;

    if (l->hooks->started)
        l->hooks->started(l->hooks->user, model, data);
}

static void epoch_done(void *user, const adrop_epoch *e)
{
    const leash *l = user;

    if (l->hooks->epoch)
        l->hooks->epoch(l->hooks->user, e);
}

static int is_to_stop(void *user)
{
    const leash *l = user;

    return l->reached || l->hooks->stop(l->hooks->user);
}

adrop_status ad_launch_task_train(adrop_ctx *ctx, const ad_launch_task *task,
                                  const adrop_data *data, const adrop_train_hooks *hooks,
                                  adrop_train_result *result)
{
    leash l = { hooks, task->epochs, 0 };
    const adrop_train_hooks mine = { .size = sizeof mine,
                                     .user = &l,
                                     .started = started,
                                     .progress = step_done,
                                     .epoch = epoch_done,
                                     .stop = is_to_stop };
    const adrop_status status = adrop_train_on(ctx, data, &task->data, &task->train, &mine, result);

    return status == ADROP_EINTR && l.reached ? ADROP_OK : status;
}

/* -- Results ------------------------------------------------------------------------- */

#define REAL(name)                                                                                 \
  {                                                                                                \
#    name, offsetof(adrop_train_result, name)                                                      \
  }
static const struct {
    const char *name;
    size_t offset;
} reals[] = {
    REAL(test_acc),       REAL(best_test_acc),   REAL(test_rmse), REAL(best_test_rmse),
    REAL(train_acc_mean), REAL(train_rmse_mean), REAL(seconds),   REAL(val_acc),
    REAL(val_rmse),       REAL(last_acc),        REAL(last_rmse), REAL(test_micro_f1),
    REAL(test_macro_f1),
};

json_t *ad_launch_result_write(const adrop_train_result *r)
{
    json_t *to = json_pack("{s:I, s:i, s:i, s:I, s:i}", "epochs", (json_int_t)r->epochs, "resumed",
                           r->resumed, "task", (int)r->task, "best_epoch",
                           (json_int_t)r->best_epoch, "stopped_early", r->stopped_early);
    ad_json b = { 0 };

    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        ad_json_put(
            &b, to, reals[i].name,
            ad_json_real(*(const double *)(const void *)((const char *)r + reals[i].offset)));
    if (b.failed) {
        json_decref(to);
        to = NULL;
    }
    return to;
}

/* A whole number up to most; 0 if it is not one. */
static size_t launch_task_whole(const json_t *from, const char *name, size_t most)
{
    size_t n;

    return ad_json_count(json_object_get(from, name), 0, most, &n) ? n : 0;
}

void ad_launch_result_read(const json_t *from, adrop_train_result *r)
{
    r->epochs = launch_task_whole(from, "epochs", 1000000);
    r->resumed = (int)launch_task_whole(from, "resumed", 1);
    r->task = (adrop_task)launch_task_whole(from, "task", ADROP_REGRESSION);
    r->best_epoch = launch_task_whole(from, "best_epoch", 1000000);
    r->stopped_early = (int)launch_task_whole(from, "stopped_early", 1);
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
        const json_t *x = json_object_get(from, reals[i].name);
        *(double *)(void *)((char *)r + reals[i].offset) = json_is_number(x) ? json_number_value(x)
                                                                             : NAN;
    }
}
