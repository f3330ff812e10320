/* Dropout between two layers, with any technique, on vectors or plain maps. */
#include "layer/dropout_impl.h"

static unsigned dropout_traits(const ad_layer *l)
{
    (void)l;
    return AD_READS_X | AD_BACKWARD_IN_PLACE;
}

static adrop_status dropout_settle(adrop_ctx *ctx, ad_layer *l)
{
    l->shape = l->in[0]->shape;
    return ad_dropout_layer_settle(ctx, l);
}

static adrop_status dropout_plan(ad_planned_layer *p)
{
    const ad_dropout_settings *s = p->layer->settings;

    for (size_t i = 0; i < p->layer->n_in; i++) {
        p->in[i].format = AD_PLAIN;
        p->in[i].dtype = p->engine->real;
    }
    p->out = p->in[0];
    p->saved = s->drop->plan.saved_size;
    p->scratch = s->drop->plan.scratch_size;
    return ADROP_OK;
}

static void dropout_start(ad_planned_layer *p, const ad_layer_call *c)
{
    ad_dropout_init(ad_dropout_layer_bind(p, c, 0), c->where.seed);
}

static void dropout_bind(ad_planned_layer *p, const ad_layer_call *c)
{
    ad_dropout_layer_bind(p, c, 0);
}

/* The technique's call with the following dense layer's weights, for penalties on them. */
static ad_call dropout_call_of(ad_planned_layer *p, const ad_layer_call *c)
{
    const ad_dropout_settings *s = p->layer->settings;
    ad_call call = ad_dropout_layer_call(p, c);

    if (s->next) {
        call.weight = ad_tensor_in(p->engine, s->next, c->blocks.params, 0);
        call.bias = ad_tensor_in(p->engine, s->next, c->blocks.params, 1);
        call.dweight = ad_tensor_in(p->engine, s->next, c->blocks.grads, 0);
        call.dbias = ad_tensor_in(p->engine, s->next, c->blocks.grads, 1);
    }
    return call;
}

static adrop_status dropout_forward(ad_planned_layer *p, const ad_layer_call *c)
{
    ad_call call = ad_dropout_layer_call(p, c);

    return ad_dropout_forward(ad_dropout_layer_bind(p, c, 0), c->shard, &call);
}

static adrop_status dropout_backward(ad_planned_layer *p, const ad_layer_call *c)
{
    ad_call call = ad_dropout_layer_call(p, c);

    ad_dropout_layer_clear(p, c, 0);
    return ad_dropout_backward(ad_dropout_layer_bind(p, c, 0), c->shard, &call);
}

static double dropout_finish(ad_planned_layer *p, const ad_layer_call *c)
{
    ad_call call = dropout_call_of(p, c);

    return ad_dropout_penalty(ad_dropout_layer_bind(p, c, 0), &call);
}

static void dropout_commit(ad_planned_layer *p, const ad_layer_call *c)
{
    ad_dropout *d = ad_dropout_layer_bind(p, c, 0);

    ad_dropout_commit(d);
    ad_dropout_constrain(d);
}

const ad_layer_type ad_layer_dropout = { .name = "dropout",
                                         .inputs = { 1, 2 },
                                         .settings_size = sizeof(ad_dropout_settings),
                                         .options = ad_dropout_options,
                                         .traits = dropout_traits,
                                         .settle = dropout_settle,
                                         .plan = dropout_plan,
                                         .free_settings = ad_dropout_layer_free,
                                         .technique = ad_dropout_layer_technique,
                                         .start = dropout_start,
                                         .bind = dropout_bind,
                                         .forward = dropout_forward,
                                         .backward = dropout_backward,
                                         .finish = dropout_finish,
                                         .commit = dropout_commit };
