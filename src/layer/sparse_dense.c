/* Fully connected, on sparse rows: y = act(x W' + b), act the identity or ReLU (compute/sparse.h).
 *
 * It reads only the network's input, so dx is never needed. Its parameters have dense.c's names,
 * shapes and initial values; in the block the weights are stored input by input. */
#include <string.h>

#include "base/context.h"
#include "compute/sparse.h"
#include "layer/dense.h"
#include "layer/init.h"
#include "layer/layer.h"

static const adrop_option options[] = { { .name = "out",
                                          .kind = ADROP_OPT_COUNT,
                                          .offset = offsetof(ad_dense_settings, out),
                                          .max = AD_MOST_UNITS,
                                          .help = "units" },
                                        { .name = "relu",
                                          .kind = ADROP_OPT_FLAG,
                                          .offset = offsetof(ad_dense_settings, relu),
                                          .help = "ReLU after the product" },
                                        { 0 } };

static unsigned sparse_dense_traits(const ad_layer *l)
{
    const ad_dense_settings *s = l->settings;

    return s->relu ? AD_READS_Y : 0u;
}

static adrop_status sparse_dense_settle(adrop_ctx *ctx, ad_layer *l)
{
    const ad_dense_settings *s = l->settings;
    const size_t in = l->in[0]->shape.channels;

    if (strcmp(l->in[0]->type->name, "sparse_input"))
        return ad_fail(ctx, ADROP_ESHAPE, "layer '%s' takes sparse rows, and '%s' gives others",
                       l->name, l->in[0]->name);
    if (!s->out)
        return ad_fail(ctx, ADROP_ESHAPE, "layer '%s' would have no units: raise the width",
                       l->name);
    l->shape = (ad_desc){ .channels = s->out, .height = 1, .width = 1 };
    l->macs = (double)in * (double)s->out;
    adrop_status status = ad_layer_param(ctx, l, "weight", ADROP_TENSOR_WEIGHTS,
                                         (size_t[]){ s->out, in, 0 });
    if (!status)
        status = ad_layer_param(ctx, l, "bias", ADROP_TENSOR_WEIGHTS, (size_t[]){ s->out, 0 });
    return status;
}

static void sparse_dense_init(const ad_layer *l, size_t i, uint64_t seed, double *out)
{
    ad_init_uniform(l, i, seed, l->in[0]->shape.channels, out);
}

static adrop_status sparse_dense_plan(ad_planned_layer *p)
{
    const ad_dense_settings *s = p->layer->settings;

    p->out = ad_vector_desc(p->engine, p->rows, s->out);
    return ADROP_OK;
}

/* Transpose (rows, columns) to (columns, rows), in the engine's reals. */
static adrop_status turn(const ad_layer *l, size_t rows, size_t columns, const void *from, void *to)
{
    const int is_double = l->first->engine->plain;

    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++)
            if (is_double)
                ((double *)to)[c * rows + r] = ((const double *)from)[r * columns + c];
            else
                ((float *)to)[c * rows + r] = ((const float *)from)[r * columns + c];
    return ADROP_OK;
}

static adrop_status sparse_dense_pack(const ad_layer *l, const void *from, void *to)
{
    return turn(l, l->param[0].dim[0], l->param[0].dim[1], from, to);
}

static adrop_status unpack(const ad_layer *l, const void *from, void *to)
{
    return turn(l, l->param[0].dim[1], l->param[0].dim[0], from, to);
}

static ad_sparse_spec spec_of(const ad_planned_layer *p)
{
    const ad_dense_settings *s = p->layer->settings;

    return (ad_sparse_spec){ p->rows, p->layer->param[0].dim[1], s->out, s->relu,
                             p->engine->threads };
}

static adrop_status sparse_dense_forward(ad_planned_layer *p, const ad_layer_call *c)
{
    const ad_sparse_spec s = spec_of(p);
    const ad_sparse_args a = { .sparse = c->sparse,
                               .x = c->x[0],
                               .w = ad_param_of(p, c, 0),
                               .b = ad_param_of(p, c, 1),
                               .y = c->y };

    ad_sparse_loops_of(p->engine->kernels)->forward(&s, &a);
    return ADROP_OK;
}

static adrop_status sparse_dense_backward(ad_planned_layer *p, const ad_layer_call *c)
{
    const ad_sparse_spec s = spec_of(p);
    const ad_sparse_args a = { .sparse = c->sparse,
                               .x = c->x[0],
                               .y = c->y,
                               .dy = c->dy,
                               .dw = ad_grad_of(p, c, 0),
                               .db = ad_grad_of(p, c, 1) };

    ad_sparse_loops_of(p->engine->kernels)->backward(&s, &a);
    return ADROP_OK;
}

const ad_layer_type ad_layer_sparse_dense = { .name = "sparse_dense",
                                              .inputs = { 1, 1 },
                                              .settings_size = sizeof(ad_dense_settings),
                                              .options = options,
                                              .traits = sparse_dense_traits,
                                              .settle = sparse_dense_settle,
                                              .plan = sparse_dense_plan,
                                              .init = sparse_dense_init,
                                              .pack = sparse_dense_pack,
                                              .unpack = unpack,
                                              .forward = sparse_dense_forward,
                                              .backward = sparse_dense_backward };
