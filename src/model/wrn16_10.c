/* WRN-16-10 (Zagoruyko and Komodakis 2016): a stem of 16 channels, three groups of two
 * pre-activation blocks, 160, 320 and 640 channels wide, no biases. width multiplies the
 * groups, not the stem. block-dropout also puts the technique between the two convolutions of
 * every block, as that paper does. */
#include <stdio.h>

#include "model/architecture.h"

typedef struct {
    double width;
    int activation;
    int block_dropout;
} settings;

static const adrop_option options[] = {
    AD_WIDTH_ROW(settings),
    AD_ACTIVATION_ROW(settings),
    { .name = "block-dropout",
      .kind = ADROP_OPT_FLAG,
      .offset = offsetof(settings, block_dropout),
      .help = "the technique between the convolutions of every block too" },
    { 0 }
};

static void wrn16_10_name(size_t i, char text[AD_NAME_SIZE])
{
    (void)i;
    snprintf(text, AD_NAME_SIZE, "fc");
}

static ad_layer *wrn16_10_block(ad_build *b, ad_layer *x, const settings *s, size_t group,
                                size_t number, size_t out)
{
    const size_t stride = group > 1 && number == 0 ? 2 : 1;
    const ad_conv_settings first = { .out = out, .kernel = 3, .stride = stride, .pad = 1 };
    const ad_conv_settings second = { .out = out, .kernel = 3, .stride = 1, .pad = 1 };
    const ad_conv_settings around = { .out = out, .kernel = 1, .stride = stride };
    ad_layer *ready = ad_build_norm(b, x, AD_ACTIVATED, "block%zu.layer.%zu.bn1", group, number);
    ad_layer *y = ad_build_conv(b, ready, first, "block%zu.layer.%zu.conv1", group, number);
    ad_layer *shortcut = x;

    y = ad_build_norm(b, y, AD_ACTIVATED, "block%zu.layer.%zu.bn2", group, number);
    if (s->block_dropout && b->at != ADROP_AT_EVERYWHERE) /* else it is already there */
        y = ad_build_dropout(b, y, NULL, 0);
    y = ad_build_conv(b, y, second, "block%zu.layer.%zu.conv2", group, number);
    y = ad_build_branch(b, y, 2 * group - 1 + number, 6);
    if (x && (stride != 1 || x->shape.channels != out))
        shortcut = ad_build_conv(b, ready, around, "block%zu.layer.%zu.convShortcut", group,
                                 number);
    return ad_build_add(b, y, shortcut);
}

static ad_layer *wrn16_10_build(ad_build *b, ad_layer *x, const void *src)
{
    const settings *s = src;
    const ad_conv_settings stem = { .out = 16, .kernel = 3, .stride = 1, .pad = 1 };

    b->width = s->width;
    b->activation = ad_activation_words[s->activation];
    x = ad_build_conv(b, x, stem, "conv1");
    for (size_t group = 1; group <= 3; group++)
        for (size_t number = 0; number < 2; number++)
            x = wrn16_10_block(b, x, s, group, number, ad_build_width(b, (size_t)80 << group));
    x = ad_build_norm(b, x, AD_ACTIVATED, "bn1");
    return ad_build_head(b, ad_build_global_pool(b, x), 0, 0, NULL, wrn16_10_name);
}

const ad_architecture ad_architecture_wrn16_10 = {
    .name = "wrn16-10",
    .for_images = 1,
    .summary = "wide residual network of 16 layers, ten times as wide",
    .reference = "Zagoruyko and Komodakis, BMVC 2016",
    .options = options,
    .settings_size = sizeof(settings),
    .examples = (const char *const[]){ "wrn16-10", "wrn16-10:width=0.1", NULL },
    .build = wrn16_10_build,
};
