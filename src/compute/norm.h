/* Batch normalisation over rows and positions of each channel, optionally with ReLU:
 *
 *     y = act(gamma (x - mean) / sqrt(var + eps) + beta),  var the biased variance
 *
 * train uses the batch's statistics, and stores them in mean and var (reals, (channels)); eval uses
 * the ones given. With relu, the mask is stored in `saved`. Ioffe and Szegedy 2015. */
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
size_t ad_norm_saved(const ad_norm *n);          /* bytes passed from train to backward */
const char *ad_norm_algorithm(const ad_norm *n); /* of norm.c's table: "tiles" */

/* The arrays of a pass: of the spec's desc, or vectors of (channels) reals. */
typedef struct ad_norm_args {
    const void *x;
    const void *gamma, *beta; /* (channels) */
    void *mean, *var;         /* (channels): train writes them, eval and backward read them */
    void *y;                  /* in train and eval; not x */
    void *saved;              /* ad_norm_saved bytes: train writes them, backward reads them */
    const void *dy;           /* in backward, like all below */
    void *dx;                 /* may be dy */
    void *dgamma, *dbeta;     /* (channels): written, not added to */
    void *scratch;            /* ad_norm_scratch bytes */
    const double *all;        /* (1 + 2 channels), in ad_norm_input: the elements per channel, then
                                 dbeta and dgamma of all parts of the batch */
} ad_norm_args;

adrop_status ad_norm_train(ad_norm *n, const ad_norm_args *a);
adrop_status ad_norm_eval(ad_norm *n, const ad_norm_args *a);
adrop_status ad_norm_backward(ad_norm *n, const ad_norm_args *a);

/* The steps of train and backward, for a batch whose parts share their statistics. train is moments
 * (mean and var of this part), then eval with those of the batch. backward is sums (dgamma and
 * dbeta of this part, with mean and var of the batch), then input (dx). ADROP_EINVAL if
 * ad_norm_has_steps returns 0. */
int ad_norm_has_steps(const ad_norm *n);
adrop_status ad_norm_moments(ad_norm *n, const ad_norm_args *a);
adrop_status ad_norm_sums(ad_norm *n, const ad_norm_args *a);
adrop_status ad_norm_input(ad_norm *n, const ad_norm_args *a);

#endif
