/* What every measure asks of its arguments. */
#ifndef AD_MEASURE_CHECK_H
#define AD_MEASURE_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"

/* ADROP_EINVAL for n = 0 and for a value of x (n) that is not finite; name is "p". */
adrop_status ad_measure_values(adrop_ctx *ctx, const char *name, size_t n, const double *x);

/* ADROP_EINVAL for no rows, no classes and a number in truth (n) that is not below classes. */
adrop_status ad_measure_classes(adrop_ctx *ctx, const char *name, size_t n, size_t classes,
                                const uint32_t *truth);

/* ADROP_EINVAL for a level outside (0, 1). */
adrop_status ad_measure_level(adrop_ctx *ctx, double level);

/* The most probable class, the first of equals. */
static inline size_t ad_measure_largest(size_t classes, const double *p)
{
    size_t best = 0;

    for (size_t k = 1; k < classes; k++)
        if (p[k] > p[best])
            best = k;
    return best;
}

#endif
