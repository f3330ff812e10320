/* ResNet18 (He et al. 2016): basic blocks [2, 2, 2, 2] with ReLU after the sum, 1x1
 * convolution and norm on shortcuts that change shape, no biases. The stem is 3x3 for
 * small images, 7x7 with stride 2 and a 3x3 maximum for ImageNet (imagenet) and images of 128
 * pixels or more. Names are torchvision's. */
#include <stdio.h>

#include "model/architecture.h"

static void resnet18_name(size_t i, char text[AD_NAME_SIZE])
{
    (void)i;
    snprintf(text, AD_NAME_SIZE, "fc");
}

static ad_layer *resnet18_block(ad_build *b, ad_layer *x, size_t stage, size_t number, size_t out)
{
    const size_t stride = stage > 1 && number == 0 ? 2 : 1;
    const ad_conv_settings first = { .out = out, .kernel = 3, .stride = stride, .pad = 1 };
    const ad_conv_settings second = { .out = out, .kernel = 3, .stride = 1, .pad = 1 };
    const ad_conv_settings around = { .out = out, .kernel = 1, .stride = stride };
    ad_layer *shortcut = x;
    ad_layer *y = ad_build_conv(b, x, first, "layer%zu.%zu.conv1", stage, number);

    y = ad_build_norm(b, y, AD_ACTIVATED, "layer%zu.%zu.bn1", stage, number);
    y = ad_build_conv(b, y, second, "layer%zu.%zu.conv2", stage, number);
    y = ad_build_norm(b, y, AD_LINEAR, "layer%zu.%zu.bn2", stage, number);
    y = ad_build_branch(b, y, 2 * stage - 1 + number, 8);
    if (x && (stride != 1 || x->shape.channels != out)) {
        shortcut = ad_build_conv(b, x, around, "layer%zu.%zu.downsample.0", stage, number);
        shortcut = ad_build_norm(b, shortcut, AD_LINEAR, "layer%zu.%zu.downsample.1", stage,
                                 number);
    }
    return ad_build_on_map(b, ad_build_activation(b, ad_build_add(b, y, shortcut)));
}

static ad_layer *resnet18_build(ad_build *b, ad_layer *x, const void *src)
{
    const ad_image_settings *s = src;
    const int large = ad_is_large(s, x);

    b->width = s->width;
    b->activation = ad_activation_words[s->activation];
    const size_t kernel = large ? 7 : 3;
    const ad_conv_settings stem = {
        .out = ad_build_width(b, 64), .kernel = kernel, .stride = large ? 2 : 1, .pad = kernel / 2
    };
    x = ad_build_norm(b, ad_build_conv(b, x, stem, "conv1"), AD_ACTIVATED, "bn1");
    if (large)
        x = ad_build_max_pool(b, x, 3, 2, 1);
    for (size_t stage = 1; stage <= 4; stage++)
        for (size_t number = 0; number < 2; number++)
            x = resnet18_block(b, x, stage, number, ad_build_width(b, (size_t)32 << stage));
    return ad_build_head(b, ad_build_global_pool(b, x), 0, 0, NULL, resnet18_name);
}

const ad_architecture ad_architecture_resnet18 = {
    .name = "resnet18",
    .for_images = 1,
    .summary = "residual network of 18 layers",
    .reference = "He, Zhang, Ren, Sun, CVPR 2016",
    .options = ad_image_options,
    .settings_size = sizeof(ad_image_settings),
    .examples = (const char *const[]){ "resnet18", "resnet18:width=0.25", "resnet18:imagenet",
                                       NULL },
    .build = resnet18_build,
};
