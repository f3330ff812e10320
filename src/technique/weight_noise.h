/* Gaussian noise on the weights of the following dense layer, whose product it replaces:
 * shared by type B of variational dropout and fast dropout. For kernel files. */
#ifndef AD_TECHNIQUE_WEIGHT_NOISE_H
#define AD_TECHNIQUE_WEIGHT_NOISE_H

#include "technique/technique.h"

/* alpha = Var[w] / E[w]^2. */
typedef struct ad_weight_noise {
    const real *log_alpha; /* in the call's params: (p, n) if each, else (1); NULL: not learned */
    int each;
    double alpha; /* used if log_alpha is NULL */
} ad_weight_noise;

void AD_KERNEL(ad_weight_noise_plan)(const ad_site *site, ad_plan *plan);
void AD_KERNEL(ad_weight_noise_forward)(const ad_call *call, const ad_weight_noise *noise);

/* Also adds to dparams if alpha is learned. */
void AD_KERNEL(ad_weight_noise_backward)(const ad_call *call, const ad_weight_noise *noise);

/* Refuse a site that no dense layer follows. `what` is "technique 'NAME'", perhaps with a
 * setting. */
adrop_status AD_KERNEL(ad_weight_noise_check)(adrop_ctx *ctx, const char *what,
                                              const ad_site *site);

#endif
