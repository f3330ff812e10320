/* Dropout between two layers, any technique, on vectors or plain maps. */
#include "layer/dropping.h"

static unsigned traits(const ad_layer *l)
{
    (void)l;
    return AD_READS_X | AD_BACKWARD_IN_PLACE;
}

static adrop_status settle(adrop_ctx *ctx, ad_layer *l)
{
    l->shape = l->in[0]->shape;
    return ad_dropping_settle(ctx, l);
}

static adrop_status plan(ad_part *p)
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

static void start(ad_part *p, const ad_flow *f)
{
    ad_dropout_init(ad_dropping_bind(p, f, 0), f->seed);
}

/* The following dense layer's weights, for penalties on them. */
static ad_arrays arrays(ad_part *p, const ad_flow *f)
{
    const ad_dropout_settings *s = p->layer->settings;
    ad_arrays a = ad_dropping_arrays(p, f);

    if (s->next) {
        const ad_part next = { .layer = s->next, .engine = p->engine };
        a.weight = ad_flow_at(&next, f->params, 0);
        a.bias = ad_flow_at(&next, f->params, 1);
        a.dweight = ad_flow_at(&next, f->grads, 0);
        a.dbias = ad_flow_at(&next, f->grads, 1);
    }
    return a;
}

static adrop_status forward(ad_part *p, const ad_flow *f)
{
    const ad_arrays a = ad_dropping_arrays(p, f);

    return ad_dropout_forward(ad_dropping_bind(p, f, 0), f->shard, &a);
}

static adrop_status backward(ad_part *p, const ad_flow *f)
{
    const ad_arrays a = ad_dropping_arrays(p, f);

    ad_dropping_clear(p, f, 0);
    return ad_dropout_backward(ad_dropping_bind(p, f, 0), f->shard, &a);
}

static double finish(ad_part *p, const ad_flow *f)
{
    const ad_arrays a = arrays(p, f);

    return ad_dropout_penalty(ad_dropping_bind(p, f, 0), &a);
}

static void commit(ad_part *p, const ad_flow *f)
{
    ad_dropout *d = ad_dropping_bind(p, f, 0);

    ad_dropout_commit(d);
    ad_dropout_constrain(d);
}

const ad_layer_type ad_layer_dropout = { .name = "dropout",
                                         .settings_size = sizeof(ad_dropout_settings),
                                         .traits = traits,
                                         .settle = settle,
                                         .plan = plan,
                                         .free_settings = ad_dropping_free,
                                         .start = start,
                                         .forward = forward,
                                         .backward = backward,
                                         .finish = finish,
                                         .commit = commit };
