/* A dense layer whose product a technique computes itself: DropConnect draws a mask
 * per weight, variational dropout of type B noise per output. */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "layer/dropout_impl.h"
#include "layer/init.h"

enum { OWN = 2 }; /* weight and bias, before the technique's tensors */

static unsigned dropped_dense_traits(const ad_layer *l)
{
    (void)l;
    return AD_READS_X;
}

static adrop_status dropped_dense_settle(adrop_ctx *ctx, ad_layer *l)
{
    const ad_dropout_settings *s = l->settings;
    const size_t in = l->in[0]->shape.channels;

    if (!s->outputs)
        return ad_fail(ctx, ADROP_ESHAPE, "layer '%s' would have no units: raise the width",
                       l->name);
    l->shape = (ad_desc){ .channels = s->outputs, .height = 1, .width = 1 };
    l->macs = (double)in * (double)s->outputs;
    adrop_status status = ad_layer_param(ctx, l, "weight", ADROP_TENSOR_WEIGHTS,
                                         (size_t[]){ s->outputs, in, 0 });
    if (!status)
        status = ad_layer_param(ctx, l, "bias", ADROP_TENSOR_WEIGHTS, (size_t[]){ s->outputs, 0 });
    return status ? status : ad_dropout_layer_settle(ctx, l);
}

static void dropped_dense_init(const ad_layer *l, size_t i, uint64_t seed, double *out)
{
    if (i < OWN)
        ad_init_uniform(l, i, seed, l->in[0]->shape.channels, out);
    else
        ad_init_constant(l->param[i].n, 0, out);
}

static adrop_status dropped_dense_plan(ad_planned_layer *p)
{
    const ad_dropout_settings *s = p->layer->settings;

    for (size_t i = 0; i < p->layer->n_in; i++)
        p->in[i] = ad_vector_desc(p->engine, p->rows, p->in[i].channels);
    p->out = ad_vector_desc(p->engine, p->rows, s->outputs);
    p->saved = s->drop->plan.saved_size;
    /* room for dx, which is written even if it is not wanted */
    p->scratch = ad_round_up(s->drop->plan.scratch_size) + ad_desc_bytes(&p->in[0], 1);
    return ADROP_OK;
}

static void dropped_dense_start(ad_planned_layer *p, const ad_layer_call *c)
{
    ad_dropout_init(ad_dropout_layer_bind(p, c, OWN), c->where.seed);
}

static void dropped_dense_bind(ad_planned_layer *p, const ad_layer_call *c)
{
    ad_dropout_layer_bind(p, c, OWN);
}

static ad_call dropped_dense_call_of(ad_planned_layer *p, const ad_layer_call *c)
{
    const ad_dropout_settings *s = p->layer->settings;
    ad_call call = ad_dropout_layer_call(p, c);

    call.weight = ad_param_of(p, c, 0);
    call.bias = ad_param_of(p, c, 1);
    call.dweight = ad_grad_of(p, c, 0);
    call.dbias = ad_grad_of(p, c, 1);
    if (!c->dx[0])
        call.dx = (char *)c->scratch + ad_round_up(s->drop->plan.scratch_size);
    return call;
}

static adrop_status dropped_dense_forward(ad_planned_layer *p, const ad_layer_call *c)
{
    ad_call call = dropped_dense_call_of(p, c);

    return ad_dropout_forward(ad_dropout_layer_bind(p, c, OWN), c->shard, &call);
}

static adrop_status dropped_dense_backward(ad_planned_layer *p, const ad_layer_call *c)
{
    ad_call call = dropped_dense_call_of(p, c);
    const size_t size = ad_dtype_size(p->engine->real);

    ad_dropout_layer_clear(p, c, OWN);
    memset(call.dweight, 0, p->layer->param[0].n * size);
    memset(call.dbias, 0, p->layer->param[1].n * size);
    return ad_dropout_backward(ad_dropout_layer_bind(p, c, OWN), c->shard, &call);
}

static double dropped_dense_finish(ad_planned_layer *p, const ad_layer_call *c)
{
    ad_call call = dropped_dense_call_of(p, c);

    return ad_dropout_penalty(ad_dropout_layer_bind(p, c, OWN), &call);
}

static void dropped_dense_commit(ad_planned_layer *p, const ad_layer_call *c)
{
    ad_dropout *d = ad_dropout_layer_bind(p, c, OWN);

    ad_dropout_commit(d);
    ad_dropout_constrain(d);
}

const ad_layer_type ad_layer_dropped_dense = { .name = "dropped_dense",
                                               .inputs = { 1, 2 },
                                               .settings_size = sizeof(ad_dropout_settings),
                                               .options = ad_dropout_options,
                                               .traits = dropped_dense_traits,
                                               .settle = dropped_dense_settle,
                                               .plan = dropped_dense_plan,
                                               .free_settings = ad_dropout_layer_free,
                                               .technique = ad_dropout_layer_technique,
                                               .init = dropped_dense_init,
                                               .start = dropped_dense_start,
                                               .bind = dropped_dense_bind,
                                               .forward = dropped_dense_forward,
                                               .backward = dropped_dense_backward,
                                               .finish = dropped_dense_finish,
                                               .commit = dropped_dense_commit };
