/* Beta variables.
 *
 * Both parameters up to 1/2: Johnk's method in log space. With x = ln(u) / a and
 * y = ln(v) / b, accept if e^x + e^y <= 1; then m = sigmoid(x - y). It succeeds with
 * probability Gamma(1 + a) Gamma(1 + b) / Gamma(1 + a + b): 0.79 at 1/2, 0.95 at
 * 0.2, nearly always below. Try j reads draws 2j and 2j + 1.
 *
 * Otherwise m = sigmoid(ln G_a - ln G_b), two gamma variables (gamma.c). Neither way
 * forms a ratio of numbers that may both be 0: Beta(0.001, 0.001) would be 0 / 0 four
 * times in five.
 *
 * Johnk, "Erzeugung von betaverteilten und gammaverteilten Zufallszahlen", Metrika 8
 * (1964). As in gamma.c, a close call in float is decided in double. */
#include <math.h>

#include "random/gamma.h"
#include "random/noise.h"
#include "random/transform.h"
#include "random/words.h"

enum { TRIES = 511 };

static const real doubt = (real)1e-5; /* closer calls are decided in double */

#if defined AD_KERNEL_DOUBLE

double ad_johnk_at(const ad_address *at, double a, double b, size_t element)
{
    double x = 0, y = 0;

    for (unsigned j = 0; j < TRIES; j++) {
        x = log(ad_uniform_at(at, 2 * j, element)) / a;
        y = log(ad_uniform_at(at, 2 * j + 1, element)) / b;
        if (exp(x) + exp(y) <= 1)
            break;
    }
    return x - y;
}

#endif

/* m = sigmoid(x - y) and *more = e^x + e^y - 1, which rounding may move by a few 1e-7:
 * with t = e^-|x - y|, e^x + e^y = e^max(x, y) (1 + t). */
static inline real one_try(real x, real y, real *more)
{
    const real t = r_exp_minus(x - y), d = 1 / (1 + t);

    *more = r_exp_minus(r_max(x, y)) * (1 + t) - 1;
    return x < y ? t * d : d;
}

/* x = one_try of the uniforms x and y. */
static void try_all(size_t n, real over_a, real over_b, real *restrict x, const real *restrict y,
                    real *restrict more)
{
    for (size_t k = 0; k < n; k++) {
        real over;
        x[k] = one_try(r_log(x[k]) * over_a, r_log(y[k]) * over_b, &over);
        more[k] = over;
    }
}

/* The places in the chunk whose try is refused or too close to call, without a branch:
 * which they are cannot be guessed. */
static size_t find_unclear(size_t n, const real *more, uint16_t *place)
{
    size_t found = 0;

    for (size_t i = 0; i < n; i++) {
        place[found] = (uint16_t)i;
        found += more[i] >= -doubt;
    }
    return found;
}

/* u[k] = the uniform of element first + place[k] at another draw: one block each, several
 * at once. */
static void uniforms_at(const ad_address *at, unsigned draw, size_t first, size_t n,
                        const uint16_t *restrict place, real *restrict u)
{
    ad_address there = *at;

    there.draw = (uint16_t)(at->draw + draw);
    const uint32_t from = (uint32_t)first, row = at->row, step = at->step;
    const uint32_t tag = ad_address_tag(&there);
    const uint32_t k0 = (uint32_t)at->seed, k1 = (uint32_t)(at->seed >> 32);
    for (size_t k = 0; k < n; k++) {
        const uint32_t element = from + place[k];
        uint32_t block[4] = { element / 4, row, step, tag };
        ad_philox(block, k0, k1);
        const uint32_t low = element & 1 ? block[1] : block[0];
        const uint32_t high = element & 1 ? block[3] : block[2];
        u[k] = ad_uniform_from(element & 2 ? high : low);
    }
}

/* Take what a try gave to the n elements at place: m for the accepted, the plain form for
 * close calls; the refused move to the front. Returns how many they are. */
static size_t sort_out(const ad_address *at, double a, double b, size_t first, size_t n,
                       const real *m, const real *more, uint16_t *place, real *out)
{
    size_t waiting = 0;

    for (size_t k = 0; k < n; k++) {
        const uint16_t i = place[k];
        if (more[k] > doubt)
            place[waiting++] = i;
        else if (more[k] < -doubt)
            out[i] = m[k];
        else
            out[i] = r_sigmoid((real)ad_johnk_at(at, a, b, first + i));
    }
    return waiting;
}

static void johnk_chunk(const ad_address *at, double a, double b, size_t first, size_t n, real *out)
{
    const real over_a = (real)(1 / a), over_b = (real)(1 / b);
    ad_address second = *at;
    real u[AD_CHUNK], v[AD_CHUNK], more[AD_CHUNK];
    uint16_t place[AD_CHUNK];

    second.draw = (uint16_t)(at->draw + 1);
    AD_KERNEL(ad_noise_uniform)(at, first, n, out);
    AD_KERNEL(ad_noise_uniform)(&second, first, n, v);
    try_all(n, over_a, over_b, out, v, more);
    size_t left = find_unclear(n, more, place);
    for (size_t k = 0; k < left; k++) {
        u[k] = out[place[k]];
        more[k] = more[place[k]];
    }
    left = sort_out(at, a, b, first, left, u, more, place, out);
    for (unsigned j = 1; left > 0 && j < TRIES; j++) {
        uniforms_at(at, 2 * j, first, left, place, u);
        uniforms_at(at, 2 * j + 1, first, left, place, v);
        try_all(left, over_a, over_b, u, v, more);
        left = sort_out(at, a, b, first, left, u, more, place, out);
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
