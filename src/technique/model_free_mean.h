/* A member of the model-free family: its normaliser c = E[m],
 * and the moments and the distribution of its masks. Formulas in model_free.h; all in
 * double, for every kernel set. */
#ifndef AD_TECHNIQUE_MODEL_FREE_MEAN_H
#define AD_TECHNIQUE_MODEL_FREE_MEAN_H

#include "dist/family.h"
#include "dist/pairs.h"
#include "technique/mask_shape.h"
#include "technique/technique.h"

/* auto: approx for gaussian with sigmoid, the pair it was derived for, else exact. It is resolved
 * before any other call. */
typedef enum ad_mean { AD_MEAN_AUTO, AD_MEAN_APPROX, AD_MEAN_EXACT } ad_mean;

typedef struct ad_model_free {
    const ad_seed_sets *seed;
    const ad_map_sets *map;
    ad_mean mean;
    ad_mask_shape shape;
    int per_channel; /* a pair (mu, sigma) for each channel; else one for the layer */
    int per_row;     /* or one for each row */
    int keeps_noise; /* from forward to backward, instead of masks and slopes (mask.h) */
} ad_model_free;

/* Resolve mean=auto. */
void ad_model_free_settle(const ad_seed_sets *seed, const ad_map_sets *map, int *mean);

/* Refuse mean=approx where it does not apply. */
adrop_status ad_model_free_check(adrop_ctx *ctx, const char *technique, const ad_model_free *f);

/* The normaliser c; NaN if mu or sigma is not finite. */
double ad_model_free_mean(const ad_model_free *f, double mu, double sigma);

/* Its derivatives in mu and sigma. */
void ad_model_free_mean_gradient(const ad_model_free *f, double mu, double sigma, double *dmu,
                                 double *dsigma);

/* The distribution of a mask, scale and rate included. */
void ad_model_free_moments(const ad_model_free *f, double mu, double sigma, adrop_moments *out);

/* Density and distribution function of a mask at m. */
void ad_model_free_distribution(const ad_model_free *f, double mu, double sigma, double m,
                                double *pdf, double *cdf);

#endif
