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
    return ((real)(int32_t)(word >> 9) + (real)0.5) * (real)0x1p-23;
}

/* Box-Muller: two normals from two words. The quadrant is the top two bits of the
 * angle, and within it sin(pi f / 2) and sin(pi (1 - f) / 2) have exact arguments, so
 * that the relative error stays small next to the axes. */
static inline void ad_normal_from(uint32_t size, uint32_t angle, real *first, real *second)
{
    const real radius = r_sqrt(-2 * r_log(ad_uniform_from(size)));
    const real f = ((real)(int32_t)(angle >> 9 & 0x1fffff) + (real)0.5) * (real)0x1p-21;
    const real s = r_sin_quarter(f), c = r_sin_quarter(1 - f);
    const int odd = (angle >> 30 & 1) != 0, lower = angle >> 31 != 0;
    const real x = odd ? s : c, y = odd ? c : s;

    /* quadrants 0..3: cosine c, -s, -c, s; sine s, c, -s, -c */
    *first = radius * (odd != lower ? -x : x);
    *second = radius * (lower ? -y : y);
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
