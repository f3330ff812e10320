/* The training loop (adrop/train.h).
 *
 * A run is a sequence of steps; where it stands between two of them is an ad_standing,
 * which a checkpoint keeps. Order, augmentation and noise are functions of the seed,
 * the epoch, the step and row numbers, so nothing else has to be remembered. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/context.h"
#include "base/file.h"
#include "train/metrics.h"
#include "train/session.h"

static adrop_status save(ad_session *r)
{
    return r->has_folder ? ad_checkpoint_write(&r->folder, r->model, &r->at) : ADROP_OK;
}

static adrop_status diverged(ad_session *r, const adrop_batch *b)
{
    const ad_layer *bad = ad_model_first_bad(r->model, b);

    return ad_fail(
        r->ctx, ADROP_ENUMERIC,
        "the loss is not finite at step %zu (epoch %zu)%s%s%s: lower --lr, give --clip, or "
        "--precision f32; the last checkpoint is kept",
        r->at.step + 1, r->at.epoch + 1, bad ? ", first in layer '" : "", bad ? bad->name : "",
        bad ? "'" : "");
}

static adrop_status train_step(ad_session *r, const adrop_data_batch *rows)
{
    adrop_batch b = adrop_batch_train((uint32_t)r->at.step, rows->n, rows->x, rows->labels);
    const double position = (double)r->at.epoch +
                            (double)r->at.batch / (double)r->schedule.steps_per_epoch;
    const double factor = ad_schedule_factor(&r->schedule, position);
    const adrop_rates rates = { .size = sizeof rates,
                                .lr = factor * r->train.lr,
                                .weight_decay = r->train.weight_decay,
                                .dropout_lr = factor * r->train.dropout_lr,
                                .dropout_decay = r->train.dropout_decay,
                                .clip = r->train.clip };
    adrop_losses loss;

    b.targets = rows->targets;
    adrop_status status = adrop_model_gradients(r->model, &b, &loss);
    if (status)
        return status;
    if (!isfinite(loss.data + loss.extra))
        return diverged(r, &b);
    ad_score_add(&r->at.score, &r->info, rows, adrop_model_outputs(r->model), r->width, loss.data);
    r->at.extra += loss.extra * (double)rows->n;
    r->lr = rates.lr;
    status = adrop_model_step(r->model, &rates, NULL);
    if (!status) {
        r->at.step++;
        r->at.batch++;
        r->rate_rows += rows->n;
    }
    return status;
}

static void tell_progress(const ad_session *r)
{
    const double passed = ad_clock() - r->rate_start;
    const double rate = passed > 0 ? (double)r->rate_rows / passed : 0;
    const size_t left = (r->train.epochs - r->at.epoch) * r->info.n_train - r->at.score.n;
    const adrop_progress p = { .epoch = r->at.epoch + 1,
                               .epochs = r->train.epochs,
                               .step = r->at.batch,
                               .steps = r->schedule.steps_per_epoch,
                               .loss = ad_score_loss(&r->at.score),
                               .acc = ad_score_acc(&r->at.score, &r->info),
                               .images_per_second = rate,
                               .seconds_left = passed > 1 ? (double)left / rate : NAN };

    if (r->hooks->progress)
        r->hooks->progress(r->hooks->user, &p);
}

/* The rest of the epoch; *stopped if the caller wants to stop. */
static adrop_status train_epoch(ad_session *r, int *stopped)
{
    adrop_status status = adrop_batches_begin(r->steps, (uint32_t)r->at.epoch, r->at.batch);
    adrop_data_batch rows = { .n = 1 };

    while (!status && !*stopped) {
        const double start = ad_clock();
        status = adrop_batches_next(r->steps, &rows);
        if (status || !rows.n)
            break;
        status = train_step(r, &rows);
        r->at.epoch_seconds += ad_clock() - start;
        r->at.seconds += ad_clock() - start;
        if (status)
            break;
        tell_progress(r);
        if (r->train.save_steps && r->at.step % r->train.save_steps == 0)
            status = save(r);
        *stopped = r->hooks->stop && r->hooks->stop(r->hooks->user);
    }
    return status;
}

static adrop_status measure(ad_session *r, adrop_part part, ad_score *score)
{
    *score = (ad_score){ 0 };
    return r->parts[part] ? ad_measure(r->model, &r->info, r->parts[part], score) : ADROP_OK;
}

/* Is a better than b? b may be NaN: anything is. */
static int is_better(const ad_session *r, double a, double b)
{
    return isnan(b) ? !isnan(a) : r->info.classes ? a > b : a < b;
}

static double result_of(const ad_session *r, const ad_score *s)
{
    return r->info.classes ? ad_score_acc(s, &r->info) : ad_score_rmse(s, &r->info);
}

/* The epoch's line, into metrics.jsonl and to the caller. */
static adrop_status report(ad_session *r, adrop_epoch *e)
{
    char path[AD_PATH_SIZE], *line = ad_metrics_line(e, &r->info, r->model);
    adrop_status status = line ? ADROP_OK : ad_fail(r->ctx, ADROP_ENOMEM, "not enough memory");

    if (!status && r->has_folder) {
        const size_t n = strlen(line);
        line[n] = '\n'; /* in place of the zero, for the moment of writing */
        status = ad_file_append(r->ctx, ad_folder_file(&r->folder, "metrics.jsonl", path),
                                r->at.metrics_bytes, line, n + 1);
        line[n] = 0;
        if (!status)
            r->at.metrics_bytes += n + 1;
    }
    e->json = line;
    if (!status && r->hooks->epoch)
        r->hooks->epoch(r->hooks->user, e);
    free(line);
    return status;
}

