/* Lists of names (names.h). */
#include "rows/names.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"

enum { DIGITS = 21 }; /* digits of a size_t, and a zero */

/* Allocate for n names of `bytes` characters in all, zeros included; *texts is where they go. */
static adrop_status names_make_room(adrop_ctx *ctx, size_t n, size_t bytes, ad_names *out,
                                    char **texts)
{
    char *block;
    const adrop_status status = AD_NEW(ctx, n * sizeof(char *) + bytes, "names", &block);

    *out = (ad_names){ 0 };
    if (status)
        return status;
    *out = (ad_names){ n, (const char **)(void *)block };
    *texts = block + n * sizeof(char *);
    return ADROP_OK;
}

adrop_status ad_names_copy(adrop_ctx *ctx, const char *const *from, size_t n, ad_names *out)
{
    size_t bytes = 0;
    char *text;

    for (size_t i = 0; i < n; i++)
        bytes += strlen(from[i]) + 1;
    const adrop_status status = names_make_room(ctx, n, bytes, out, &text);
    for (size_t i = 0; !status && i < n; i++) {
        const size_t size = strlen(from[i]) + 1;
        out->at[i] = memcpy(text, from[i], size);
        text += size;
    }
    return status;
}

adrop_status ad_names_split(adrop_ctx *ctx, const char *texts, size_t n, ad_names *out)
{
    const char *end = texts;
    char *text;

    for (size_t i = 0; i < n; i++)
        end += strlen(end) + 1;
    const adrop_status status = names_make_room(ctx, n, (size_t)(end - texts), out, &text);
    for (size_t i = 0; !status && i < n; i++) {
        const size_t size = strlen(texts) + 1;
        out->at[i] = memcpy(text, texts, size);
        text += size;
        texts += size;
    }
    return status;
}

adrop_status ad_names_number(adrop_ctx *ctx, size_t n, ad_names *out)
{
    char *text;
    const adrop_status status = names_make_room(ctx, n, n * DIGITS, out, &text);

    for (size_t i = 0; !status && i < n; i++, text += DIGITS) {
        snprintf(text, DIGITS, "%zu", i);
        out->at[i] = text;
    }
    return status;
}

void ad_names_release(adrop_ctx *ctx, ad_names *names)
{
    ad_free(ctx, names->at);
    *names = (ad_names){ 0 };
}

adrop_status ad_name_lists_copy(adrop_ctx *ctx, const ad_names *from, size_t n, ad_names **out)
{
    adrop_status status = ADROP_OK;

    *out = NULL;
    if (!from || (status = AD_NEW(ctx, n, "categories", out)))
        return status;
    for (size_t i = 0; i < n && !status; i++)
        if (from[i].n)
            status = ad_names_copy(ctx, from[i].at, from[i].n, &(*out)[i]);
    if (status) {
        ad_name_lists_release(ctx, *out, n);
        *out = NULL;
    }
    return status;
}

void ad_name_lists_release(adrop_ctx *ctx, ad_names *lists, size_t n)
{
    for (size_t i = 0; lists && i < n; i++)
        ad_names_release(ctx, &lists[i]);
    ad_free(ctx, lists);
}
