/* JPEG files through libjpeg-turbo. Its errors leave by longjmp and become a status. A
 * truncated file is refused. So is a file with more scans than any camera writes, since a
 * few bytes can ask for a pass over all pixels. Each block of 64 pixels takes at least one
 * bit, so a header with more pixels than the file can hold is refused before decoding. */
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

#include "base/context.h"
#include "data/image.h"

enum { PIXELS_A_BYTE = 1024, FREE_PIXELS = 1 << 16 };
enum { MAX_SCANS = 100, MAX_PASSES = 16 }; /* passes over AD_MAX_PIXELS pixels */

typedef struct {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf leave;
    char message[JMSG_LENGTH_MAX];
} decoder;

static void on_error(j_common_ptr jpeg)
{
    decoder *d = (decoder *)jpeg;

    jpeg->err->format_message(jpeg, d->message);
    longjmp(d->leave, 1);
}

static void on_message(j_common_ptr jpeg, int level)
{
    if (level < 0 && jpeg->err->msg_code == JWRN_JPEG_EOF)
        on_error(jpeg);
}

static void on_progress(j_common_ptr jpeg)
{
    decoder *d = (decoder *)jpeg;
    const uint64_t scans = (uint64_t)d->jpeg.input_scan_number;
    const uint64_t pixels = (uint64_t)d->jpeg.image_width * d->jpeg.image_height;

    if (scans > MAX_SCANS || scans * pixels > (uint64_t)MAX_PASSES * AD_MAX_PIXELS) {
        snprintf(d->message, sizeof d->message, "%d scans are too many for its size", (int)scans);
        longjmp(d->leave, 1);
    }
}

/* Convert a row of inverted CMYK, as all known programs write it, to grey or colour. */
static void from_cmyk(const uint8_t *row, size_t width, size_t channels, uint8_t *out)
{
    for (size_t i = 0; i < width; i++, row += 4, out += channels) {
        const unsigned k = row[3], r = row[0] * k / 255, g = row[1] * k / 255, b = row[2] * k / 255;
        if (channels == 1) {
            out[0] = ad_grey(r, g, b);
        } else {
            out[0] = (uint8_t)r;
            out[1] = (uint8_t)g;
            out[2] = (uint8_t)b;
        }
    }
}

static adrop_status read_rows(decoder *d, adrop_ctx *ctx, const char *where, size_t size,
                              ad_image *out)
{
    struct jpeg_decompress_struct *jpeg = &d->jpeg;
    const int cmyk = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
    const size_t channels = out->channels;
    const uint64_t pixels = (uint64_t)jpeg->image_width * jpeg->image_height;

    if (pixels > FREE_PIXELS && pixels / PIXELS_A_BYTE > size)
        return ad_fail(ctx, ADROP_EFORMAT,
                       "'%s': the header says %u x %u pixels, more than %zu bytes can hold", where,
                       jpeg->image_width, jpeg->image_height, size);
    const adrop_status status = ad_image_room(ctx, where, jpeg->image_width, jpeg->image_height,
                                              channels, out);
    if (status)
        return status;
    jpeg->out_color_space = cmyk ? JCS_CMYK : channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg->dct_method = JDCT_ISLOW;
    jpeg_start_decompress(jpeg);
    /* a row of four values, in libjpeg's own pool */
    JSAMPARRAY wide = jpeg->mem->alloc_sarray((j_common_ptr)jpeg, JPOOL_IMAGE,
                                              jpeg->image_width * 4, 1);
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = out->pixels + jpeg->output_scanline * out->width * channels;
        jpeg_read_scanlines(jpeg, cmyk ? wide : &row, 1);
        if (cmyk)
            from_cmyk(wide[0], out->width, channels, row);
    }
    jpeg_finish_decompress(jpeg);
    return ADROP_OK;
}

/* Everything that can longjmp. */
static adrop_status image_jpeg_decode(decoder *d, adrop_ctx *ctx, const char *where,
                                      const uint8_t *bytes, size_t size, ad_image *out)
{
    errno = 0; /* libjpeg reports lack of memory as a damaged file */
    if (setjmp(d->leave))
        return errno == ENOMEM
                   ? ad_fail(ctx, ADROP_ENOMEM, "'%s': no memory to decode it", where)
                   : ad_fail(ctx, ADROP_EFORMAT, "'%s': damaged JPEG: %s", where, d->message);
    jpeg_create_decompress(&d->jpeg);
    d->jpeg.progress = &d->progress;
    jpeg_mem_src(&d->jpeg, bytes, (unsigned long)size);
    jpeg_read_header(&d->jpeg, TRUE);
    return read_rows(d, ctx, where, size, out);
}

adrop_status ad_jpeg_decode(adrop_ctx *ctx, const char *where, const uint8_t *bytes, size_t size,
                            size_t channels, ad_image *out)
{
    decoder d = { .message = "" };

    out->channels = channels;
    d.jpeg.err = jpeg_std_error(&d.errors);
    d.errors.error_exit = on_error;
    d.errors.emit_message = on_message;
    d.progress.progress_monitor = on_progress;
    const adrop_status status = image_jpeg_decode(&d, ctx, where, bytes, size, out);
    jpeg_destroy_decompress(&d.jpeg);
    return status;
}
