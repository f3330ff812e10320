/* Numbers at the beginning of a text (decimal.h).
 *
 * A number m 10^e with m < 2^53 and |e| <= 22 is the product or quotient of two exact doubles, so
 * it is rounded once and correctly (Clinger 1990). The rare others go to strtod in the C locale. */
#define _GNU_SOURCE /* strtod_l */
#include "data/decimal.h"

#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 19, MOST_POWER = 22, LONGEST = 1100, MOST_EXPONENT = 100000 };

static const double powers[MOST_POWER + 1] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

static inline int is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

static const char *read_slowly(const char *p, const char *end, char mark, double *x)
{
    char text[LONGEST];
    const size_t length = (size_t)(end - p);

    if (length >= sizeof text)
        return NULL;
    memcpy(text, p, length);
    text[length] = 0;
    if (mark != '.') {
        char *at = strchr(text, mark);
        if (at)
            *at = '.';
    }
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    *x = strtod_l(text, NULL, c);
    freelocale(c);
    return end;
}

/* Read the exponent at p, after its e; NULL if there are no digits. */
static const char *read_exponent(const char *p, long *exponent)
{
    const int minus = *p == '-';
    long e = 0;

    p += *p == '-' || *p == '+';
    if (!is_digit(*p))
        return NULL;
    for (; is_digit(*p); p++)
        e = e < MOST_EXPONENT ? 10 * e + (*p - '0') : e;
    *exponent += minus ? -e : e;
    return p;
}

const char *ad_decimal_read(const char *start, char mark, double *x)
{
    const char *p = start + (*start == '-' || *start == '+');
    const char *first = p, *digits = p;
    uint64_t m = 0;
    long e = 0;

    for (; is_digit(*p); p++)
        m = 10 * m + (uint64_t)(*p - '0');
    long n = p - digits;
    if (*p == mark) {
        const char *behind = ++p;
        for (; is_digit(*p); p++)
            m = 10 * m + (uint64_t)(*p - '0');
        e = -(p - behind);
        n -= e;
    }
    if (!n)
        return NULL;
    if (n > MOST_DIGITS) /* leading zeros do not count */
        for (; *first == '0' || *first == mark; first++)
            n -= *first == '0';
    if ((*p | 32) == 'e') {
        const char *end = read_exponent(p + 1, &e);
        if (!end)
            return NULL;
        p = end;
    }
    if (n > MOST_DIGITS || m >> 53 || e < -MOST_POWER || e > MOST_POWER)
        return read_slowly(start, p, mark, x);
    const double exact = (double)m, y = e < 0 ? exact / powers[-e] : exact * powers[e];
    *x = *start == '-' ? -y : y;
    return p;
}
