/* From random words to numbers, one element at a time: what the loops of noise.c
 * and the retries of the rejection samplers share (formulas in noise.h). For kernel
 * files. */
#ifndef AD_RANDOM_TRANSFORM_H
#define AD_RANDOM_TRANSFORM_H

#include "base/real.h"
#include "random/address.h"
#include "random/philox.h"

/* u in (0, 1): 23 bits and a half. */
static inline real ad_uniform_from(uint32_t word)
{
    return (real)(int32_t)(word >> 8 | 1) * (real)0x1p-24;
}

/* x, or -x if the top bit of sign is set. */
static inline real ad_with_sign(real x, uint32_t sign)
{
#if defined AD_KERNEL_DOUBLE
    return sign >> 31 ? -x : x;
#else
    return r_from_bits((int32_t)((uint32_t)r_bits(x) ^ (sign & 0x80000000u)));
#endif
}

/* Box-Muller: two normals from two words. The quadrant is the top two bits of the
 * angle, and within it f is 21 bits and a half: sin(pi f / 2) and sin(pi (1 - f) / 2)
 * have exact arguments, so that the relative error stays small next to the axes. In the
 * odd quadrants, where sine and cosine change places, the bits of f are inverted, which
 * makes it 1 - f. */
static inline void ad_normal_from(uint32_t size, uint32_t angle, real *first, real *second)
{
    const real radius = r_sqrt(-2 * r_log(ad_uniform_from(size)));
    const uint32_t turned = angle << 1, odd = (uint32_t)((int32_t)turned >> 31);
    const real f = (real)(int32_t)(((angle ^ odd) >> 8 & 0x3fffff) | 1) * (real)0x1p-22;

    /* the cosine is negative in quadrants 1 and 2, the sine in 2 and 3 */
    *first = ad_with_sign(radius * r_sin_quarter(1 - f), angle ^ turned);
    *second = ad_with_sign(radius * r_sin_quarter(f), angle);
}

/* The block of four words that holds an element, at another draw of the address. */
static inline void ad_block_at(const ad_address *at, unsigned draw, size_t element,
                               uint32_t block[4])
{
    ad_address there = *at;

    there.draw = (uint16_t)(at->draw + draw);
    block[0] = (uint32_t)(element / 4);
    block[1] = at->row;
    block[2] = at->step;
    block[3] = ad_address_tag(&there);
    ad_philox(block, (uint32_t)at->seed, (uint32_t)(at->seed >> 32));
}

/* One uniform, one normal. */
static inline real ad_uniform_at(const ad_address *at, unsigned draw, size_t element)
{
    uint32_t block[4];

    ad_block_at(at, draw, element, block);
    return ad_uniform_from(block[element % 4]);
}

static inline real ad_normal_at(const ad_address *at, unsigned draw, size_t element)
{
    uint32_t block[4];
    real pair[2];

    ad_block_at(at, draw, element, block);
    ad_normal_from(block[element % 4 / 2 * 2], block[element % 4 / 2 * 2 + 1], &pair[0], &pair[1]);
    return pair[element % 2];
}

#endif
