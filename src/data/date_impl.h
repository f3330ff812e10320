/* Shared by date.c and date_time.c (date.h). */
#ifndef AD_DATA_DATE_IMPL_H
#define AD_DATA_DATE_IMPL_H

#include "data/date.h"

enum { AD_LONGEST_DATE = 48 };

/* Read up to `most` digits at *p; returns how many. */
static inline int ad_digits_read(const char **p, int most, int *out)
{
    int n = 0;

    for (*out = 0; n < most && **p >= '0' && **p <= '9'; n++, ++*p)
        *out = 10 * *out + (**p - '0');
    return n;
}

/* date_time.c: read p as a time of day; all of p, which is zero-terminated, must match. */
bool ad_clock_read(const char *p, double *seconds);

#endif
