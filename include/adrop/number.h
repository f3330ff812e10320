/* Numbers as text, the same in every locale: the decimal mark is a point. */
#ifndef ADROP_NUMBER_H
#define ADROP_NUMBER_H

#include <stddef.h>

#include "adrop/export.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

/* Buffer size that fits any number of adrop_number_text. */
#define ADROP_NUMBER_SIZE 32

/* The shortest decimal text that reads back as exactly x ("0.1", "1e-07",
 * "nan", "-inf"), written to buffer[ADROP_NUMBER_SIZE]. Returns buffer. */
ADROP_API char *adrop_number_text(char *buffer, double x);

/* The same with at most `digits` (1 to 17) significant digits. */
ADROP_API char *adrop_number_round(char *buffer, double x, int digits);

/* x, or 0 if x rounded to this many decimals is 0, so that "%.2f" never prints "-0.00". */
ADROP_API double adrop_number_or_zero(double x, int decimals);

/* Parse all of text as a finite decimal number. ADROP_EINVAL, with *x unchanged, for anything else:
 * empty, trailing characters, hexadecimal, nan, infinity, overflow. */
ADROP_API adrop_status adrop_number_read(const char *text, double *x);

ADROP_END_DECLS

#endif
