/* The vectors and the interpolation points of the Winograd transforms; only for files compiled for
 * AVX2. */
#ifndef AD_COMPUTE_WINOGRAD_POINTS_H
#define AD_COMPUTE_WINOGRAD_POINTS_H

#include "compute/winograd_impl.h"

typedef float v8 __attribute__((vector_size(32)));
typedef float v8_anywhere __attribute__((vector_size(32), aligned(4), may_alias));

#if defined __AVX2__
static inline v8 load(const float *p)
{
    return *(const v8_anywhere *)p;
}

static inline void store(float *p, v8 x)
{
    *(v8_anywhere *)p = x;
}
#endif

/* The points +-a and +-b. With 5/8 and 3/2, errors are less than half of those with the usual 1 and
 * 2, because the powers are closer together; all are exact in float. */
#define PA  0.625f
#define PB  1.5f
#define PA2 (PA * PA)
#define PB2 (PB * PB)
#define PA3 (PA * PA2)
#define PB3 (PB * PB2)

/* The reciprocal of the product of a point's distances to the others: 0, +-a, +-b. */
#define N0 (1 / (PA2 * PB2))
#define NA (1 / (2 * PA2 * (PA2 - PB2)))
#define NB (1 / (2 * PB2 * (PB2 - PA2)))

#endif
