/* Texts kept by a context (keep.h): a tree by the bits of a hash, two bits per level. Nodes are
 * never moved or changed, so a thread adds one with a single compare-and-exchange of a pointer. */
#include "base/keep.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "base/context.h"
#include "base/format.h"
#include "base/memory.h"

struct ad_kept {
    _Atomic(ad_kept *) child[4];
    ad_kept *next; /* the list for freeing all */
    size_t n;
    _Alignas(void *) char bytes[];
};

/* FNV-1a with a final mixing of the bits, because the tree uses the highest. */
static uint64_t hash_of(const char *bytes, size_t n)
{
    uint64_t h = 0xcbf29ce484222325u;

    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return (h ^ h >> 32) * 0x9e3779b97f4a7c15u;
}

static adrop_status keep_make(adrop_ctx *ctx, const void *bytes, size_t n, ad_kept **out)
{
    const size_t size = sizeof **out + n;
    const adrop_status status = size < n
                                    ? ad_fail(ctx, ADROP_ENOMEM,
                                              "a text of %zu bytes does not fit into memory", n)
                                    : AD_NEW_RAW(ctx, 1, size, "a text", out);

    if (!status) {
        (*out)->n = n;
        memcpy((*out)->bytes, bytes, n);
    }
    return status;
}

adrop_status ad_keep_bytes(adrop_ctx *ctx, const void *bytes, size_t n, const void **kept)
{
    _Atomic(ad_kept *) *at = &ctx->kept;
    ad_kept *made = NULL, *there;

    for (uint64_t h = hash_of(bytes, n);; h <<= 2) {
        there = atomic_load_explicit(at, memory_order_acquire);
        if (!there) {
            const adrop_status status = made ? ADROP_OK : keep_make(ctx, bytes, n, &made);
            if (status)
                return status;
            if (atomic_compare_exchange_strong_explicit(at, &there, made, memory_order_acq_rel,
                                                        memory_order_acquire)) {
                *kept = made->bytes;
                return ADROP_OK;
            }
        }
        if (there->n == n && !memcmp(there->bytes, bytes, n))
            break;
        at = &there->child[h >> 62];
    }
    ad_free(ctx, made); /* another thread added it first */
    *kept = there->bytes;
    return ADROP_OK;
}

void ad_keep_release(adrop_ctx *ctx)
{
    ad_kept *first = atomic_load_explicit(&ctx->kept, memory_order_acquire);

    while (first) {
        ad_kept *node = first;
        first = node->next;
        for (int i = 0; i < 4; i++) {
            ad_kept *child = atomic_load_explicit(&node->child[i], memory_order_relaxed);
            if (child) {
                child->next = first;
                first = child;
            }
        }
        ad_free(ctx, node);
    }
}

static adrop_status keep_ended(adrop_ctx *ctx, const char *text, size_t n, const char **kept)
{
    const void *bytes = "";
    const adrop_status status = n ? ad_keep_bytes(ctx, text, n + 1, &bytes) : ADROP_OK;

    *kept = bytes;
    return status;
}

adrop_status ad_keep(adrop_ctx *ctx, const char *text, const char **kept)
{
    return keep_ended(ctx, text, text ? strlen(text) : 0, kept);
}

adrop_status ad_keep_part(adrop_ctx *ctx, const char *text, size_t n, const char **kept)
{
    char *copy = NULL;
    adrop_status status = AD_NEW(ctx, n + 1, "a text", &copy);

    *kept = "";
    if (status)
        return status;
    memcpy(copy, text, n);
    status = keep_ended(ctx, copy, n, kept);
    ad_free(ctx, copy);
    return status;
}

adrop_status ad_keep_format(adrop_ctx *ctx, const char **kept, const char *format, ...)
{
    char *text = NULL;
    va_list args, again;

    va_start(args, format);
    va_copy(again, args);
    const int n = ad_print_list(NULL, 0, format, args);
    adrop_status status = n < 0 ? ad_fail(ctx, ADROP_EINVAL, "'%s' cannot be formatted", format)
                                : AD_NEW(ctx, (size_t)n + 1, "a text", &text);
    if (!status) {
        ad_print_list(text, (size_t)n + 1, format, again);
        status = keep_ended(ctx, text, (size_t)n, kept);
        ad_free(ctx, text);
    } else {
        *kept = "";
    }
    va_end(again);
    va_end(args);
    return status;
}
