/* Images in class folders that are decoded when they are needed. */
#ifndef AD_DATA_IMAGES_H
#define AD_DATA_IMAGES_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "data/raw.h"

/* NULL is fine. */
void ad_lazy_images_free(ad_lazy_images *images);

/* The row's pixels, (channels, height, width). Thread-safe; ctx is the calling
 * thread's, which gets the message and gives the memory. */
adrop_status ad_lazy_images_decode(const ad_lazy_images *images, adrop_ctx *ctx, size_t row,
                                   uint8_t *pixels);

#endif
