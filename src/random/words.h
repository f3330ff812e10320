/* Random words at an address, a chunk at a time: the source of all noise. */
#ifndef AD_RANDOM_WORDS_H
#define AD_RANDOM_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "base/kernel.h"
#include "random/address.h"

enum {
    AD_CHUNK = 512,                 /* elements per chunk; they fit the L1 cache */
    AD_CHUNK_WORDS = AD_CHUNK + 64, /* buffer for a chunk of words; groups are always complete */
    AD_WHOLE_WORDS = 64,            /* multiples of this produce no extra words */
    AD_WORDS_AT = 16,               /* words that ad_words_at makes together */
};

/* At least n words (up to 63 more, in whole groups) from element 4 * first_block
 * on. The same words from every kernel set. pairs: words of even and of odd elements in two
 * arrays, n in all. at: words of the elements first + offset[k], n a multiple of
 * AD_WORDS_AT. */
#define AD_DECLARE_WORDS(set)                                                                      \
  void ad_words_##set(const ad_address *at, size_t first_block, size_t n, uint32_t *out);          \
  void ad_word_pairs_##set(const ad_address *at, size_t first_block, size_t n, uint32_t *even,     \
                           uint32_t *odd);                                                         \
  void ad_words_at_##set(const ad_address *at, size_t first, size_t n, const uint16_t *offset,     \
                         uint32_t *out);
AD_EACH_KERNEL_SET(AD_DECLARE_WORDS)
#undef AD_DECLARE_WORDS

#endif
