/* Random crops and flips, addressed by (seed, row, epoch): every choice is a pure
 * function of these. */
#ifndef AD_ROWS_AUGMENT_H
#define AD_ROWS_AUGMENT_H

#include <stddef.h>
#include <stdint.h>

#include "random/address.h"

enum { AD_CROP_BORDER = 4 };

typedef struct ad_augment {
    unsigned flags; /* ADROP_AUGMENT_.. */
    size_t channels, height, width;
    uint64_t seed;
} ad_augment;

/* Floats of scratch that ad_augment_apply needs. */
size_t ad_augment_room(const ad_augment *a);

/* from and to (channels, height, width) must not overlap. */
void ad_augment_apply(const ad_augment *a, uint32_t row, uint32_t epoch, const uint8_t *from,
                      uint8_t *to, float *scratch);

#endif
