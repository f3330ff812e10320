/* The weights of the epoch with the best validation result (trainer.h), if the trainer keeps
 * them.
 *
 * During training they are a copy beside the model's weights. When training is done the two are
 * exchanged: the model has the best, and the copy the last epoch's, for training with more epochs,
 * which begins by exchanging them back. So a checkpoint from either moment resumes to the same
 * bits. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "trainer/trainer.h"

static size_t real_size(const adrop_trainer *t)
{
    return ad_dtype_size(t->model->engine->real);
}

adrop_status ad_best_create(adrop_trainer *t)
{
    const adrop_model *m = t->model;
    adrop_status status;

    if (!t->opts.keep_best)
        return ADROP_OK;
    status = AD_NEW_RAW(t->ctx, m->n_params, real_size(t), "the best weights", &t->best.params);
    if (!status)
        status = AD_NEW_RAW(t->ctx, m->n_buffers, real_size(t), "the best weights",
                            &t->best.buffers);
    if (!status)
        ad_best_keep(t);
    return status;
}

void ad_best_keep(adrop_trainer *t)
{
    const adrop_model *m = t->model;

    if (!t->best.params)
        return;
    memcpy(t->best.params, m->params, m->n_params * real_size(t));
    memcpy(t->best.buffers, m->buffers, m->n_buffers * real_size(t));
}

static void exchange(size_t n, char *a, char *b)
{
    for (size_t i = 0; i < n; i++) {
        const char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

static void turn(adrop_trainer *t)
{
    adrop_model *m = t->model;

    exchange(m->n_params * real_size(t), m->params, t->best.params);
    exchange(m->n_buffers * real_size(t), m->buffers, t->best.buffers);
    t->state.has_best = !t->state.has_best;
    ad_model_forget_zeros(m);
    m->in_flight.is_set = 0;
}

void ad_best_leave(adrop_trainer *t)
{
    if (t->state.has_best)
        turn(t);
}

adrop_status ad_best_settle(adrop_trainer *t)
{
    if (!t->best.params)
        return ADROP_OK;
    if (!adrop_trainer_is_done(t) || isnan(t->state.best_val)) {
        ad_best_leave(t);
        return ADROP_OK;
    }
    if (!t->state.has_best)
        turn(t);
    return ad_trainer_strengthen(
        t, (t->state.epoch - t->state.since_best) * t->schedule.steps_per_epoch - 1);
}

void ad_best_free(adrop_trainer *t)
{
    ad_free(t->ctx, t->best.params);
    ad_free(t->ctx, t->best.buffers);
}
