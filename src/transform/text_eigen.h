/* Eigenvalues and eigenvectors of a small symmetric matrix. */
#ifndef AD_TRANSFORM_TEXT_EIGEN_H
#define AD_TRANSFORM_TEXT_EIGEN_H

#include <stddef.h>

/* a (k, k) is destroyed; values (k) are descending, with the eigenvectors in the columns of vectors
 * (k, k). */
void ad_eigen(double *a, size_t k, double *values, double *vectors);

#endif
