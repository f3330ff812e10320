/* MobileNet, alpha 1 (Howard et al. 2017), with a stem of stride 1 for small images:
 * thirteen pairs of a depthwise 3x3 convolution and a 1x1 convolution,
 * each with batch norm and ReLU. */
#include <stdio.h>

#include "model/architecture.h"

static void mobilenet_name(size_t i, char text[AD_NAME_SIZE])
{
    (void)i;
    snprintf(text, AD_NAME_SIZE, "fc");
}

static ad_layer *pair(ad_build *b, ad_layer *x, size_t number, size_t out, size_t stride)
{
    const ad_conv_settings depth = {
        .out = x ? x->shape.channels : 0, .kernel = 3, .stride = stride, .pad = 1, .depthwise = 1
    };
    const ad_conv_settings point = { .out = out, .kernel = 1, .stride = 1 };

    x = ad_build_conv(b, x, depth, "layers.%zu.conv1", number);
    x = ad_build_norm(b, x, AD_ACTIVATED, "layers.%zu.bn1", number);
    x = ad_build_conv(b, x, point, "layers.%zu.conv2", number);
    return ad_build_norm(b, x, AD_ACTIVATED, "layers.%zu.bn2", number);
}

static ad_layer *mobilenet_build(ad_build *b, ad_layer *x, const void *src)
{
    static const struct {
        size_t out, stride;
    } plan[] = { { 64, 1 },  { 128, 2 },  { 128, 1 }, { 256, 2 }, { 256, 1 },
                 { 512, 2 }, { 512, 1 },  { 512, 1 }, { 512, 1 }, { 512, 1 },
                 { 512, 1 }, { 1024, 2 }, { 1024, 1 } };
    const ad_width_settings *s = src;

    b->width = s->width;
    b->activation = ad_activation_words[s->activation];
    const ad_conv_settings stem = {
        .out = ad_build_width(b, 32), .kernel = 3, .stride = 1, .pad = 1
    };
    x = ad_build_norm(b, ad_build_conv(b, x, stem, "conv1"), AD_ACTIVATED, "bn1");
    for (size_t i = 0; i < sizeof plan / sizeof *plan; i++)
        x = pair(b, x, i, ad_build_width(b, plan[i].out), plan[i].stride);
    return ad_build_head(b, ad_build_global_pool(b, x), 0, 0, NULL, mobilenet_name);
}

const ad_architecture ad_architecture_mobilenet = {
    .name = "mobilenet",
    .for_images = 1,
    .summary = "MobileNet, alpha 1, depthwise separable convolutions",
    .reference = "Howard et al., arXiv:1704.04861, 2017",
    .options = ad_width_options,
    .settings_size = sizeof(ad_width_settings),
    .examples = (const char *const[]){ "mobilenet", "mobilenet:width=0.5", NULL },
    .build = mobilenet_build,
};
