/* A run of bytes that grows at its end; memory is taken as bytes arrive, never
 * because a file says how many there will be. */
#ifndef AD_BASE_BYTES_H
#define AD_BASE_BYTES_H

#include <stddef.h>

#include "adrop/context.h"
#include "base/lab.h"

typedef struct ad_bytes {
    void *data; /* (size), owned; aligned to AD_ALIGNMENT */
    size_t size, room;
} ad_bytes;

/* Make room for `more` bytes behind the last; the size stays. Grows by half at
 * least, so that n appended bytes cost O(n). */
AD_LAB adrop_status ad_bytes_reserve(adrop_ctx *ctx, ad_bytes *b, size_t more, const char *what);

AD_LAB adrop_status ad_bytes_append(adrop_ctx *ctx, ad_bytes *b, const void *data, size_t size,
                                    const char *what);

/* Releasing twice, or an empty one, is fine. */
AD_LAB void ad_bytes_release(adrop_ctx *ctx, ad_bytes *b);

/* Give the bytes away: the caller frees them with ad_free; b is empty afterwards. */
AD_LAB void *ad_bytes_take(ad_bytes *b);

#endif
