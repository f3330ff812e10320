/* The training loop (adrop/train.h).
 *
 * A run is a sequence of steps; where it stands between two of them is an ad_standing,
 * which a checkpoint keeps. Order, augmentation and noise are functions of the seed,
 * the epoch, the step and row numbers, so nothing else has to be remembered. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/context.h"
#include "base/struct.h"
#include "train/epoch.h"

static adrop_status diverged(ad_session *r, const adrop_batch *b)
{
    const ad_layer *bad = ad_model_first_bad(r->model, b);

    return ad_fail(
        r->ctx, ADROP_ENUMERIC,
        "the loss is not finite at step %zu (epoch %zu)%s%s%s: lower --lr, give --clip, or "
        "--precision f32; %s",
        r->at.step + 1, r->at.epoch + 1, bad ? ", first in layer '" : "", bad ? bad->name : "",
        bad ? "'" : "",
        r->is_saved     ? "the last checkpoint is kept"
        : r->has_folder ? "there was no checkpoint yet"
                        : "nothing is kept, for the run has no folder");
}

static adrop_status train_step(ad_session *r, const adrop_data_batch *rows)
{
    adrop_batch b;
    const double factor = ad_session_factor(r, r->at.batch);
    const adrop_rates rates = { .size = sizeof rates,
                                .lr = factor * r->train.lr,
                                .weight_decay = r->train.weight_decay,
                                .dropout_lr = factor * r->train.dropout_lr,
                                .dropout_decay = r->train.dropout_decay,
                                .clip = r->train.clip };
    adrop_losses loss;

    adrop_batch_train(&b, (uint32_t)r->at.step, rows->n, rows->x, rows->labels);
    b.targets = rows->targets;
    adrop_status status = adrop_model_gradients(r->model, &b, &loss);
    if (status)
        return status;
    if (!isfinite(loss.data + loss.extra))
        return diverged(r, &b);
    ad_score_add(&r->at.score, &r->info, rows, adrop_model_outputs(r->model), r->width, loss.data);
    r->at.extra += loss.extra * (double)rows->n;
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

    if (r->hooks.progress)
        r->hooks.progress(r->hooks.user, &p);
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
            status = ad_session_save(r);
        *stopped = r->hooks.stop && r->hooks.stop(r->hooks.user);
    }
    return status;
}

static int is_over(const ad_session *r)
{
    return r->at.epoch >= r->train.epochs ||
           (r->train.patience && r->at.since_best >= r->train.patience);
}

/* What the epochs so far came to. */
static void take_results(const ad_session *r, adrop_train_result *result)
{
    result->epochs = r->at.epoch;
    result->seconds = r->at.seconds;
    *(r->info.classes ? &result->test_acc : &result->test_rmse) = r->at.last;
    *(r->info.classes ? &result->best_test_acc : &result->best_test_rmse) = r->at.best;
}

static adrop_status finish(ad_session *r, adrop_train_result *result)
{
    char path[AD_PATH_SIZE];
    ad_score train, test;
    adrop_status status = ad_session_measure(r, ADROP_PART_TRAIN, &train);

    if (!status)
        status = ad_session_measure(r, ADROP_PART_TEST, &test);
    if (status)
        return status;
    r->at.last = ad_epoch_result(r, &test);
    take_results(r, result);
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
            status = ad_epoch_end(r);
        else if (!status && stopped)
            status = ad_session_save(r);
    }
    take_results(r, result);
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

static adrop_status train(ad_session *r, const adrop_data_opts *data_opts,
                          const adrop_train_opts *train_opts, const adrop_train_hooks *hooks,
                          adrop_train_result *result)
{
    adrop_data_opts data;
    adrop_status status;

    adrop_data_opts_init(&data);
    adrop_train_opts_init(&r->train);
    if ((status = AD_STRUCT_READ(r->ctx, adrop_data_opts, &data, data_opts)) ||
        (status = AD_STRUCT_READ(r->ctx, adrop_train_opts, &r->train, train_opts)) ||
        (hooks && (status = AD_STRUCT_READ(r->ctx, adrop_train_hooks, &r->hooks, hooks))))
        return status;
    data.seed = r->train.seed;
    if ((status = ad_session_open(r, &data, result)))
        return status;
    if (r->hooks.started)
        r->hooks.started(r->hooks.user, r->model, r->data);
    return go(r, result);
}

adrop_status adrop_train_sized(adrop_ctx *ctx, const adrop_data_opts *data,
                               const adrop_train_opts *train_opts, const adrop_train_hooks *hooks,
                               adrop_train_result *result, size_t size)
{
    ad_session r = { .ctx = ctx, .at = { .best = NAN, .best_val = NAN, .last = NAN } };
    adrop_train_result mine = { .test_acc = NAN,
                                .best_test_acc = NAN,
                                .test_rmse = NAN,
                                .best_test_rmse = NAN,
                                .train_acc_mean = NAN,
                                .train_rmse_mean = NAN };
    const adrop_status status = train(&r, data, train_opts, hooks, &mine);

    ad_session_close(&r);
    ad_struct_write(result, size, &mine, sizeof mine);
    return status;
}
