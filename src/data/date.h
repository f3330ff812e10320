/* Dates and times as numbers. */
#ifndef AD_DATA_DATE_H
#define AD_DATA_DATE_H

#include <stdbool.h>
#include <stddef.h>

#include "rows/layout.h"

/* Year, month and day, separated by '-', '/' or '.': 2024-12-31 and 20241231 in any order;
 * 31/12/2024 if the day comes first, 12/31/2024 if the month does; 31.12.2024 has the day first.
 * 31-Dec-2024, 31. Dezember 2024 and December 31, 2024 in any order, in eight languages. A time may
 * follow after a blank or T: 23:59 or 23:59:59, with a fraction, and AM or PM, Z or +02:00.
 * 2024-12 and Dec 2024 are the first of a month. *days: since 1970-01-01, Gregorian calendar.
 * Returns false for anything else. */
bool ad_date_read(const char *text, size_t length, ad_date_order order, double *days);

/* 9:30, 21:30:05.5 or 9:30 PM; hours go up to 9999. Returns false for anything else. */
bool ad_time_read(const char *text, size_t length, double *seconds);

/* Is it a date but for its year, which has two digits at the end? */
bool ad_date_is_short(const char *text, size_t length);

#endif
