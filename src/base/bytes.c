/* Bytes that grow at their end (bytes.h). */
#include "base/bytes.h"

#include <stdint.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"

adrop_status ad_bytes_reserve(adrop_ctx *ctx, ad_bytes *b, size_t more, const char *what)
{
    size_t need, grown = b->room + b->room / 2;
    void *data;

    if (b->data && more <= b->room - b->size)
        return ADROP_OK;
    if (__builtin_add_overflow(b->size, more, &need))
        return ad_fail(ctx, ADROP_ENOMEM, "%s: more bytes than memory can hold", what);
    if (grown < need || grown > PTRDIFF_MAX / 2)
        grown = need;
    const adrop_status status = ad_memory_take_unset(ctx, grown, 1, what, &data);
    if (status)
        return status;
    if (b->size)
        memcpy(data, b->data, b->size);
    ad_free(ctx, b->data);
    b->data = data;
    b->room = grown;
    return ADROP_OK;
}

adrop_status ad_bytes_append(adrop_ctx *ctx, ad_bytes *b, const void *data, size_t size,
                             const char *what)
{
    const adrop_status status = ad_bytes_reserve(ctx, b, size, what);

    if (status)
        return status;
    if (size)
        memcpy((char *)b->data + b->size, data, size);
    b->size += size;
    return ADROP_OK;
}

void ad_bytes_release(adrop_ctx *ctx, ad_bytes *b)
{
    ad_free(ctx, b->data);
    *b = (ad_bytes){ 0 };
}

void *ad_bytes_take(ad_bytes *b)
{
    void *data = b->data;

    *b = (ad_bytes){ 0 };
    return data;
}
