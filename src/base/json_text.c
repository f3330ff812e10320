/* JSON as text with short numbers (json_text.h): Jansson's text is copied, and every
 * number with a point or an exponent, outside of strings, is written anew. */
#include "base/json_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"

/* The length of the string that begins at text, quotes included. */
static size_t string_length(const char *text)
{
    size_t n = 1;

    while (text[n] && text[n] != '"')
        n += text[n] == '\\' && text[n + 1] ? 2 : 1;
    return text[n] ? n + 1 : n;
}

/* The number of n characters at text, shorter if that can be; returns the end of out. */
static char *put_number(char *out, const char *text, size_t n)
{
    char number[ADROP_NUMBER_SIZE], shorter[ADROP_NUMBER_SIZE];
    double x;

    if (n < sizeof number && (memchr(text, '.', n) || memchr(text, 'e', n))) {
        memcpy(number, text, n);
        number[n] = 0;
        if (!adrop_number_read(number, &x) && strlen(adrop_number_text(shorter, x)) < n) {
            text = shorter;
            n = strlen(shorter);
        }
    }
    memcpy(out, text, n);
    return out + n;
}

/* out has room for as much as text, for no number becomes longer. */
static void shorten(const char *text, char *out)
{
    while (*text) {
        size_t n = 1;
        if (*text == '-' || (*text >= '0' && *text <= '9')) {
            n = strspn(text, "-+.eE0123456789");
            out = put_number(out, text, n);
        } else {
            if (*text == '"')
                n = string_length(text);
            memcpy(out, text, n);
            out += n;
        }
        text += n;
    }
    *out = 0;
}

adrop_status ad_json_text(adrop_ctx *ctx, const json_t *json, size_t flags, char **out)
{
    char *text = json ? json_dumps(json, flags | JSON_REAL_PRECISION(17)) : NULL;
    adrop_status status = ADROP_ENOMEM;

    *out = NULL;
    if (text)
        status = AD_NEW(ctx, strlen(text) + 2, "JSON", out);
    else
        ad_fail(ctx, status, "not enough memory for JSON");
    if (!status)
        shorten(text, *out);
    free(text);
    return status;
}
