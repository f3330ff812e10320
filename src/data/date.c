/* Dates as numbers (date.h). Days are counted in years that begin in March, which makes the leap
 * day the last of its year. */
#include "data/date.h"

#include <string.h>

#include "base/ascii.h"
#include "data/date_impl.h"

enum { SHORTEST = 7, LONGEST = AD_LONGEST_DATE };

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

/* Three numbers with the same mark between them. Returns the index of the year, 0 or 2, or -1. */
static int read_three(const char **p, int part[3], char *mark)
{
    int width[3];

    for (int i = 0; i < 3; i++) {
        if (i == 1)
            *mark = **p;
        if (i && (**p != *mark || !*mark || !strchr("-/.", *(*p)++)))
            return -1;
        if (!(width[i] = ad_digits_read(p, 4, &part[i])))
            return -1;
    }
    if (width[1] > 2)
        return -1;
    return width[0] == 4 && width[2] <= 2 ? 0 : width[0] <= 2 && width[2] == 4 ? 2 : -1;
}

/* Names and abbreviations of months in English, German, French, Spanish, Italian, Dutch, Portuguese
 * and Danish; no name means different months in two languages. */
static const char *const months[12] = {
    "january jan januar j\xc3\xa4nner janvier janv enero ene gennaio gen januari janeiro",
    "february feb februar februari f\xc3\xa9vrier f\xc3\xa9vr f\xc3\xa9v febrero febbraio "
    "fevereiro fev",
    "march mar m\xc3\xa4rz m\xc3\xa4r mars marzo maart mrt mar\xc3\xa7o marts",
    "april apr avril avr abril abr aprile",
    "may mai mayo maggio mag mei maio maj",
    "june jun juni juin junio giugno giu junho",
    "july jul juli juillet juil julio luglio lug julho",
    "august aug ao\xc3\xbbt agosto ago augustus",
    "september sep sept septembre septiembre settembre set setembro",
    "october oct oktober okt octobre octubre ottobre ott outubro out",
    "november nov novembre noviembre novembro",
    "december dec dezember dez d\xc3\xa9"
    "cembre d\xc3\xa9"
    "c diciembre dic dicembre dezembro",
};

/* Is the text one of the blank-separated words? */
static bool is_among(const char *words, const char *text, size_t n)
{
    for (const char *w = words; *w; w += *w == ' ') {
        const size_t width = strcspn(w, " ");
        if (width == n && ad_alike_n(w, text, n))
            return true;
        w += width;
    }
    return false;
}

/* The month named at *p, perhaps followed by a point; 0: none. */
static int read_month(const char **p)
{
    size_t n = 0;

    while (ad_is_lower(ad_lower((*p)[n])) || (unsigned char)(*p)[n] >= 0x80)
        n++;
    for (int i = 0; n >= 3 && i < 12; i++)
        if (is_among(months[i], *p, n)) {
            *p += n;
            *p += **p == '.';
            return i + 1;
        }
    return 0;
}

/* Skip a text, if it is there. */
static void skip(const char **p, const char *text)
{
    const size_t n = strlen(text);

    if (!strncmp(*p, text, n))
        *p += n;
}

/* A day of one or two digits, written before or after the month's name: "2nd". */
static bool read_day(const char **p, int *day)
{
    static const char *const ends[] = { "st", "nd", "rd", "th", "er", "." };
    const char *start = *p;

    if (!ad_digits_read(p, 2, day))
        return false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends && *p - start <= 2; i++)
        skip(p, ends[i]);
    return true;
}

/* Dec 2024, 2024-12: the first day of a month. */
static bool read_month_alone(const char *p, int part[3])
{
    part[0] = 1;
    if (ad_is_digit(*p))
        return ad_digits_read(&p, 4, &part[2]) == 4 && *p++ == '-' &&
               ad_digits_read(&p, 2, &part[1]) == 2 && !*p;
    if (!(part[1] = read_month(&p)) || !strchr(" -", *p) || !*p)
        return false;
    p++;
    return ad_digits_read(&p, 4, &part[2]) == 4 && !*p;
}

/* 31-Dec-2024, 31. Dezember 2024, 31 de diciembre de 2024, December 31st, 2024: sets part to day,
 * month and year. */
static bool read_named(const char **p, int part[3])
{
    const bool is_first = !ad_is_digit(**p);
    char mark = ' ';

    if (is_first && (!(part[1] = read_month(p)) || *(*p)++ != ' '))
        return false;
    if (!read_day(p, &part[0]))
        return false;
    if (is_first)
        skip(p, ",");
    else
        mark = *(*p)++;
    if (is_first || !mark || !strchr("- /", mark))
        return is_first && *(*p)++ == ' ' && ad_digits_read(p, 4, &part[2]) == 4;
    skip(p, "de ");
    if (!(part[1] = read_month(p)) || *(*p)++ != mark)
        return false;
    skip(p, "de ");
    return ad_digits_read(p, 4, &part[2]) == 4;
}

/* 20241231 and nothing after it: year, month and day. */
static bool read_compact(const char **p, int part[3])
{
    const char *at = *p;

    if (strlen(at) != 8 || ad_digits_read(&at, 4, &part[0]) != 4 ||
        ad_digits_read(&at, 2, &part[1]) != 2 || ad_digits_read(&at, 2, &part[2]) != 2)
        return false;
    *p = at;
    return true;
}

/* Returns the index of the year in part, 0 or 2; -1: not a date in that order. */
static int read_parts(const char **p, ad_date_order *order, int part[3])
{
    const char *text = *p;
    char mark = 0;
    const int year = read_three(p, part, &mark);

    if (year == 0)
        return 0;
    if (year == 2)
        return *order == AD_DATE_YMD || (*order == AD_DATE_MDY && mark == '.') ? -1 : 2;
    *p = text;
    if (read_compact(p, part))
        return 0;
    *order = AD_DATE_DMY;
    if (read_named(p, part))
        return 2;
    *p = text + strlen(text);
    return read_month_alone(text, part) ? 2 : -1;
}

bool ad_date_read(const char *from, size_t length, ad_date_order order, double *days)
{
    char text[LONGEST];
    const char *p = text;
    int part[3] = { 0 };
    double seconds = 0;

    if (length < SHORTEST || length >= sizeof text ||
        !(ad_is_digit(from[0]) || ad_is_lower(ad_lower(from[0]))))
        return false;
    memcpy(text, from, length);
    text[length] = 0;
    const int year = read_parts(&p, &order, part);
    if (year < 0)
        return false;
    const int month = year == 0 || order == AD_DATE_DMY ? part[1] : part[0];
    const int day = year == 0 ? part[2] : order == AD_DATE_DMY ? part[0] : part[1];
    if (month < 1 || month > 12 || day < 1 || day > days_in(month, part[year]))
        return false;
    if (*p && ((*p != ' ' && *p != 'T') || !ad_clock_read(p + 1, &seconds)))
        return false;
    *days = (double)day_number(part[year], month, day) + seconds / 86400;
    return true;
}

/* 14.02.23, 2/14/23, 14-Feb-23; but not 1.2.10, which may be a version. */
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
    const int first = ad_digits_read(&p, 2, &part);
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
