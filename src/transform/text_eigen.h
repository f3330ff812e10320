/* Eigenvalues and vectors of a small symmetric matrix. */
#ifndef AD_TRANSFORM_TEXT_EIGEN_H
#define AD_TRANSFORM_TEXT_EIGEN_H

#include <stddef.h>

/* a (k, k) is destroyed; values (k) descending, and in the columns of vectors (k, k) what belongs
 * to them. */
void ad_eigen(double *a, size_t k, double *values, double *vectors);

#endif
