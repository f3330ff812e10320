/* A growing array of bytes. Memory is allocated as bytes arrive, never from a size that a file
 * declares. */
#ifndef AD_BASE_BYTES_H
#define AD_BASE_BYTES_H

#include <stddef.h>

#include "adrop/context.h"
#include "base/lab.h"

typedef struct ad_bytes {
    void *data; /* (size), owned; aligned to AD_ALIGNMENT */
    size_t size, room;
} ad_bytes;

/* Make room for `more` bytes after the last; the size does not change. Grows by at least half, so n
 * appended bytes cost O(n). */
AD_LAB adrop_status ad_bytes_reserve(adrop_ctx *ctx, ad_bytes *b, size_t more, const char *what);

AD_LAB adrop_status ad_bytes_append(adrop_ctx *ctx, ad_bytes *b, const void *data, size_t size,
                                    const char *what);

/* Releasing twice, or an empty one, is fine. */
AD_LAB void ad_bytes_release(adrop_ctx *ctx, ad_bytes *b);

/* Hand the bytes over: the caller frees them with ad_free; b is then empty. */
AD_LAB void *ad_bytes_take(ad_bytes *b);

#endif
