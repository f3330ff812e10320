/* Random words at an address: the vector form of Philox4x32-10.
 *
 * A vector holds one word of several counters, each in a 64-bit lane, so that
 * the product of 32 by 32 bits is one instruction. The upper half of a lane may
 * hold rubbish: the product ignores it and the end of the last round masks it.
 * Two vectors are carried side by side to hide the product's latency. */
#include "random/words.h"

#include <string.h>

#include "random/philox.h"

#if defined AD_KERNEL_DOUBLE

enum { GROUP = 1 }; /* blocks made at once */

static void make_blocks(const ad_address *at, uint32_t block, uint32_t *out)
{
    uint32_t counter[4] = { block, at->row, at->step, ad_address_tag(at) };

    ad_philox(counter, (uint32_t)at->seed, (uint32_t)(at->seed >> 32));
    memcpy(out, counter, sizeof counter);
}

#else

#  include <immintrin.h>

#  if defined __AVX512F__
enum { LANES = 8 };
typedef uint64_t lanes __attribute__((vector_size(64)));
#    define MULTIPLY(a, b) (lanes) _mm512_mul_epu32((__m512i)(a), (__m512i)(b))
#    define COUNT                                                                                  \
      (lanes)                                                                                      \
      {                                                                                            \
        0, 1, 2, 3, 4, 5, 6, 7                                                                     \
      }
#    define ZIP_LOW(a, b)  __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#    define ZIP_HIGH(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#  elif defined __AVX2__
enum { LANES = 4 };
typedef uint64_t lanes __attribute__((vector_size(32)));
#    define MULTIPLY(a, b) (lanes) _mm256_mul_epu32((__m256i)(a), (__m256i)(b))
#    define COUNT                                                                                  \
      (lanes)                                                                                      \
      {                                                                                            \
        0, 1, 2, 3                                                                                 \
      }
#    define ZIP_LOW(a, b)  __builtin_shufflevector(a, b, 0, 4, 1, 5)
#    define ZIP_HIGH(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#  else
enum { LANES = 2 };
typedef uint64_t lanes __attribute__((vector_size(16)));
#    define MULTIPLY(a, b) (lanes) _mm_mul_epu32((__m128i)(a), (__m128i)(b))
#    define COUNT                                                                                  \
      (lanes)                                                                                      \
      {                                                                                            \
        0, 1                                                                                       \
      }
#    define ZIP_LOW(a, b)  __builtin_shufflevector(a, b, 0, 2)
#    define ZIP_HIGH(a, b) __builtin_shufflevector(a, b, 1, 3)
#  endif

enum { PAIR = 2, GROUP = PAIR * LANES };

static inline lanes splat(uint64_t x)
{
    return x - (lanes){ 0 };
}

/* Words of the LANES blocks from `block` on, for two vectors at once. */
static inline void make_blocks(const ad_address *at, uint32_t block, uint32_t *out)
{
    const lanes low_half = splat(0xffffffffu), m0 = splat(AD_PHILOX_M0), m1 = splat(AD_PHILOX_M1);
    uint32_t k0 = (uint32_t)at->seed, k1 = (uint32_t)(at->seed >> 32);
    lanes c0[PAIR], c1[PAIR], c2[PAIR], c3[PAIR];

    for (int j = 0; j < PAIR; j++) {
        c0[j] = splat(block + (uint32_t)(j * LANES)) + COUNT;
        c1[j] = splat(at->row);
        c2[j] = splat(at->step);
        c3[j] = splat(ad_address_tag(at));
    }
#  pragma GCC unroll 10
    for (int round = 0; round < AD_PHILOX_ROUNDS; round++) {
        for (int j = 0; j < PAIR; j++) {
            const lanes p0 = MULTIPLY(c0[j], m0), p1 = MULTIPLY(c2[j], m1);
            c0[j] = (p1 >> 32) ^ c1[j] ^ splat(k0);
            c1[j] = p1;
            c2[j] = (p0 >> 32) ^ c3[j] ^ splat(k1);
            c3[j] = p0;
        }
        k0 += AD_PHILOX_W0;
        k1 += AD_PHILOX_W1;
    }
    for (int j = 0; j < PAIR; j++) {
        const lanes low = (c0[j] & low_half) | (c1[j] << 32);
        const lanes high = (c2[j] & low_half) | (c3[j] << 32);
        const lanes first = ZIP_LOW(low, high), second = ZIP_HIGH(low, high);
        memcpy(out + 4 * j * LANES, &first, sizeof first);
        memcpy(out + 4 * j * LANES + 2 * LANES, &second, sizeof second);
    }
}

#endif

void AD_KERNEL(ad_words)(const ad_address *at, size_t first_block, size_t n, uint32_t *out)
{
    for (size_t done = 0; done < n; done += 4 * GROUP)
        make_blocks(at, (uint32_t)(first_block + done / 4), out + done);
}
