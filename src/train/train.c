/* A run (adrop/train.h): a trainer with a run directory around it.
 *
 * The trainer computes; this file handles the line per epoch, the checkpoints, the results, and the
 * message when a run ends early. Opening it is in run.c. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "data/opening.h"
#include "train/job.h"
#include "train/metrics.h"
#include "train/run.h"
#include "train/settings.h"

/* Write the best weights first, because a checkpoint says which epoch was the best. */
static adrop_status train_save(ad_run *r)
{
    const adrop_status status = ad_best_flush(&r->best);

    return status ? status : ad_journal_save(&r->journal, r->trainer);
}

/* Write a checkpoint after a step, if one is due and the run has a folder. */
static adrop_status save_step(ad_run *r, size_t step)
{
    const size_t every = r->opts.save_steps;

    if (!r->has_folder || !((every && step % every == 0) || ad_journal_is_due(&r->journal, 0)))
        return ADROP_OK;
    return train_save(r);
}

/* The same after an epoch, or part of one; always after the last. */
static adrop_status save_epoch(ad_run *r, int is_last)
{
    if (!r->has_folder || !(is_last || ad_journal_is_due(&r->journal, 1)))
        return ADROP_OK;
    return train_save(r);
}

/* Send the epoch's line to metrics.jsonl and to the caller. */
static adrop_status report(ad_run *r, adrop_epoch *e)
{
    char *line;
    adrop_status status = ad_metrics_line(r->ctx, e, &r->info, r->trainer->model,
                                          r->trainer->strength.kind != AD_STRENGTH_CONSTANT, &line);

    if (!status && r->has_folder) {
        const size_t n = strlen(line);
        line[n] = '\n'; /* replaces the zero during the write */
        status = ad_journal_add(&r->journal, line, n + 1);
        line[n] = 0;
    }
    e->json = line;
    if (!status && r->hooks.epoch)
        r->hooks.epoch(r->hooks.user, e);
    ad_free(r->ctx, line);
    return status;
}

/* The loss is not finite: add to the message what is left of the run. */
static adrop_status diverged(ad_run *r)
{
    char message[AD_MESSAGE_SIZE];

    snprintf(message, sizeof message, "%s", adrop_ctx_message(r->ctx));
    return ad_fail(r->ctx, ADROP_ENUMERIC, "%s; %s", message,
                   r->journal.is_saved ? "the last checkpoint is kept"
                   : r->has_folder     ? "there was no checkpoint yet"
                                       : "nothing is kept, for the run has no folder");
}

/* Run the rest of an epoch; *stopped: the caller wants to stop. */
static adrop_status do_epoch(ad_run *r, int *stopped)
{
    adrop_trainer_info at;
    adrop_epoch e;
    adrop_step step;
    adrop_status status = ADROP_OK;

    adrop_trainer_describe(r->trainer, &at);
    for (size_t left = at.steps - at.batch; left && !status && !*stopped; left--) {
        status = adrop_trainer_step(r->trainer, &step);
        at.step++;
        if (status == ADROP_ENUMERIC)
            status = diverged(r);
        if (!status)
            status = save_step(r, at.step);
        *stopped = !status && ad_job_stops(r->ctx, r->hooks.stop && r->hooks.stop(r->hooks.user));
    }
    adrop_trainer_describe(r->trainer, &at);
    if (!status && at.batch == at.steps && !(status = adrop_trainer_epoch(r->trainer, &e)))
        status = report(r, &e);
    if (!status && at.batch == at.steps)
        status = ad_best_take(&r->best, r->trainer);
    return status ? status : save_epoch(r, *stopped || adrop_trainer_is_done(r->trainer));
}

/* The results of the epochs so far. */
static void take_results(const ad_run *r, adrop_train_result *result)
{
    adrop_trainer_info at;

    adrop_trainer_describe(r->trainer, &at);
    result->epochs = at.epoch;
    result->seconds = at.seconds;
    *(r->info.classes ? &result->test_acc : &result->test_rmse) = at.last;
    *(r->info.classes ? &result->best_test_acc : &result->best_test_rmse) = at.best;
    *(r->info.classes ? &result->last_acc : &result->last_rmse) = at.last;
    if (!r->has_folder || !at.epoch || isnan(at.best_val))
        return;
    result->best_epoch = at.epoch - at.since_best;
    *(r->info.classes ? &result->val_acc : &result->val_rmse) = at.best_val;
    result->stopped_early = at.epoch < r->opts.epochs && adrop_trainer_is_done(r->trainer);
}

/* Evaluate the model that is kept, without noise. */
static adrop_status evaluate_kept(ad_run *r, adrop_train_result *result)
{
    adrop_score train, test;
    adrop_status status = adrop_trainer_evaluate(r->trainer, ADROP_PART_TRAIN, &train);

    if (!status)
        status = adrop_trainer_evaluate(r->trainer, ADROP_PART_TEST, &test);
    if (status)
        return status;
    *(r->info.classes ? &result->test_acc : &result->test_rmse) = r->info.classes ? test.acc
                                                                                  : test.rmse;
    result->test_micro_f1 = test.micro_f1;
    result->test_macro_f1 = test.macro_f1;
    result->train_acc_mean = train.acc;
    result->train_rmse_mean = train.rmse;
    if (result->best_epoch) { /* chosen by validation rows, never by test rows */
        result->best_test_acc = result->test_acc;
        result->best_test_rmse = result->test_rmse;
    }
    return ADROP_OK;
}

