/* Dates as numbers (date.h). The number of a day is counted in years that begin with March, so that
 * the leap day is the last of its year. */
#include "data/date.h"

#include <stdio.h>
#include <string.h>

static int days_in(int month, long year)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    const int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return days[month - 1] + (month == 2 && leap);
}

/* Days since 1970-01-01. */
static long day_number(long year, int month, int day)
{
    const long y = month > 2 ? year : year - 1, m = month > 2 ? month - 3 : month + 9;

    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719468;
}

/* n digits at *p. */
static bool digits(const char **p, int n, int *out)
{
    *out = 0;
    for (int i = 0; i < n; i++, ++*p) {
        if (**p < '0' || **p > '9')
            return false;
        *out = 10 * *out + (**p - '0');
    }
    return true;
}

static bool read_time(const char *p, double *seconds)
{
    int h, m, s = 0;
    double unit = 0.1;

    if (!digits(&p, 2, &h) || *p++ != ':' || !digits(&p, 2, &m) || h > 23 || m > 59)
        return false;
    if (*p == ':' && (p++, !digits(&p, 2, &s) || s > 60))
        return false;
    *seconds = 3600.0 * h + 60.0 * m + s;
    if (*p == '.')
        for (p++; *p >= '0' && *p <= '9'; p++, unit /= 10)
            *seconds += unit * (*p - '0');
    p += *p == 'Z';
    return !*p;
}

bool ad_date_read(const char *from, size_t length, double *days)
{
    char text[40];
    const char *p = text;
    int year, month, day;
    double seconds = 0;

    if (length < 10 || length >= sizeof text)
        return false;
    memcpy(text, from, length);
    text[length] = 0;
    if (text[4] == '-' || text[4] == '/') {
        if (!digits(&p, 4, &year) || p++[0] != text[4] || !digits(&p, 2, &month) ||
            p++[0] != text[4] || !digits(&p, 2, &day))
            return false;
    } else if (!digits(&p, 2, &day) || *p++ != '.' || !digits(&p, 2, &month) || *p++ != '.' ||
               !digits(&p, 4, &year)) {
        return false;
    }
    if (month < 1 || month > 12 || day < 1 || day > days_in(month, year))
        return false;
    if (*p && ((*p != ' ' && *p != 'T') || !read_time(p + 1, &seconds)))
        return false;
    *days = (double)day_number(year, month, day) + seconds / 86400;
    return true;
}
