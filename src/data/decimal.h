/* Numbers at the beginning of a longer text: exact, and fast if they are short. */
#ifndef AD_DATA_DECIMAL_H
#define AD_DATA_DECIMAL_H

/* Read [sign] digits [mark digits] [e [sign] digits] at p; mark is '.' or ','. Some character that
 * cannot continue the number must follow (a newline at the latest). Returns the end of the number,
 * or NULL, with *x unchanged, if there is none. *x is the nearest double; infinite on overflow. */
const char *ad_decimal_read(const char *p, char mark, double *x);

#endif
