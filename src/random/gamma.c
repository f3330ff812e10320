/* Gamma and beta variables one at a time, in double: the plain forms that make close decisions
 * for all kernel sets (gamma.h; methods and sources in gamma_kernel.c, beta_noise_kernel.c). */
#include "random/gamma.h"

#include <math.h>

#include "random/noise.h"

static double uniform_at(const ad_address *at, unsigned draw, size_t element)
{
    ad_address there = *at;
    double u;

    there.draw = (uint16_t)(at->draw + draw);
    ad_noise_uniform_f64(&there, element, 1, &u);
    return u;
}

static double normal_at(const ad_address *at, unsigned draw, size_t element)
{
    ad_address there = *at;
    double z;

    there.draw = (uint16_t)(at->draw + draw);
    ad_noise_normal_f64(&there, element, 1, &z);
    return z;
}

double ad_log_gamma_at(const ad_address *at, double shape, size_t element)
{
    const double d = ad_gamma_d(shape), c = 1 / sqrt(9 * d);
    double log_t = 0;

    for (unsigned j = 0; j < AD_GAMMA_TRIES; j++) {
        const double z = normal_at(at, 1 + 2 * j, element);
        const double u = uniform_at(at, 2 + 2 * j, element), t = 1 + c * z;
        if (t <= 0)
            continue;
        log_t = log(t);
        if (log(u) < z * z / 2 + d - d * t * t * t + 3 * d * log_t)
            break;
    }
    const double boost = shape < 1 ? log(uniform_at(at, 0, element)) / shape : 0;
    return log(d) + 3 * log_t + boost;
}

double ad_johnk_at(const ad_address *at, double a, double b, size_t element)
{
    double x = 0, y = 0;

    for (unsigned j = 0; j < AD_JOHNK_TRIES; j++) {
        x = log(uniform_at(at, 2 * j, element)) / a;
        y = log(uniform_at(at, 2 * j + 1, element)) / b;
        if (exp(x) + exp(y) <= 1)
            break;
    }
    return x - y;
}
