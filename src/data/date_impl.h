/* What dates and times of the day share (date.h). */
#ifndef AD_DATA_DATE_IMPL_H
#define AD_DATA_DATE_IMPL_H

#include "data/date.h"

enum { AD_LONGEST_DATE = 48 };

/* From one to `most` digits at *p; how many. */
static inline int ad_digits_read(const char **p, int most, int *out)
{
    int n = 0;

    for (*out = 0; n < most && **p >= '0' && **p <= '9'; n++, ++*p)
        *out = 10 * *out + (**p - '0');
    return n;
}

/* date_time.c: the time of a day that is the whole of p, a text that ends with a zero. */
bool ad_clock_read(const char *p, double *seconds);

#endif
