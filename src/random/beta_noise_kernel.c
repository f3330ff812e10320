/* Beta variables.
 *
 * Both parameters up to 1/2: Johnk's method in log space. With x = ln(u) / a and
 * y = ln(v) / b, accept if e^x + e^y <= 1; then m = sigmoid(x - y). It accepts with
 * probability Gamma(1 + a) Gamma(1 + b) / Gamma(1 + a + b): 0.79 at 1/2, 0.95 at
 * 0.2, nearly always below. Try j reads draws 2j and 2j + 1.
 *
 * Otherwise m = sigmoid(ln G_a - ln G_b), two gamma variables (gamma_kernel.c). Neither method
 * forms a ratio of numbers that may both underflow: Beta(0.001, 0.001) would be 0 / 0 four
 * times in five.
 *
 * Johnk, "Erzeugung von betaverteilten und gammaverteilten Zufallszahlen", Metrika 8
 * (1964). As in gamma_kernel.c, close decisions in float are repeated in double. */
#include <math.h>

#include "random/gamma.h"
#include "random/noise.h"
#include "random/transform.h"
#include "random/words.h"

static const real doubt = (real)1e-5; /* closer decisions are made in double */

enum { ACCEPTED, UNCLEAR, REFUSED };

/* m = sigmoid(x - y), and the verdict where it needs no second exponential. With s = 1 +
 * e^-|x - y|, e^x + e^y = e^max(x, y) s, and ln s is at most 1.6 s - 0.3 s^2 - 1.3 for s in
 * [1, 2]. That bound is tight to 0.02, so few accepted elements stay unclear. */
static void ratios(size_t n, const real *restrict x, const real *restrict y, real *restrict m,
                   int32_t *restrict verdict)
{
    for (size_t k = 0; k < n; k++) {
        const real t = r_exp_minus(x[k] - y[k]), s = 1 + t, d = 1 / s;
        const real most = r_max(x[k], y[k]) + s * ((real)1.6 - (real)0.3 * s);
        m[k] = x[k] < y[k] ? t * d : d;
        verdict[k] = most > (real)1.3 - 2 * doubt ? UNCLEAR : ACCEPTED;
    }
}

/* The verdict from e^x + e^y - 1, whose rounding error is a few 1e-7. */
static void beta_noise_judge(size_t n, const real *restrict x, const real *restrict y,
                             int32_t *restrict verdict)
{
    for (size_t k = 0; k < n; k++) {
        const real t = r_exp_minus(x[k] - y[k]);
        const real more = r_exp_minus(r_max(x[k], y[k])) * (1 + t) - 1;
        verdict[k] = more > doubt ? REFUSED : more < -doubt ? ACCEPTED : UNCLEAR;
    }
}

/* Indices of unclear elements in the chunk. No branch, because the processor could not predict
 * it. */
static size_t find_unclear(size_t n, const int32_t *verdict, uint16_t *place)
{
    size_t found = 0;

    for (size_t i = 0; i < n; i++) {
        place[found] = (uint16_t)i;
        found += (size_t)verdict[i];
    }
    return found;
}

/* x = factor ln u of the elements from first on, at another draw. Not inlined, to keep the
 * caller's frame small. */
__attribute__((noinline)) static void logs(const ad_address *at, unsigned draw, real factor,
                                           size_t first, size_t n, real *x)
{
    uint32_t words[AD_CHUNK];
    ad_address there = *at;

    there.draw = (uint16_t)(at->draw + draw);
    AD_KERNEL(ad_noise_words)(&there, first, n, words);
    for (size_t k = 0; k < n; k++)
        x[k] = r_log_24(ad_whole_from(words[k])) * factor;
}

/* The same for the elements first + place[k], n a multiple of AD_WORDS_AT. */
__attribute__((noinline)) static void logs_at(const ad_address *at, unsigned draw, real factor,
                                              size_t first, size_t n,
                                              const uint16_t *restrict place, real *restrict x)
{
    uint32_t words[AD_CHUNK];
    ad_address there = *at;

    there.draw = (uint16_t)(at->draw + draw);
    AD_KERNEL(ad_words_at)(&there, first, n, place, words);
    for (size_t k = 0; k < n; k++)
        x[k] = r_log_24(ad_whole_from(words[k])) * factor;
}

/* Store the result of a try for the n elements at place: m, or the plain form if it is unclear.
 * Refused elements move to the front of place, to be overwritten later. Returns their number. */
static size_t sort_out(const ad_address *at, double a, double b, size_t first, size_t n,
                       const real *m, const int32_t *verdict, uint16_t *place, real *out)
{
    size_t waiting = 0;

    for (size_t k = 0; k < n; k++) {
        const uint16_t i = place[k];
        out[i] = m[k];
        place[waiting] = i;
        waiting += verdict[k] == REFUSED;
        if (verdict[k] == UNCLEAR)
            out[i] = r_sigmoid((real)ad_johnk_at(at, a, b, first + i));
    }
    return waiting;
}

/* Round n up to whole vectors, and pad place. */
static size_t round_up(size_t n, uint16_t *place)
{
    const size_t whole = (n + AD_WORDS_AT - 1) / AD_WORDS_AT * AD_WORDS_AT;

    for (size_t k = n; k < whole; k++)
        place[k] = 0;
    return whole;
}

static void johnk_chunk(const ad_address *at, double a, double b, size_t first, size_t n, real *out)
{
    const real over_a = (real)(1 / a), over_b = (real)(1 / b);
    real x[AD_CHUNK], y[AD_CHUNK], m[AD_CHUNK];
    int32_t verdict[AD_CHUNK];
    uint16_t place[AD_CHUNK];

    logs(at, 0, over_a, first, n, x);
    logs(at, 1, over_b, first, n, y);
    ratios(n, x, y, out, verdict);
    size_t left = find_unclear(n, verdict, place), whole = round_up(left, place);
    for (size_t k = 0; k < whole; k++) {
        x[k] = x[place[k]];
        y[k] = y[place[k]];
        m[k] = out[place[k]];
    }
    beta_noise_judge(whole, x, y, verdict);
    left = sort_out(at, a, b, first, left, m, verdict, place, out);
    for (unsigned j = 1; left > 0 && j < AD_JOHNK_TRIES; j++) {
        whole = round_up(left, place);
        logs_at(at, 2 * j, over_a, first, whole, place, x);
        logs_at(at, 2 * j + 1, over_b, first, whole, place, y);
        ratios(whole, x, y, m, verdict);
        beta_noise_judge(whole, x, y, verdict);
        left = sort_out(at, a, b, first, left, m, verdict, place, out);
    }
}

static void gamma_chunk(const ad_address *at, double a, double b, size_t first, size_t n, real *out)
{
    ad_address second = *at;
    real other[AD_CHUNK];

    second.draw = (uint16_t)(at->draw + AD_GAMMA_DRAWS);
    AD_KERNEL(ad_noise_log_gamma)(at, a, first, n, out);
    AD_KERNEL(ad_noise_log_gamma)(&second, b, first, n, other);
    for (size_t i = 0; i < n; i++)
        out[i] = r_sigmoid(out[i] - other[i]);
}

void AD_KERNEL(ad_noise_beta)(const ad_address *at, double a, double b, size_t first, size_t n,
                              void *out)
{
    real *to = out;

    for (size_t done = 0; done < n; done += AD_CHUNK) {
        const size_t take = n - done < AD_CHUNK ? n - done : AD_CHUNK;
        if (a <= 0.5 && b <= 0.5)
            johnk_chunk(at, a, b, first + done, take, to + done);
        else
            gamma_chunk(at, a, b, first + done, take, to + done);
    }
}
