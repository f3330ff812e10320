/* bf16: the upper half of a float. Conversion rounds to nearest, ties to even; NaN stays NaN. Short
 * enough for the compiler to vectorise in a loop. */
#ifndef AD_COMPUTE_BF16_H
#define AD_COMPUTE_BF16_H

#include <stdint.h>

typedef uint16_t ad_bf16;

typedef union ad_float_bits {
    float value;
    uint32_t bits;
} ad_float_bits;

static inline float ad_bf16_to_float(ad_bf16 h)
{
    return (ad_float_bits){ .bits = (uint32_t)h << 16 }.value;
}

static inline ad_bf16 ad_bf16_from_float(float f)
{
    const uint32_t bits = (ad_float_bits){ .value = f }.bits;
    const uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    const uint32_t quiet = bits >> 16 | 0x40;

    return (ad_bf16)(f != f ? quiet : rounded);
}

#endif
