/* Masks of the model-free family with given mu and sigma, for techniques that
 * obtain mu and sigma in different ways.
 *
 *     m = k(mu + sigma eps),   y = x m / c,   c = E[m]
 *
 * c is the paper's approximation sigmoid(mu / sqrt(1 + pi sigma^2 / 8)) or exact
 * (closed form or quadrature). With D = G x k'(r) / c:
 *
 *     gmu = sum D,   gsigma = sum D eps,   dx = G m / c
 *
 * and, unless c is held constant, with T = sum G y:
 *
 *     gmu -= T (dc/dmu) / c,   gsigma -= T (dc/dsigma) / c
 *
 * Xie et al., "Advanced Dropout", TPAMI 2021, section 3.2. For kernel files. */
#ifndef AD_TECHNIQUE_MODEL_FREE_H
#define AD_TECHNIQUE_MODEL_FREE_H

#include "technique/mask.h"
#include "technique/model_free_mean.h"

/* Bytes at the start of call->scratch that both passes use. */
size_t AD_KERNEL(ad_model_free_scratch)(const ad_model_free *f, const ad_site *site);

/* mu, sigma, c: (1) or (channels). */
void AD_KERNEL(ad_model_free_forward)(const ad_model_free *f, const ad_call *call, const double *mu,
                                      const double *sigma, const double *c);

/* Writes call->dx alone: mu and sigma are not learned. */
void AD_KERNEL(ad_model_free_input)(const ad_model_free *f, const ad_call *call, const double *mu,
                                    const double *sigma, const double *c);

/* Writes call->dx; returns gmu and then gsigma (1 or channels, each), which lie in
 * the scratch. through_mean: c is not held constant. */
double *AD_KERNEL(ad_model_free_backward)(const ad_model_free *f, const ad_call *call,
                                          const double *mu, const double *sigma, const double *c,
                                          int through_mean);

/* The sums for the gradient of a mapping's parameters (dist/map.h), which the last backward
 * left in the scratch. They include the gradient through c if through_mean was set. */
double *AD_KERNEL(ad_model_free_map_sums)(const ad_model_free *f, const ad_call *call);

/* The same with one pair per row: mu, sigma, c are (rows), and so are gmu and gsigma; f is not per
 * channel. */
size_t AD_KERNEL(ad_model_free_rows_scratch)(const ad_model_free *f, const ad_site *site);
void AD_KERNEL(ad_model_free_rows_forward)(const ad_model_free *f, const ad_call *call,
                                           const double *mu, const double *sigma, const double *c);
double *AD_KERNEL(ad_model_free_rows_backward)(const ad_model_free *f, const ad_call *call,
                                               const double *mu, const double *sigma,
                                               const double *c, int through_mean);

/* Rows of the options that choose a seed and a mapping, for a struct with ad_seed_choice seed and
 * ad_map_choice map (dist/pairs.h). names: ad_map_names, or ad_learned_map_names. */
#define AD_PAIR_ROWS_OF(type, names)                                                               \
  { .name = "seed-dist",                                                                           \
    .kind = ADROP_OPT_TEXT,                                                                        \
    .offset = offsetof(type, seed),                                                                \
    .text = "gaussian",                                                                            \
    .words = ad_seed_names,                                                                        \
    .value = "quantile(..)",                                                                       \
    .help = "distribution of the noise" },                                                         \
  {                                                                                                \
    .name = "map", .kind = ADROP_OPT_TEXT, .offset = offsetof(type, map), .text = "sigmoid",       \
    .words = (names), .value = "formula(..)", .help = "mapping from the noise to [0, 1]"           \
  }

#define AD_PAIR_ROWS(type) AD_PAIR_ROWS_OF(type, ad_map_names)

/* Rows of the options that choose a member of the family, for a settings struct with
 * double mu, sigma, ad_seed_choice seed, ad_map_choice map (dist/pairs.h) and int mean. */
#define AD_MODEL_FREE_ROWS(type, mu0, sigma0, at_start)                                            \
  { .name = "mu",                                                                                  \
    .kind = ADROP_OPT_REAL,                                                                        \
    .offset = offsetof(type, mu),                                                                  \
    .fallback = (mu0),                                                                             \
    .help = "mu" at_start },                                                                       \
      { .name = "sigma",                                                                           \
        .kind = ADROP_OPT_REAL,                                                                    \
        .offset = offsetof(type, sigma),                                                           \
        .fallback = (sigma0),                                                                      \
        .min = 0,                                                                                  \
        .max = INFINITY,                                                                           \
        .open = ADROP_OPEN_MIN | ADROP_OPEN_MAX,                                                   \
        .help = "sigma" at_start },                                                                \
      AD_PAIR_ROWS(type),                                                                          \
  {                                                                                                \
    .name = "mean", .kind = ADROP_OPT_CHOICE, .offset = offsetof(type, mean),                      \
    .words = ad_mean_words,                                                                        \
    .help = "the normaliser; auto: approx for gaussian with sigmoid, else exact"                   \
  }

#endif
