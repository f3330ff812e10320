/* Estimate of a search's duration: a few timed steps per network and technique, and the planned
 * epochs. Promotions are not known yet, so means over trials are used. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/option_check.h"
#include "study/steps.h"
#include "study/tune_impl.h"
#include "train/settings.h"

enum { PROBE_STEPS = 3 };

/* Seconds per epoch of a trial: its training steps and its validation. */
static adrop_status time_trial(adrop_tune *t, adrop_ctx *ctx, size_t trial, double *seconds)
{
    ad_training r = { .subject = trial, .number = 1 };
    ad_launch_task task;
    adrop_data_info info;
    adrop_data *data = NULL;
    double block;
    adrop_status status = ad_study_settings(&t->study, ctx, &r, &task);

    if (!status)
        status = ad_study_view(&t->study, ctx, &task, &data);
    if (!status) {
        adrop_data_describe(data, &info);
        ad_train_resolve(&info, &task.train);
        status = ad_steps_time(ctx, data, &task.train, PROBE_STEPS, &block);
    }
    if (!status) /* forward only costs a third of a training step */
        *seconds = block / PROBE_STEPS *
                   ((double)((info.n_train + task.train.batch - 1) / task.train.batch) +
                    (double)info.n_val / (3 * (double)task.train.batch));
    adrop_data_free(data);
    return status;
}

/* seconds (trials): per epoch of each distinct trial; timed once per network. */
static adrop_status time_trials(adrop_tune *t, adrop_ctx *ctx, double *seconds)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < t->n_trials && !status; i++) {
        size_t k = 0;
        if (t->trials[i].same_as != i || t->trials[i].is_left_out)
            continue;
        while (k < i && (t->trials[k].network != t->trials[i].network || !(seconds[k] > 0)))
            k++;
        if (k < i)
            seconds[i] = seconds[k];
        else
            status = time_trial(t, ctx, i, &seconds[i]);
    }
    return status;
}

/* Seconds of a bracket's rungs with one job. */
static double time_bracket(const adrop_tune *t, const ad_bracket *b, const double *seconds)
{
    double mean = 0, sum = 0;
    size_t before = 0;

    for (size_t m = 0; m < b->n; m++)
        mean += seconds[b->member[m]] / (double)b->n;
    for (size_t rung = 0; rung < b->rungs; rung++) {
        const size_t until = ad_rung_epochs(t, b, rung);
        sum += mean * (double)(ad_rung_trials(t, b, rung) * (until - before));
        before = until;
    }
    return sum * (double)ad_tune_parts(t);
}

adrop_status adrop_tune_estimate(adrop_tune *t, double *seconds_left, double *seconds)
{
    if (ad_check_given(t->ctx, "seconds_left", seconds_left) ||
        ad_check_given(t->ctx, "seconds", seconds))
        return ADROP_EINVAL;

    const double all = (double)(t->shown.epochs_all + t->shown.epochs_final);
    const double rows = 1 + (double)t->shown.n_val / (double)t->shown.n_train;
    double *each = NULL, mean = 0;
    adrop_ctx *ctx;
    adrop_status status = ad_study_context(&t->study, t->ctx->log, t->ctx->log_user, &ctx);

    *seconds = *seconds_left = NAN;
    if (!status)
        status = AD_NEW(t->ctx, t->n_trials, "times", &each);
    if (!status && (status = time_trials(t, ctx, each)))
        ad_fail(t->ctx, status, "%s", adrop_ctx_message(ctx));
    if (!status) {
        double sum = 0;
        for (size_t i = 0; i < t->n_trials; i++)
            mean += each[i] / (double)t->n_distinct;
        for (size_t b = 0; b < t->n_brackets; b++)
            sum += time_bracket(t, &t->brackets[b], each);
        sum += mean * rows * (double)t->shown.epochs_final;
        *seconds = sum / (double)ad_study_jobs(&t->study);
        *seconds_left = *seconds * (1 - fmin(t->epochs_done / all, 1));
    }
    ad_free(t->ctx, each);
    adrop_ctx_free(ctx);
    return status;
}
