/* Stand-alone activations, y = f(x) element by element: a kind of layer for each row of
 * compute/activation_list.h, with that row's name. If backward reads y, the layer works in
 * place unless another layer reads x. (ReLU after a product or a norm is part of those layers.) */
#include "compute/activation.h"
#include "layer/layer.h"

static const ad_activation_kind *kind_of(const ad_layer *l)
{
    return ad_activation_find(l->type->name);
}

static unsigned activation_traits(const ad_layer *l)
{
    return AD_BACKWARD_IN_PLACE |
           (kind_of(l)->reads_x ? AD_READS_X : AD_READS_Y | AD_FORWARD_IN_PLACE);
}

static adrop_status activation_settle(adrop_ctx *ctx, ad_layer *l)
{
    (void)ctx;
    l->shape = l->in[0]->shape;
    return ADROP_OK;
}

static adrop_status activation_plan(ad_planned_layer *p)
{
    ad_activation *op;
    adrop_status status = ad_activation_create(p->engine, kind_of(p->layer), &p->in[0], &op);

    if (status)
        return status;
    p->out = p->in[0];
    p->op = op;
    return ADROP_OK;
}

static void activation_free_op(ad_planned_layer *p)
{
    ad_activation_free(p->op);
}

static adrop_status activation_forward(ad_planned_layer *p, const ad_layer_call *c)
{
    ad_activation_forward(p->op, c->x[0], c->y);
    return ADROP_OK;
}

static adrop_status activation_backward(ad_planned_layer *p, const ad_layer_call *c)
{
    if (c->dx[0])
        ad_activation_backward(p->op, c->x[0], c->y, c->dy, c->dx[0]);
    return ADROP_OK;
}

#define ACTIVATION_LAYER(text)                                                                     \
  .name = text, .inputs = { 1, 1 }, .traits = activation_traits, .settle = activation_settle,      \
  .plan = activation_plan, .free_op = activation_free_op, .forward = activation_forward,           \
  .backward = activation_backward

const ad_layer_type ad_layer_relu = { ACTIVATION_LAYER("relu") };
const ad_layer_type ad_layer_leaky_relu = { ACTIVATION_LAYER("leaky-relu") };
const ad_layer_type ad_layer_gelu = { ACTIVATION_LAYER("gelu") };
const ad_layer_type ad_layer_silu = { ACTIVATION_LAYER("silu") };
const ad_layer_type ad_layer_tanh = { ACTIVATION_LAYER("tanh") };
const ad_layer_type ad_layer_sigmoid = { ACTIVATION_LAYER("sigmoid") };
const ad_layer_type ad_layer_softplus = { ACTIVATION_LAYER("softplus") };
