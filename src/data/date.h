/* Dates as numbers. */
#ifndef AD_DATA_DATE_H
#define AD_DATA_DATE_H

#include <stdbool.h>
#include <stddef.h>

/* 2024-12-31, 2024/12/31 or 31.12.2024, then perhaps a blank or T and 23:59 or 23:59:59, perhaps
 * with a fraction and a Z: days since 1970-01-01 of the Gregorian calendar. false: it is none. */
bool ad_date_read(const char *text, size_t length, double *days);

#endif
