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

static real plain(const ad_address *at, double a, double b, size_t element)
{
    return r_sigmoid((real)ad_johnk_at(at, a, b, element));
}

/* m of an element whose first try was clearly refused. */
static real later_tries(const ad_address *at, double a, double b, size_t element)
{
    const real over_a = (real)(1 / a), over_b = (real)(1 / b);

    for (unsigned j = 1; j < TRIES; j++) {
        const real x = r_log(ad_uniform_at(at, 2 * j, element)) * over_a;
        const real y = r_log(ad_uniform_at(at, 2 * j + 1, element)) * over_b;
        real more;
        const real m = one_try(x, y, &more);
        if (r_fabs(more) <= doubt)
            break;
        if (more < 0)
            return m;
    }
    return plain(at, a, b, element);
}

static void johnk_chunk(const ad_address *at, double a, double b, size_t first, size_t n, real *out)
{
    const real over_a = (real)(1 / a), over_b = (real)(1 / b);
    ad_address second = *at;
    real v[AD_CHUNK], more[AD_CHUNK];

    second.draw = (uint16_t)(at->draw + 1);
    AD_KERNEL(ad_noise_uniform)(at, first, n, out);
    AD_KERNEL(ad_noise_uniform)(&second, first, n, v);
    for (size_t i = 0; i < n; i++) {
        real over;
        out[i] = one_try(r_log(out[i]) * over_a, r_log(v[i]) * over_b, &over);
        more[i] = over;
    }
    for (size_t i = 0; i < n; i++)
        if (!(more[i] < -doubt))
            out[i] = (more[i] > doubt ? later_tries : plain)(at, a, b, first + i);
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
