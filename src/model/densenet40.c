/* DenseNet-BC, 40 layers (Huang et al. 2017): three blocks of six bottlenecks, each of
 * which adds `growth` maps to those before it, and transitions that halve channels and
 * maps. width multiplies the growth of 12, from which all other numbers follow. Runs
 * channels last, where 12 more channels are joined without gaps. */
#include <stdio.h>

#include "model/architecture.h"

static void name(size_t i, char text[AD_NAME_SIZE])
{
    (void)i;
    snprintf(text, AD_NAME_SIZE, "classifier");
}

static ad_layer *bottleneck(ad_build *b, ad_layer *x, size_t growth, size_t block, size_t number)
{
    char at[48];
    const ad_conv_settings narrow = { .out = 4 * growth, .kernel = 1, .stride = 1 };
    const ad_conv_settings grow = { .out = growth, .kernel = 3, .stride = 1, .pad = 1 };
    ad_layer *y;

    snprintf(at, sizeof at, "features.denseblock%zu.denselayer%zu", block % 10, number % 10);
    y = ad_build_norm(b, x, AD_ACTIVATED, "%s.norm1", at);
    y = ad_build_conv(b, y, narrow, "%s.conv1", at);
    y = ad_build_norm(b, y, AD_ACTIVATED, "%s.norm2", at);
    y = ad_build_conv(b, y, grow, "%s.conv2", at);
    return ad_build_concat(b, x, y);
}

static ad_layer *transition(ad_build *b, ad_layer *x, size_t block)
{
    const ad_conv_settings half = { .out = x ? x->shape.channels / 2 : 0,
                                    .kernel = 1,
                                    .stride = 1 };

    x = ad_build_norm(b, x, AD_ACTIVATED, "features.transition%zu.norm", block);
    x = ad_build_conv(b, x, half, "features.transition%zu.conv", block);
    return ad_build_average_pool(b, x, 2, 2);
}

static ad_layer *build(ad_build *b, ad_layer *x, const void *src)
{
    const ad_width_settings *s = src;

    b->width = s->width;
    b->activation = ad_activation_words[s->activation];
    b->graph->facts.channels_last = 1;
    const size_t growth = ad_build_width(b, 12);
    const ad_conv_settings stem = { .out = 2 * growth, .kernel = 3, .stride = 1, .pad = 1 };
    x = ad_build_conv(b, x, stem, "features.conv0");
    for (size_t block = 1; block <= 3; block++) {
        for (size_t number = 1; number <= 6; number++)
            x = bottleneck(b, x, growth, block, number);
        if (block < 3)
            x = transition(b, x, block);
    }
    x = ad_build_norm(b, x, AD_ACTIVATED, "features.norm5");
    return ad_build_head(b, ad_build_global_pool(b, x), 0, 0, NULL, name);
}

const ad_architecture ad_architecture_densenet40 = {
    .name = "densenet40",
    .for_images = 1,
    .summary = "DenseNet-BC of 40 layers, growth 12, reduction 0.5",
    .reference = "Huang, Liu, van der Maaten, Weinberger, CVPR 2017",
    .options = ad_width_options,
    .settings_size = sizeof(ad_width_settings),
    .examples = (const char *const[]){ "densenet40", "densenet40:width=0.5", NULL },
    .build = build,
};
