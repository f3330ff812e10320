/* Joins the channels of several outputs (DenseNet). */
#include "base/context.h"
#include "compute/reorder.h"
#include "layer/layer.h"

static unsigned concat_traits(const ad_layer *l)
{
    (void)l;
    return 0;
}

static adrop_status concat_settle(adrop_ctx *ctx, ad_layer *l)
{
    l->shape = l->in[0]->shape;
    for (size_t i = 1; i < l->n_in; i++) {
        const ad_desc *s = &l->in[i]->shape;
        if (s->height != l->shape.height || s->width != l->shape.width)
            return ad_fail(ctx, ADROP_ESHAPE, "layer '%s' joins maps of different sizes", l->name);
        l->shape.channels += s->channels;
    }
    return ADROP_OK;
}

static adrop_status concat_plan(ad_planned_layer *p)
{
    const size_t n = p->layer->n_in;
    ad_format format = p->in[0].format;
    ad_concat *op;

    for (size_t i = 0; i < n; i++) /* partly filled blocks cannot be joined */
        if (format == AD_BLOCKED && p->in[i].channels % p->engine->block)
            format = AD_CHANNELS_LAST;
    for (size_t i = 0; i < n; i++) {
        p->in[i].format = format;
        p->in[i].dtype = p->in[0].dtype;
    }
    adrop_status status = ad_concat_create(p->engine, n, p->in, &op);
    if (status)
        return status;
    p->out = p->in[0];
    p->out.channels = p->layer->shape.channels;
    p->op = op;
    p->scratch = ad_concat_scratch(op);
    return ADROP_OK;
}

static void concat_free_op(ad_planned_layer *p)
{
    ad_concat_free(p->op);
}

static adrop_status concat_forward(ad_planned_layer *p, const ad_layer_call *c)
{
    return ad_concat_join(p->op, c->x, c->y, c->scratch);
}

static adrop_status concat_backward(ad_planned_layer *p, const ad_layer_call *c)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < p->layer->n_in && !status; i++)
        if (c->dx[i])
            status = ad_concat_part(p->op, i, c->dy, c->dx[i], c->scratch);
    return status;
}

const ad_layer_type ad_layer_concat = { .name = "concat",
                                        .inputs = { 1, AD_MAX_INPUTS },
                                        .traits = concat_traits,
                                        .settle = concat_settle,
                                        .plan = concat_plan,
                                        .free_op = concat_free_op,
                                        .forward = concat_forward,
                                        .backward = concat_backward };
