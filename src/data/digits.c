/* The built-in digits, unpacked. The split is sequential, as is usual for this set:
 * the first 1437 rows train, the last 360 test. */
#include "data/digits.h"

#include <string.h>

#include "base/memory.h"

adrop_status ad_digits_read(ad_raw *raw)
{
    adrop_status status;

    *raw = (ad_raw){ .ctx = raw->ctx,
                     .task = ADROP_CLASSIFICATION,
                     .rows = AD_DIGITS,
                     .channels = 1,
                     .height = 8,
                     .width = 8,
                     .is_image = 1,
                     .top = 16 };
    if ((status = AD_NEW_RAW(raw->ctx, AD_DIGITS, AD_DIGITS_SIZE, "digits", &raw->pixels)) ||
        (status = AD_NEW(raw->ctx, AD_DIGITS, "digits", &raw->labels)) ||
        (status = AD_NEW(raw->ctx, AD_DIGITS, "digits", &raw->parts)))
        return status;
    for (size_t i = 0; i < AD_DIGITS; i++) {
        const uint8_t *row = ad_digits_rows + i * (AD_DIGITS_SIZE + 1);
        memcpy(raw->pixels + i * AD_DIGITS_SIZE, row, AD_DIGITS_SIZE);
        raw->labels[i] = row[AD_DIGITS_SIZE];
        raw->parts[i] = i < AD_DIGITS_TRAIN ? ADROP_ROW_TRAIN : ADROP_ROW_TEST;
    }
    return ad_raw_number_classes(raw, 10);
}
