/* Texts with numbers in the C locale: the decimal mark is a point, whatever the program's locale
 * is. Use printf only for texts without fractions (checked by tools/check_locale.py). */
#ifndef AD_BASE_FORMAT_H
#define AD_BASE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

#include "base/lab.h"

/* snprintf and vsnprintf in the C locale. */
AD_LAB int ad_print(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
AD_LAB int ad_print_list(char *text, size_t size, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/* A duration in words: before and "3.5 minutes"; "" if it is unknown. */
enum { AD_TIME_SIZE = 64 };
AD_LAB char *ad_time_text(char text[AD_TIME_SIZE], const char *before, double seconds);

#endif
