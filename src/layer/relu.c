/* ReLU by itself: y = max(x, 0), in place where nobody else reads x. */
#include "compute/activation.h"
#include "layer/layer.h"

static unsigned traits(const ad_layer *l)
{
    (void)l;
    return AD_READS_Y | AD_FORWARD_IN_PLACE | AD_BACKWARD_IN_PLACE;
}

static adrop_status settle(adrop_ctx *ctx, ad_layer *l)
{
    (void)ctx;
    l->shape = l->in[0]->shape;
    return ADROP_OK;
}

static adrop_status plan(ad_planned_layer *p)
{
    ad_activation *op;
    adrop_status status = ad_activation_create(p->engine, ad_activation_find("relu"), &p->in[0],
                                               &op);

    if (status)
        return status;
    p->out = p->in[0];
    p->op = op;
    return ADROP_OK;
}

static void free_op(ad_planned_layer *p)
{
    ad_activation_free(p->op);
}

static adrop_status forward(ad_planned_layer *p, const ad_layer_call *c)
{
    ad_activation_forward(p->op, c->x[0], c->y);
    return ADROP_OK;
}

static adrop_status backward(ad_planned_layer *p, const ad_layer_call *c)
{
    if (c->dx[0])
        ad_activation_backward(p->op, c->x[0], c->y, c->dy, c->dx[0]);
    return ADROP_OK;
}

const ad_layer_type ad_layer_relu = { .name = "relu",
                                      .traits = traits,
                                      .settle = settle,
                                      .plan = plan,
                                      .free_op = free_op,
                                      .forward = forward,
                                      .backward = backward };
