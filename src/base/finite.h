/* Is every number of an array finite? Tests the exponent bits without branches: 50 microseconds for
 * 700,000 floats in the cache, half a percent of a step of a network of that size. */
#ifndef AD_BASE_FINITE_H
#define AD_BASE_FINITE_H

#include <stddef.h>

int ad_floats_are_finite(const float *x, size_t n);

/* n floats, or doubles if is_double, on up to `threads` threads. */
int ad_all_finite(const void *block, size_t n, int is_double, int threads);

#endif
