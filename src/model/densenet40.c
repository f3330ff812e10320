/* DenseNet-BC, 40 layers (Huang et al. 2017): three blocks of six bottlenecks, each of
 * which adds `growth` maps to those before it, and transitions that halve channels and
 * maps. width multiplies the growth of 12, which determines all other numbers. Uses
 * channels-last maps, where 12 more channels are joined without gaps. */
#include "model/architecture.h"
#include "model/densenet.h"

static ad_layer *densenet40_build(ad_build *b, ad_layer *x, const void *src)
{
    const ad_width_settings *s = src;

    b->width = s->width;
    b->activation = ad_activation_words[s->activation];
    b->graph->facts.channels_last = 1;
    const size_t growth = ad_build_width(b, 12);
    const ad_conv_settings stem = { .out = 2 * growth, .kernel = 3, .stride = 1, .pad = 1 };
    x = ad_build_conv(b, x, stem, "features.conv0");
    return ad_build_densenet(b, x, growth, 3, (const size_t[]){ 6, 6, 6 });
}

const ad_architecture ad_architecture_densenet40 = {
    .name = "densenet40",
    .for_images = 1,
    .summary = "DenseNet-BC of 40 layers, growth 12, reduction 0.5",
    .reference = "Huang, Liu, van der Maaten, Weinberger, CVPR 2017",
    .options = ad_width_options,
    .settings_size = sizeof(ad_width_settings),
    .examples = (const char *const[]){ "densenet40", "densenet40:width=0.5", NULL },
    .build = densenet40_build,
};
