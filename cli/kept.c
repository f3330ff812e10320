/* Texts owned by a context (kept.h). */
#include "kept.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "out.h"

static const char *checked(const char *text)
{
    if (!text) {
        out_complain(NULL, "out of memory");
        exit(OUT_FULL);
    }
    return text;
}

const char *kept(adrop_ctx *ctx, const char *format, ...)
{
    const char *text = NULL;
    va_list args, again;

    va_start(args, format);
    va_copy(again, args);
    const int n = vsnprintf(NULL, 0, format, args);
    char *printed = out_memory((size_t)(n < 0 ? 0 : n) + 1, 1);
    vsnprintf(printed, (size_t)(n < 0 ? 0 : n) + 1, format, again);
    if (adrop_keep(ctx, printed, &text))
        text = NULL;
    free(printed);
    va_end(again);
    va_end(args);
    return checked(text);
}

const char *kept_value(adrop_ctx *ctx, const adrop_option *row, const void *from)
{
    return checked(adrop_option_show(ctx, row, from));
}
