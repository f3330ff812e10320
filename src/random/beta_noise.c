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
    const real t = r_exp(-r_fabs(x - y)), d = 1 / (1 + t);

    *more = r_exp(r_max(x, y)) * (1 + t) - 1;
    return x < y ? t * d : d;
}

/* The elements of a chunk that still need a number, by their place in the chunk. */
typedef struct {
    size_t n;
    uint16_t place[AD_CHUNK];
} waiting;

/* Take what try j gave (m, more) to the n elements at place (NULL: all in order): out for
 * the accepted, the plain form for close calls, the refused wait on. */
static void sort_out(const ad_address *at, double a, double b, size_t first, const real *m,
                     const real *more, waiting *w, int all, real *out)
{
    const size_t n = w->n;

    w->n = 0;
    for (size_t k = 0; k < n; k++) {
        const uint16_t i = all ? (uint16_t)k : w->place[k];
        if (more[k] > doubt)
            w->place[w->n++] = i;
        else if (more[k] < -doubt)
            out[i] = m[k];
        else
            out[i] = r_sigmoid((real)ad_johnk_at(at, a, b, first + i));
    }
}

static void johnk_chunk(const ad_address *at, double a, double b, size_t first, size_t n, real *out)
{
    const real over_a = (real)(1 / a), over_b = (real)(1 / b);
    ad_address second = *at;
    real u[AD_CHUNK], v[AD_CHUNK], more[AD_CHUNK];
    waiting w = { .n = n };

    second.draw = (uint16_t)(at->draw + 1);
    AD_KERNEL(ad_noise_uniform)(at, first, n, u);
    AD_KERNEL(ad_noise_uniform)(&second, first, n, v);
    for (unsigned j = 0; w.n > 0 && j < TRIES; j++) {
        for (size_t k = 0; j > 0 && k < w.n; k++) {
            u[k] = ad_uniform_at(at, 2 * j, first + w.place[k]);
            v[k] = ad_uniform_at(at, 2 * j + 1, first + w.place[k]);
        }
        for (size_t k = 0; k < w.n; k++) {
            real over;
            u[k] = one_try(r_log(u[k]) * over_a, r_log(v[k]) * over_b, &over);
            more[k] = over;
        }
        sort_out(at, a, b, first, u, more, &w, j == 0, out);
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
