/* The built-in set: 1797 handwritten digits of 8 x 8 pixels.
 *
 * E. Alpaydin and C. Kaynak, "Optical Recognition of Handwritten Digits", UCI Machine Learning
 * Repository, 1998, the test part; licence CC BY 4.0. */
#ifndef AD_DATA_DIGITS_H
#define AD_DATA_DIGITS_H

#include "data/raw.h"

enum {
    AD_DIGITS = 1797,
    AD_DIGITS_SIZE = 64,
    AD_DIGITS_TRAIN = 1437, /* the first rows train, the last 360 test */
};

/* digits.bin (tools/make_digits.py), which cmake/digits.cmake compiles: of each row 64 pixels from
 * 0 to 16, and the digit. */
extern const uint8_t ad_digits_rows[AD_DIGITS * (AD_DIGITS_SIZE + 1)];

adrop_status ad_digits_read(ad_raw *raw);

#endif
