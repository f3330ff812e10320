/* Images that are decoded on demand (images.h). */
#include "data/images.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/images_impl.h"

void ad_lazy_images_free(void *images, adrop_ctx *ctx)
{
    ad_lazy_images *im = images;

    if (!im)
        return;
    ad_free(ctx, im->folder);
    ad_free(ctx, im->begins);
    ad_bytes_release(ctx, &im->names);
    ad_free(ctx, im);
}

adrop_status ad_images_decode_one(adrop_ctx *ctx, const ad_image_wish *wish, const char *where,
                                  const uint8_t *bytes, size_t size, uint8_t *pixels)
{
    ad_image image;
    adrop_status status = ad_image_decode(ctx, where, bytes, size, wish->channels, &image);

    if (status)
        return status;
    if (wish->exact && (image.height != wish->height || image.width != wish->width))
        status = ad_fail(ctx, ADROP_EFORMAT,
                         "'%s' is %zu x %zu, the first image %zu x %zu: give image-size", where,
                         image.height, image.width, wish->height, wish->width);
    else
        status = ad_image_fit(ctx, &image, wish->height, wish->width, pixels);
    ad_image_release(ctx, &image);
    return status;
}

adrop_status ad_lazy_images_create(ad_source *source, const ad_image_wish *wish,
                                   const ad_image_item *items, size_t n, ad_lazy_images **out)
{
    adrop_ctx *ctx = source->ctx;
    ad_lazy_images *im;
    adrop_status status = AD_NEW(ctx, 1, "images", &im);

    *out = im;
    if (status)
        return status;
    im->wish = *wish;
    if ((status = ad_copy_text(ctx, source->path, &im->folder)) ||
        (status = AD_NEW(ctx, n, "file names", &im->begins)))
        return status;
    for (size_t i = 0; !status && i < n; i++) {
        const char *disk = source->entries[items[i].entry].disk;
        im->begins[i] = im->names.size;
        status = ad_bytes_append(ctx, &im->names, disk, strlen(disk) + 1, "file names");
    }
    return status;
}

adrop_status ad_lazy_images_read(const void *images, adrop_ctx *ctx, size_t row, uint8_t *pixels)
{
    const ad_lazy_images *im = images;
    char path[AD_PATH_SIZE], *bytes;
    size_t size;
    adrop_status status;

    snprintf(path, sizeof path, "%s/%s", im->folder,
             (const char *)im->names.data + im->begins[row]);
    if ((status = ad_file_read(ctx, path, AD_MAX_IMAGE_FILE, &bytes, &size)))
        return status;
    status = ad_images_decode_one(ctx, &im->wish, path, (const uint8_t *)bytes, size, pixels);
    ad_free(ctx, bytes);
    return status;
}

/* -- Which files of a source are images, with class and part (class_files.h) ------------ */

static bool is_image(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && (ad_alike(dot, ".jpg") || ad_alike(dot, ".jpeg") || ad_alike(dot, ".png"));
}

static const ad_class_kind images = {
    is_image, "images",
    "there are no .jpg, .jpeg or .png images in class folders: give each class a folder of its name"
};

bool ad_image_item_parse(const ad_source *source, size_t entry, ad_image_item *item)
{
    return ad_class_file_parse(source, entry, &images, item);
}

adrop_status ad_images_list(const ad_source *source, bool loose_too, ad_image_item **items,
                            size_t *n)
{
    return ad_class_files_list(source, &images, loose_too, items, n);
}
