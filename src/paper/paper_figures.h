/* The curves of those figures of the paper that need no training: gpdf and softplusapprox. */
#ifndef AD_PAPER_PAPER_FIGURES_H
#define AD_PAPER_PAPER_FIGURES_H

#include "adrop/dist.h"

enum { AD_CURVE_POINTS = 199, AD_GPDF_CURVES = 5, AD_SOFTPLUS_PANELS = 4, AD_SOFTPLUS_TARGETS = 3 };

/* gpdf: densities of the Gaussian-sigmoid family at the caption's five settings. */
typedef struct ad_gpdf_curve {
    const char *shape; /* "U", "uniform", "Bernoulli", "bell", "skewed bell" */
    double mu, sigma;
    double mean, variance;       /* of the mask */
    double pdf[AD_CURVE_POINTS]; /* at ad_gpdf_at(i) */
} ad_gpdf_curve;

/* Masks 0.005, 0.01 .. 0.995. */
double ad_gpdf_at(size_t i);

/* Another seed and map, for variants of the paper's figure; NULL: gaussian, sigmoid. ADROP_ENOENT
 * if unknown. */
adrop_status ad_gpdf_compute(adrop_ctx *ctx, const char *seed, const char *map,
                             ad_gpdf_curve curves[AD_GPDF_CURVES]);

/* An approximation of a target density p, and its divergence from p. */
typedef struct ad_stand_in {
    adrop_positive member;
    double forward, reverse;     /* KL(p || member), KL(member || p); may be infinite */
    double pdf[AD_CURVE_POINTS]; /* at the panel's v */
} ad_stand_in;

/* One panel of softplusapprox. */
typedef struct ad_softplus_panel {
    double k, theta;           /* from the caption */
    adrop_positive target;     /* p */
    adrop_fit fit;             /* moments; reverse KL where p has no variance */
    double v[AD_CURVE_POINTS]; /* equally spaced */
    double pdf[AD_CURVE_POINTS];
    ad_stand_in normal, softplus; /* log-normal, softplus-Gaussian */
    int closer;                   /* by both divergences, where two infinite ones tie:
                                     1: softplus, -1: normal, 0: they disagree */
} ad_softplus_panel;

/* The targets: 0, the gamma of shape k and scale theta; 1, the inverse gamma of scale 1 / theta,
 * its reciprocal; 2, the inverse gamma of scale theta. */
const char *ad_softplus_target_name(size_t target);

adrop_status ad_softplus_compute(adrop_ctx *ctx, size_t target,
                                 ad_softplus_panel panels[AD_SOFTPLUS_PANELS]);

#endif
