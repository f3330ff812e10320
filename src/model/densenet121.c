/* DenseNet-121 (Huang et al. 2017): four blocks of 6, 12, 24 and 16 bottlenecks, growth 32. width
 * multiplies the growth, which determines all other numbers. The stem is 7x7 with stride 2 and a
 * 3x3 maximum for ImageNet (imagenet) and for images of 128 pixels or more, else 3x3. Uses
 * channels-last maps, like densenet40. Names are torchvision's. */
#include "model/architecture.h"
#include "model/densenet.h"

static ad_layer *densenet121_build(ad_build *b, ad_layer *x, const void *src)
{
    const ad_image_settings *s = src;
    const int large = ad_is_large(s, x);

    b->width = s->width;
    b->activation = ad_activation_words[s->activation];
    b->graph->facts.channels_last = 1;
    const size_t growth = ad_build_width(b, 32), kernel = large ? 7 : 3;
    const ad_conv_settings stem = {
        .out = 2 * growth, .kernel = kernel, .stride = large ? 2 : 1, .pad = kernel / 2
    };
    x = ad_build_conv(b, x, stem, "features.conv0");
    x = ad_build_norm(b, x, AD_ACTIVATED, "features.norm0");
    if (large)
        x = ad_build_max_pool(b, x, 3, 2, 1);
    return ad_build_densenet(b, x, growth, 4, (const size_t[]){ 6, 12, 24, 16 });
}

const ad_architecture ad_architecture_densenet121 = {
    .name = "densenet121",
    .for_images = 1,
    .summary = "DenseNet of 121 layers, growth 32, with torchvision's names",
    .reference = "Huang, Liu, van der Maaten, Weinberger, CVPR 2017",
    .options = ad_image_options,
    .settings_size = sizeof(ad_image_settings),
    .examples = (const char *const[]){ "densenet121:imagenet,width=0.1", NULL },
    .build = densenet121_build,
};
