/* Checks of the arguments of measures. */
#ifndef AD_MEASURE_CHECK_H
#define AD_MEASURE_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"

/* ADROP_EINVAL if n is 0 or a value of x (n) is not finite; name is "p". */
adrop_status ad_measure_values(adrop_ctx *ctx, const char *name, size_t n, const double *x);

/* ADROP_EINVAL for no rows, for no classes, and if a number in truth (n) is not below classes. */
adrop_status ad_measure_classes(adrop_ctx *ctx, const char *name, size_t n, size_t classes,
                                const uint32_t *truth);

/* ADROP_EINVAL for a level outside (0, 1). */
adrop_status ad_measure_level(adrop_ctx *ctx, double level);

/* The most probable class, the first of ties. */
static inline size_t ad_measure_largest(size_t classes, const double *p)
{
    size_t best = 0;

    for (size_t k = 1; k < classes; k++)
        if (p[k] > p[best])
            best = k;
    return best;
}

#endif
