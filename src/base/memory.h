/* Memory: everything the library holds comes through these two calls, so that
 * the user's allocator sees every byte and a test can make any of them fail. */
#ifndef AD_BASE_MEMORY_H
#define AD_BASE_MEMORY_H

#include <stddef.h>

#include "adrop/context.h"
#include "base/lab.h"

#define AD_ALIGNMENT 64 /* bytes: a cache line, and the widest vector */

/* The C library's memory. */
extern const adrop_allocator ad_default_allocator;

/* n up to a multiple of AD_ALIGNMENT. */
static inline size_t ad_round_up(size_t n)
{
    return (n + AD_ALIGNMENT - 1) / AD_ALIGNMENT * AD_ALIGNMENT;
}

/* Zeroed room for count elements of what *out points to, aligned to AD_ALIGNMENT, in *out (NULL
 * after a failure); the type of out, a pointer to a pointer, is checked by the compiler:
 *
 *     double *x;
 *     status = AD_NEW(ctx, n, "the masks", &x);
 *
 * A count of 0 gives a valid pointer to nothing. what names the thing in the message. Linux hands
 * out memory that it does not have and kills who uses it; so what is large is asked for only where
 * the machine has it, and refused with both numbers otherwise (default allocator). */
#define AD_NEW(ctx, count, what, out) ad_memory_take((ctx), (count), sizeof **(out), (what), (out))

/* The same for elements whose size is known at run time alone: settings, reals, rows. */
#define AD_NEW_RAW(ctx, count, size, what, out)                                                    \
  ad_memory_take((ctx), (count), (size) * (sizeof((const void *)*(out)) > 0), (what), (out))

/* The same without zeroes, for what is written whole at once: pages that are not written take no
 * memory yet. */
#define AD_NEW_UNSET(ctx, count, what, out)                                                        \
  ad_memory_take_unset((ctx), (count), sizeof **(out), (what), (out))
AD_LAB adrop_status ad_memory_take_unset(adrop_ctx *ctx, size_t count, size_t size,
                                         const char *what, void *out);

/* What the first two stand for; used itself only where addresses of pointers stand in a list. */
AD_LAB adrop_status ad_memory_take(adrop_ctx *ctx, size_t count, size_t size, const char *what,
                                   void *out);

/* NULL is fine. */
AD_LAB void ad_free(adrop_ctx *ctx, void *memory);

#endif
