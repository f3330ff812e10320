/* Gamma variables in log space.
 *
 * Marsaglia and Tsang, "A simple method for generating gamma variables", ACM
 * TOMS 26 (2000): with d = shape - 1/3, c = 1 / sqrt(9 d), z normal, u uniform,
 * t = 1 + c z: accept d t^3 if t > 0 and
 *
 *     ln u < z^2 / 2 + d - d t^3 + 3 d ln t.
 *
 * For shape < 1, ln Gamma(shape) = ln Gamma(shape + 1) + ln(u) / shape, which in
 * log space neither underflows nor loses digits. Try j reads draws 1 + 2j (z) and
 * 2 + 2j (u), draw 0 is the last u. A try succeeds with probability 0.95 or more.
 *
 * The float sets compute the first try of a whole chunk at once and later tries
 * one by one. Close decisions in float, and small t, whose logarithm would
 * lose digits, are repeated in double, so that all sets make the same choices. */
#include "random/gamma.h"

#include <math.h>

#include "random/noise.h"
#include "random/transform.h"
#include "random/words.h"

/* Below this, ln(1 + c z) magnifies the rounding of z too much for float. */
static const real imprecise = (real)0.6;

/* One try: ln t, and the margin by which the test is passed (below 0: failed); *doubt bounds
 * the margin's rounding error. */
static inline real attempt(real d, real c, real z, real u, real *log_t, real *doubt)
{
    const real t = 1 + c * z, cube = t * t * t, lt = r_log(r_max(t, (real)1e-6));

    *log_t = lt;
    *doubt = (real)1e-5 * (1 + z * z + d * (1 + r_fabs(cube)));
    *doubt = t < imprecise ? INFINITY : *doubt;
    return z * z / 2 + d - d * cube + 3 * d * lt - r_log(u);
}

/* After a refused first try: ln t of the first accepted try; *unsure if a decision is too
 * close. */
static real later_tries(const ad_address *at, real d, real c, size_t element, int *unsure)
{
    real log_t = 0, doubt;

    for (unsigned j = 1; j < AD_GAMMA_TRIES; j++) {
        const real z = ad_normal_at(at, 1 + 2 * j, element);
        const real u = ad_uniform_at(at, 2 + 2 * j, element);
        const real margin = attempt(d, c, z, u, &log_t, &doubt);
        *unsure = r_fabs(margin) <= doubt;
        if (*unsure || margin > 0)
            break;
    }
    return log_t;
}

static void log_gamma_chunk(const ad_address *at, double shape, size_t first, size_t n, real *out)
{
    const real d = (real)ad_gamma_d(shape), c = (real)(1 / sqrt(9 * ad_gamma_d(shape)));
    const real log_d = (real)log(ad_gamma_d(shape)), over_shape = (real)(1 / shape);
    ad_address there = *at;
    real margin[AD_CHUNK], boost[AD_CHUNK]; /* margin: 1 accepted, -1 refused, 0 unsure */

    there.draw = (uint16_t)(at->draw + 2);
    AD_KERNEL(ad_noise_uniform)(&there, first, n, margin);
    there.draw = (uint16_t)(at->draw + 1);
    AD_KERNEL(ad_noise_normal)(&there, first, n, out);
    for (size_t i = 0; i < n; i++) {
        real log_t, doubt;
        const real passed = attempt(d, c, out[i], margin[i], &log_t, &doubt);
        out[i] = log_t;
        margin[i] = passed > doubt ? 1 : passed < -doubt ? -1 : 0;
    }
    for (size_t i = 0; i < n; i++)
        boost[i] = 1;
    if (shape < 1)
        AD_KERNEL(ad_noise_uniform)(at, first, n, boost);
    for (size_t i = 0; i < n; i++) {
        int unsure = margin[i] == 0;
        if (margin[i] < 0)
            out[i] = later_tries(at, d, c, first + i, &unsure);
        margin[i] = unsure ? 0 : 1;
    }
    for (size_t i = 0; i < n; i++)
        out[i] = log_d + 3 * out[i] + r_log(boost[i]) * over_shape;
    for (size_t i = 0; i < n; i++)
        if (margin[i] == 0)
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
