/* Which encoding a file has, by its first bytes (encoding_impl.h). */
#include <string.h>

#include "base/context.h"
#include "data/encoding_impl.h"

static const char *const words[] = AD_ENCODING_WORDS;

/* UTF-16 without a mark: at least a quarter of the start is zeros, all at even or all at odd
 * places. */
static int guess_utf16(const unsigned char *p, size_t n)
{
    size_t zeros[2] = { 0, 0 };

    n = n < 4096 ? n : 4096;
    for (size_t i = 0; i < n; i++)
        zeros[i % 2] += !p[i];
    if (n < 4 || (zeros[0] && zeros[1]) || 4 * (zeros[0] + zeros[1]) < n)
        return ADROP_ENCODING_AUTO;
    return zeros[0] ? ADROP_ENCODING_UTF_16BE : ADROP_ENCODING_UTF_16LE;
}

/* The encoding and the length of a byte order mark. */
static int read_mark(const unsigned char *p, size_t n, size_t *length)
{
    *length = 2;
    if (n >= 3 && p[0] == 0xEF && p[1] == 0xBB && p[2] == 0xBF) {
        *length = 3;
        return ADROP_ENCODING_UTF_8;
    }
    if (n >= 2 && p[0] == 0xFF && p[1] == 0xFE)
        return ADROP_ENCODING_UTF_16LE;
    if (n >= 2 && p[0] == 0xFE && p[1] == 0xFF)
        return ADROP_ENCODING_UTF_16BE;
    *length = 0;
    return ADROP_ENCODING_AUTO;
}

static bool is_utf32(const unsigned char *p, size_t n)
{
    return n >= 4 && (!memcmp(p, "\xff\xfe\0\0", 4) || !memcmp(p, "\0\0\xfe\xff", 4));
}

bool ad_encoding_is_pairs(int encoding)
{
    return encoding == ADROP_ENCODING_UTF_16 || encoding == ADROP_ENCODING_UTF_16LE ||
           encoding == ADROP_ENCODING_UTF_16BE;
}

void ad_decoder_say(const ad_decoder *d, const char *why)
{
    if (d->where)
        ad_log(d->ctx, d->given ? ADROP_LOG_INFO : ADROP_LOG_WARNING, "'%s' is read as %s%s",
               d->where, words[d->taken], why);
}

adrop_status ad_decoder_decide(ad_decoder *d, unsigned char *p, size_t *got)
{
    size_t length;
    const int mark = read_mark(p, *got, &length);
    const bool is_16 = mark == ADROP_ENCODING_UTF_16LE || mark == ADROP_ENCODING_UTF_16BE;
    const char *where = d->where ? d->where : "";

    if (is_utf32(p, *got))
        return ad_fail(d->ctx, ADROP_EFORMAT,
                       "'%s' is UTF-32: convert it to UTF-8 (iconv -f UTF-32 -t UTF-8)", where);
    if (mark && d->given && d->given != mark && !(is_16 && d->given == ADROP_ENCODING_UTF_16))
        return ad_fail(d->ctx, ADROP_EFORMAT,
                       "'%s' begins with the byte order mark of %s: `encoding` %s does not fit; "
                       "leave it out",
                       where, words[mark], words[d->given]);
    d->taken = mark ? mark : d->given;
    if (!d->taken || d->taken == ADROP_ENCODING_UTF_16) {
        const int guess = guess_utf16(p, *got);
        d->taken = guess ? guess : d->given ? ADROP_ENCODING_UTF_16LE : ADROP_ENCODING_UTF_8;
    }
    if (d->taken != ADROP_ENCODING_UTF_8)
        ad_decoder_say(d, mark       ? ", as its byte order mark says"
                          : d->given ? ""
                                     : ": every second byte of its beginning is a zero");
    *got -= length;
    memmove(p, p + length, *got);
    return ADROP_OK;
}
