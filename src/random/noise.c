/* Noise of one word an element: uniform, exponential, Laplace, logistic, normal
 * (formulas in noise.h). Each is a plain loop over a chunk of words.
 *
 * Box-Muller takes the pair of words (a, b) to sqrt(-2 ln u_a) times the cosine
 * and the sine of 2 pi u_b; the quadrant is the top two bits of b, and within it
 * sin(pi f / 2) and sin(pi (1 - f) / 2) with both arguments exact, so that the
 * relative error stays small next to the axes. */
#include "random/noise.h"

#include <string.h>

#include "base/real.h"
#include "random/words.h"

typedef void transform_fn(size_t n, const uint32_t *words, real *out);

/* Elements [first, first + n) by whole blocks of four; n of a transform call is
 * a multiple of four. */
static inline void fill(const ad_address *at, size_t first, size_t n, real *out,
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

/* u of noise.h. */
static inline real uniform(uint32_t word)
{
    return ((real)(int32_t)(word >> 9) + (real)0.5) * (real)0x1p-23;
}

static void to_uniform(size_t n, const uint32_t *words, real *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = uniform(words[i]);
}

static void to_symmetric(size_t n, const uint32_t *words, real *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = 2 * uniform(words[i]) - 1;
}

static void to_exponential(size_t n, const uint32_t *words, real *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = -r_log(uniform(words[i]));
}

static void to_laplace(size_t n, const uint32_t *words, real *out)
{
    for (size_t i = 0; i < n; i++) {
        const real u = uniform(words[i]);
        const real size = -r_log(2 * r_min(u, 1 - u)); /* the argument is exact */
        out[i] = u < (real)0.5 ? -size : size;
    }
}

/* |logit u| = ln((1 - w) / w) with w = min(u, 1 - u), and (1 - w) / w - 1 =
 * (1 - 2w) / w keeps its digits next to w = 1/2. */
static void to_logistic(size_t n, const uint32_t *words, real *out)
{
    for (size_t i = 0; i < n; i++) {
        const real u = uniform(words[i]), w = r_min(u, 1 - u);
        const real size = r_log1p((1 - 2 * w) / w);
        out[i] = u < (real)0.5 ? -size : size;
    }
}

static void to_normal(size_t n, const uint32_t *words, real *out)
{
    for (size_t i = 0; i < n / 2; i++) {
        const uint32_t angle = words[2 * i + 1];
        const real radius = r_sqrt(-2 * r_log(uniform(words[2 * i])));
        const real f = ((real)(int32_t)(angle >> 9 & 0x1fffff) + (real)0.5) * (real)0x1p-21;
        const real s = r_sin_quarter(f), c = r_sin_quarter(1 - f);
        const int odd = (angle >> 30 & 1) != 0, lower = angle >> 31 != 0;
        const real x = odd ? s : c, y = odd ? c : s;
        /* quadrants 0..3: cosine c, -s, -c, s; sine s, c, -s, -c */
        out[2 * i] = radius * (odd != lower ? -x : x);
        out[2 * i + 1] = radius * (lower ? -y : y);
    }
}

void AD_KERNEL(ad_noise_uniform)(const ad_address *at, size_t first, size_t n, void *out)
{
    fill(at, first, n, out, to_uniform);
}

void AD_KERNEL(ad_noise_symmetric)(const ad_address *at, size_t first, size_t n, void *out)
{
    fill(at, first, n, out, to_symmetric);
}

void AD_KERNEL(ad_noise_exponential)(const ad_address *at, size_t first, size_t n, void *out)
{
    fill(at, first, n, out, to_exponential);
}

void AD_KERNEL(ad_noise_laplace)(const ad_address *at, size_t first, size_t n, void *out)
{
    fill(at, first, n, out, to_laplace);
}

void AD_KERNEL(ad_noise_logistic)(const ad_address *at, size_t first, size_t n, void *out)
{
    fill(at, first, n, out, to_logistic);
}

void AD_KERNEL(ad_noise_normal)(const ad_address *at, size_t first, size_t n, void *out)
{
    fill(at, first, n, out, to_normal);
}

void AD_KERNEL(ad_noise_words)(const ad_address *at, size_t first, size_t n, uint32_t *out)
{
    uint32_t words[AD_CHUNK_WORDS];

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
