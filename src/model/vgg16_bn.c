/* torchvision's vgg16_bn, tensor for tensor: the convolutions of vgg16.c, then hidden layers of
 * 4096 units, classifier.0 and .3, and the outputs, classifier.6. For ImageNet (imagenet) the first
 * reads a 7 x 7 map, which images of 224 pixels give, and images of a multiple of 224 give
 * after averaging over equal windows. Otherwise it reads the average of the map, at any size. */
#include <stdio.h>

#include "base/context.h"
#include "model/architecture.h"
#include "model/vgg16.h"

enum { MAP = 7, LEAST = 32, HIDDEN = 4096 };

static void vgg16_bn_name(size_t i, char text[AD_NAME_SIZE])
{
    snprintf(text, AD_NAME_SIZE, "classifier.%zu", 3 * i);
}

/* The 7 x 7 map as a vector, channel by channel. */
static ad_layer *flat_map(ad_build *b, ad_layer *x)
{
    if (b->status)
        return NULL;
    const size_t side = x->shape.height;
    if (side < MAP || side % MAP || x->shape.width != side) {
        b->status = ad_fail(b->ctx, ADROP_ESHAPE,
                            "vgg16_bn:imagenet takes images of 224 x 224 or a multiple, whose map "
                            "at the end is not %zu x %zu: give the images another size, or leave "
                            "out imagenet",
                            side, x->shape.width);
        return NULL;
    }
    if (side > MAP)
        x = ad_build_average_pool(b, x, side / MAP, side / MAP);
    if (b->traits & AD_NEEDS_MAP && b->at != ADROP_AT_EVERYWHERE)
        x = ad_build_dropout(b, x, NULL, 0);
    return ad_build_flatten(b, x);
}

static ad_layer *vgg16_bn_build(ad_build *b, ad_layer *x, const void *src)
{
    const ad_image_settings *s = src;
    size_t hidden[2];

    b->width = s->width;
    b->activation = ad_activation_words[s->activation];
    hidden[0] = hidden[1] = ad_build_width(b, HIDDEN);
    if (b->status)
        return NULL;
    if (!s->imagenet && x->shape.height < LEAST && x->shape.width < LEAST)
        x = ad_build_pad(b, x, LEAST);
    x = ad_build_vgg16(b, x);
    x = s->imagenet ? flat_map(b, x) : ad_build_global_pool(b, x);
    return ad_build_head(b, x, 0, 2, hidden, vgg16_bn_name);
}

const ad_architecture ad_architecture_vgg16_bn = {
    .name = "vgg16_bn",
    .for_images = 1,
    .summary = "VGG16 with batch norm and the head of torchvision's vgg16_bn",
    .reference = "Simonyan and Zisserman, ICLR 2015",
    .options = ad_image_options,
    .settings_size = sizeof(ad_image_settings),
    .examples = (const char *const[]){ "vgg16_bn:width=0.0625", NULL },
    .build = vgg16_bn_build,
};