/* Finish: write the weights, evaluate without noise, write the record. */
static adrop_status train_finish(ad_run *r, adrop_train_result *result)
{
    adrop_status status = ad_best_finish(&r->best, r->trainer);

    if (!status)
        status = ad_trainer_spread(r->trainer); /* only rank 0 has the best weights */
    if (!status)
        status = evaluate_kept(r, result);
    if (status || !r->has_folder)
        return status;
    if (!(status = ad_folder_write_done(&r->folder, result, r->journal.metrics_bytes)))
        ad_best_clean(&r->best);
    return status;
}

/* Record a run that ended early. Report the first failure. */
static adrop_status leave(ad_run *r, adrop_status status)
{
    char message[AD_MESSAGE_SIZE];

    if (!r->has_folder || !r->folder.record)
        return status;
    snprintf(message, sizeof message, "%s", adrop_ctx_message(r->ctx));
    const adrop_status written = ad_folder_write(&r->folder,
                                                 status == ADROP_EINTR ? "interrupted" : "failed");
    if (status == ADROP_EINTR && written)
        return written;
    return ad_fail(r->ctx, status, "%s", message);
}

static adrop_status go(ad_run *r, adrop_train_result *result)
{
    adrop_status status = ADROP_OK;
    int stopped = 0;

    while (!status && !stopped && !adrop_trainer_is_done(r->trainer))
        status = do_epoch(r, &stopped);
    take_results(r, result);
    result->interrupted = stopped && !adrop_trainer_is_done(r->trainer);
    if (!status && !result->interrupted)
        return train_finish(r, result);
    if (!status)
        status = ad_fail(
            r->ctx, ADROP_EINTR, "the run was stopped at step %zu: %s", r->trainer->state.step,
            r->has_folder ? "its checkpoint is kept" : "it has no folder to be kept in");
    return leave(r, status);
}

/* The whole run; r->data and r->data_opts are set. */
static adrop_status train_epochs(ad_run *r, adrop_train_result *result)
{
    adrop_status status = ad_run_open(r, result);

    if (!status && r->hooks.started)
        r->hooks.started(r->hooks.user, r->trainer->model, r->data);
    if (!status)
        status = go(r, result);
    ad_job_fail(r->ctx, status);
    ad_run_close(r);
    return status;
}

/* How the data were opened, in the form for the record. */
static adrop_status take_data_opts(adrop_ctx *ctx, const adrop_data_opts *given,
                                   adrop_data_opts *mine)
{
    const adrop_status status = ad_data_opts_read(ctx, given, mine);

    if (!status && mine->class_weights == ADROP_CLASSES_BALANCED &&
        !strcmp(mine->class_weight, "none"))
        mine->class_weight = "balanced";
    return status;
}

/* Copy the caller's options and hooks into structs of this library's size. */
static adrop_status take_opts(ad_run *r, const adrop_train_opts *opts,
                              const adrop_train_hooks *hooks)
{
    adrop_train_opts_init(&r->opts);
    const adrop_status status = AD_SETTINGS_READ(r->ctx, adrop_train_opts, adrop_train_options(),
                                                 &r->opts, opts);

    if (status || !hooks)
        return status;
    return AD_STRUCT_READ(r->ctx, adrop_train_hooks, &r->hooks, hooks);
}

static const adrop_train_result no_result = { .test_acc = NAN,
                                              .best_test_acc = NAN,
                                              .test_rmse = NAN,
                                              .best_test_rmse = NAN,
                                              .train_acc_mean = NAN,
                                              .train_rmse_mean = NAN,
                                              .val_acc = NAN,
                                              .val_rmse = NAN,
                                              .last_acc = NAN,
                                              .last_rmse = NAN,
                                              .test_micro_f1 = NAN,
                                              .test_macro_f1 = NAN };

adrop_status adrop_train_on_sized(adrop_ctx *ctx, const adrop_data *data,
                                  const adrop_data_opts *data_opts, const adrop_train_opts *opts,
                                  const adrop_train_hooks *hooks, adrop_train_result *result,
                                  size_t size)
{
    if (ad_check_given(ctx, "data", data))
        return ADROP_EINVAL;

    ad_run r = { .ctx = ctx, .data = data };
    adrop_train_result mine = no_result;
    adrop_data_opts read;
    adrop_status status = take_opts(&r, opts, hooks);

    if (!status && data_opts) {
        status = take_data_opts(ctx, data_opts, &read);
        r.data_opts = &read;
    }
    if (!status)
        status = train_epochs(&r, &mine);
    ad_struct_write(result, size, &mine, sizeof mine);
    return status;
}

adrop_status adrop_train_sized(adrop_ctx *ctx, const adrop_data_opts *data,
                               const adrop_train_opts *opts, const adrop_train_hooks *hooks,
                               adrop_train_result *result, size_t size)
{
    ad_run r = { .ctx = ctx };
    adrop_train_result mine = no_result;
    adrop_data *opened = NULL;
    adrop_data_opts data_opts;
    adrop_status status = take_opts(&r, opts, hooks);

    adrop_data_opts_init(&data_opts); /* also if the training options are refused */
    if (!status)
        status = take_data_opts(ctx, data, &data_opts);
    data_opts.seed = ad_train_data_seed(&r.opts);
    r.data_opts = &data_opts;
    if (!status)
        status = adrop_data_open(ctx, &data_opts, &opened);
    r.data = opened;
    if (!status)
        status = train_epochs(&r, &mine);
    adrop_data_free(opened);
    ad_struct_write(result, size, &mine, sizeof mine);
    return status;
}
