/* A growing text (text.h). */
#include "figure/text.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/format.h"
#include "base/memory.h"

/* Make room for n more bytes and a zero. */
static int text_make_room(ad_text *t, size_t n)
{
    size_t room = t->room ? t->room : 64;
    char *bytes;

    if (t->status)
        return 0;
    if (t->bytes && t->n + n < t->room)
        return 1;
    while (room <= t->n + n)
        room *= 2;
    t->status = AD_NEW(t->ctx, room, "a text", &bytes);
    if (t->status)
        return 0;
    if (t->n)
        memcpy(bytes, t->bytes, t->n);
    ad_free(t->ctx, t->bytes);
    t->bytes = bytes;
    t->room = room;
    return 1;
}

void ad_text_put(ad_text *t, const char *bytes, size_t n)
{
    if (!text_make_room(t, n))
        return;
    if (n)
        memcpy(t->bytes + t->n, bytes, n);
    t->n += n;
    t->bytes[t->n] = 0;
}

void ad_text_add_list(ad_text *t, const char *format, va_list args)
{
    va_list again;

    va_copy(again, args);
    const int n = ad_print_list(NULL, 0, format, args);
    if (n < 0 && !t->status)
        t->status = ad_fail(t->ctx, ADROP_EINVAL, "'%s' cannot be formatted", format);
    else if (text_make_room(t, (size_t)n))
        t->n += (size_t)ad_print_list(t->bytes + t->n, (size_t)n + 1, format, again);
    va_end(again);
}

void ad_text_add(ad_text *t, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    ad_text_add_list(t, format, args);
    va_end(args);
}

void ad_text_repeat(ad_text *t, const char *piece, size_t n)
{
    while (n--)
        ad_text_put(t, piece, strlen(piece));
}

adrop_status ad_text_take(ad_text *t, char **out)
{
    ad_text_put(t, "", 0); /* an empty text is terminated, too */
    const adrop_status status = t->status;

    *out = NULL;
    if (!status) {
        *out = t->bytes;
        t->bytes = NULL;
    }
    ad_text_release(t);
    return status;
}

void ad_text_release(ad_text *t)
{
    ad_free(t->ctx, t->bytes);
    *t = ad_text_start(t->ctx);
}
