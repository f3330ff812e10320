/* Images in class folders that are decoded on demand. */
#ifndef AD_DATA_IMAGES_H
#define AD_DATA_IMAGES_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "data/raw.h"

/* An ad_row_source (rows/rows.h): NULL is fine; ctx needs the allocator they were made with. */
void ad_lazy_images_free(void *images, adrop_ctx *ctx);

/* The row's pixels, (channels, height, width). Thread-safe; ctx is the calling
 * thread's, for the message and the memory. */
adrop_status ad_lazy_images_read(const void *images, adrop_ctx *ctx, size_t row, uint8_t *pixels);

#endif
