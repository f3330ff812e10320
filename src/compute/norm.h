/* Batch normalisation over rows and positions of each channel, with ReLU if asked:
 *
 *     y = act(gamma (x - mean) / sqrt(var + eps) + beta),  var the biased variance
 *
 * in train with the batch's statistics, which are left in mean and var (reals,
 * (channels)); in eval with the ones given. relu leaves its mask in `saved`. Ioffe and
 * Szegedy 2015. */
#ifndef AD_COMPUTE_NORM_H
#define AD_COMPUTE_NORM_H

#include "compute/engine.h"

typedef struct ad_norm_spec {
    ad_desc in; /* and out */
    double epsilon;
    int relu;
} ad_norm_spec;

typedef struct ad_norm ad_norm;

adrop_status ad_norm_create(ad_engine *e, const ad_norm_spec *spec, ad_norm **out);
void ad_norm_free(ad_norm *n);
size_t ad_norm_scratch(const ad_norm *n);
size_t ad_norm_saved(const ad_norm *n); /* bytes from train to backward */

adrop_status ad_norm_train(ad_norm *n, const void *x, const void *gamma, const void *beta, void *y,
                           void *mean, void *var, void *saved, void *scratch);
adrop_status ad_norm_eval(ad_norm *n, const void *x, const void *gamma, const void *beta,
                          const void *mean, const void *var, void *y, void *scratch);
/* dx may be dy. dgamma and dbeta are written. */
adrop_status ad_norm_backward(ad_norm *n, const void *x, const void *dy, const void *gamma,
                              const void *beta, const void *mean, const void *var,
                              const void *saved, void *dx, void *dgamma, void *dbeta,
                              void *scratch);

#endif
