/* Batch normalisation, with ReLU if asked (compute/norm.h).
 *
 * Running statistics as in PyTorch: r = 0.9 r + 0.1 s, with the unbiased variance.
 * With several shards s is the average of the shards' statistics, weighted by rows.
 *
 * Synchronised, all shards share the statistics of the batch. Forward sums over shards N_s,
 * N_s mean_s and N_s (var_s + mean_s^2) per channel, backward dbeta_s and dgamma_s. */
#include "layer/norm.h"

#include <assert.h>

#include "base/memory.h"
#include "compute/norm.h"
#include "layer/init.h"
#include "layer/layer.h"

static const double epsilon = 1e-5, momentum = 0.1;

enum { GAMMA, BETA, RUNNING_MEAN, RUNNING_VAR };

static const adrop_option options[] = { { .name = "relu",
                                          .kind = ADROP_OPT_FLAG,
                                          .offset = offsetof(ad_norm_settings, relu),
                                          .help = "ReLU after the norm" },
                                        { 0 } };

static unsigned norm_traits(const ad_layer *l)
{
    (void)l;
    return AD_READS_X | AD_BACKWARD_IN_PLACE;
}

static adrop_status norm_settle(adrop_ctx *ctx, ad_layer *l)
{
    static const char *const leaf[] = { "weight", "bias", "running_mean", "running_var" };
    adrop_status status = ADROP_OK;

    l->shape = l->in[0]->shape;
    for (size_t i = GAMMA; i <= RUNNING_VAR && !status; i++)
        status = ad_layer_param(ctx, l, leaf[i],
                                i < RUNNING_MEAN ? ADROP_TENSOR_WEIGHTS : ADROP_TENSOR_BUFFERS,
                                (size_t[]){ l->shape.channels, 0 });
    l->n_stats = 1 + 2 * l->shape.channels; /* rows, means, variances */
    return status;
}

static void norm_init(const ad_layer *l, size_t i, uint64_t seed, double *out)
{
    (void)seed;
    ad_init_constant(l->param[i].n, i == GAMMA || i == RUNNING_VAR, out);
}

static adrop_status norm_plan(ad_planned_layer *p)
{
    const ad_norm_settings *s = p->layer->settings;
    const ad_norm_spec spec = { p->in[0], epsilon, s->relu };
    ad_norm *op;
    adrop_status status = ad_norm_create(p->engine, &spec, &op);

    if (status)
        return status;
    p->out = p->in[0];
    p->op = op;
    p->scratch = ad_norm_scratch(op);
    p->saved = ad_round_up(ad_norm_saved(op)) +
               2 * ad_round_up(p->in[0].channels * ad_dtype_size(p->engine->real));
    return ADROP_OK;
}

static void norm_free_op(ad_planned_layer *p)
{
    ad_norm_free(p->op);
}

/* The batch's statistics, stored after what the operation saves. */
static void *mean_at(const ad_planned_layer *p, const ad_layer_call *c)
{
    return (char *)c->saved + ad_round_up(ad_norm_saved(p->op));
}

static void *var_at(const ad_planned_layer *p, const ad_layer_call *c)
{
    return (char *)mean_at(p, c) + ad_round_up(p->in[0].channels * ad_dtype_size(p->engine->real));
}

static double real_at(const ad_planned_layer *p, const void *a, size_t i)
{
    return p->engine->plain ? ((const double *)a)[i] : (double)((const float *)a)[i];
}

static void put_real(const ad_planned_layer *p, void *a, size_t i, double value)
{
    if (p->engine->plain)
        ((double *)a)[i] = value;
    else
        ((float *)a)[i] = (float)value;
}

/* Elements per channel in this shard. */
static double norm_count_of(const ad_planned_layer *p)
{
    return (double)p->rows * (double)(p->in[0].height * p->in[0].width);
}

/* Write the statistics that this shard used, of n elements, weighted by its rows; commit gets their
 * sum over the shards. */
static void put_stats(const ad_planned_layer *p, const ad_layer_call *c, double n)
{
    const size_t channels = p->in[0].channels;
    const double rows = (double)p->rows;
    const double unbias = n > 1 ? n / (n - 1) : 1;

    assert(c->stats && p->layer->n_stats == 1 + 2 * channels);
    c->stats[0] = rows;
    for (size_t i = 0; i < channels; i++) {
        c->stats[1 + i] = rows * real_at(p, mean_at(p, c), i);
        c->stats[1 + channels + i] = rows * unbias * real_at(p, var_at(p, c), i);
    }
}

static ad_norm_args forward_args(const ad_planned_layer *p, const ad_layer_call *c)
{
    const int train = c->where.phase == ADROP_PHASE_TRAIN;

    return (ad_norm_args){ .x = c->x[0],
                           .gamma = ad_param_of(p, c, GAMMA),
                           .beta = ad_param_of(p, c, BETA),
                           .mean = train ? mean_at(p, c) : ad_buffer_of(p, c, RUNNING_MEAN),
                           .var = train ? var_at(p, c) : ad_buffer_of(p, c, RUNNING_VAR),
                           .y = c->y,
                           .saved = c->saved,
                           .scratch = c->scratch };
}

