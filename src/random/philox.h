/* Philox4x32-10: ten rounds on a counter of four words under a key of two.
 *
 *     (c0, c1, c2, c3) <- (hi(M1 c2) ^ c1 ^ k0, lo(M1 c2), hi(M0 c0) ^ c3 ^ k1, lo(M0 c0))
 *     (k0, k1)         <- (k0 + W0, k1 + W1)
 *
 * Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3",
 * SC 2011, section 3.3. This is the plain form; words_kernel.c has the vector form. */
#ifndef AD_RANDOM_PHILOX_H
#define AD_RANDOM_PHILOX_H

#include <stdint.h>

#define AD_PHILOX_M0     0xD2511F53u
#define AD_PHILOX_M1     0xCD9E8D57u
#define AD_PHILOX_W0     0x9E3779B9u /* the golden ratio */
#define AD_PHILOX_W1     0xBB67AE85u /* sqrt 3 - 1 */
#define AD_PHILOX_ROUNDS 10

/* One block: counter[4] becomes four random words. */
static inline void ad_philox(uint32_t counter[4], uint32_t k0, uint32_t k1)
{
    for (int round = 0; round < AD_PHILOX_ROUNDS; round++) {
        const uint64_t p0 = (uint64_t)AD_PHILOX_M0 * counter[0];
        const uint64_t p1 = (uint64_t)AD_PHILOX_M1 * counter[2];
        counter[0] = (uint32_t)(p1 >> 32) ^ counter[1] ^ k0;
        counter[1] = (uint32_t)p1;
        counter[2] = (uint32_t)(p0 >> 32) ^ counter[3] ^ k1;
        counter[3] = (uint32_t)p0;
        k0 += AD_PHILOX_W0;
        k1 += AD_PHILOX_W1;
    }
}

#endif
