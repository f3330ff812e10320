/* Pads maps that are too small for a network with zeros: VGG16 halves its maps five
 * times, so a 28 x 28 image is centred in 32 x 32. */
#include "layer/pad.h"

#include <string.h>

#include "base/context.h"
#include "layer/layer.h"

static const adrop_option options[] = { { .name = "size",
                                          .kind = ADROP_OPT_COUNT,
                                          .offset = offsetof(ad_pad_settings, size),
                                          .fallback = 32,
                                          .min = 1,
                                          .max = AD_MOST_SIDE,
                                          .help = "side of the maps that come out" },
                                        { 0 } };

static unsigned pad_traits(const ad_layer *l)
{
    (void)l;
    return 0;
}

static adrop_status pad_settle(adrop_ctx *ctx, ad_layer *l)
{
    const ad_pad_settings *s = l->settings;
    const ad_desc *in = &l->in[0]->shape;

    if (in->height > s->size || in->width > s->size)
        return ad_fail(ctx, ADROP_ESHAPE,
                       "layer '%s': a map of %zu x %zu does not fit into %zu x %zu", l->name,
                       in->height, in->width, s->size, s->size);
    l->shape = *in;
    l->shape.height = l->shape.width = s->size;
    return ADROP_OK;
}

static adrop_status pad_plan(ad_planned_layer *p)
{
    p->in[0].dtype = p->engine->real;
    p->in[0].format = AD_PLAIN;
    p->out = p->in[0];
    p->out.height = p->layer->shape.height;
    p->out.width = p->layer->shape.width;
    return ADROP_OK;
}

/* Copy the small maps into the middle of the large ones, or back. */
static void copy_middle(const ad_planned_layer *p, char *small, char *large, int back)
{
    const size_t size = ad_dtype_size(p->engine->real);
    const ad_desc *in = &p->in[0], *out = &p->out;
    const size_t top = (out->height - in->height) / 2, left = (out->width - in->width) / 2;

    for (size_t map = 0; map < p->rows * in->channels; map++)
        for (size_t i = 0; i < in->height; i++) {
            char *s = small + (map * in->height + i) * in->width * size;
            char *t = large + ((map * out->height + top + i) * out->width + left) * size;
            memcpy(back ? s : t, back ? t : s, in->width * size);
        }
}

static adrop_status pad_forward(ad_planned_layer *p, const ad_layer_call *c)
{
    memset(c->y, 0, ad_desc_bytes(&p->out, 1));
    copy_middle(p, (char *)c->x[0], c->y, 0);
    return ADROP_OK;
}

static adrop_status pad_backward(ad_planned_layer *p, const ad_layer_call *c)
{
    if (c->dx[0])
        copy_middle(p, c->dx[0], c->dy, 1);
    return ADROP_OK;
}

const ad_layer_type ad_layer_pad = { .name = "pad",
                                     .inputs = { 1, 1 },
                                     .settings_size = sizeof(ad_pad_settings),
                                     .options = options,
                                     .traits = pad_traits,
                                     .settle = pad_settle,
                                     .plan = pad_plan,
                                     .forward = pad_forward,
                                     .backward = pad_backward };
