/* The sum of two branches: y = a + b; both get dy. */
#include <string.h>

#include "base/context.h"
#include "compute/pointwise.h"
#include "layer/layer.h"

static unsigned add_traits(const ad_layer *l)
{
    (void)l;
    return AD_FORWARD_IN_PLACE | AD_BACKWARD_IN_PLACE;
}

static adrop_status add_settle(adrop_ctx *ctx, ad_layer *l)
{
    if (!ad_desc_equal(&l->in[0]->shape, &l->in[1]->shape))
        return ad_fail(ctx, ADROP_ESHAPE, "layer '%s' adds two outputs of different shapes",
                       l->name);
    l->shape = l->in[0]->shape;
    return ADROP_OK;
}

static adrop_status add_plan(ad_planned_layer *p)
{
    ad_pointwise *op;
    adrop_status status = ad_pointwise_create(p->engine, &p->in[0], &op);

    if (status)
        return status;
    p->in[1] = p->out = p->in[0];
    p->op = op;
    p->scratch = ad_pointwise_scratch(op);
    return ADROP_OK;
}

static void add_free_op(ad_planned_layer *p)
{
    ad_pointwise_free(p->op);
}

static adrop_status add_forward(ad_planned_layer *p, const ad_layer_call *c)
{
    return ad_add(p->op, c->x[0], c->x[1], c->y, c->scratch);
}

static adrop_status add_backward(ad_planned_layer *p, const ad_layer_call *c)
{
    for (size_t i = 0; i < 2; i++)
        if (c->dx[i] && c->dx[i] != c->dy)
            memcpy(c->dx[i], c->dy, ad_desc_bytes(&p->out, p->engine->block));
    return ADROP_OK;
}

const ad_layer_type ad_layer_add = { .name = "add",
                                     .inputs = { 2, 2 },
                                     .traits = add_traits,
                                     .settle = add_settle,
                                     .plan = add_plan,
                                     .free_op = add_free_op,
                                     .forward = add_forward,
                                     .backward = add_backward };
