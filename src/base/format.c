/* Formatting in the C locale (format.h), set for the calling thread during the call. */
#include "base/format.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>

#include "adrop/number.h"

int ad_print_list(char *text, size_t size, const char *format, va_list args)
{
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* a constant: see number.c */
    locale_t before = uselocale(c);
    const int n = vsnprintf(text, size, format, args);

    uselocale(before);
    freelocale(c);
    return n;
}

int ad_print(char *text, size_t size, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const int n = ad_print_list(text, size, format, args);
    va_end(args);
    return n;
}

char *ad_time_text(char text[AD_TIME_SIZE], const char *before, double seconds)
{
    const char *unit = seconds < 90 ? "seconds" : seconds < 5400 ? "minutes" : "hours";
    const double in = seconds < 90 ? seconds : seconds < 5400 ? seconds / 60 : seconds / 3600;
    char number[ADROP_NUMBER_SIZE];

    *text = 0;
    if (isfinite(seconds))
        ad_print(text, AD_TIME_SIZE, "%s%s %s", before, adrop_number_round(number, in, 2), unit);
    return text;
}
