/* Convolution (compute/conv.h): square kernels, over all channels or depthwise. */
#include "layer/conv.h"

#include "base/context.h"
#include "compute/conv.h"
#include "layer/init.h"
#include "layer/layer.h"

static const adrop_option options[] = { { .name = "out",
                                          .kind = ADROP_OPT_COUNT,
                                          .offset = offsetof(ad_conv_settings, out),
                                          .fallback = 0,
                                          .min = 0,
                                          .max = AD_MOST_UNITS,
                                          .help = "channels of the output" },
                                        { .name = "kernel",
                                          .kind = ADROP_OPT_COUNT,
                                          .offset = offsetof(ad_conv_settings, kernel),
                                          .fallback = 3,
                                          .min = 1,
                                          .max = AD_MOST_SIDE,
                                          .help = "side of the square kernel" },
                                        { .name = "stride",
                                          .kind = ADROP_OPT_COUNT,
                                          .offset = offsetof(ad_conv_settings, stride),
                                          .fallback = 1,
                                          .min = 1,
                                          .max = AD_MOST_SIDE,
                                          .help = "pixels from one window to the next" },
                                        { .name = "pad",
                                          .kind = ADROP_OPT_COUNT,
                                          .offset = offsetof(ad_conv_settings, pad),
                                          .fallback = 0,
                                          .min = 0,
                                          .max = AD_MOST_SIDE,
                                          .help = "zeros on every side of the map" },
                                        { .name = "depthwise",
                                          .kind = ADROP_OPT_FLAG,
                                          .offset = offsetof(ad_conv_settings, depthwise),
                                          .help = "a kernel for each channel by itself" },
                                        { .name = "bias",
                                          .kind = ADROP_OPT_FLAG,
                                          .offset = offsetof(ad_conv_settings, bias),
                                          .help = "a number to add for each channel" },
                                        { 0 } };

static unsigned conv_traits(const ad_layer *l)
{
    (void)l;
    return AD_READS_X;
}

static size_t groups_of(const ad_layer *l)
{
    const ad_conv_settings *s = l->settings;

    return s->depthwise ? s->out : 1;
}

static ad_conv_spec spec_of(const ad_layer *l, const ad_desc *in)
{
    const ad_conv_settings *s = l->settings;

    return (ad_conv_spec){ .in = *in,
                           .out = s->out,
                           .kernel = s->kernel,
                           .stride = s->stride,
                           .pad = s->pad,
                           .groups = groups_of(l),
                           .bias = s->bias,
                           .direct_only = l->facts->direct_only };
}

static adrop_status conv_settle(adrop_ctx *ctx, ad_layer *l)
{
    const ad_conv_settings *s = l->settings;
    const ad_desc *in = &l->in[0]->shape;
    const ad_conv_spec spec = spec_of(l, in);

    if (!s->out)
        return ad_fail(ctx, ADROP_ESHAPE, "layer '%s' would have no channels: raise the width",
                       l->name);
    if (s->depthwise && s->out != in->channels)
        return ad_fail(ctx, ADROP_ESHAPE, "layer '%s' is depthwise: %zu channels cannot become %zu",
                       l->name, in->channels, s->out);
    l->shape = ad_conv_output(&spec);
    if (!l->shape.height || !l->shape.width)
        return ad_fail(ctx, ADROP_ESHAPE,
                       "layer '%s': a map of %zu x %zu is too small for a kernel of %zu x %zu",
                       l->name, in->height, in->width, s->kernel, s->kernel);
    const size_t taps[] = { s->out, in->channels / groups_of(l), s->kernel, s->kernel, 0 };
    l->macs = (double)taps[0] * (double)taps[1] * (double)(taps[2] * taps[3]) *
              (double)(l->shape.height * l->shape.width);
    adrop_status status = ad_layer_param(ctx, l, "weight", ADROP_TENSOR_WEIGHTS, taps);
    if (!status && s->bias)
        status = ad_layer_param(ctx, l, "bias", ADROP_TENSOR_WEIGHTS, (size_t[]){ s->out, 0 });
    return status;
}

static void conv_init(const ad_layer *l, size_t i, uint64_t seed, double *out)
{
    const ad_conv_settings *s = l->settings;

    if (i == 0)
        ad_init_kaiming(l, i, seed, s->out * s->kernel * s->kernel, out);
    else
        ad_init_constant(l->param[i].n, 0, out);
}

/* Plan in the network's format; a plain image of a few channels is read as it is. */
static adrop_status conv_plan(ad_planned_layer *p)
{
    const ad_net_facts *facts = p->layer->facts;
    const ad_engine *e = p->engine;
    const ad_format format = e->plain               ? AD_PLAIN
                             : facts->channels_last ? AD_CHANNELS_LAST
                                                    : AD_BLOCKED;
    const int image = format == AD_BLOCKED && p->in[0].format == AD_PLAIN && p->in[0].channels < 5;
    ad_conv *op;

    p->in[0].format = image ? AD_PLAIN : format;
    p->in[0].dtype = e->map;
    ad_conv_spec spec = spec_of(p->layer, &p->in[0]);
    spec.out_format = format;
    spec.input_gradient = p->wants_dx[0];
    const ad_planned_layer *like = p->layer->first;
    adrop_status status = ad_conv_create(p->engine, &spec, like ? like->op : NULL, &op);
    if (status)
        return status;
    p->out = ad_conv_output(&spec);
    p->op = op;
    p->scratch = ad_conv_scratch(op);
    if (!like)
        p->layer->param[0].stored = ad_conv_packed(op);
    return ADROP_OK;
}

static void conv_free_op(ad_planned_layer *p)
{
    ad_conv_free(p->op);
}

static adrop_status conv_pack(const ad_layer *l, const void *from, void *to)
{
    return ad_conv_pack(l->first->op, from, to);
}

static adrop_status unpack(const ad_layer *l, const void *from, void *to)
{
    return ad_conv_unpack(l->first->op, from, to);
}

/* The bias of a block, or NULL. */
static void *bias(const ad_planned_layer *p, void *block)
{
    return p->layer->n_params > 1 ? ad_tensor_in(p->engine, p->layer, block, 1) : NULL;
}

static adrop_status conv_forward(ad_planned_layer *p, const ad_layer_call *c)
{
    return ad_conv_forward(p->op, c->x[0], ad_param_of(p, c, 0), bias(p, c->blocks.params), c->y,
                           c->scratch, c->where.phase != ADROP_PHASE_TRAIN);
}

static adrop_status conv_backward(ad_planned_layer *p, const ad_layer_call *c)
{
    adrop_status status = ad_conv_backward_weights(p->op, c->x[0], c->dy, ad_grad_of(p, c, 0),
                                                   bias(p, c->blocks.grads), c->scratch);

    if (!status && c->dx[0])
        status = ad_conv_backward_data(p->op, c->dy, ad_param_of(p, c, 0), c->dx[0], c->scratch);
    return status;
}

static const char *algorithm(const ad_planned_layer *p)
{
    return ad_conv_algorithm(p->op, AD_CONV_FORWARD);
}

const ad_layer_type ad_layer_conv = { .name = "conv",
                                      .inputs = { 1, 1 },
                                      .settings_size = sizeof(ad_conv_settings),
                                      .options = options,
                                      .traits = conv_traits,
                                      .settle = conv_settle,
                                      .plan = conv_plan,
                                      .free_op = conv_free_op,
                                      .init = conv_init,
                                      .pack = conv_pack,
                                      .unpack = unpack,
                                      .forward = conv_forward,
                                      .backward = conv_backward,
                                      .algorithm = algorithm };
