/* PNG files through libpng: 8 bits per channel, transparency dropped. Its errors
 * leave by longjmp and become a status. */
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <png.h>

#include "base/context.h"
#include "base/memory.h"
#include "data/image.h"

enum { MAX_CHUNKS = 64, MAX_CHUNK = 4 << 20 };

typedef struct {
    const uint8_t *next, *end;
    char message[200];
    adrop_ctx *ctx;
    const char *where;
    ad_image *out;
    uint8_t *pixels; /* (height, width, decoded channels), owned */
    png_bytep *rows; /* (height), owned */
} decoder;

static void on_error(png_structp png, png_const_charp message)
{
    decoder *d = png_get_error_ptr(png);

    snprintf(d->message, sizeof d->message, "%s", message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void feed(png_structp png, png_bytep to, size_t n)
{
    decoder *d = png_get_io_ptr(png);

    if ((size_t)(d->end - d->next) < n)
        png_error(png, "the file is cut short");
    memcpy(to, d->next, n);
    d->next += n;
}

/* Ask libpng for 8-bit grey or colour, without transparency. */
static void plain_colours(png_structp png, png_infop info)
{
    const int colour = png_get_color_type(png, info), depth = png_get_bit_depth(png, info);

    if (colour == PNG_COLOR_TYPE_PALETTE)
        png_set_palette_to_rgb(png);
    if (colour == PNG_COLOR_TYPE_GRAY && depth < 8)
        png_set_expand_gray_1_2_4_to_8(png);
    if (depth == 16)
        png_set_strip_16(png);
    if (colour & PNG_COLOR_MASK_ALPHA)
        png_set_strip_alpha(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
}

static adrop_status read_rows(decoder *d, png_structp png, png_infop info)
{
    const size_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    const size_t wanted = d->out->channels;
    adrop_status status = ad_image_room(d->ctx, d->where, width, height, wanted, d->out);

    if (status)
        return status;
    plain_colours(png, info);
    const size_t channels = png_get_channels(png, info);
    if ((channels != 1 && channels != 3) || png_get_rowbytes(png, info) != width * channels)
        png_error(png, "unexpected kind of pixels");
    if ((status = AD_NEW_RAW(d->ctx, width * height, channels, "an image", &d->pixels)) ||
        (status = AD_NEW(d->ctx, height, "an image", &d->rows)))
        return status;
    for (size_t y = 0; y < height; y++)
        d->rows[y] = d->pixels + y * width * channels;
    png_read_image(png, d->rows);
    png_read_end(png, NULL);
    for (size_t i = 0; i < width * height; i++)
        for (size_t c = 0; c < wanted; c++) {
            const uint8_t *p = d->pixels + i * channels;
            d->out->pixels[i * wanted + c] = channels == 1 ? p[0]
                                             : wanted == 3 ? p[c]
                                                           : ad_grey(p[0], p[1], p[2]);
        }
    return ADROP_OK;
}

static adrop_status no_memory(adrop_ctx *ctx, const char *where)
{
    return ad_fail(ctx, ADROP_ENOMEM, "'%s': no memory to decode it", where);
}

/* Everything that can longjmp. */
static adrop_status image_png_decode(decoder *d, png_structp png, png_infop info)
{
    errno = 0; /* libpng reports lack of memory as a damaged file */
    if (setjmp(png_jmpbuf(png)))
        return errno == ENOMEM
                   ? no_memory(d->ctx, d->where)
                   : ad_fail(d->ctx, ADROP_EFORMAT, "'%s': damaged PNG: %s", d->where, d->message);
    png_set_read_fn(png, d, feed);
    png_set_user_limits(png, AD_MAX_PIXELS, AD_MAX_PIXELS);
    png_set_chunk_cache_max(png, MAX_CHUNKS);
    png_set_chunk_malloc_max(png, MAX_CHUNK);
    png_read_info(png, info);
    return read_rows(d, png, info);
}

adrop_status ad_png_decode(adrop_ctx *ctx, const char *where, const uint8_t *bytes, size_t size,
                           size_t channels, ad_image *out)
{
    decoder d = { .next = bytes, .end = bytes + size, .ctx = ctx, .where = where, .out = out };
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &d, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    adrop_status status;

    out->channels = channels;
    if (info)
        status = image_png_decode(&d, png, info);
    else
        status = no_memory(ctx, where);
    png_destroy_read_struct(&png, &info, NULL);
    ad_free(ctx, d.pixels);
    ad_free(ctx, d.rows);
    return status;
}
