/* The divergence term of the evidence lower bound (ELBO) for techniques of the model-free family
 * that learn (mu, sigma): how far the posterior of the masks is from a prior.
 *
 *     extra loss = kl-weight / N * sum over the units of KL(mu, sigma)
 *
 * N training rows; a unit is one independent factor of the mask: an element, or a channel of a map
 * with mask=channel. KL is per unit (dist/elbo.h): of the weights diag(m) theta to a log-uniform
 * prior, or of r = mu + sigma eps to N(kl-mu, kl-sigma^2).
 *
 * With one pair per row, the loss is the sum for the average row. Otherwise mu and sigma may
 * come from the rows of a shard, so each shard adds its own KL, weighted by its share of the rows
 * of the batch; if all rows share mu and sigma, the shards add up to one KL.
 *
 * The KL requires the true E[m] and its gradient: unless they were set, it implies mean=exact and
 * detach=no. All in double, for every kernel set. */
#ifndef AD_TECHNIQUE_MODEL_FREE_KL_H
#define AD_TECHNIQUE_MODEL_FREE_KL_H

#include "technique/model_free_mean.h"

typedef enum ad_prior { AD_PRIOR_NONE, AD_PRIOR_LOG_UNIFORM, AD_PRIOR_GAUSSIAN } ad_prior;

/* auto: no with a KL, otherwise yes, as in the authors' code. */
typedef enum ad_detach { AD_DETACH_AUTO, AD_DETACH_NO, AD_DETACH_YES } ad_detach;

extern const char *const ad_prior_words[], *const ad_detach_words[];

typedef struct ad_model_free_kl {
    int prior; /* ad_prior */
    double weight;
    double mu, sigma; /* of the Gaussian prior */
} ad_model_free_kl;

/* Resolve mean=auto and detach=auto. */
void ad_model_free_kl_settle(const ad_model_free_kl *kl, const ad_seed_sets *seed,
                             const ad_map_sets *map, int *mean, int *detach);

/* Refuse a pair that has no KL, and a site (unless NULL) without the number of training rows. */
adrop_status ad_model_free_kl_check(adrop_ctx *ctx, const char *technique, const ad_model_free *f,
                                    const ad_model_free_kl *kl, const ad_site *site);

/* The extra loss of the rows of a call, for pairs (1, channels or rows) of mu and sigma; writes its
 * gradients to dmu and dsigma (pairs). NaN if a pair is not finite. */
double ad_model_free_kl_loss(const ad_model_free *f, const ad_model_free_kl *kl,
                             const ad_call *call, size_t pairs, const double *mu,
                             const double *sigma, double *dmu, double *dsigma);

/* The option's row, for a settings struct with an int field `detach`. */
#define AD_DETACH_ROW(type)                                                                        \
  {                                                                                                \
    .name = "detach", .kind = ADROP_OPT_CHOICE, .offset = offsetof(type, detach),                  \
    .words = ad_detach_words,                                                                      \
    .help = "hold the normaliser constant in the gradient; auto: no with a KL, else yes"           \
  }

/* The options' rows, for a settings struct with a field `ad_model_free_kl kl`. */
#define AD_MODEL_FREE_KL_ROWS(type)                                                                \
  { .name = "kl",                                                                                  \
    .kind = ADROP_OPT_CHOICE,                                                                      \
    .offset = offsetof(type, kl.prior),                                                            \
    .words = ad_prior_words,                                                                       \
    .help = "prior of the KL that is added to the loss" },                                         \
      { .name = "kl-weight",                                                                       \
        .kind = ADROP_OPT_REAL,                                                                    \
        .offset = offsetof(type, kl.weight),                                                       \
        .fallback = 1,                                                                             \
        .max = 1e6,                                                                                \
        .help = "factor of KL / N" },                                                              \
      { .name = "kl-mu",                                                                           \
        .kind = ADROP_OPT_REAL,                                                                    \
        .offset = offsetof(type, kl.mu),                                                           \
        .min = -1e6,                                                                               \
        .max = 1e6,                                                                                \
        .help = "mean of the gaussian prior" },                                                    \
  {                                                                                                \
    .name = "kl-sigma", .kind = ADROP_OPT_REAL, .offset = offsetof(type, kl.sigma), .fallback = 1, \
    .min = 1e-6, .max = 1e6, .help = "standard deviation of the gaussian prior"                    \
  }

#endif
