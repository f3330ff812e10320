/* Bytes of one encoding to UTF-8 (encoding_impl.h): UTF-8 itself (RFC 3629), UTF-16 (RFC 2781),
 * Windows-1252, ISO 8859-1 and ISO 8859-15.
 *
 * The controls of ISO 8859, 0x80 to 0x9F, are refused: in real texts these bytes are letters and
 * quotes of Windows-1252. */
#include "data/encoding_impl.h"

#include <stdint.h>
#include <string.h>

#include "adrop/data.h"
#include "base/utf8.h"

/* The length of the character at p, of at most n bytes; 0 if more bytes are needed, -1 if they are
 * not UTF-8. */
static int utf8_at(const unsigned char *p, size_t n, uint32_t *c)
{
    const int more = *p < 0xC2 ? -1 : *p < 0xE0 ? 1 : *p < 0xF0 ? 2 : *p < 0xF5 ? 3 : -1;

    if (more < 0)
        return -1;
    *c = *p & (0x3Fu >> more);
    for (int i = 1; i <= more; i++) {
        if ((size_t)i >= n)
            return 0;
        if ((p[i] & 0xC0) != 0x80)
            return -1;
        *c = *c << 6 | (p[i] & 0x3Fu);
        /* the second byte shows overlong forms, surrogates and code points beyond U+10FFFF */
        if (i == 1 && ((*p == 0xE0 && p[1] < 0xA0) || (*p == 0xED && p[1] > 0x9F) ||
                       (*p == 0xF0 && p[1] < 0x90) || (*p == 0xF4 && p[1] > 0x8F)))
            return -1;
    }
    return more + 1;
}

size_t ad_utf8_check(const unsigned char *p, size_t n, bool *others, ad_decoded *d)
{
    static const unsigned char high[8] = { 128, 128, 128, 128, 128, 128, 128, 128 };
    uint64_t mask, eight;
    size_t i = 0;

    memcpy(&mask, high, sizeof mask);
    while (i < n) {
        uint32_t c;
        for (; n - i >= sizeof eight; i += sizeof eight) {
            memcpy(&eight, p + i, sizeof eight);
            if (eight & mask)
                break;
        }
        while (i < n && p[i] < 0x80)
            i++;
        if (i == n)
            break;
        const int length = utf8_at(p + i, n - i, &c);
        if (length < 0 || (!length && d->last)) {
            d->fault = AD_DECODED_NONE;
            d->byte = p[i];
        }
        if (length <= 0)
            break;
        *others = true;
        i += (size_t)length;
    }
    return i;
}

static void encoding_convert_put(ad_decoded *d, uint32_t c)
{
    char bytes[5];
    const size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

    memcpy(d->to, ad_utf8_write(c, bytes), n);
    d->to += n;
}

/* -- One byte, one character --------------------------------------------------------- */

/* 0: not a character. */
static uint32_t windows_1252(unsigned byte)
{
    static const uint16_t from_80[32] = { 0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020,
                                          0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
                                          0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D,
                                          0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
                                          0x0153, 0,      0x017E, 0x0178 };

    return byte >= 0x80 && byte < 0xA0 ? from_80[byte - 0x80] : byte;
}

static uint32_t latin_1(unsigned byte)
{
    return byte >= 0x80 && byte < 0xA0 ? 0 : byte;
}

static uint32_t latin_9(unsigned byte)
{
    switch (byte) {
    case 0xA4:
        return 0x20AC;
    case 0xA6:
        return 0x0160;
    case 0xA8:
        return 0x0161;
    case 0xB4:
        return 0x017D;
    case 0xB8:
        return 0x017E;
    case 0xBC:
        return 0x0152;
    case 0xBD:
        return 0x0153;
    case 0xBE:
        return 0x0178;
    default:
        return latin_1(byte);
    }
}

/* Do these bytes look like a western letter or mark in UTF-8, such as "\xC3\xBC"? In Windows-1252
 * that would be a capital and a symbol, which rarely meet. Returns their number; -1: no; 0: more
 * bytes are needed. */
static int looks_like_utf8(const unsigned char *p, size_t n)
{
    uint32_t c;
    const int length = utf8_at(p, n, &c);

    if (length <= 0)
        return length;
    return (c >= 0xA0 && c < 0x250) || (c >= 0x2010 && c < 0x20D0) ? length : -1;
}

static void decode_bytes(uint32_t (*character)(unsigned), const unsigned char *p, size_t n,
                         ad_decoded *d)
{
    for (size_t until = 0; d->used < n; d->used++) { /* until: the end of what looks like UTF-8 */
        const unsigned byte = d->byte = p[d->used];
        if (byte < 0x80) {
            *d->to++ = (char)byte;
            continue;
        }
        const int utf8 = d->used < until ? 1 : looks_like_utf8(p + d->used, n - d->used);
        if (!utf8 && !d->last)
            return;
        if (utf8 > 0 && d->used >= until)
            until = d->used + (size_t)utf8;
        d->has_utf8 |= utf8 > 0;
        d->has_others |= utf8 <= 0;
        const uint32_t c = character(byte);
        d->fault = d->guessed && utf8 > 0 ? AD_DECODED_MIXED
                   : c                    ? AD_DECODED_WELL
                                          : AD_DECODED_NONE;
        if (d->fault)
            return;
        encoding_convert_put(d, c);
    }
}

/* -- UTF-16 -------------------------------------------------------------------------- */

static void decode_pairs(int high, const unsigned char *p, size_t n, ad_decoded *d)
{
    while (n - d->used >= 2) {
        const unsigned char *at = p + d->used;
        const unsigned unit = d->byte = (unsigned)at[high] << 8 | at[1 - high];
        const bool first = unit >= 0xD800 && unit < 0xDC00;
        if (first && n - d->used < 4)
            break;
        const unsigned next = first ? (unsigned)at[2 + high] << 8 | at[3 - high] : 0;
        if (!unit)
            d->fault = AD_DECODED_ZERO;
        if ((first && (next < 0xDC00 || next > 0xDFFF)) || (unit >= 0xDC00 && unit < 0xE000))
            d->fault = AD_DECODED_SURROGATE;
        if (d->fault)
            return;
        encoding_convert_put(d, first ? 0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00) : unit);
        d->used += first ? 4 : 2;
    }
    if (d->last && d->used < n)
        d->fault = AD_DECODED_CUT;
}

void ad_decode(int encoding, const unsigned char *bytes, size_t n, ad_decoded *d)
{
    if (encoding == ADROP_ENCODING_UTF_16LE || encoding == ADROP_ENCODING_UTF_16BE)
        decode_pairs(encoding == ADROP_ENCODING_UTF_16LE, bytes, n, d);
    else
        decode_bytes(encoding == ADROP_ENCODING_WINDOWS_1252 ? windows_1252
                     : encoding == ADROP_ENCODING_LATIN_9    ? latin_9
                                                             : latin_1,
                     bytes, n, d);
}
