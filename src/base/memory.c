/* Checked, zeroed, aligned allocation through the context's pair of functions. */
#include "base/memory.h"

#include <stdint.h>
#include <string.h>

#include "base/context.h"

adrop_status ad_alloc(adrop_ctx *ctx, size_t count, size_t size, const char *what, void *out)
{
    void **slot = out;
    size_t bytes;

    *slot = NULL;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX - AD_ALIGNMENT)
        return ad_fail(ctx, ADROP_ENOMEM,
                       "%s: %zu elements of %zu bytes are more than memory can hold", what, count,
                       size);
    bytes = ad_round_up(bytes ? bytes : 1);
    void *memory = ctx->allocator.allocate(ctx->allocator.user, bytes);
    if (!memory)
        return ad_fail(ctx, ADROP_ENOMEM, "%s: no memory for %zu bytes", what, bytes);
    *slot = memset(memory, 0, bytes);
    return ADROP_OK;
}

void ad_free(adrop_ctx *ctx, void *memory)
{
    if (memory)
        ctx->allocator.release(ctx->allocator.user, memory);
}
