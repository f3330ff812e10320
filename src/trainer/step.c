/* The training step (adrop/trainer.h): the next batch, its loss and gradients, the optimiser.
 *
 * The only place where a network learns. An input, a loss or a gradient that is not finite ends the
 * step before the optimiser changes a weight, and the message names the row, the layer or the
 * tensor. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/context.h"
#include "base/struct.h"
#include "trainer/trainer.h"

static adrop_status diverged(adrop_trainer *t, const adrop_batch *b)
{
    const ad_layer *bad = ad_model_first_bad(t->model, b);
    adrop_model_info info;

    adrop_model_describe(t->model, &info);
    return ad_fail(t->ctx, ADROP_ENUMERIC,
                   "the loss is not finite at step %zu (epoch %zu)%s%s%s: lower `lr`%s",
                   t->state.step + 1, t->state.epoch + 1, bad ? ", first in layer '" : "",
                   bad ? bad->name : "", bad ? "'" : "",
                   strcmp(info.precision, "bf16") ? ", or give `clip`"
                                                  : ", give `clip`, or take `precision` f32");
}

/* The model has refused a batch: name the row of the data. */
static adrop_status not_finite(const adrop_trainer *t, const adrop_data_batch *rows)
{
    const size_t units = t->info.channels * t->info.height * t->info.width;

    for (size_t i = 0; rows->x && i < rows->n * units; i++)
        if (!isfinite(rows->x[i]))
            return ad_fail(t->ctx, ADROP_ENUMERIC,
                           "value %zu of row %u of '%s' is not finite: nothing was learned from "
                           "step %zu",
                           i % units, (unsigned)rows->rows[i / units], t->info.name,
                           t->state.step + 1);
    return ADROP_ENUMERIC; /* with the model's sentence */
}

/* The optimiser has refused the gradients: name the tensor. */
static adrop_status no_gradient(const adrop_trainer *t)
{
    const char *name = ad_model_bad_gradient(t->model);

    return ad_fail(t->ctx, ADROP_ENUMERIC,
                   "the gradient%s%s%s is not finite at step %zu (epoch %zu): lower `lr`",
                   name ? " of '" : "", name ? name : "", name ? "'" : "", t->state.step + 1,
                   t->state.epoch + 1);
}

double ad_trainer_factor(const adrop_trainer *t, size_t batch)
{
    const double part = (double)batch / (double)t->schedule.steps_per_epoch;

    return ad_schedule_factor(&t->schedule, (double)t->state.epoch + part);
}

adrop_status ad_trainer_strengthen(adrop_trainer *t, size_t step)
{
    if (t->strength.kind == AD_STRENGTH_CONSTANT)
        return ADROP_OK;
    return adrop_model_set_dropout_strength(
        t->model, ad_strength_at(&t->strength, step, t->schedule.steps_per_epoch, t->opts.epochs));
}

static adrop_rates rates_now(const adrop_trainer *t)
{
    const double factor = ad_trainer_factor(t, t->state.batch);
    adrop_rates r;

    adrop_rates_init(&r);
    r.lr = factor * t->opts.lr;
    r.weight_decay = t->opts.weight_decay;
    r.dropout_lr = factor * t->opts.dropout_lr;
    r.dropout_decay = t->opts.dropout_decay;
    r.clip = t->opts.clip;
    return r;
}

static adrop_status learn(adrop_trainer *t, const adrop_data_batch *rows, adrop_step *result)
{
    const adrop_rates rates = rates_now(t);
    adrop_data_batch other;
    adrop_losses loss;
    adrop_batch b;
    adrop_status status;

    adrop_batch_train(&b, (uint32_t)t->state.step, rows->n, rows->x, rows->labels);
    b.targets = rows->targets;
    b.sparse = rows->sparse;
    b.weights = rows->weights;
    if (t->opts.r_drop > 0)
        ad_pairs_fill(t, rows, &b);
    if ((status = ad_trainer_strengthen(t, t->state.step)))
        return status;
    if ((status = ad_trainer_respond(t, rows, rates.lr, &other)))
        return status == ADROP_ENUMERIC ? not_finite(t, &other) : status;
    if ((status = adrop_model_gradients(t->model, &b, &loss)))
        return status != ADROP_ENUMERIC           ? status
               : isfinite(loss.data + loss.extra) ? not_finite(t, rows)
                                                  : diverged(t, &b);
    if ((status = adrop_model_step(t->model, &rates, NULL)))
        return status == ADROP_ENUMERIC ? no_gradient(t) : status;
    const float *outputs = t->opts.r_drop > 0 ? ad_pairs_outputs(t, rows->n)
                                              : adrop_model_outputs(t->model);
    if ((status = ad_trainer_score_step(t, &b, rows, outputs, loss.data)))
        return status;
    t->state.extra += loss.extra * (double)rows->n;
    t->state.step++;
    t->state.batch++;
    t->rate_rows += rows->n;
    *result = (adrop_step){ .epoch = t->state.epoch + 1,
                            .step = t->state.batch,
                            .steps = t->schedule.steps_per_epoch,
                            .rows = rows->n,
                            .loss = loss.data,
                            .extra = loss.extra,
                            .lr = rates.lr,
                            .epoch_over = t->state.batch == t->schedule.steps_per_epoch };
    return ADROP_OK;
}

static void tell_progress(const adrop_trainer *t)
{
    const double passed = ad_clock() - t->rate_start;
    const double rate = passed > 0 ? (double)t->rate_rows / passed : 0;
    const size_t left = (t->opts.epochs - t->state.epoch) * t->info.n_train - t->state.score.n;
    const adrop_progress p = { .epoch = t->state.epoch + 1,
                               .epochs = t->opts.epochs,
                               .step = t->state.batch,
                               .steps = t->schedule.steps_per_epoch,
                               .loss = ad_score_loss(&t->state.score),
                               .acc = ad_score_acc(&t->state.score, &t->info),
                               .images_per_second = rate,
                               .seconds_left = passed > 1 ? (double)left / rate : NAN };

    if (t->hooks.progress)
        t->hooks.progress(t->hooks.user, &p);
}

adrop_status adrop_trainer_step_sized(adrop_trainer *t, adrop_step *step, size_t size)
{
    adrop_step result = { 0 };
    adrop_data_batch rows;
    adrop_status status = ADROP_OK;

    ad_struct_write(step, size, &result, sizeof result);
    if (t->state.batch == t->schedule.steps_per_epoch)
        ad_trainer_next_epoch(t);
    if (t->state.epoch >= t->opts.epochs)
        return ad_fail(t->ctx, ADROP_EINVAL, "all %zu epochs are done: give more epochs",
                       t->opts.epochs);
    ad_best_leave(t);
    const double start = ad_clock();
    if (!t->begun)
        status = adrop_batches_begin(t->steps, (uint32_t)t->state.epoch, t->state.batch);
    t->begun = !status;
    if (!status)
        status = adrop_batches_next(t->steps, &rows);
    if (!status)
        status = learn(t, &rows, &result);
    t->begun &= !status; /* after a failure the same batch is repeated */
    t->state.epoch_seconds += ad_clock() - start;
    t->state.seconds += ad_clock() - start;
    if (status)
        return status;
    ad_struct_write(step, size, &result, sizeof result);
    tell_progress(t);
    return ADROP_OK;
}
