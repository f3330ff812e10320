/* The built-in set: 1797 handwritten digits of 8 x 8 pixels. */
#ifndef AD_DATA_DIGITS_H
#define AD_DATA_DIGITS_H

#include "data/raw.h"

enum {
    AD_DIGITS = 1797,
    AD_DIGITS_SIZE = 64,
    AD_DIGITS_TRAIN = 1437, /* the first are for training, the last 360 for tests */
};

/* digits_pixels.c: no final zeros. */
extern const char ad_digits_rows[AD_DIGITS][AD_DIGITS_SIZE + 1];

adrop_status ad_digits_read(ad_raw *raw);

#endif
