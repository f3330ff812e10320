/* UTF-8 (utf8.h). Widths follow the blocks of Unicode's East Asian Width table. They cover what
 * occurs in tables of techniques and file names, not every exception of every version. */
#include "base/utf8.h"

/* Number of continuation bytes, and the smallest character that needs that many; -1: invalid. */
static int following(unsigned char first, uint32_t *least)
{
    static const uint32_t by_length[] = { 0, 0x80, 0x800, 0x10000 };
    const int n = first < 0x80 ? 0 : first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;

    if (n < 0 || first > 0xF4)
        return -1;
    *least = by_length[n];
    return n;
}

uint32_t ad_utf8_next(const char **at)
{
    const unsigned char *s = (const unsigned char *)*at;
    uint32_t least = 0, c;

    if (!*s)
        return 0;
    const int n = following(*s, &least);
    ++*at;
    if (n <= 0)
        return n ? AD_NO_CHARACTER : *s;
    c = *s & (0x3Fu >> n);
    for (int i = 1; i <= n; i++) { /* a final zero is not a continuation */
        if ((s[i] & 0xC0) != 0x80)
            return AD_NO_CHARACTER;
        c = c << 6 | (s[i] & 0x3Fu);
    }
    if (c < least || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return AD_NO_CHARACTER;
    *at += n;
    return c;
}

char *ad_utf8_write(uint32_t c, char bytes[5])
{
    const int n = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned first[] = { 0, 0xC0, 0xE0, 0xF0 };

    bytes[n + 1] = 0;
    for (int i = n; i > 0; i--, c >>= 6)
        bytes[i] = (char)(0x80 | (c & 0x3F));
    bytes[0] = (char)(first[n] | c);
    return bytes;
}

typedef struct {
    uint32_t from, to;
} range;

static int utf8_within(const range *list, uint32_t c)
{
    for (; list->to; list++)
        if (c >= list->from && c <= list->to)
            return 1;
    return 0;
}

size_t ad_utf8_columns(uint32_t c)
{
    static const range none[] = {
        { 0x0300, 0x036F }, { 0x0483, 0x0489 },   { 0x0591, 0x05BD },
        { 0x064B, 0x065F }, { 0x1AB0, 0x1AFF },   { 0x1DC0, 0x1DFF },
        { 0x200B, 0x200F }, { 0x202A, 0x202E },   { 0x2060, 0x2064 },
        { 0x20D0, 0x20FF }, { 0xFE00, 0xFE0F },   { 0xFE20, 0xFE2F },
        { 0xFEFF, 0xFEFF }, { 0xE0100, 0xE01EF }, { 0 },
    };
    static const range wide[] = {
        { 0x1100, 0x115F },   { 0x2E80, 0x303E },
        { 0x3041, 0xA4CF },   { 0xA960, 0xA97C },
        { 0xAC00, 0xD7A3 },   { 0xF900, 0xFAFF },
        { 0xFE30, 0xFE6F },   { 0xFF00, 0xFF60 },
        { 0xFFE0, 0xFFE6 },   { 0x1F300, 0x1F64F },
        { 0x1F680, 0x1F6FF }, { 0x1F900, 0x1F9FF },
        { 0x20000, 0x3FFFD }, { 0 },
    };

    return c < 0x300 || !(utf8_within(none, c) || utf8_within(wide, c)) ? 1
           : utf8_within(none, c)                                       ? 0
                                                                        : 2;
}
