/* What reader_images.c, images_decode.c and images.c share. */
#ifndef AD_DATA_IMAGES_IMPL_H
#define AD_DATA_IMAGES_IMPL_H

#include "data/class_files.h"
#include "data/image.h"
#include "data/images.h"
#include "data/source.h"

/* What every image is brought to. exact: it must have that size already. */
typedef struct ad_image_wish {
    size_t channels, height, width;
    int exact;
} ad_image_wish;

/* One image of the set; rows are these in order. */
typedef ad_class_file ad_image_item;

struct ad_lazy_images {
    ad_image_wish wish;
    char *folder;   /* owned */
    size_t *begins; /* (rows), owned: where in names each begins */
    ad_bytes names; /* owned */
};

/* images.c: class and part by the entry's name; false if it is no image. A source that is one
 * file is taken for an image. */
bool ad_image_item_parse(const ad_source *source, size_t entry, ad_image_item *item);

/* The images in class folders, those in no folder only if asked for; *items (n) is freed by the
 * caller, also after a failure. */
adrop_status ad_images_list(const ad_source *source, bool loose_too, ad_image_item **items,
                            size_t *n);

adrop_status ad_images_decode_one(adrop_ctx *ctx, const ad_image_wish *wish, const char *where,
                                  const uint8_t *bytes, size_t size, uint8_t *pixels);

/* *out is to be freed also after a failure. */
adrop_status ad_lazy_images_create(ad_source *source, const ad_image_wish *wish,
                                   const ad_image_item *items, size_t n, ad_lazy_images **out);

/* Of the bytes of an image's file. */
typedef struct ad_image_sum {
    uint64_t bytes, xxh3;
} ad_image_sum;

/* images_decode.c: all of them now, on the context's threads. pixels (n, channels,
 * height, width); sums (n), or NULL. */
adrop_status ad_images_decode_all(ad_source *source, const ad_image_wish *wish,
                                  const ad_image_item *items, size_t n, uint8_t *pixels,
                                  ad_image_sum *sums);

/* images_sum.c: of bytes that are there, of a folder's files (n) on the context's
 * threads, and of the folder. */
void ad_images_sum_one(const void *bytes, size_t size, ad_image_sum *sum);
adrop_status ad_images_sum_all(ad_source *source, const ad_image_item *items, size_t n,
                               ad_image_sum *sums);
adrop_status ad_images_sum_total(const ad_source *source, const ad_image_item *items, size_t n,
                                 const ad_image_sum *sums, uint64_t *total);

#endif
