/* Turns a map into a vector, in PyTorch's order: the same bytes in the plain format. */
#include "layer/layer.h"

static unsigned flatten_traits(const ad_layer *l)
{
    (void)l;
    return AD_SAME_BYTES;
}

static adrop_status flatten_settle(adrop_ctx *ctx, ad_layer *l)
{
    (void)ctx;
    l->shape = (ad_desc){ .channels = ad_desc_units(&l->in[0]->shape), .height = 1, .width = 1 };
    return ADROP_OK;
}

static adrop_status flatten_plan(ad_planned_layer *p)
{
    p->in[0].format = AD_PLAIN;
    p->in[0].dtype = p->engine->real;
    p->out = ad_vector_desc(p->engine, p->rows, p->layer->shape.channels);
    return ADROP_OK;
}

const ad_layer_type ad_layer_flatten = { .name = "flatten",
                                         .inputs = { 1, 1 },
                                         .traits = flatten_traits,
                                         .settle = flatten_settle,
                                         .plan = flatten_plan };
