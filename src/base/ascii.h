/* ASCII letters and digits. The functions of <ctype.h> and <strings.h> depend on the program's
 * locale: in a Turkish one "VALID" and "valid" differ. */
#ifndef AD_BASE_ASCII_H
#define AD_BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>

static inline bool ad_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ad_is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool ad_is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool ad_is_control(char c)
{
    return (unsigned char)c < ' ' || c == 0x7f;
}

static inline char ad_lower(char c)
{
    return ad_is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

/* Are the first n characters equal, ignoring case? */
static inline bool ad_alike_n(const char *a, const char *b, size_t n)
{
    size_t i = 0;

    while (i < n && a[i] && ad_lower(a[i]) == ad_lower(b[i]))
        i++;
    return i == n || (!a[i] && !b[i]);
}

/* The same for whole texts. */
static inline bool ad_alike(const char *a, const char *b)
{
    return ad_alike_n(a, b, (size_t)-1);
}

#endif
