/* Memory: everything the library allocates goes through these calls, so the user's allocator sees
 * every byte and a test can make any of them fail. */
#ifndef AD_BASE_MEMORY_H
#define AD_BASE_MEMORY_H

#include <stddef.h>

#include "adrop/context.h"
#include "base/lab.h"

#define AD_ALIGNMENT 64 /* bytes: a cache line, and the widest vector */

/* The C library's allocator. */
extern const adrop_allocator ad_default_allocator;

/* n rounded up to a multiple of AD_ALIGNMENT. */
static inline size_t ad_round_up(size_t n)
{
    return (n + AD_ALIGNMENT - 1) / AD_ALIGNMENT * AD_ALIGNMENT;
}

/* Allocate count zeroed elements of the type of **out, aligned to AD_ALIGNMENT; *out is NULL after
 * a failure. The compiler checks that out is a pointer to a pointer:
 *
 *     double *x;
 *     status = AD_NEW(ctx, n, "the masks", &x);
 *
 * A count of 0 gives a valid pointer to nothing. what names the object in the message. Linux grants
 * memory that it does not have and kills the process that uses it. So a large allocation (with the
 * default allocator) is refused, with both numbers, if the machine does not have the memory. */
#define AD_NEW(ctx, count, what, out) ad_memory_take((ctx), (count), sizeof **(out), (what), (out))

/* The same for elements whose size is only known at run time: settings, reals, rows. */
#define AD_NEW_RAW(ctx, count, size, what, out)                                                    \
  ad_memory_take((ctx), (count), (size) * (sizeof((const void *)*(out)) > 0), (what), (out))

/* The same without zeroing, for arrays that are written completely at once: untouched pages take no
 * memory. */
#define AD_NEW_UNSET(ctx, count, what, out)                                                        \
  ad_memory_take_unset((ctx), (count), sizeof **(out), (what), (out))
AD_LAB adrop_status ad_memory_take_unset(adrop_ctx *ctx, size_t count, size_t size,
                                         const char *what, void *out);

/* The function behind the first two; used directly only for lists of addresses of pointers. */
AD_LAB adrop_status ad_memory_take(adrop_ctx *ctx, size_t count, size_t size, const char *what,
                                   void *out);

/* NULL is fine. */
AD_LAB void ad_free(adrop_ctx *ctx, void *memory);

#endif
