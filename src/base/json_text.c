/* JSON as text with short numbers (json_text.h): copies Jansson's text, and rewrites every number
 * with a point or an exponent outside of strings. */
#include "base/json_text.h"

#include <string.h>

#include "base/bytes.h"
#include "base/context.h"

/* The length of the string that begins at text, quotes included. */
static size_t string_length(const char *text)
{
    size_t n = 1;

    while (text[n] && text[n] != '"')
        n += text[n] == '\\' && text[n + 1] ? 2 : 1;
    return text[n] ? n + 1 : n;
}

/* Write the number of n characters at text, shortened if possible; returns the end of out. */
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
    memmove(out, text, n);
    return out + n;
}

/* out must be as large as text, because no number becomes longer; it may be text itself. */
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
            memmove(out, text, n);
            out += n;
        }
        text += n;
    }
    *out = 0;
}

/* Collects Jansson's text. */
typedef struct {
    adrop_ctx *ctx;
    ad_bytes text;
    adrop_status status; /* of the first failure */
} collector;

/* Jansson (2.14) continues after a key that could not be stored, so json_dumps may return
 * incomplete text. The collector remembers the failure, and accepts no more. */
static int json_text_collect(const char *bytes, size_t size, void *arg)
{
    collector *c = arg;

    if (!c->status)
        c->status = ad_bytes_append(c->ctx, &c->text, bytes, size, "JSON");
    return c->status ? -1 : 0;
}

adrop_status ad_json_dump(adrop_ctx *ctx, const json_t *json, size_t flags, char **out)
{
    enum { FIRST = 512 };
    collector c = { .ctx = ctx };

    *out = NULL;
    if (!json)
        return ad_fail(ctx, ADROP_ENOMEM, "not enough memory for JSON");
    adrop_status status = ad_bytes_reserve(ctx, &c.text, FIRST, "JSON");
    if (!status && json_dump_callback(json, json_text_collect, &c, flags))
        status = c.status ? c.status : ad_fail(ctx, ADROP_ENOMEM, "not enough memory for JSON");
    if (!status)
        status = c.status;
    if (!status)
        status = ad_bytes_append(ctx, &c.text, "\0", 2, "JSON"); /* the final zero, and one more
                                                                    byte */
    if (status)
        ad_bytes_release(ctx, &c.text);
    else
        *out = ad_bytes_take(&c.text);
    return status;
}

adrop_status ad_json_text(adrop_ctx *ctx, const json_t *json, size_t flags, char **out)
{
    const adrop_status status = ad_json_dump(ctx, json, flags | JSON_REAL_PRECISION(17), out);

    if (!status)
        shorten(*out, *out); /* it never writes past what it has read */
    return status;
}