static adrop_status norm_forward(ad_planned_layer *p, const ad_layer_call *c)
{
    const ad_norm_args a = forward_args(p, c);

    if (c->where.phase != ADROP_PHASE_TRAIN)
        return ad_norm_eval(p->op, &a);
    const adrop_status status = ad_norm_train(p->op, &a);
    if (!status)
        put_stats(p, c, norm_count_of(p));
    return status;
}

static ad_norm_args backward_args(const ad_planned_layer *p, const ad_layer_call *c)
{
    return (ad_norm_args){ .x = c->x[0],
                           .gamma = ad_param_of(p, c, GAMMA),
                           .beta = ad_param_of(p, c, BETA),
                           .mean = mean_at(p, c),
                           .var = var_at(p, c),
                           .saved = c->saved,
                           .dy = c->dy,
                           .dx = c->dx[0] ? c->dx[0] : c->dy,
                           .dgamma = ad_grad_of(p, c, GAMMA),
                           .dbeta = ad_grad_of(p, c, BETA),
                           .scratch = c->scratch };
}

static adrop_status norm_backward(ad_planned_layer *p, const ad_layer_call *c)
{
    const ad_norm_args a = backward_args(p, c);

    return ad_norm_backward(p->op, &a);
}

/* -- Synchronised --------------------------------------------------------------------- */

static size_t n_sums(const ad_layer *l)
{
    return 1 + 2 * l->shape.channels;
}

static adrop_status forward_sums(ad_planned_layer *p, const ad_layer_call *c, double *sums)
{
    const ad_norm_args a = forward_args(p, c);
    const size_t channels = p->in[0].channels;
    const adrop_status status = ad_norm_moments(p->op, &a);

    sums[0] = norm_count_of(p);
    for (size_t i = 0; i < channels && !status; i++) {
        const double mean = real_at(p, a.mean, i);
        sums[1 + i] = sums[0] * mean;
        sums[1 + channels + i] = sums[0] * (real_at(p, a.var, i) + mean * mean);
    }
    return status;
}

static adrop_status forward_rest(ad_planned_layer *p, const ad_layer_call *c, const double *sums)
{
    const ad_norm_args a = forward_args(p, c);
    const size_t channels = p->in[0].channels;

    for (size_t i = 0; i < channels; i++) {
        const double mean = sums[1 + i] / sums[0];
        const double var = sums[1 + channels + i] / sums[0] - mean * mean;
        put_real(p, a.mean, i, mean);
        put_real(p, a.var, i, var < 0 ? 0 : var); /* NaN stays NaN */
    }
    put_stats(p, c, sums[0]);
    return ad_norm_eval(p->op, &a);
}

static adrop_status backward_sums(ad_planned_layer *p, const ad_layer_call *c, double *sums)
{
    const ad_norm_args a = backward_args(p, c);
    const size_t channels = p->in[0].channels;
    const adrop_status status = ad_norm_sums(p->op, &a);

    sums[0] = norm_count_of(p);
    for (size_t i = 0; i < channels && !status; i++) {
        sums[1 + i] = real_at(p, a.dbeta, i);
        sums[1 + channels + i] = real_at(p, a.dgamma, i);
    }
    return status;
}

static adrop_status backward_rest(ad_planned_layer *p, const ad_layer_call *c, const double *sums)
{
    ad_norm_args a = backward_args(p, c);

    a.all = sums;
    return ad_norm_input(p->op, &a);
}

static const ad_layer_sync sync = { n_sums, forward_sums, forward_rest, backward_sums,
                                    backward_rest };

/* -- After the optimiser -------------------------------------------------------------- */

static void norm_commit(ad_planned_layer *p, const ad_layer_call *c)
{
    const size_t n = p->layer->n_stats - 1;
    const double rows = c->stats[0];

    for (size_t k = 0; k < n && rows > 0; k++) {
        const size_t channel = k % (n / 2);
        void *running = ad_buffer_of(p, c, k < n / 2 ? RUNNING_MEAN : RUNNING_VAR);
        const double old = real_at(p, running, channel);
        put_real(p, running, channel, (1 - momentum) * old + momentum * c->stats[1 + k] / rows);
    }
}

const ad_layer_type ad_layer_norm = { .name = "norm",
                                      .inputs = { 1, 1 },
                                      .settings_size = sizeof(ad_norm_settings),
                                      .options = options,
                                      .traits = norm_traits,
                                      .settle = norm_settle,
                                      .plan = norm_plan,
                                      .free_op = norm_free_op,
                                      .init = norm_init,
                                      .forward = norm_forward,
                                      .backward = norm_backward,
                                      .commit = norm_commit,
                                      .sync = &sync };
