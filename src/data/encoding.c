/* Texts of files as UTF-8 (encoding.h). */
#include "data/encoding.h"

#include <string.h>

#include "base/context.h"
#include "base/utf8.h"
#include "data/encoding_impl.h"

static const char *const words[] = AD_ENCODING_WORDS;

void ad_decoder_open(ad_decoder *d, adrop_ctx *ctx, const char *where, int encoding)
{
    *d = (ad_decoder){
        .ctx = ctx, .where = where, .given = encoding, .otherwise = ADROP_ENCODING_WINDOWS_1252
    };
}

void ad_decoder_open_source(ad_decoder *d, const ad_source *source, const char *where)
{
    ad_decoder_open(d, source->ctx, where, source->encoding);
    d->for_run = source->or_utf8;
    if (source->or_utf8 && d->given > ADROP_ENCODING_UTF_8) {
        d->otherwise = d->given;
        d->given = ADROP_ENCODING_AUTO;
    }
}

void ad_decoder_release(ad_decoder *d)
{
    ad_bytes_release(d->ctx, &d->raw);
}

/* -- Refusing ------------------------------------------------------------------------ */

static size_t line_of(const ad_decoder *d, const ad_bytes *text)
{
    const char *p = text->data, *end = p + text->size;
    size_t n = d->lines + 1;

    for (; p < end && (p = memchr(p, '\n', (size_t)(end - p))); p++)
        n++;
    return n;
}

static adrop_status refuse_zero(ad_decoder *d)
{
    d->has_zero = true;
    return ad_fail(d->ctx, ADROP_EFORMAT,
                   "'%s' is not a text: it holds a zero byte; if it is UTF-16, say so with "
                   "`encoding`",
                   d->where ? d->where : "");
}

static adrop_status encoding_refuse(const ad_decoder *d, const ad_bytes *text, const ad_decoded *at)
{
    const char *where = d->where ? d->where : "";
    const size_t line = line_of(d, text);

    if (at->fault == AD_DECODED_MIXED && d->given)
        return ad_fail(
            d->ctx, ADROP_EFORMAT,
            "'%s': its characters are those of UTF-8, and not of %s: leave `encoding` out", where,
            words[d->taken]);
    if (at->fault == AD_DECODED_MIXED)
        return ad_fail(d->ctx, ADROP_EFORMAT,
                       "'%s', line %zu: characters of UTF-8, where other bytes of the file are "
                       "not: correct the file, or say with `encoding` what it is",
                       where, line);
    if (at->fault == AD_DECODED_CUT)
        return ad_fail(d->ctx, ADROP_EFORMAT,
                       "'%s', line %zu: the file ends within a character of %s: is `encoding` "
                       "another?",
                       where, line, words[d->taken]);
    if (at->fault == AD_DECODED_SURROGATE)
        return ad_fail(
            d->ctx, ADROP_EFORMAT,
            "'%s', line %zu: 0x%04X is half of a character of %s: is `encoding` another?", where,
            line, at->byte, words[d->taken]);
    if (d->taken == ADROP_ENCODING_UTF_8)
        return ad_fail(d->ctx, ADROP_EFORMAT,
                       "'%s', line %zu: the byte 0x%02X is not UTF-8%s: correct it, or say with "
                       "`encoding` what the file is (windows-1252, ..)",
                       where, line, at->byte,
                       d->given ? "" : ", as other characters of the file are");
    return ad_fail(d->ctx, ADROP_EFORMAT,
                   "'%s', line %zu: the byte 0x%02X is no character of %s%s: say with `encoding` "
                   "what the file is, or convert it to UTF-8 (iconv -f .. -t UTF-8)",
                   where, line, at->byte, d->given ? "" : "UTF-8 or ", words[d->taken]);
}

/* -- Line ends ----------------------------------------------------------------------- */

/* Turn "\r\n" and "\r" after `from` into "\n". */
static void unify_ends(ad_decoder *d, ad_bytes *text, size_t from)
{
    char *p = (char *)text->data + from, *to = p, *end = (char *)text->data + text->size;

    if (p == end)
        return;
    p += d->after_return && *p == '\n';
    d->after_return = end[-1] == '\r';
    for (char *cr; p < end; p = cr) {
        cr = memchr(p, '\r', (size_t)(end - p));
        cr = cr ? cr : end;
        if (to != p)
            memmove(to, p, (size_t)(cr - p));
        to += cr - p;
        if (cr == end)
            break;
        *to++ = '\n';
        cr += cr + 1 < end && cr[1] == '\n' ? 2 : 1;
    }
    text->size = (size_t)(to - (char *)text->data);
}

/* -- Taking -------------------------------------------------------------------------- */

