/* VGG16 with batch norm (Simonyan and Zisserman 2015, configuration D; torchvision's
 * vgg16_bn): thirteen 3x3 convolutions with bias, batch norm and ReLU, in five groups
 * with a 2x2 maximum after each. Images under 32 x 32 are padded to 32; final maps
 * larger than one pixel are averaged. The head: 512 hidden units as
 * in the authors' code (head=512), 512-512 as in the paper's figure, 4096-4096 as in
 * VGG's. Names are torchvision's: features.0, features.1, ..., classifier.1, ... */
#include "model/vgg16.h"

#include <stdio.h>

#include "model/architecture.h"

typedef struct {
    double width;
    int activation;
    const char *head;
} settings;

static const adrop_option options[] = { AD_WIDTH_ROW(settings),
                                        AD_ACTIVATION_ROW(settings),
                                        { .name = "head",
                                          .kind = ADROP_OPT_TEXT,
                                          .offset = offsetof(settings, head),
                                          .text = "512",
                                          .value = "N-N",
                                          .help = "hidden widths of the head, as in 512-512" },
                                        { 0 } };

static void vgg16_name(size_t i, char text[AD_NAME_SIZE])
{
    snprintf(text, AD_NAME_SIZE, "classifier.%zu", 3 * i + 1);
}

ad_layer *ad_build_vgg16(ad_build *b, ad_layer *x)
{
    static const size_t plan[] = { 64, 64,  0,   128, 128, 0,   256, 256, 256,
                                   0,  512, 512, 512, 0,   512, 512, 512, 0 };
    size_t n = 0; /* index in torchvision's list: convolution, norm, ReLU are three entries */

    for (size_t i = 0; i < sizeof plan / sizeof *plan; i++) {
        if (!plan[i]) {
            x = ad_build_max_pool(b, x, 2, 2, 0);
            n++;
            continue;
        }
        const ad_conv_settings conv = {
            .out = ad_build_width(b, plan[i]), .kernel = 3, .stride = 1, .pad = 1, .bias = 1
        };
        x = ad_build_conv(b, x, conv, "features.%zu", n);
        x = ad_build_norm(b, x, AD_ACTIVATED, "features.%zu", n + 1);
        n += 3;
    }
    return x;
}

static ad_layer *vgg16_build(ad_build *b, ad_layer *x, const void *src)
{
    enum { LEAST = 32 }; /* five halvings leave one pixel */
    const settings *s = src;
    size_t n, hidden[AD_MAX_HIDDEN];

    b->width = s->width;
    b->activation = ad_activation_words[s->activation];
    if (!b->status)
        b->status = ad_read_widths(b->ctx, "the head", s->head, '-', &n, hidden);
    if (b->status)
        return NULL;
    if (x->shape.height < LEAST && x->shape.width < LEAST)
        x = ad_build_pad(b, x, LEAST);
    x = ad_build_global_pool(b, ad_build_vgg16(b, x));
    return ad_build_head(b, x, 0, n, hidden, vgg16_name);
}

const ad_architecture ad_architecture_vgg16 = {
    .name = "vgg16",
    .for_images = 1,
    .summary = "VGG16 with batch norm",
    .reference = "Simonyan and Zisserman, ICLR 2015",
    .options = options,
    .settings_size = sizeof(settings),
    .examples = (const char *const[]){ "vgg16", "vgg16:head=512-512", "vgg16:width=0.25", NULL },
    .build = vgg16_build,
};
