/* A growing text. It keeps its first failure and then stops growing, so a writer checks only once,
 * at the end. Numbers are formatted as in the C locale. */
#ifndef AD_FIGURE_TEXT_H
#define AD_FIGURE_TEXT_H

#include <stdarg.h>
#include <stddef.h>

#include "adrop/context.h"

typedef struct ad_text {
    adrop_ctx *ctx;
    char *bytes; /* owned, zero-terminated; NULL: nothing yet */
    size_t n, room;
    adrop_status status;
} ad_text;

/* An empty text. */
static inline ad_text ad_text_start(adrop_ctx *ctx)
{
    return (ad_text){ .ctx = ctx };
}

void ad_text_put(ad_text *t, const char *bytes, size_t n);
__attribute__((format(printf, 2, 3))) void ad_text_add(ad_text *t, const char *format, ...);
__attribute__((format(printf, 2, 0))) void ad_text_add_list(ad_text *t, const char *format,
                                                            va_list args);

/* Append piece n times. */
void ad_text_repeat(ad_text *t, const char *piece, size_t n);

/* Give the text to the caller, who frees it with ad_free; on failure *out is NULL. t is empty
 * afterwards. */
adrop_status ad_text_take(ad_text *t, char **out);

void ad_text_release(ad_text *t);

#endif
