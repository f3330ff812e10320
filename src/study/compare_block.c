/* Blocks of training steps, and the estimate of a plan's duration from them. One trainer per cell
 * times a few steps; the rest is arithmetic on the work that is left. */
#include <stdio.h>

#include "base/option_check.h"
#include "study/compare_impl.h"
#include "study/steps.h"
#include "train/settings.h"

enum { PROBE_STEPS = 3 };

/* -- A block of steps ------------------------------------------------------------ */

adrop_status ad_compare_block(adrop_compare *c, adrop_ctx *ctx, const ad_cell *cell,
                              adrop_data *data, size_t steps, double *seconds)
{
    adrop_train_opts t = c->study.train;
    adrop_data_info info;

    adrop_data_describe(data, &info);
    t.model = c->groups[cell->group].model;
    t.dropout = *cell->dropout ? cell->dropout : cell->asked;
    t.seed = c->opts.seed;
    ad_train_resolve(&info, &t);
    return ad_steps_time(ctx, data, &t, steps, seconds);
}

/* -- The estimate -------------------------------------------------------------------- */

/* Seconds that the unfinished runs of a cell need, at `step` seconds per step. Testing only runs
 * forward, which costs a third of a training step. */
static double seconds_left(const adrop_compare *c, size_t cell, double step)
{
    const ad_group *g = &c->groups[c->cells[cell].group];
    const double test = (double)g->n_test / (3 * (double)g->batch);
    double seconds = 0;

    for (size_t i = 0; i < c->n_runs; i++) {
        const ad_training *r = &c->runs[i];
        const size_t epochs = r->kind == AD_COMPARE_CHOICE && c->opts.choose_epochs
                                  ? c->opts.choose_epochs
                                  : g->epochs;
        const size_t every = c->study.train.eval_every,
                     tests = every ? 1 + (epochs - 1) / every : 1;
        if (r->subject == cell && r->state != ADROP_RUN_DONE)
            seconds += ((double)epochs * (double)g->steps + (double)tests * test) * step;
    }
    return seconds;
}

static adrop_status estimate_group(adrop_compare *c, adrop_ctx *ctx, const ad_group *g,
                                   double *seconds)
{
    adrop_data *data;
    adrop_status status = ad_compare_group_view(c, ctx, g, &data);

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
    if (ad_check_given(c->ctx, "seconds", seconds))
        return ADROP_EINVAL;

    adrop_ctx *ctx;
    adrop_status status = ad_study_context(&c->study, c->ctx->log, c->ctx->log_user, &ctx);

    *seconds = 0;
    for (size_t g = 0; g < c->n_groups && !status; g++)
        if ((status = estimate_group(c, ctx, &c->groups[g], seconds)))
            ad_fail(c->ctx, status, "%s", adrop_ctx_message(ctx));
    adrop_ctx_free(ctx);
    *seconds /= (double)c->opts.jobs;
    return status;
}
