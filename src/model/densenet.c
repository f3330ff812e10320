/* Building blocks of DenseNets (densenet.h). */
#include "model/densenet.h"

#include <stdio.h>

/* Norm, ReLU, 1x1 to four times the growth; norm, ReLU, 3x3 to the growth; joined to the input. */
static ad_layer *bottleneck(ad_build *b, ad_layer *x, size_t growth, size_t block, size_t number)
{
    char at[80];
    const ad_conv_settings narrow = { .out = 4 * growth, .kernel = 1, .stride = 1 };
    const ad_conv_settings grow = { .out = growth, .kernel = 3, .stride = 1, .pad = 1 };
    ad_layer *y;

    snprintf(at, sizeof at, "features.denseblock%zu.denselayer%zu", block, number);
    y = ad_build_norm(b, x, AD_ACTIVATED, "%s.norm1", at);
    y = ad_build_conv(b, y, narrow, "%s.conv1", at);
    y = ad_build_norm(b, y, AD_ACTIVATED, "%s.norm2", at);
    y = ad_build_conv(b, y, grow, "%s.conv2", at);
    return ad_build_concat(b, x, y);
}

/* Halve the channels and the sides of the map. */
static ad_layer *transition(ad_build *b, ad_layer *x, size_t block)
{
    const ad_conv_settings half = { .out = x ? x->shape.channels / 2 : 0,
                                    .kernel = 1,
                                    .stride = 1 };

    x = ad_build_norm(b, x, AD_ACTIVATED, "features.transition%zu.norm", block);
    x = ad_build_conv(b, x, half, "features.transition%zu.conv", block);
    return ad_build_average_pool(b, x, 2, 2);
}

static void densenet_name(size_t i, char text[AD_NAME_SIZE])
{
    (void)i;
    snprintf(text, AD_NAME_SIZE, "classifier");
}

ad_layer *ad_build_densenet(ad_build *b, ad_layer *x, size_t growth, size_t n_blocks,
                            const size_t *layers)
{
    for (size_t block = 1; block <= n_blocks; block++) {
        for (size_t number = 1; number <= layers[block - 1]; number++)
            x = bottleneck(b, x, growth, block, number);
        if (block < n_blocks)
            x = transition(b, x, block);
    }
    x = ad_build_norm(b, x, AD_ACTIVATED, "features.norm5");
    return ad_build_head(b, ad_build_global_pool(b, x), 0, 0, NULL, densenet_name);
}
