/* Batch normalisation, with ReLU if asked (compute/norm.h).
 *
 * Running statistics as PyTorch keeps them: r = 0.9 r + 0.1 s, the variance without
 * bias. With several shards s is the average of the shards' statistics by rows. */
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

static unsigned traits(const ad_layer *l)
{
    (void)l;
    return AD_READS_X | AD_BACKWARD_IN_PLACE;
}

static adrop_status settle(adrop_ctx *ctx, ad_layer *l)
{
    static const char *const leaf[] = { "weight", "bias", "running_mean", "running_var" };
    adrop_status status = ADROP_OK;

    l->shape = l->in[0]->shape;
    for (size_t i = GAMMA; i <= RUNNING_VAR && !status; i++)
        status = ad_layer_param(ctx, l, leaf[i], i < RUNNING_MEAN ? ADROP_WEIGHTS : ADROP_BUFFERS,
                                (size_t[]){ l->shape.channels, 0 });
    l->n_stats = 1 + 2 * l->shape.channels; /* rows, means, variances */
    return status;
}

static void init(const ad_layer *l, size_t i, uint64_t seed, double *out)
{
    (void)seed;
    ad_init_constant(l->param[i].n, i == GAMMA || i == RUNNING_VAR, out);
}

static adrop_status plan(ad_planned_layer *p)
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

static void free_op(ad_planned_layer *p)
{
    ad_norm_free(p->op);
}

/* The batch's statistics, behind what the operation saves. */
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

/* This shard's statistics, weighted by its rows; the shards' are added for commit. */
static void put_stats(const ad_planned_layer *p, const ad_layer_call *c)
{
    const size_t channels = p->in[0].channels;
    const double rows = (double)p->rows;
    const double n = rows * (double)(p->in[0].height * p->in[0].width);
    const double unbias = n > 1 ? n / (n - 1) : 1;

    assert(c->stats && p->layer->n_stats == 1 + 2 * channels);
    c->stats[0] = rows;
    for (size_t i = 0; i < channels; i++) {
        c->stats[1 + i] = rows * real_at(p, mean_at(p, c), i);
        c->stats[1 + channels + i] = rows * unbias * real_at(p, var_at(p, c), i);
    }
}

static adrop_status forward(ad_planned_layer *p, const ad_layer_call *c)
{
    const int train = c->where.phase == ADROP_TRAIN;
    const ad_norm_args a = { .x = c->x[0],
                             .gamma = ad_param_of(p, c, GAMMA),
                             .beta = ad_param_of(p, c, BETA),
                             .mean = train ? mean_at(p, c) : ad_buffer_of(p, c, RUNNING_MEAN),
                             .var = train ? var_at(p, c) : ad_buffer_of(p, c, RUNNING_VAR),
                             .y = c->y,
                             .saved = c->saved,
                             .scratch = c->scratch };

    if (!train)
        return ad_norm_eval(p->op, &a);
    const adrop_status status = ad_norm_train(p->op, &a);
    if (!status)
        put_stats(p, c);
    return status;
}

static adrop_status backward(ad_planned_layer *p, const ad_layer_call *c)
{
    const ad_norm_args a = { .x = c->x[0],
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

    return ad_norm_backward(p->op, &a);
}

static void commit(ad_planned_layer *p, const ad_layer_call *c)
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
                                      .traits = traits,
                                      .settle = settle,
                                      .plan = plan,
                                      .free_op = free_op,
                                      .init = init,
                                      .forward = forward,
                                      .backward = backward,
                                      .commit = commit };