/* Whether bytes hold any beyond ASCII, zeros or returns: one pass that compilers vectorise. */
typedef struct {
    unsigned char high, zero, cr;
} kinds;

static kinds look(const unsigned char *p, size_t n)
{
    kinds k = { 0, 0, 0 };

    for (size_t i = 0; i < n; i++) {
        k.high |= p[i];
        k.zero |= p[i] == 0;
        k.cr |= p[i] == '\r';
    }
    k.high &= 0x80;
    return k;
}

/* Insert the bytes left over from the previous piece before these. */
static adrop_status put_left(ad_decoder *d, ad_bytes *text, size_t *got)
{
    if (!d->n_left)
        return ADROP_OK;
    text->size += *got; /* reserve must keep these bytes */
    const adrop_status status = ad_bytes_reserve(d->ctx, text, d->n_left, "a text");
    text->size -= *got;
    if (status)
        return status;
    unsigned char *p = (unsigned char *)text->data + text->size;
    memmove(p + d->n_left, p, *got);
    memcpy(p, d->left, d->n_left);
    *got += d->n_left;
    d->n_left = 0;
    return ADROP_OK;
}

static void keep_left(ad_decoder *d, const unsigned char *p, size_t n)
{
    memcpy(d->left, p, n);
    d->n_left = n;
}

/* Convert bytes of an encoding other than UTF-8, from a copy. */
static adrop_status convert(ad_decoder *d, ad_bytes *text, size_t got, bool last)
{
    enum { MOST = 3 }; /* output bytes per input byte */
    ad_decoded at = {
        .last = last, .guessed = !d->given, .has_utf8 = d->has_utf8, .has_others = d->has_others
    };
    adrop_status status;

    d->raw.size = 0;
    if ((status = ad_bytes_append(d->ctx, &d->raw, (char *)text->data + text->size, got,
                                  "a text")) ||
        (status = ad_bytes_reserve(d->ctx, text, MOST * got + 1, "a text")))
        return status;
    at.to = (char *)text->data + text->size;
    ad_decode(d->taken, d->raw.data, got, &at);
    text->size = (size_t)(at.to - (char *)text->data);
    d->has_utf8 = at.has_utf8;
    d->has_others = at.has_others;
    if (at.fault)
        return at.fault == AD_DECODED_ZERO ? refuse_zero(d) : encoding_refuse(d, text, &at);
    keep_left(d, (unsigned char *)d->raw.data + at.used, got - at.used);
    return ADROP_OK;
}

/* UTF-8 stays in place. At the first byte that is not UTF-8, switch to Windows-1252 if allowed. */
static adrop_status check_utf8(ad_decoder *d, ad_bytes *text, size_t got, bool last)
{
    const unsigned char *p = (unsigned char *)text->data + text->size;
    ad_decoded at = { .last = last };

    size_t good = ad_utf8_check(p, got, &d->has_utf8, &at);
    while (at.fault && d->keeps_bad) {
        at.fault = AD_DECODED_WELL;
        good++;
        good += ad_utf8_check(p + good, got - good, &d->has_utf8, &at);
    }
    text->size += good;
    if (!at.fault) {
        keep_left(d, p + good, got - good);
        return ADROP_OK;
    }
    if (d->given || d->has_utf8)
        return encoding_refuse(d, text, &at);
    d->taken = ad_encoding_is_pairs(d->otherwise) ? ADROP_ENCODING_WINDOWS_1252 : d->otherwise;
    ad_decoder_say(d, d->for_run
                          ? ": it is not UTF-8"
                          : ": it is not UTF-8; say with `encoding` if it is something else");
    return convert(d, text, got - good, last);
}

adrop_status ad_decoder_take(ad_decoder *d, ad_bytes *text, size_t got, bool last)
{
    const size_t from = text->size;
    adrop_status status = ADROP_OK;

    if (!d->taken &&
        (status = ad_decoder_decide(d, (unsigned char *)text->data + text->size, &got)))
        return status;
    if ((status = put_left(d, text, &got)))
        return status;
    const kinds k = look((unsigned char *)text->data + text->size, got);
    const bool pairs = ad_encoding_is_pairs(d->taken);
    if (k.zero && !pairs)
        return refuse_zero(d);
    if (pairs || (k.high && d->taken != ADROP_ENCODING_UTF_8))
        status = convert(d, text, got, last);
    else if (k.high)
        status = check_utf8(d, text, got, last);
    else
        text->size += got;
    if (!status && last && d->given > ADROP_ENCODING_UTF_8 && d->has_utf8 && !d->has_others)
        status = encoding_refuse(d, text, &(ad_decoded){ .fault = AD_DECODED_MIXED });
    if (pairs || k.cr || d->after_return)
        unify_ends(d, text, from);
    return status;
}
