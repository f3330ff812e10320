/* Random words at an address: the vector form of Philox4x32-10.
 *
 * A vector holds one word of several counters, each in a 64-bit lane, so that
 * the product of 32 by 32 bits is one instruction. The upper half of a lane may
 * hold garbage: the product ignores it and the end of the last round masks it.
 * Several vectors are interleaved to hide the product's latency. */
#include "random/words.h"

#include <string.h>

#include "base/loop.h"
#include "random/philox.h"

#if defined AD_KERNEL_DOUBLE

void AD_KERNEL(ad_words)(const ad_address *at, size_t first_block, size_t n, uint32_t *out)
{
    for (size_t done = 0; done < n; done += 4) {
        uint32_t counter[4] = { (uint32_t)(first_block + done / 4), at->row, at->step,
                                ad_address_tag(at) };
        ad_philox(counter, (uint32_t)at->seed, (uint32_t)(at->seed >> 32));
        memcpy(out + done, counter, sizeof counter);
    }
}

void AD_KERNEL(ad_word_pairs)(const ad_address *at, size_t first_block, size_t n, uint32_t *even,
                              uint32_t *odd)
{
    for (size_t done = 0; done < n; done += 4) {
        uint32_t words[4];
        AD_KERNEL(ad_words)(at, first_block + done / 4, 4, words);
        for (size_t k = 0; k < 2; k++) {
            even[done / 2 + k] = words[2 * k];
            odd[done / 2 + k] = words[2 * k + 1];
        }
    }
}

void AD_KERNEL(ad_words_at)(const ad_address *at, size_t first, size_t n, const uint16_t *offset,
                            uint32_t *out)
{
    for (size_t k = 0; k < n; k++) {
        const uint32_t element = (uint32_t)first + offset[k];
        uint32_t block[4] = { element / 4, at->row, at->step, ad_address_tag(at) };
        ad_philox(block, (uint32_t)at->seed, (uint32_t)(at->seed >> 32));
        out[k] = block[element % 4];
    }
}

#else

#  if defined __x86_64__
#    include <immintrin.h>
#  endif

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
#    if defined __SSE2__
#      define MULTIPLY(a, b) (lanes) _mm_mul_epu32((__m128i)(a), (__m128i)(b))
#    else
#      define MULTIPLY(a, b) (((a)&splat(0xffffffffu)) * ((b)&splat(0xffffffffu)))
#    endif
#    define COUNT                                                                                  \
      (lanes)                                                                                      \
      {                                                                                            \
        0, 1                                                                                       \
      }
#    define ZIP_LOW(a, b)  __builtin_shufflevector(a, b, 0, 2)
#    define ZIP_HIGH(a, b) __builtin_shufflevector(a, b, 1, 3)
#  endif

/* Interleaved vectors: many while enough words remain, then few. */
enum { MANY = 4, FEW = 2, VECTOR_WORDS = 4 * LANES };
enum { SPREAD = AD_WORDS_AT / LANES < MANY ? AD_WORDS_AT / LANES : MANY }; /* of ad_words_at */

static inline lanes splat(uint64_t x)
{
    return x - (lanes){ 0 };
}

/* The keys of the rounds. Only the first word of the counter differs from lane to
 * lane, so half of the first two rounds is the same for all lanes: it is computed once and
 * folded into the keys of rounds 0 to 2. */
typedef struct {
    lanes k0[AD_PHILOX_ROUNDS], k1[AD_PHILOX_ROUNDS];
} schedule;

static inline schedule schedule_of(const ad_address *at)
{
    const uint32_t key0 = (uint32_t)at->seed, key1 = (uint32_t)(at->seed >> 32);
    const uint64_t p1 = (uint64_t)at->step * AD_PHILOX_M1;
    const uint64_t p0 = (uint64_t)((uint32_t)(p1 >> 32) ^ at->row ^ key0) * AD_PHILOX_M0;
    schedule s;

    for (uint32_t round = 0; round < AD_PHILOX_ROUNDS; round++) {
        s.k0[round] = splat(key0 + round * AD_PHILOX_W0);
        s.k1[round] = splat(key1 + round * AD_PHILOX_W1);
    }
    s.k1[0] ^= splat(ad_address_tag(at));
    s.k0[1] ^= splat((uint32_t)p1);
    s.k1[1] ^= splat(p0 >> 32);
    s.k1[2] ^= splat((uint32_t)p0);
    return s;
}

/* The four words of LANES blocks. */
typedef struct {
    lanes c0, c1, c2, c3;
} state;

typedef struct {
    uint32_t *words;      /* in order; NULL: even and odd are used */
    uint32_t *even, *odd; /* words 0, 2 and words 1, 3 of each block */
} place;

