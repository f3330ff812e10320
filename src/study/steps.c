/* Timing of training steps (steps.h): a trainer takes a few steps, and discards the results. */
#include "study/steps.h"

#include "base/clock.h"
#include "model/response.h"
#include "train/settings.h"
#include "trainer/trainer.h"

enum { WARM_UP = 2, MOST_EPOCHS = 1000000 };

static adrop_status open_trainer(adrop_ctx *ctx, const adrop_data *data,
                                 const adrop_train_opts *train, adrop_trainer **out)
{
    adrop_trainer_opts opts;
    adrop_data_info info;

    adrop_data_describe(data, &info);
    const adrop_model_opts model = ad_train_model_opts(&info, train);
    ad_train_trainer_opts(train, &opts);
    opts.epochs = MOST_EPOCHS;
    opts.schedule = 0;
    opts.lr_drop.n = 0;
    opts.patience = 0;
    opts.dropout_wait = 0, opts.dropout_horizon = 1;
    opts.lr *= 1e-3; /* small, because diverging steps take a different time */
    return adrop_trainer_create(ctx, data, &model, &opts, out);
}

static adrop_status do_steps(adrop_trainer *t, size_t n)
{
    adrop_status status = ADROP_OK;
    adrop_step step;

    for (size_t i = 0; i < n && !status; i++)
        status = adrop_trainer_step(t, &step);
    return status;
}

/* Round up to whole periods of dropout_every, so responses (model/response.h) count in full. */
static size_t steps_whole(const adrop_trainer *t, size_t steps)
{
    const size_t every = t->opts.dropout_every;

    return t->model->response && every ? (steps + every - 1) / every * every : steps;
}

adrop_status ad_steps_time(adrop_ctx *ctx, const adrop_data *data, const adrop_train_opts *train,
                           size_t steps, double *seconds)
{
    adrop_trainer *t;
    adrop_status status = open_trainer(ctx, data, train, &t);

    *seconds = 0;
    if (!status)
        status = do_steps(t, WARM_UP);
    const size_t n = status ? steps : steps_whole(t, steps);
    const double start = ad_clock();
    if (!status)
        status = do_steps(t, n);
    *seconds = (ad_clock() - start) * (double)steps / (double)n;
    adrop_trainer_free(t);
    return status;
}
