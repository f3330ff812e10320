/* Dates and times as numbers. */
#ifndef AD_DATA_DATE_H
#define AD_DATA_DATE_H

#include <stdbool.h>
#include <stddef.h>

#include "rows/layout.h"

/* Year, month and day with '-', '/' or '.' between them: 2024-12-31 and 20241231 in any order;
 * 31/12/2024 where the day is first, 12/31/2024 where the month is; 31.12.2024 has the day first.
 * 31-Dec-2024, 31. Dezember 2024 and December 31, 2024 in any order, in eight languages. Then
 * perhaps a blank or T and 23:59 or 23:59:59, perhaps with a fraction, and AM or PM, Z or +02:00.
 * 2024-12 and Dec 2024 are the first of a month. *days: since 1970-01-01 of the Gregorian calendar.
 * false: it is none. */
bool ad_date_read(const char *text, size_t length, ad_date_order order, double *days);

/* 9:30, 21:30:05.5 or 9:30 PM, and hours up to 9999. false: it is none. */
bool ad_time_read(const char *text, size_t length, double *seconds);

/* Would it be one if its year, two digits at the end, had four? */
bool ad_date_is_short(const char *text, size_t length);

#endif
