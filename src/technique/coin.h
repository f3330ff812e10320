/* Coin flips at an address: the source of Bernoulli masks.
 *
 * Heads if the element's 32 random bits are below q 2^32: integers, so the flips
 * are the same on every CPU, and q is exact to 2^-32. For kernel files. */
#ifndef AD_TECHNIQUE_COIN_H
#define AD_TECHNIQUE_COIN_H

#include <math.h>

#include "technique/mask.h"

/* The highest word that is heads, for q in (0, 1]. */
static inline uint32_t ad_coin_highest(double q)
{
    return (uint32_t)(ceil(q * 0x1p32) - 1);
}

/* m[i] = 1 for heads, 0 for tails; n <= AD_CHUNK. */
void AD_KERNEL(ad_coin_fill)(uint32_t highest, const ad_address *at, size_t first, size_t n,
                             real *m);

/* Run a mask kernel (forward or backward) with y = x m / q, q = 1 - rate. */
void AD_KERNEL(ad_coin_mask)(const ad_call *call, ad_mask_shape shape, double rate,
                             void (*kernel)(const ad_mask *));

#endif
