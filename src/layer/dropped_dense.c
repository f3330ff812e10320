/* A dense layer whose product a technique computes itself: DropConnect draws a mask
 * for every weight, variational dropout of type B noise for every output. */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "layer/dropping.h"
#include "layer/init.h"

enum { OWN = 2 }; /* weight and bias, before the technique's tensors */

static unsigned traits(const ad_layer *l)
{
    (void)l;
    return AD_READS_X;
}

static adrop_status settle(adrop_ctx *ctx, ad_layer *l)
{
    const ad_dropout_settings *s = l->settings;
    const size_t in = l->in[0]->shape.channels;

    l->shape = (ad_desc){ .channels = s->outputs, .height = 1, .width = 1 };
    l->macs = (double)in * (double)s->outputs;
    adrop_status status = ad_layer_param(ctx, l, "weight", AD_GROUP_WEIGHTS,
                                         (size_t[]){ s->outputs, in, 0 });
    if (!status)
        status = ad_layer_param(ctx, l, "bias", AD_GROUP_WEIGHTS, (size_t[]){ s->outputs, 0 });
    return status ? status : ad_dropping_settle(ctx, l);
}

static void init(const ad_layer *l, size_t i, uint64_t seed, double *out)
{
    if (i < OWN)
        ad_init_uniform(l, i, seed, l->in[0]->shape.channels, out);
    else
        ad_init_constant(l->param[i].n, 0, out);
}

static adrop_status plan(ad_part *p)
{
    const ad_dropout_settings *s = p->layer->settings;

    for (size_t i = 0; i < p->layer->n_in; i++)
        p->in[i] = ad_vector_desc(p->engine, p->rows, p->in[i].channels);
    p->out = ad_vector_desc(p->engine, p->rows, s->outputs);
    p->saved = s->drop->plan.saved_size;
    /* dx, where nobody asked for it, has to go somewhere. */
    p->scratch = ad_round_up(s->drop->plan.scratch_size) + ad_desc_bytes(&p->in[0], 1);
    return ADROP_OK;
}

static void start(ad_part *p, const ad_flow *f)
{
    ad_dropout_init(ad_dropping_bind(p, f, OWN), f->seed);
}

static ad_arrays arrays(ad_part *p, const ad_flow *f)
{
    const ad_dropout_settings *s = p->layer->settings;
    ad_arrays a = ad_dropping_arrays(p, f);

    a.weight = ad_flow_at(p, f->params, 0);
    a.bias = ad_flow_at(p, f->params, 1);
    a.dweight = ad_flow_at(p, f->grads, 0);
    a.dbias = ad_flow_at(p, f->grads, 1);
    if (!f->dx[0])
        a.dx = (char *)f->scratch + ad_round_up(s->drop->plan.scratch_size);
    return a;
}

static adrop_status forward(ad_part *p, const ad_flow *f)
{
    const ad_arrays a = arrays(p, f);

    return ad_dropout_forward(ad_dropping_bind(p, f, OWN), f->shard, &a);
}

static adrop_status backward(ad_part *p, const ad_flow *f)
{
    const ad_arrays a = arrays(p, f);
    const size_t size = ad_dtype_size(p->engine->real);

    ad_dropping_clear(p, f, OWN);
    memset(a.dweight, 0, p->layer->param[0].n * size);
    memset(a.dbias, 0, p->layer->param[1].n * size);
    return ad_dropout_backward(ad_dropping_bind(p, f, OWN), f->shard, &a);
}

static double finish(ad_part *p, const ad_flow *f)
{
    const ad_arrays a = arrays(p, f);

    return ad_dropout_penalty(ad_dropping_bind(p, f, OWN), &a);
}

static void commit(ad_part *p, const ad_flow *f)
{
    ad_dropout *d = ad_dropping_bind(p, f, OWN);

    ad_dropout_commit(d);
    ad_dropout_constrain(d);
}

const ad_layer_type ad_layer_dropped_dense = { .name = "dropped_dense",
                                               .settings_size = sizeof(ad_dropout_settings),
                                               .traits = traits,
                                               .settle = settle,
                                               .plan = plan,
                                               .free_settings = ad_dropping_free,
                                               .init = init,
                                               .start = start,
                                               .forward = forward,
                                               .backward = backward,
                                               .finish = finish,
                                               .commit = commit };
