/* Code that the two kinds of pooling share (compute/pool.h). */
#include "layer/pooling.h"

#include "base/context.h"
#include "compute/pool.h"

const adrop_option ad_pool_options[] = { { .name = "window",
                                           .kind = ADROP_OPT_COUNT,
                                           .offset = offsetof(ad_pool_settings, window),
                                           .fallback = 2,
                                           .min = 0,
                                           .max = AD_MOST_SIDE,
                                           .help = "side of the window; 0: the whole map" },
                                         { .name = "stride",
                                           .kind = ADROP_OPT_COUNT,
                                           .offset = offsetof(ad_pool_settings, stride),
                                           .fallback = 0,
                                           .min = 0,
                                           .max = AD_MOST_SIDE,
                                           .words = (const char *const[]){ "window", NULL },
                                           .help = "pixels from one window to the next" },
                                         { .name = "pad",
                                           .kind = ADROP_OPT_COUNT,
                                           .offset = offsetof(ad_pool_settings, pad),
                                           .fallback = 0,
                                           .min = 0,
                                           .max = AD_MOST_SIDE,
                                           .help = "pixels around the map that do not count" },
                                         { 0 } };

unsigned ad_pooling_traits(const ad_layer *l)
{
    (void)l;
    return 0;
}

static ad_pool_spec spec_of(const ad_layer *l, const ad_desc *in, int average)
{
    const ad_pool_settings *s = l->settings;

    return (ad_pool_spec){ *in, average, s->window, s->stride, s->pad };
}

adrop_status ad_pooling_settle(adrop_ctx *ctx, ad_layer *l, int average)
{
    ad_pool_settings *s = l->settings;
    const ad_desc *in = &l->in[0]->shape;

    if (!s->stride)
        s->stride = s->window ? s->window : 1;
    const ad_pool_spec spec = spec_of(l, in, average);
    if (s->window && s->pad >= s->window)
        return ad_fail(ctx, ADROP_ESHAPE, "layer '%s': pad must be below window", l->name);
    l->shape = ad_pool_output(&spec);
    if (!l->shape.height || !l->shape.width)
        return ad_fail(
            ctx, ADROP_ESHAPE,
            "layer '%s': a map of %zu x %zu is too small to be pooled by %zu x %zu: give the "
            "network larger images",
            l->name, in->height, in->width, s->window, s->window);
    return ADROP_OK;
}

adrop_status ad_pooling_plan(ad_planned_layer *p, int average)
{
    const ad_pool_spec spec = spec_of(p->layer, &p->in[0], average);
    ad_pool *op;
    adrop_status status = ad_pool_create(p->engine, &spec, &op);

    if (status)
        return status;
    p->out = ad_pool_output(&spec);
    p->op = op;
    p->saved = ad_pool_saved(op);
    p->scratch = ad_pool_scratch(op);
    return ADROP_OK;
}

void ad_pooling_free(ad_planned_layer *p)
{
    ad_pool_free(p->op);
}

adrop_status ad_pooling_forward(ad_planned_layer *p, const ad_layer_call *c)
{
    return ad_pool_forward(p->op, c->x[0], c->y, c->saved, c->scratch);
}

adrop_status ad_pooling_backward(ad_planned_layer *p, const ad_layer_call *c)
{
    return c->dx[0] ? ad_pool_backward(p->op, c->dy, c->saved, c->dx[0], c->scratch) : ADROP_OK;
}
