/* The input of a network with sparse rows: the layer that reads the caller's rows gets them
 * in its call. It has no array of its own. */
#include "layer/layer.h"

static unsigned sparse_input_traits(const ad_layer *l)
{
    (void)l;
    return AD_IS_CALLERS;
}

static adrop_status sparse_input_settle(adrop_ctx *ctx, ad_layer *l)
{
    (void)ctx;
    (void)l; /* the builder set the shape */
    return ADROP_OK;
}

static adrop_status sparse_input_plan(ad_planned_layer *p)
{
    p->out = ad_vector_desc(p->engine, p->rows, p->layer->shape.channels);
    return ADROP_OK;
}

const ad_layer_type ad_layer_sparse_input = { .name = "sparse_input",
                                              .inputs = { 0, 0 },
                                              .traits = sparse_input_traits,
                                              .settle = sparse_input_settle,
                                              .plan = sparse_input_plan };
