/* ReLU by itself: y = max(x, 0), in place where nobody else reads x. */
#include "compute/pointwise.h"
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
    ad_pointwise *op;
    adrop_status status = ad_pointwise_create(p->engine, &p->in[0], &op);

    if (status)
        return status;
    p->out = p->in[0];
    p->op = op;
    p->scratch = ad_pointwise_scratch(op);
    return ADROP_OK;
}

static void free_op(ad_planned_layer *p)
{
    ad_pointwise_free(p->op);
}

static adrop_status forward(ad_planned_layer *p, const ad_layer_call *c)
{
    return ad_relu_forward(p->op, c->x[0], c->y, c->scratch);
}

static adrop_status backward(ad_planned_layer *p, const ad_layer_call *c)
{
    return c->dx[0] ? ad_relu_backward(p->op, c->y, c->dy, c->dx[0], c->scratch) : ADROP_OK;
}

const ad_layer_type ad_layer_relu = { .name = "relu",
                                      .traits = traits,
                                      .settle = settle,
                                      .plan = plan,
                                      .free_op = free_op,
                                      .forward = forward,
                                      .backward = backward };
