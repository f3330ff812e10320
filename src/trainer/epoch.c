/* Epochs (adrop/trainer.h): the remaining steps, the evaluation, and the results.
 *
 * An epoch ends with the validation and test rows in phase mean, unless eval_every skips it.
 * The best results and the patience of early stopping are tracked here. Patience counts epochs, and
 * is checked at evaluations. */
#include <math.h>

#include "base/clock.h"
#include "base/context.h"
#include "base/struct.h"
#include "trainer/trainer.h"

void ad_trainer_next_epoch(adrop_trainer *t)
{
    t->state.epoch++;
    t->state.batch = 0;
    t->state.score = (ad_score){ 0 };
    t->state.extra = t->state.epoch_seconds = 0;
    t->begun = 0;
}

/* Is there an evaluation after `epochs` epochs? */
static int is_evaluated(const adrop_trainer *t, size_t epochs)
{
    const size_t every = t->opts.eval_every;

    return epochs == t->opts.epochs || (every && epochs % every == 0);
}

adrop_status ad_trainer_score(adrop_trainer *t, adrop_part part, ad_score *score)
{
    *score = (ad_score){ 0 };
    return t->parts[part] ? ad_score_rows(t->model, &t->info, t->parts[part], score) : ADROP_OK;
}

adrop_status adrop_trainer_evaluate_sized(adrop_trainer *t, adrop_part part, adrop_score *score,
                                          size_t size)
{
    ad_score sums = { 0 };
    adrop_status status = (int)part < 0 || (int)part >= AD_PARTS
                              ? ad_fail(t->ctx, ADROP_EINVAL,
                                        "part is %d: 0 train, 1 validation, 2 test", (int)part)
                              : ad_trainer_score(t, part, &sums);

    const adrop_score shown = ad_score_shown(&sums, &t->info);
    ad_struct_write(score, size, &shown, sizeof shown);
    return status;
}

/* Evaluate, update the best results, and go on to the next epoch. */
static adrop_status evaluate(adrop_trainer *t, adrop_epoch *e)
{
    const double start = ad_clock();
    const ad_score *train = &t->state.score;
    const int evaluated = is_evaluated(t, t->state.epoch + 1);
    ad_score val = { 0 }, test = { 0 };
    adrop_status status = evaluated ? ad_trainer_score(t, ADROP_PART_VAL, &val) : ADROP_OK;

    if (!status && evaluated)
        status = ad_trainer_score(t, ADROP_PART_TEST, &test);
    if (status)
        return status;
    *e = (adrop_epoch){ .epoch = t->state.epoch + 1,
                        .train_loss = ad_score_loss(train),
                        .extra_loss = train->n ? t->state.extra / (double)train->n : NAN,
                        .train_acc = ad_score_acc(train, &t->info),
                        .train_rmse = ad_score_rmse(train, &t->info),
                        .val_loss = ad_score_loss(&val),
                        .val_acc = ad_score_acc(&val, &t->info),
                        .val_rmse = ad_score_rmse(&val, &t->info),
                        .test_loss = ad_score_loss(&test),
                        .test_acc = ad_score_acc(&test, &t->info),
                        .test_top5 = ad_score_top5(&test, &t->info),
                        .test_rmse = ad_score_rmse(&test, &t->info),
                        .lr = t->opts.lr * ad_trainer_factor(t, t->state.batch - 1), /* of the last
                                                                                        step */
                        .dropout_strength = adrop_model_dropout_strength(t->model),
                        .seconds = t->state.epoch_seconds,
                        .eval_seconds = ad_clock() - start,
                        .val_micro_f1 = ad_score_shown(&val, &t->info).micro_f1,
                        .val_macro_f1 = ad_score_shown(&val, &t->info).macro_f1,
                        .test_micro_f1 = ad_score_shown(&test, &t->info).micro_f1,
                        .test_macro_f1 = ad_score_shown(&test, &t->info).macro_f1 };
    if (evaluated)
        t->state.last = ad_score_result(&test, &t->info);
    if (evaluated && ad_score_is_better(&t->info, t->state.last, t->state.best))
        t->state.best = t->state.last;
    t->state.since_best++;
    if (evaluated &&
        ad_score_is_better(&t->info, ad_score_result(&val, &t->info), t->state.best_val)) {
        t->state.best_val = ad_score_result(&val, &t->info);
        t->state.since_best = 0;
        ad_best_keep(t);
    }
    ad_trainer_next_epoch(t);
    return ad_best_settle(t);
}

/* Run the rest of an epoch. *stopped: the hook `stop` said so, even if after the last step. */
static adrop_status finish_epoch(adrop_trainer *t, adrop_epoch *e, int *stopped)
{
    const size_t steps = t->schedule.steps_per_epoch;
    adrop_status status = ADROP_OK;
    adrop_step step;

    if (adrop_trainer_is_done(t) && t->state.batch < steps)
        return ad_fail(t->ctx, ADROP_EINVAL, "all epochs are done: give more epochs");
    while (!status && !*stopped && t->state.batch < steps) {
        status = adrop_trainer_step(t, &step);
        *stopped = !status && t->hooks.stop && t->hooks.stop(t->hooks.user);
    }
    if (status)
        return status;
    return t->state.batch < steps
               ? ad_fail(t->ctx, ADROP_EINTR, "training was stopped at step %zu", t->state.step)
               : evaluate(t, e);
}

adrop_status adrop_trainer_epoch_sized(adrop_trainer *t, adrop_epoch *epoch, size_t size)
{
    adrop_epoch e = { 0 };
    int stopped = 0;
    const adrop_status status = finish_epoch(t, &e, &stopped);

    ad_struct_write(epoch, size, &e, sizeof e);
    return status;
}

adrop_status adrop_trainer_run(adrop_trainer *t)
{
    adrop_status status = ADROP_OK;
    int stopped = 0;

    while (!status && !stopped && !adrop_trainer_is_done(t)) {
        adrop_epoch e = { 0 };
        status = finish_epoch(t, &e, &stopped);
        if (!status && t->hooks.epoch)
            t->hooks.epoch(t->hooks.user, &e);
    }
    if (!status && stopped && !adrop_trainer_is_done(t))
        status = ad_fail(t->ctx, ADROP_EINTR, "training was stopped after epoch %zu",
                         t->state.epoch);
    return status;
}

int adrop_trainer_is_done(const adrop_trainer *t)
{
    return t->state.epoch >= t->opts.epochs ||
           (t->opts.patience && t->state.since_best >= t->opts.patience && t->state.epoch &&
            is_evaluated(t, t->state.epoch));
}
