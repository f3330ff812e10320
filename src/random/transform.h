/* From random words to numbers, one element at a time: shared by the loops of noise_kernel.c
 * and the retries of the rejection samplers (formulas in noise.h). For kernel
 * files. */
#ifndef AD_RANDOM_TRANSFORM_H
#define AD_RANDOM_TRANSFORM_H

#include "base/real.h"
#include "random/address.h"
#include "random/philox.h"

/* u in (0, 1) in units of 2^-24: 23 bits and a half. */
static inline int32_t ad_whole_from(uint32_t word)
{
    return (int32_t)(word >> 8 | 1);
}

static inline real ad_uniform_from(uint32_t word)
{
    return (real)ad_whole_from(word) * (real)0x1p-24;
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

/* Box-Muller: two normals from two words, in two steps. The quadrant is the top two bits
 * of the angle, and within it f is 21 bits and a half. Odd quadrants swap sine and cosine and
 * replace f by 1 - f; f above 1/2 does the same again. The remaining f is at
 * most 1/2 and exact, so the relative error stays small near the axes. */
static inline real ad_radius_from(uint32_t size)
{
    return r_radius_24(ad_whole_from(size));
}

/* Bits [8, 30) of the angle, or of its complement if they are above half their range. */
static inline real ad_eighth_from(uint32_t angle)
{
    const uint32_t above = (uint32_t)((int32_t)(angle << 2) >> 31);

    return (real)(int32_t)(((angle ^ above) >> 8 & 0x1fffff) | 1) * (real)0x1p-22;
}

static inline void ad_turn(real radius, uint32_t angle, real *first, real *second)
{
    const real x = ad_eighth_from(angle);
    const real sine = radius * r_sin_eighth(x), cosine = radius * r_cos_eighth(x);
    const uint32_t turned = angle << 1;
    const int swapped = (int32_t)(turned ^ angle << 2) < 0;

    /* the cosine is negative in quadrants 1 and 2, the sine in 2 and 3 */
    *first = ad_with_sign(swapped ? sine : cosine, angle ^ turned);
    *second = ad_with_sign(swapped ? cosine : sine, angle);
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
    const uint32_t *words = block + element % 4 / 2 * 2;
    ad_turn(ad_radius_from(words[0]), words[1], &pair[0], &pair[1]);
    return pair[element % 2];
}

#endif
