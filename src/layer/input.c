/* The network's input: the caller's floats, plain, as the engine's reals.
 *
 * On the dnnl engine y is the caller's own array and nothing is done; in double the
 * numbers are converted. The run (model/run.c) passes the caller's array as x[0]. */
#include "layer/layer.h"

static unsigned input_traits(const ad_layer *l)
{
    (void)l;
    return 0;
}

static adrop_status input_settle(adrop_ctx *ctx, ad_layer *l)
{
    (void)ctx;
    (void)l; /* the builder set the shape */
    return ADROP_OK;
}

static adrop_status input_plan(ad_planned_layer *p)
{
    p->out = p->layer->shape;
    p->out.rows = p->rows;
    p->out.dtype = p->engine->real;
    p->out.format = AD_PLAIN;
    return ADROP_OK;
}

static adrop_status input_forward(ad_planned_layer *p, const ad_layer_call *c)
{
    const float *x = c->x[0];
    double *y = c->y;

    if (p->engine->plain)
        for (size_t i = 0; i < p->rows * ad_desc_units(&p->out); i++)
            y[i] = (double)x[i];
    return ADROP_OK;
}

const ad_layer_type ad_layer_input = { .name = "input",
                                       .inputs = { 0, 0 },
                                       .traits = input_traits,
                                       .settle = input_settle,
                                       .plan = input_plan,
                                       .forward = input_forward };