/* Rounds 0 to 2 of the counters `block`. */
static inline state words_begin(const schedule *s, lanes block)
{
    const lanes m0 = splat(AD_PHILOX_M0), m1 = splat(AD_PHILOX_M1);
    const lanes first = MULTIPLY(block, m0);
    const lanes second = MULTIPLY((first >> 32) ^ s->k1[0], m1);
    const lanes p0 = MULTIPLY((second >> 32) ^ s->k0[1], m0), p1 = MULTIPLY(first ^ s->k1[1], m1);

    return (state){ (p1 >> 32) ^ second ^ s->k0[2], p1, (p0 >> 32) ^ s->k1[2], p0 };
}

static inline void words_put(const state *c, place to, size_t done)
{
    const lanes half = splat(0xffffffffu);

    if (to.words) {
        const lanes low = (c->c0 & half) | (c->c1 << 32), high = (c->c2 & half) | (c->c3 << 32);
        const lanes first = ZIP_LOW(low, high), second = ZIP_HIGH(low, high);
        memcpy(to.words + done, &first, sizeof first);
        memcpy(to.words + done + 2 * LANES, &second, sizeof second);
    } else {
        const lanes even = (c->c0 & half) | (c->c2 << 32), odd = (c->c1 & half) | (c->c3 << 32);
        memcpy(to.even + done / 2, &even, sizeof even);
        memcpy(to.odd + done / 2, &odd, sizeof odd);
    }
}

/* The remaining rounds of `vectors` vectors. */
__attribute__((always_inline)) static inline void words_finish(const schedule *s, int vectors,
                                                               state *c)
{
    const lanes m0 = splat(AD_PHILOX_M0), m1 = splat(AD_PHILOX_M1);

    AD_UNROLL(10)
    for (int round = 3; round < AD_PHILOX_ROUNDS; round++)
        for (int j = 0; j < vectors; j++) {
            const lanes p0 = MULTIPLY(c[j].c0, m0), p1 = MULTIPLY(c[j].c2, m1);
            c[j] = (state){ (p1 >> 32) ^ (c[j].c1 ^ s->k0[round]), p1,
                            (p0 >> 32) ^ (c[j].c3 ^ s->k1[round]), p0 };
        }
}

/* Make `vectors` vectors of blocks from `block` on, and store them after `done` words. */
__attribute__((always_inline)) static inline void words_make(const schedule *s, uint32_t block,
                                                             int vectors, place to, size_t done)
{
    state c[MANY];

    for (int j = 0; j < vectors; j++)
        c[j] = words_begin(s, splat(block + (uint32_t)(j * LANES)) + COUNT);
    words_finish(s, vectors, c);
    for (int j = 0; j < vectors; j++)
        words_put(&c[j], to, done + (size_t)(j * VECTOR_WORDS));
}

static inline void make_all(const ad_address *at, size_t first_block, size_t n, place to)
{
    const schedule s = schedule_of(at);
    const uint32_t block = (uint32_t)first_block;
    size_t done = 0;

    for (; done + (MANY - FEW) * VECTOR_WORDS < n; done += MANY * VECTOR_WORDS)
        words_make(&s, block + (uint32_t)(done / 4), MANY, to, done);
    for (; done < n; done += FEW * VECTOR_WORDS)
        words_make(&s, block + (uint32_t)(done / 4), FEW, to, done);
}

void AD_KERNEL(ad_words)(const ad_address *at, size_t first_block, size_t n, uint32_t *out)
{
    make_all(at, first_block, n, (place){ .words = out });
}

void AD_KERNEL(ad_word_pairs)(const ad_address *at, size_t first_block, size_t n, uint32_t *even,
                              uint32_t *odd)
{
    make_all(at, first_block, n, (place){ .even = even, .odd = odd });
}

/* The elements first + offset[l] of LANES lanes. */
static inline lanes elements(size_t first, const uint16_t *offset)
{
    uint64_t e[LANES];
    lanes v;

    for (size_t l = 0; l < LANES; l++)
        e[l] = (uint32_t)first + offset[l];
    memcpy(&v, e, sizeof v);
    return v;
}

/* Per lane: b where all bits of `which` are set, a where none is. */
static inline lanes words_choose(lanes which, lanes a, lanes b)
{
    return (a & ~which) | (b & which);
}

void AD_KERNEL(ad_words_at)(const ad_address *at, size_t first, size_t n, const uint16_t *offset,
                            uint32_t *out)
{
    const schedule s = schedule_of(at);

    for (size_t done = 0; done < n; done += SPREAD * LANES) {
        lanes e[SPREAD];
        state c[SPREAD];
        for (size_t j = 0; j < SPREAD; j++) {
            e[j] = elements(first, offset + done + j * LANES);
            c[j] = words_begin(&s, e[j] >> 2);
        }
        words_finish(&s, SPREAD, c);
        for (size_t j = 0; j < SPREAD; j++) {
            const lanes odd = -(e[j] & 1), late = -(e[j] >> 1 & 1);
            const lanes word = words_choose(late, words_choose(odd, c[j].c0, c[j].c1),
                                            words_choose(odd, c[j].c2, c[j].c3));
            for (size_t l = 0; l < LANES; l++)
                out[done + j * LANES + l] = (uint32_t)word[l];
        }
    }
}

#endif
