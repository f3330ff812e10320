/* The first singular vectors of a sparse matrix. */
#ifndef AD_TRANSFORM_TEXT_SVD_H
#define AD_TRANSFORM_TEXT_SVD_H

#include "base/sparse.h"

/* Right singular vectors of a (rows, columns): vectors (columns, rank), floats, and singular
 * (rank), descending. rank is at most the smaller side. The largest element of each vector is
 * positive. */
adrop_status ad_svd_fit(adrop_ctx *ctx, const ad_sparse *a, size_t rank, float *vectors,
                        double *singular);

/* out (rows, rank) = a vectors. */
void ad_svd_project(adrop_ctx *ctx, const ad_sparse *a, const float *vectors, size_t rank,
                    float *out);

#endif
