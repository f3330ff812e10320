/* Distributions of masks of other techniques, to which the model-free family is fitted.
 *
 * A target is chosen by a text, "beta:a=2,b=2", like a technique. The kinds are rows of one table
 * in target.c: name, option rows, quantile function, and relation to the family. */
#ifndef AD_DIST_TARGET_H
#define AD_DIST_TARGET_H

#include "adrop/option.h"
#include "dist/family.h"

typedef struct ad_target ad_target;

enum { AD_TARGET_BREAKS = 2 };

typedef struct ad_target_kind {
    const char *name, *summary;
    const adrop_option *options; /* rows of ad_target_settings */

    /* Precompute; the target does not change afterwards. */
    void (*prepare)(ad_target *t);
    double (*quantile)(const ad_target *t, double p); /* p in (0, 1) */

    /* Probabilities in (0, 1) at which the quantile function jumps, bends or passes 1; returns
     * how many. NULL: none. */
    size_t (*breaks)(const ad_target *t, double p[AD_TARGET_BREAKS]);

    /* KL(target || q); *obstacle: why it is not finite, or NULL. */
    double (*kl)(const ad_target *t, const ad_family *q, const char **obstacle);
} ad_target_kind;

typedef struct ad_target_settings {
    double p, a, b, mu, sigma, rate, temperature;
} ad_target_settings;

struct ad_target {
    const ad_target_kind *kind;
    ad_target_settings settings;
    ad_family member;   /* if the target is in the family: map is not NULL */
    double log_density; /* beta: the constant of its log density */
    const char *text;   /* the kind and all its settings */
};

/* Kind i of the list; NULL past the last. */
const ad_target_kind *ad_target_kind_at(size_t i);

/* Read a target from a text; ADROP_ENOENT for an unknown name, ADROP_EINVAL for settings that are
 * unknown or out of range. */
adrop_status ad_target_read(adrop_ctx *ctx, const char *text, ad_target *out);

/* The divergences (target_kl.c). */
double ad_target_kl_member(const ad_target *t, const ad_family *q, const char **obstacle);
double ad_target_kl_bernoulli(const ad_target *t, const ad_family *q, const char **obstacle);
double ad_target_kl_beta(const ad_target *t, const ad_family *q, const char **obstacle);
double ad_target_kl_above_one(const ad_target *t, const ad_family *q, const char **obstacle);

#endif
