/* Dates as numbers (date.h). The number of a day is counted in years that begin with March, so that
 * the leap day is the last of its year. */
#include "data/date.h"

#include <string.h>

#include "base/ascii.h"

enum { LONGEST = 48 };

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

/* From one to `most` digits at *p; how many. */
static int digits(const char **p, int most, int *out)
{
    int n = 0;

    for (*out = 0; n < most && **p >= '0' && **p <= '9'; n++, ++*p)
        *out = 10 * *out + (**p - '0');
    return n;
}

/* Three numbers with the same mark between them: where the year is, 0 or 2; -1: not so. */
static int read_three(const char **p, int part[3], char *mark)
{
    int width[3];

    for (int i = 0; i < 3; i++) {
        if (i == 1)
            *mark = **p;
        if (i && (**p != *mark || !*mark || !strchr("-/.", *(*p)++)))
            return -1;
        if (!(width[i] = digits(p, 4, &part[i])))
            return -1;
    }
    if (width[1] > 2)
        return -1;
    return width[0] == 4 && width[2] <= 2 ? 0 : width[0] <= 2 && width[2] == 4 ? 2 : -1;
}

/* The English name of a month at *p, whole or its first three letters; 0: there is none. */
static int read_month(const char **p)
{
    static const char *const names[] = { "January",   "February", "March",    "April",
                                         "May",       "June",     "July",     "August",
                                         "September", "October",  "November", "December" };
    size_t n = 0;

    while (ad_is_lower(ad_lower((*p)[n])))
        n++;
    for (int i = 0; n >= 3 && i < 12; i++)
        if ((n == 3 || n == strlen(names[i])) && ad_alike_n(*p, names[i], n)) {
            *p += n;
            return i + 1;
        }
    return 0;
}

/* 31-Dec-2024, 31 Dec 2024, December 31, 2024: day, month and year. */
static bool read_named(const char **p, int part[3])
{
    const bool is_first = !ad_is_digit(**p);
    char mark = ' ';

    if (is_first && (!(part[1] = read_month(p)) || *(*p)++ != ' '))
        return false;
    if (!digits(p, 2, &part[0]))
        return false;
    if (is_first)
        *p += **p == ',';
    else
        mark = *(*p)++;
    if (!is_first && (!mark || !strchr("- /", mark) || !(part[1] = read_month(p))))
        return false;
    return *(*p)++ == mark && digits(p, 4, &part[2]) == 4;
}

/* AM or PM behind a time of twelve hours. */
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

/* Z, +02:00 or +0200: seconds to the east of Greenwich. */
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
    if (digits(p, 2, &h) != 2)
        return false;
    *p += **p == ':';
    if (digits(p, 2, &m) != 2 || h > 15 || m > 59)
        return false;
    *seconds = sign * (3600.0 * h + 60.0 * m);
    return true;
}

static bool read_time(const char *p, double *seconds)
{
    int h, m, s = 0;
    double unit = 0.1, part = 0, east;

    if (!digits(&p, 2, &h) || *p++ != ':' || digits(&p, 2, &m) != 2)
        return false;
    if (*p == ':' && (p++, digits(&p, 2, &s) != 2 || s > 60))
        return false;
    if (*p == '.')
        for (p++; *p >= '0' && *p <= '9'; p++, unit /= 10)
            part += unit * (*p - '0');
    if (!read_half(&p, &h) || h > 23 || m > 59 || !read_zone(&p, &east))
        return false;
    *seconds = 3600.0 * h + 60.0 * m + s + part - east;
    return !*p;
}

bool ad_date_read(const char *from, size_t length, ad_date_order order, double *days)
{
    char text[LONGEST], mark = 0;
    const char *p = text;
    int part[3];
    double seconds = 0;

    if (length < 8 || length >= sizeof text ||
        !(ad_is_digit(from[0]) || ad_is_lower(ad_lower(from[0]))))
        return false;
    memcpy(text, from, length);
    text[length] = 0;
    int year = read_three(&p, part, &mark);
    if (year < 0) {
        p = text;
        if (!read_named(&p, part))
            return false;
        order = AD_DATE_DMY;
        year = 2;
    } else if (year == 2 && (order == AD_DATE_YMD || (order == AD_DATE_MDY && mark == '.'))) {
        return false;
    }
    const int month = year == 0 || order == AD_DATE_DMY ? part[1] : part[0];
    const int day = year == 0 ? part[2] : order == AD_DATE_DMY ? part[0] : part[1];
    if (month < 1 || month > 12 || day < 1 || day > days_in(month, part[year]))
        return false;
    if (*p && ((*p != ' ' && *p != 'T') || !read_time(p + 1, &seconds)))
        return false;
    *days = (double)day_number(part[year], month, day) + seconds / 86400;
    return true;
}

/* 14.02.23 and not 1.2.10, which may be a version; 2/14/23; 14-Feb-23. */
bool ad_date_is_short(const char *from, size_t length)
{
    char text[LONGEST];
    const char *p = text;
    int part;
    double days;

    if (length + 2 >= sizeof text || !length)
        return false;
    memcpy(text, from, length);
    text[length] = 0;
    const int first = digits(&p, 2, &part);
    const char mark = *p++;
    if (!first || !mark || !strchr("-/.", mark))
        return false;
    const char *second = p;
    while (ad_is_digit(*p) || ad_is_lower(ad_lower(*p)))
        p++;
    const ptrdiff_t width = p - second;
    if (*p++ != mark || !ad_is_digit(p[0]) || !ad_is_digit(p[1]) || ad_is_digit(p[2]) ||
        (mark == '.' && (first < 2 || width != 2)))
        return false;
    memmove(text + (p - text) + 2, p, length - (size_t)(p - text) + 1);
    memcpy(text + (p - text), "20", 2);
    return ad_date_read(text, length + 2, AD_DATE_DMY, &days) ||
           ad_date_read(text, length + 2, AD_DATE_MDY, &days);
}
