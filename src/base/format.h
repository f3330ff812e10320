/* Texts with numbers in them, in the C locale: a point is the decimal mark, whatever the program's
 * own locale is. printf is for texts without fractions (tools/check_locale.py looks). */
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

/* How long something takes in words: before and "3.5 minutes"; "" if it is not known. */
enum { AD_TIME_SIZE = 64 };
AD_LAB char *ad_time_text(char text[AD_TIME_SIZE], const char *before, double seconds);

#endif
