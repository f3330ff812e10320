/* Images: choosing the decoder, and resizing (image.h). */
#include "data/image.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "rows/resample.h"

void ad_image_release(adrop_ctx *ctx, ad_image *image)
{
    ad_free(ctx, image->pixels);
    *image = (ad_image){ 0 };
}

adrop_status ad_image_room(adrop_ctx *ctx, const char *where, size_t width, size_t height,
                           size_t channels, ad_image *out)
{
    if (!width || !height || width > AD_MAX_PIXELS || height > AD_MAX_PIXELS / width)
        return ad_fail(ctx, ADROP_EFORMAT,
                       "'%s': the header says %zu x %zu pixels; at most %d are accepted", where,
                       width, height, AD_MAX_PIXELS);
    *out = (ad_image){ .width = width, .height = height, .channels = channels };
    return AD_NEW_RAW(ctx, width * height, channels, "an image", &out->pixels);
}

adrop_status ad_image_decode(adrop_ctx *ctx, const char *where, const uint8_t *bytes, size_t size,
                             size_t channels, ad_image *out)
{
    adrop_status status;

    *out = (ad_image){ 0 };
    if (size >= 3 && !memcmp(bytes, "\xff\xd8\xff", 3))
        status = ad_jpeg_decode(ctx, where, bytes, size, channels, out);
    else if (size >= 8 && !memcmp(bytes, "\x89PNG\r\n\x1a\n", 8))
        status = ad_png_decode(ctx, where, bytes, size, channels, out);
    else
        status = ad_fail(ctx, ADROP_EFORMAT, "'%s' is neither a JPEG nor a PNG image", where);
    if (status)
        ad_image_release(ctx, out);
    return status;
}

adrop_status ad_image_fit(adrop_ctx *ctx, const ad_image *image, size_t height, size_t width,
                          uint8_t *planes)
{
    const double w = (double)image->width, h = (double)image->height;
    const double shape = (double)width / (double)height;
    ad_region window = { 0, 0, w, h };
    float *scratch;

    if (w > h * shape)
        window.width = h * shape;
    else
        window.height = w / shape < h ? w / shape : h;
    window.x = (w - window.width) / 2;
    window.y = (h - window.height) / 2;
    const adrop_status status = AD_NEW(ctx, ad_resample_room(image->width, image->height, width),
                                       "an image", &scratch);
    if (status)
        return status;
    for (size_t c = 0; c < image->channels; c++) {
        const ad_plane from = { image->pixels + c, image->width, image->height, image->channels,
                                image->width * image->channels };
        ad_resample(&from, &window, height, width, planes + c * height * width, scratch);
    }
    ad_free(ctx, scratch);
    return ADROP_OK;
}
