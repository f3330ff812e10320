/* Checked, aligned allocation, zeroed unless stated otherwise, through the context's allocator. */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/machine.h"

enum { LARGE = 1 << 28 }; /* bytes from which free memory is checked */

static void *default_allocate(void *user, size_t size)
{
    (void)user;
    return aligned_alloc(AD_ALIGNMENT, size);
}

static void default_release(void *user, void *memory)
{
    (void)user;
    free(memory);
}

const adrop_allocator ad_default_allocator = { default_allocate, default_release, NULL };

static adrop_status check_machine(adrop_ctx *ctx, size_t bytes, const char *what)
{
    const double mb = 1.0 / (1 << 20);

    if (bytes < LARGE || ctx->allocator.allocate != default_allocate)
        return ADROP_OK;
    const size_t free_bytes = ad_machine_memory();
    if (bytes <= free_bytes)
        return ADROP_OK;
    return ad_fail(ctx, ADROP_ENOMEM, "%s: %.0f MB are needed and %.0f MB are free", what,
                   (double)bytes * mb, (double)free_bytes * mb);
}

static adrop_status memory_take(adrop_ctx *ctx, size_t count, size_t size, const char *what,
                                void *out, size_t *taken)
{
    void **slot = out;
    size_t bytes;

    *slot = NULL;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX - AD_ALIGNMENT)
        return ad_fail(ctx, ADROP_ENOMEM,
                       "%s: %zu elements of %zu bytes are more than memory can hold", what, count,
                       size);
    bytes = ad_round_up(bytes ? bytes : 1);
    const adrop_status status = check_machine(ctx, bytes, what);
    if (status)
        return status;
    void *memory = ctx->allocator.allocate(ctx->allocator.user, bytes);
    if (!memory)
        return ad_fail(ctx, ADROP_ENOMEM, "%s: no memory for %zu bytes", what, bytes);
    *slot = memory;
    *taken = bytes;
    return ADROP_OK;
}

adrop_status ad_memory_take_unset(adrop_ctx *ctx, size_t count, size_t size, const char *what,
                                  void *out)
{
    size_t bytes;

    return memory_take(ctx, count, size, what, out, &bytes);
}

adrop_status ad_memory_take(adrop_ctx *ctx, size_t count, size_t size, const char *what, void *out)
{
    void **slot = out;
    size_t bytes = 0;
    const adrop_status status = memory_take(ctx, count, size, what, slot, &bytes);

    if (*slot)
        memset(*slot, 0, bytes);
    return status;
}

void ad_free(adrop_ctx *ctx, void *memory)
{
    if (memory)
        ctx->allocator.release(ctx->allocator.user, memory);
}

void adrop_free(adrop_ctx *ctx, void *memory)
{
    ad_free(ctx, memory);
}
