/* Blocks of training steps, and how long a plan will take by them. */
#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "experiment/compare_impl.h"
#include "train/settings.h"

enum { WARM_UP = 2, PROBE_STEPS = 3 };

adrop_status ad_compare_open(adrop_compare *c, adrop_ctx *ctx, const ad_group *g, adrop_data **data)
{
    adrop_data_opts opts = c->data;

    opts.data = g->data;
    opts.seed = c->how.seed;
    return adrop_data_open(ctx, &opts, data);
}

/* -- A block of steps ------------------------------------------------------------ */

typedef struct {
    adrop_model *model;
    adrop_batches *batches;
    uint32_t step, epoch;
    adrop_rates rates;
} trainer;

static adrop_status one_step(trainer *t)
{
    adrop_data_batch rows;
    adrop_losses loss;
    adrop_status status = adrop_batches_next(t->batches, &rows);

    if (!status && !rows.n) { /* on to the next epoch */
        status = adrop_batches_begin(t->batches, ++t->epoch, 0);
        if (!status)
            status = adrop_batches_next(t->batches, &rows);
    }
    if (status)
        return status;
    adrop_batch b;
    adrop_batch_train(&b, t->step++, rows.n, rows.x, rows.labels);
    b.targets = rows.targets;
    status = adrop_model_gradients(t->model, &b, &loss);
    return status ? status : adrop_model_step(t->model, &t->rates, NULL);
}

static adrop_status steps_of(trainer *t, size_t steps, double *seconds)
{
    adrop_status status = adrop_batches_begin(t->batches, 0, 0);

    for (size_t i = 0; i < WARM_UP && !status; i++)
        status = one_step(t);
    const double start = ad_clock();
    for (size_t i = 0; i < steps && !status; i++)
        status = one_step(t);
    *seconds = ad_clock() - start;
    return status;
}

adrop_status ad_compare_block(adrop_compare *c, adrop_ctx *ctx, const ad_cell *cell,
                              adrop_data *data, size_t steps, double *seconds)
{
    adrop_data_info info;
    adrop_data_describe(data, &info);
    adrop_train_opts t = c->train;
    adrop_batches_opts rows;
    adrop_batches_opts_init(&rows);
    char text[2 * ADROP_TEXT_SIZE];
    trainer work = { 0 };
    adrop_rates_init(&work.rates);

    snprintf(t.model, sizeof t.model, "%s", c->groups[cell->group].model);
    snprintf(t.dropout, sizeof t.dropout, "%s", *cell->dropout ? cell->dropout : cell->asked);
    t.seed = c->how.seed;
    ad_train_resolve(&info, &t);
    const adrop_model_opts o = ad_train_model_options(&info, &t);
    rows.rows = t.batch;
    rows.shuffle = 1;
    rows.augment = ad_train_augment(&t);
    rows.workers = t.workers;
    work.rates.lr = 1e-3 * t.lr; /* small: a step that diverges takes its time, too */
    adrop_status status = adrop_model_create(ctx, &o, &work.model);
    if (!status)
        status = adrop_model_optimizer(work.model, ad_train_optimizer(&t, text));
    if (!status)
        status = adrop_batches_create(ctx, data, &rows, &work.batches);
    if (!status)
        status = steps_of(&work, steps, seconds);
    adrop_batches_free(work.batches);
    adrop_model_free(work.model);
    return status;
}

/* -- The estimate -------------------------------------------------------------------- */

/* Seconds of the runs of a cell that are not done, at so many seconds a step. Testing
 * goes forward only, which is a third of the work of a step. */
static double seconds_left(const adrop_compare *c, size_t cell, double step)
{
    const ad_group *g = &c->groups[c->cells[cell].group];
    const double test = (double)g->n_test / (3 * (double)g->batch);
    double seconds = 0;

    for (size_t i = 0; i < c->n_runs; i++) {
        const ad_comparison_run *r = &c->runs[i];
        const size_t epochs = !r->number && c->how.choose_epochs ? c->how.choose_epochs : g->epochs;
        if (r->cell == cell && r->state != ADROP_RUN_DONE)
            seconds += (double)epochs * ((double)g->steps + test) * step;
    }
    return seconds;
}

static adrop_status estimate_group(adrop_compare *c, adrop_ctx *ctx, const ad_group *g,
                                   double *seconds)
{
    adrop_data *data;
    adrop_status status = ad_compare_open(c, ctx, g, &data);

    for (size_t i = 0; i < c->n_cells && !status; i++) {
        double block;
        if (!ad_compare_in(c, i, g) || seconds_left(c, i, 1) <= 0)
            continue;
        status = ad_compare_block(c, ctx, &c->cells[i], data, PROBE_STEPS, &block);
        if (!status)
            *seconds += seconds_left(c, i, block / PROBE_STEPS);
    }
    adrop_data_free(data);
    return status;
}

adrop_status adrop_compare_estimate(adrop_compare *c, double *seconds)
{
    adrop_ctx *ctx;
    adrop_status status = ad_compare_context(c, c->ctx->log, c->ctx->log_user, &ctx);

    *seconds = 0;
    for (size_t g = 0; g < c->n_groups && !status; g++)
        if ((status = estimate_group(c, ctx, &c->groups[g], seconds)))
            ad_fail(c->ctx, status, "%s", adrop_ctx_message(ctx));
    adrop_ctx_free(ctx);
    *seconds /= (double)c->how.jobs;
    return status;
}
