/* Numbers as text in the C locale, whatever the program's locale is.
 *
 * newlocale(.., "C", 0) returns a constant of the C library without allocating, and uselocale()
 * affects only the calling thread. */
#define _GNU_SOURCE /* strtod_l */
#include "adrop/number.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(char *buffer, int digits, double x)
{
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(c);

    snprintf(buffer, ADROP_NUMBER_SIZE, "%.*g", digits, x);
    uselocale(before);
    freelocale(c);
}

static double read_back(const char *text, char **end)
{
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    double x = strtod_l(text, end, c);

    freelocale(c);
    return x;
}

char *adrop_number_round(char *buffer, double x, int digits)
{
    if (isnan(x)) /* not "-nan" */
        return strcpy(buffer, "nan");
    print(buffer, digits < 1 ? 1 : digits > 17 ? 17 : digits, x);
    return buffer;
}

double adrop_number_or_zero(double x, int decimals)
{
    return fabs(x) < 0.5 * pow(10, -decimals) ? 0 : x; /* NaN stays */
}

char *adrop_number_text(char *buffer, double x)
{
    for (int digits = 15; digits <= 17; digits++) {
        adrop_number_round(buffer, x, digits);
        if (!isfinite(x) || read_back(buffer, NULL) == x) /* exact comparison is the point */
            break;
    }
    return buffer;
}

adrop_status adrop_number_read(const char *text, double *x)
{
    char *end;

    /* strtod also accepts blanks, hexadecimal, "nan" and "inf": reject them */
    if (!text || !*text || strspn(text, "+-.0123456789eE") != strlen(text))
        return ADROP_EINVAL;
    double value = read_back(text, &end);
    if (end == text || *end || !isfinite(value))
        return ADROP_EINVAL;
    *x = value;
    return ADROP_OK;
}
