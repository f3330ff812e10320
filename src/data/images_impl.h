/* Shared by reader_images.c, images_decode.c, images_sum.c and images.c. */
#ifndef AD_DATA_IMAGES_IMPL_H
#define AD_DATA_IMAGES_IMPL_H

#include "data/class_files.h"
#include "data/image.h"
#include "data/images.h"
#include "data/source.h"

/* The shape all images are brought to. exact: they must have that size already. */
typedef struct ad_image_wish {
    size_t channels, height, width;
    int exact;
} ad_image_wish;

/* One image of the set, one row each. */
typedef ad_class_file ad_image_item;

struct ad_lazy_images {
    ad_image_wish wish;
    char *folder;   /* owned */
    size_t *begins; /* (rows), owned: offset of each in names */
    ad_bytes names; /* owned */
};

/* images.c: class and part from the entry's name; false if it is not an image. In a source of a
 * single file, that file always counts. */
bool ad_image_item_parse(const ad_source *source, size_t entry, ad_image_item *item);

/* The images in class folders, and with loose_too those in no folder. The caller frees *items (n),
 * also after a failure. */
adrop_status ad_images_list(const ad_source *source, bool loose_too, ad_image_item **items,
                            size_t *n);

adrop_status ad_images_decode_one(adrop_ctx *ctx, const ad_image_wish *wish, const char *where,
                                  const uint8_t *bytes, size_t size, uint8_t *pixels);

/* The caller frees *out, also after a failure. */
adrop_status ad_lazy_images_create(ad_source *source, const ad_image_wish *wish,
                                   const ad_image_item *items, size_t n, ad_lazy_images **out);

/* Length and checksum of an image's file. */
typedef struct ad_image_sum {
    uint64_t bytes, xxh3;
} ad_image_sum;

/* images_decode.c: decode all images now, on the context's threads. pixels (n, channels,
 * height, width); sums (n), or NULL. */
adrop_status ad_images_decode_all(ad_source *source, const ad_image_wish *wish,
                                  const ad_image_item *items, size_t n, uint8_t *pixels,
                                  ad_image_sum *sums);

/* images_sum.c: the sums of one file in memory, of a folder's files (n) on the context's
 * threads, and of the folder. */
void ad_images_sum_one(const void *bytes, size_t size, ad_image_sum *sum);
adrop_status ad_images_sum_all(ad_source *source, const ad_image_item *items, size_t n,
                               ad_image_sum *sums);
adrop_status ad_images_sum_total(const ad_source *source, const ad_image_item *items, size_t n,
                                 const ad_image_sum *sums, uint64_t *total);

#endif