static adrop_status end_epoch(ad_session *r)
{
    const double start = ad_clock();
    const ad_score *t = &r->at.score;
    ad_score val, test;
    adrop_status status = measure(r, ADROP_PART_VAL, &val);

    if (!status)
        status = measure(r, ADROP_PART_TEST, &test);
    if (status)
        return status;
    adrop_epoch e = { .epoch = r->at.epoch + 1,
                      .train_loss = ad_score_loss(t),
                      .extra_loss = t->n ? r->at.extra / (double)t->n : NAN,
                      .train_acc = ad_score_acc(t, &r->info),
                      .train_rmse = ad_score_rmse(t, &r->info),
                      .val_loss = ad_score_loss(&val),
                      .val_acc = ad_score_acc(&val, &r->info),
                      .val_rmse = ad_score_rmse(&val, &r->info),
                      .test_loss = ad_score_loss(&test),
                      .test_acc = ad_score_acc(&test, &r->info),
                      .test_top5 = ad_score_top5(&test, &r->info),
                      .test_rmse = ad_score_rmse(&test, &r->info),
                      .lr = r->lr,
                      .seconds = r->at.epoch_seconds,
                      .eval_seconds = ad_clock() - start };
    if (is_better(r, result_of(r, &test), r->at.best))
        r->at.best = result_of(r, &test);
    r->at.since_best++;
    if (is_better(r, result_of(r, &val), r->at.best_val)) {
        r->at.best_val = result_of(r, &val);
        r->at.since_best = 0;
    }
    status = report(r, &e);
    r->at.epoch++;
    r->at.batch = 0;
    r->at.score = (ad_score){ 0 };
    r->at.extra = r->at.epoch_seconds = 0;
    return status ? status : save(r);
}

static int is_over(const ad_session *r)
{
    return r->at.epoch >= r->train.epochs ||
           (r->train.patience && r->at.since_best >= r->train.patience);
}

static adrop_status finish(ad_session *r, adrop_train_result *result)
{
    char path[AD_PATH_SIZE];
    ad_score train, test;
    adrop_status status = measure(r, ADROP_PART_TRAIN, &train);

    if (!status)
        status = measure(r, ADROP_PART_TEST, &test);
    if (status)
        return status;
    result->test_acc = ad_score_acc(&test, &r->info);
    result->test_rmse = ad_score_rmse(&test, &r->info);
    result->best_test_acc = r->info.classes ? r->at.best : NAN;
    result->best_test_rmse = r->info.classes ? NAN : r->at.best;
    result->train_acc_mean = ad_score_acc(&train, &r->info);
    result->train_rmse_mean = ad_score_rmse(&train, &r->info);
    if (!r->has_folder)
        return ADROP_OK;
    status = adrop_model_save(r->model, ad_folder_file(&r->folder, "model.safetensors", path));
    return status ? status : ad_folder_write(&r->folder, "done");
}

static adrop_status go(ad_session *r, adrop_train_result *result)
{
    adrop_status status = ADROP_OK;
    int stopped = 0;

    r->rate_start = ad_clock();
    while (!status && !stopped && !is_over(r)) {
        status = train_epoch(r, &stopped);
        if (!status && r->at.batch == r->schedule.steps_per_epoch)
            status = end_epoch(r);
        else if (!status && stopped)
            status = save(r);
    }
    result->epochs = r->at.epoch;
    result->seconds = r->at.seconds;
    result->interrupted = stopped && !is_over(r);
    if (!status && !result->interrupted)
        return finish(r, result);
    if (r->has_folder && r->folder.record) { /* the first failure is the one to tell of */
        char message[AD_MESSAGE_SIZE];
        snprintf(message, sizeof message, "%s", adrop_ctx_message(r->ctx));
        const adrop_status written = ad_folder_write(&r->folder, status ? "failed" : "interrupted");
        if (status)
            ad_fail(r->ctx, status, "%s", message);
        else
            status = written;
    }
    return status;
}

adrop_status adrop_train(adrop_ctx *ctx, const adrop_data_opts *data_opts,
                         const adrop_train_opts *train, const adrop_train_hooks *hooks,
                         adrop_train_result *result)
{
    static const adrop_train_hooks none = { 0 };
    adrop_data_opts data = *data_opts;
    ad_session r = { .ctx = ctx,
                     .hooks = hooks ? hooks : &none,
                     .train = *train,
                     .at = { .best = NAN, .best_val = NAN },
                     .lr = NAN };
    adrop_status status;

    *result = (adrop_train_result){ .test_acc = NAN,
                                    .best_test_acc = NAN,
                                    .test_rmse = NAN,
                                    .best_test_rmse = NAN,
                                    .train_acc_mean = NAN,
                                    .train_rmse_mean = NAN };
    if (train->size != sizeof *train)
        return ad_fail(ctx, ADROP_EINVAL,
                       "training options need their size set: start from "
                       "adrop_train_opts_default()");
    data.seed = train->seed;
    status = ad_session_open(&r, &data, result);
    if (!status && r.hooks->started)
        r.hooks->started(r.hooks->user, r.model, r.data);
    if (!status)
        status = go(&r, result);
    ad_session_close(&r);
    return status;
}
