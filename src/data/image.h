/* One image: decoded from JPEG or PNG, and resized.
 *
 * At most AD_MAX_PIXELS pixels are accepted; the header is checked before any are
 * decoded. The memory of libjpeg and libpng does not come from the context's allocator;
 * it is bounded by that limit (about 200 MiB). */
#ifndef AD_DATA_IMAGE_H
#define AD_DATA_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"

enum {
    AD_MAX_PIXELS = 32 << 20,     /* width * height */
    AD_MAX_IMAGE_FILE = 64 << 20, /* bytes */
};

typedef struct ad_image {
    size_t width, height, channels;
    uint8_t *pixels; /* (height, width, channels), owned */
} ad_image;

/* Decode to 1 (grey) or 3 (colour) channels. ADROP_EFORMAT, naming `where`, for a file
 * that is neither JPEG nor PNG, damaged or too large. The caller releases *out after a
 * success; it is empty after a failure. */
adrop_status ad_image_decode(adrop_ctx *ctx, const char *where, const uint8_t *bytes, size_t size,
                             size_t channels, ad_image *out);
void ad_image_release(adrop_ctx *ctx, ad_image *image);

/* Crop the largest central window of the wanted aspect ratio and resample it to
 * planes (channels, height, width). */
adrop_status ad_image_fit(adrop_ctx *ctx, const ad_image *image, size_t height, size_t width,
                          uint8_t *planes);

/* image_jpeg.c, image_png.c: ad_image_decode for one format. */
adrop_status ad_jpeg_decode(adrop_ctx *ctx, const char *where, const uint8_t *bytes, size_t size,
                            size_t channels, ad_image *out);
adrop_status ad_png_decode(adrop_ctx *ctx, const char *where, const uint8_t *bytes, size_t size,
                           size_t channels, ad_image *out);

/* Allocate an image whose size comes from a header, or refuse the size. */
adrop_status ad_image_room(adrop_ctx *ctx, const char *where, size_t width, size_t height,
                           size_t channels, ad_image *out);

/* Y = 0.299 R + 0.587 G + 0.114 B, rounded. */
static inline uint8_t ad_grey(unsigned r, unsigned g, unsigned b)
{
    return (uint8_t)((299 * r + 587 * g + 114 * b + 500) / 1000);
}

#endif
