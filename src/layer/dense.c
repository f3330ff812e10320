/* Fully connected: y = act(x W' + b), act the identity or ReLU (compute/dense.h). Phases mean
 * and sample use only the nonzero weights if the model asks for it (compute/pruned.h). */
#include "layer/dense.h"

#include "base/context.h"
#include "compute/dense.h"
#include "compute/pruned.h"
#include "layer/init.h"
#include "layer/layer.h"

static const adrop_option options[] = { { .name = "out",
                                          .kind = ADROP_OPT_COUNT,
                                          .offset = offsetof(ad_dense_settings, out),
                                          .fallback = 0,
                                          .min = 0,
                                          .max = AD_MOST_UNITS,
                                          .help = "units" },
                                        { .name = "relu",
                                          .kind = ADROP_OPT_FLAG,
                                          .offset = offsetof(ad_dense_settings, relu),
                                          .help = "ReLU after the product" },
                                        { 0 } };

static unsigned dense_traits(const ad_layer *l)
{
    const ad_dense_settings *s = l->settings;

    return AD_READS_X | (s->relu ? AD_READS_Y : 0u);
}

static adrop_status dense_settle(adrop_ctx *ctx, ad_layer *l)
{
    const ad_dense_settings *s = l->settings;
    const size_t in = l->in[0]->shape.channels;

    if (!s->out)
        return ad_fail(ctx, ADROP_ESHAPE, "layer '%s' would have no units: raise the width",
                       l->name);
    if (l->in[0]->shape.height * l->in[0]->shape.width != 1)
        return ad_fail(ctx, ADROP_ESHAPE,
                       "layer '%s' takes vectors, and its input is a map of %zu x %zu", l->name,
                       l->in[0]->shape.height, l->in[0]->shape.width);
    l->shape = (ad_desc){ .channels = s->out, .height = 1, .width = 1 };
    l->macs = (double)in * (double)s->out;
    adrop_status status = ad_layer_param(ctx, l, "weight", ADROP_TENSOR_WEIGHTS,
                                         (size_t[]){ s->out, in, 0 });
    if (!status)
        status = ad_layer_param(ctx, l, "bias", ADROP_TENSOR_WEIGHTS, (size_t[]){ s->out, 0 });
    return status;
}

static void dense_init(const ad_layer *l, size_t i, uint64_t seed, double *out)
{
    ad_init_uniform(l, i, seed, l->in[0]->shape.channels, out);
}

static adrop_status dense_plan(ad_planned_layer *p)
{
    const ad_dense_settings *s = p->layer->settings;
    const ad_dense_spec spec = { p->rows, p->in[0].channels, s->out, 1, s->relu };
    ad_dense *op;
    adrop_status status = ad_dense_create(p->engine, &spec, &op);

    if (status)
        return status;
    p->in[0] = ad_vector_desc(p->engine, p->rows, spec.in);
    p->out = ad_vector_desc(p->engine, p->rows, s->out);
    p->op = op;
    p->scratch = ad_dense_scratch(op);
    return ADROP_OK;
}

static void dense_free_op(ad_planned_layer *p)
{
    ad_dense_free(p->op);
}

static adrop_status dense_forward(ad_planned_layer *p, const ad_layer_call *c)
{
    const ad_dense_args a = { .x = c->x[0],
                              .w = ad_param_of(p, c, 0),
                              .b = ad_param_of(p, c, 1),
                              .y = c->y,
                              .same_bits = c->where.phase != ADROP_PHASE_TRAIN,
                              .scratch = c->scratch };
    const ad_dense_settings *s = p->layer->settings;

    if (!p->layer->pruned || c->where.phase == ADROP_PHASE_TRAIN)
        return ad_dense_forward(p->op, &a);
    ad_pruned_forward(p->layer->pruned, p->rows,
                      &(ad_pruned_args){ .x = a.x, .w = a.w, .b = a.b, .relu = s->relu, .y = a.y });
    return ADROP_OK;
}

static adrop_status dense_backward(ad_planned_layer *p, const ad_layer_call *c)
{
    const ad_dense_args a = { .x = c->x[0],
                              .w = ad_param_of(p, c, 0),
                              .y = c->y,
                              .dy = c->dy,
                              .dx = c->dx[0],
                              .dw = ad_grad_of(p, c, 0),
                              .db = ad_grad_of(p, c, 1),
                              .scratch = c->scratch };

    return ad_dense_backward(p->op, &a);
}

static const char *algorithm(const ad_planned_layer *p)
{
    static const char *const names[] = { [AD_PRUNED_CSR] = "csr", [AD_PRUNED_DENSE] = "in order" };

    return p->layer->pruned ? names[ad_pruned_way_of(p->layer->pruned, p->rows)] : "";
}

const ad_layer_type ad_layer_dense = { .name = "dense",
                                       .inputs = { 1, 1 },
                                       .settings_size = sizeof(ad_dense_settings),
                                       .options = options,
                                       .traits = dense_traits,
                                       .settle = dense_settle,
                                       .plan = dense_plan,
                                       .free_op = dense_free_op,
                                       .init = dense_init,
                                       .forward = dense_forward,
                                       .backward = dense_backward,
                                       .algorithm = algorithm };
