/* Numbers at the beginning of a text that goes on: exact, and fast where they are short. */
#ifndef AD_DATA_DECIMAL_H
#define AD_DATA_DECIMAL_H

/* Read [sign] digits [mark digits] [e [sign] digits] at p, which is followed by a character that
 * ends it (a newline at the latest); mark is '.' or ','. Returns what follows, or NULL if there is
 * no number, *x untouched. *x is the nearest double; infinite if it is too large for one. */
const char *ad_decimal_read(const char *p, char mark, double *x);

#endif
