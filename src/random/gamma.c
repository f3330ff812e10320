/* Gamma variables in log space, and beta variables from two of them.
 *
 * Marsaglia and Tsang, "A simple method for generating gamma variables", ACM
 * TOMS 26 (2000): with d = shape - 1/3, c = 1 / sqrt(9 d), z normal, u uniform,
 * t = 1 + c z: accept d t^3 if t > 0 and
 *
 *     ln u < z^2 / 2 + d - d t^3 + 3 d ln t.
 *
 * For shape < 1, ln Gamma(shape) = ln Gamma(shape + 1) + ln(u) / shape, which in
 * log space neither underflows nor loses digits (Beta(0.001, 0.001) would be 0/0
 * four times in five). Try j reads draws 1 + 2j (z) and 2 + 2j (u), draw 0 is the
 * last u. A try succeeds in 95 of 100 cases or better.
 *
 * The float sets work out the first try of a whole chunk; whatever it does not
 * clearly accept goes to the plain double form, which so decides every close
 * call: all sets make the same choices. */
#include "random/gamma.h"

#include <math.h>

#include "base/real.h"
#include "random/noise.h"
#include "random/words.h"

#if defined AD_KERNEL_DOUBLE

static double one(const ad_address *at, unsigned draw, size_t element,
                  void (*noise)(const ad_address *, size_t, size_t, void *))
{
    ad_address there = *at;
    double x;

    there.draw = (uint16_t)(at->draw + draw);
    noise(&there, element, 1, &x);
    return x;
}

double ad_log_gamma_at(const ad_address *at, double shape, size_t element)
{
    const double d = (shape < 1 ? shape + 1 : shape) - 1.0 / 3, c = 1 / sqrt(9 * d);
    double log_t = 0;

    for (unsigned j = 0; j < AD_GAMMA_TRIES; j++) {
        const double z = one(at, 1 + 2 * j, element, ad_noise_normal_f64);
        const double u = one(at, 2 + 2 * j, element, ad_noise_uniform_f64);
        const double t = 1 + c * z;
        if (t <= 0)
            continue;
        log_t = log(t);
        if (log(u) < z * z / 2 + d - d * t * t * t + 3 * d * log_t)
            break;
    }
    const double boost = shape < 1 ? log(one(at, 0, element, ad_noise_uniform_f64)) / shape : 0;
    return log(d) + 3 * log_t + boost;
}

#endif

/* The first try of a chunk. margin > 0: certainly accepted. */
static void first_try(const ad_address *at, double d, size_t first, size_t n, real *log_t,
                      real *margin)
{
    const real rd = (real)d, c = (real)(1 / sqrt(9 * d));
    ad_address there = *at;
    real u[AD_CHUNK];

    there.draw = (uint16_t)(at->draw + 1);
    AD_KERNEL(ad_noise_normal)(&there, first, n, log_t);
    there.draw = (uint16_t)(at->draw + 2);
    AD_KERNEL(ad_noise_uniform)(&there, first, n, u);
    for (size_t i = 0; i < n; i++) {
        const real z = log_t[i], t = 1 + c * z, cube = t * t * t;
        const real lt = r_log(r_max(t, (real)1e-6));
        const real doubt = (real)1e-5 * (1 + z * z + rd * (1 + r_fabs(cube)));
        log_t[i] = lt;
        margin[i] = t > (real)1e-5 ? z * z / 2 + rd - rd * cube + 3 * rd * lt - r_log(u[i]) - doubt
                                   : -1;
    }
}

static void log_gamma_chunk(const ad_address *at, double shape, size_t first, size_t n, real *out)
{
    const double d = (shape < 1 ? shape + 1 : shape) - 1.0 / 3;
    const real log_d = (real)log(d), over_shape = (real)(1 / shape);
    real margin[AD_CHUNK], u[AD_CHUNK];

    first_try(at, d, first, n, out, margin);
    if (shape < 1) {
        AD_KERNEL(ad_noise_uniform)(at, first, n, u);
        for (size_t i = 0; i < n; i++)
            out[i] = log_d + 3 * out[i] + r_log(u[i]) * over_shape;
    } else {
        for (size_t i = 0; i < n; i++)
            out[i] = log_d + 3 * out[i];
    }
    for (size_t i = 0; i < n; i++)
        if (!(margin[i] > 0))
            out[i] = (real)ad_log_gamma_at(at, shape, first + i);
}

void AD_KERNEL(ad_noise_log_gamma)(const ad_address *at, double shape, size_t first, size_t n,
                                   void *out)
{
    real *to = out;

    for (size_t done = 0; done < n; done += AD_CHUNK) {
        const size_t take = n - done < AD_CHUNK ? n - done : AD_CHUNK;
        log_gamma_chunk(at, shape, first + done, take, to + done);
    }
}

void AD_KERNEL(ad_noise_beta)(const ad_address *at, double a, double b, size_t first, size_t n,
                              void *out)
{
    ad_address second = *at;
    real *to = out, other[AD_CHUNK];

    second.draw = (uint16_t)(at->draw + AD_GAMMA_DRAWS);
    for (size_t done = 0; done < n; done += AD_CHUNK) {
        const size_t take = n - done < AD_CHUNK ? n - done : AD_CHUNK;
        log_gamma_chunk(at, a, first + done, take, to + done);
        log_gamma_chunk(&second, b, first + done, take, other);
        for (size_t i = 0; i < take; i++)
            to[done + i] = r_sigmoid(to[done + i] - other[i]);
    }
}
