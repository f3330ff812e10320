/* Gamma and beta variables one at a time: the plain forms that all kernel sets share. */
#ifndef AD_RANDOM_GAMMA_H
#define AD_RANDOM_GAMMA_H

#include <stddef.h>

#include "random/address.h"

enum {
    AD_GAMMA_DRAWS = 512, /* draws per gamma variable, from the address's own on */
    AD_GAMMA_TRIES = 255,
    AD_JOHNK_TRIES = 511,
};

/* d of the shape that the method samples (gamma_kernel.c). */
static inline double ad_gamma_d(double shape)
{
    return (shape < 1 ? shape + 1 : shape) - 1.0 / 3;
}

/* ln of the Gamma(shape, 1) variable of an element, shape > 0. */
double ad_log_gamma_at(const ad_address *at, double shape, size_t element);

/* logit of the Beta(a, b) variable of an element, a and b at most 1/2. */
double ad_johnk_at(const ad_address *at, double a, double b, size_t element);

#endif
