/* Times of day, and durations beyond 24 hours (date.h). */
#include <string.h>

#include "base/ascii.h"
#include "data/date_impl.h"

enum { LONGEST = AD_LONGEST_DATE };

/* AM or PM after a 12-hour time. */
static bool read_half(const char **p, int *hour)
{
    const char *at = *p + (**p == ' ');
    const bool pm = (*at | 32) == 'p';

    if ((!pm && (*at | 32) != 'a') || (at[1] | 32) != 'm')
        return true;
    *p = at + 2;
    if (*hour < 1 || *hour > 12)
        return false;
    *hour = *hour % 12 + (pm ? 12 : 0);
    return true;
}

/* Z, +02:00 or +0200: seconds east of Greenwich. */
static bool read_zone(const char **p, double *seconds)
{
    int h, m;

    *seconds = 0;
    if (**p == 'Z') {
        ++*p;
        return true;
    }
    if (**p != '+' && **p != '-')
        return true;
    const double sign = *(*p)++ == '+' ? 1 : -1;
    if (ad_digits_read(p, 2, &h) != 2)
        return false;
    *p += **p == ':';
    if (ad_digits_read(p, 2, &m) != 2 || h > 15 || m > 59)
        return false;
    *seconds = sign * (3600.0 * h + 60.0 * m);
    return true;
}

bool ad_clock_read(const char *p, double *seconds)
{
    int h, m, s = 0;
    double unit = 0.1, part = 0, east;

    if (!ad_digits_read(&p, 2, &h) || *p++ != ':' || ad_digits_read(&p, 2, &m) != 2)
        return false;
    if (*p == ':' && (p++, ad_digits_read(&p, 2, &s) != 2 || s > 60))
        return false;
    if (*p == '.')
        for (p++; *p >= '0' && *p <= '9'; p++, unit /= 10)
            part += unit * (*p - '0');
    if (!read_half(&p, &h) || h > 23 || m > 59 || !read_zone(&p, &east))
        return false;
    *seconds = 3600.0 * h + 60.0 * m + s + part - east;
    return !*p;
}

bool ad_time_read(const char *from, size_t length, double *seconds)
{
    char text[LONGEST];
    const char *p = text;
    int hours, minutes;

    if (length < 4 || length >= sizeof text || !ad_is_digit(from[0]))
        return false;
    memcpy(text, from, length);
    text[length] = 0;
    if (strpbrk(text, "Z+-"))
        return false;
    if (ad_clock_read(text, seconds))
        return true;
    if (ad_digits_read(&p, 4, &hours) < 2 || hours < 24 || *p++ != ':' ||
        ad_digits_read(&p, 2, &minutes) != 2)
        return false;
    *seconds = 0;
    text[0] = '0'; /* read the rest as a time in hour 0 */
    memmove(text + 1, p - 3, strlen(p - 3) + 1);
    if (!ad_clock_read(text, seconds))
        return false;
    *seconds += 3600.0 * hours;
    return true;
}
