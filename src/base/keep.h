/* Texts kept by a context: settings, paths, names. Equal texts share one copy, which lives as long
 * as the context, so structs that point to it can be copied by value. Several threads may add texts
 * at once, without a lock. */
#ifndef AD_BASE_KEEP_H
#define AD_BASE_KEEP_H

#include <stddef.h>

#include "adrop/context.h"
#include "base/lab.h"

/* The context's copy of text, "" for NULL; *kept is "" after a failure, which is ADROP_ENOMEM. */
AD_LAB adrop_status ad_keep(adrop_ctx *ctx, const char *text, const char **kept);

/* The same for the first n characters of text, none of which is zero. */
AD_LAB adrop_status ad_keep_part(adrop_ctx *ctx, const char *text, size_t n, const char **kept);

/* The same for printf output; the arguments may be kept texts, including *kept. */
AD_LAB __attribute__((format(printf, 3, 4))) adrop_status
ad_keep_format(adrop_ctx *ctx, const char **kept, const char *format, ...);

/* The context's copy of n bytes, aligned for a pointer. */
adrop_status ad_keep_bytes(adrop_ctx *ctx, const void *bytes, size_t n, const void **kept);

/* Free everything, at the end of the context. */
void ad_keep_release(adrop_ctx *ctx);

#endif
