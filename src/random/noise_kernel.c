/* Noise of one word per element: uniform, exponential, Laplace, logistic, normal
 * (formulas in noise.h). Each is a plain loop over a chunk of words. */
#include "random/noise.h"

#include <string.h>

#include "random/transform.h"
#include "random/words.h"

typedef void transform_fn(size_t n, const uint32_t *words, real *out);

/* Fill elements [first, first + n) in whole blocks of four: a transform call gets
 * a multiple of four. */
static inline void noise_fill(const ad_address *at, size_t first, size_t n, real *out,
                              transform_fn *transform)
{
    uint32_t words[AD_CHUNK_WORDS];
    real beside[AD_CHUNK];

    while (n > 0) {
        const size_t skip = first % 4;
        const size_t take = n < AD_CHUNK - skip ? n : AD_CHUNK - skip;
        const size_t whole = (skip + take + 3) / 4 * 4;
        AD_KERNEL(ad_words)(at, first / 4, whole, words);
        if (take == whole) {
            transform(whole, words, out);
        } else {
            transform(whole, words, beside);
            memcpy(out, beside + skip, take * sizeof *out);
        }
        first += take;
        out += take;
        n -= take;
    }
}

static void to_uniform(size_t n, const uint32_t *words, real *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = ad_uniform_from(words[i]);
}

static void to_symmetric(size_t n, const uint32_t *words, real *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = 2 * ad_uniform_from(words[i]) - 1;
}

static void to_exponential(size_t n, const uint32_t *words, real *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = -r_log_24(ad_whole_from(words[i]));
}

static void to_laplace(size_t n, const uint32_t *words, real *out)
{
    for (size_t i = 0; i < n; i++) {
        const real u = ad_uniform_from(words[i]);
        const real size = -r_log(2 * r_min(u, 1 - u)); /* the argument is exact */
        out[i] = u < (real)0.5 ? -size : size;
    }
}

/* |logit u| = ln((1 - w) / w) with w = min(u, 1 - u). (1 - w) / w - 1 =
 * (1 - 2w) / w keeps its digits near w = 1/2. */
static void to_logistic(size_t n, const uint32_t *words, real *out)
{
    for (size_t i = 0; i < n; i++) {
        const real u = ad_uniform_from(words[i]), w = r_min(u, 1 - u);
        const real size = r_log1p((1 - 2 * w) / w);
        out[i] = u < (real)0.5 ? -size : size;
    }
}

/* Pairs of normals from two arrays of words. Two loops, because the chain of operations in one
 * would exceed the processor's window. */
static void to_normal(size_t n, const uint32_t *restrict sizes, const uint32_t *restrict angles,
                      real *restrict out)
{
    real radius[AD_CHUNK / 2];

    for (size_t i = 0; i < n / 2; i++)
        radius[i] = ad_radius_from(sizes[i]);
    for (size_t i = 0; i < n / 2; i++) {
        real first, second;
        ad_turn(radius[i], angles[i], &first, &second);
        out[2 * i] = first;
        out[2 * i + 1] = second;
    }
}

void AD_KERNEL(ad_noise_uniform)(const ad_address *at, size_t first, size_t n, void *out)
{
    noise_fill(at, first, n, out, to_uniform);
}

void AD_KERNEL(ad_noise_symmetric)(const ad_address *at, size_t first, size_t n, void *out)
{
    noise_fill(at, first, n, out, to_symmetric);
}

void AD_KERNEL(ad_noise_exponential)(const ad_address *at, size_t first, size_t n, void *out)
{
    noise_fill(at, first, n, out, to_exponential);
}

void AD_KERNEL(ad_noise_laplace)(const ad_address *at, size_t first, size_t n, void *out)
{
    noise_fill(at, first, n, out, to_laplace);
}

void AD_KERNEL(ad_noise_logistic)(const ad_address *at, size_t first, size_t n, void *out)
{
    noise_fill(at, first, n, out, to_logistic);
}

void AD_KERNEL(ad_noise_normal)(const ad_address *at, size_t first, size_t n, void *out)
{
    uint32_t sizes[AD_CHUNK_WORDS / 2], angles[AD_CHUNK_WORDS / 2];
    real beside[AD_CHUNK], *to = out;

    while (n > 0) {
        const size_t skip = first % 4;
        const size_t take = n < AD_CHUNK - skip ? n : AD_CHUNK - skip;
        const size_t whole = (skip + take + 3) / 4 * 4;
        AD_KERNEL(ad_word_pairs)(at, first / 4, whole, sizes, angles);
        to_normal(whole, sizes, angles, take == whole ? to : beside);
        if (take != whole)
            memcpy(to, beside + skip, take * sizeof *to);
        first += take;
        to += take;
        n -= take;
    }
}

void AD_KERNEL(ad_noise_words)(const ad_address *at, size_t first, size_t n, uint32_t *out)
{
    const size_t direct = first % 4 ? 0 : n / AD_WHOLE_WORDS * AD_WHOLE_WORDS;
    uint32_t words[AD_CHUNK_WORDS];

    if (direct)
        AD_KERNEL(ad_words)(at, first / 4, direct, out);
    first += direct;
    out += direct;
    n -= direct;
    while (n > 0) {
        const size_t skip = first % 4;
        const size_t take = n < AD_CHUNK - skip ? n : AD_CHUNK - skip;
        AD_KERNEL(ad_words)(at, first / 4, skip + take, words);
        memcpy(out, words + skip, take * sizeof *out);
        first += take;
        out += take;
        n -= take;
    }
}
