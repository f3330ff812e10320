/* Fuzz: an image, JPEG or PNG by its first bytes, colour or grey by its length, then resized.
 * fuzz_archive covers files in folders. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "data/image.h"
#include "scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t channels = size % 2 ? 1 : 3;
    adrop_ctx *ctx = scene_ctx();
    ad_image image;
    uint8_t planes[3 * 5 * 7];

    if (ad_image_decode(ctx, "image", data, size, channels, &image)) {
        if (!strstr(adrop_ctx_message(ctx), "image") || image.pixels)
            abort();
    } else {
        const size_t pixels = image.width * image.height;
        if (image.channels != channels || pixels > AD_MAX_PIXELS)
            abort();
        /* large ones are slow with every comparison instrumented */
        if (pixels < 1 << 20 && ad_image_fit(ctx, &image, 5, 7, planes))
            abort();
        ad_image_release(ctx, &image);
    }
    return 0;
}
