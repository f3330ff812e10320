/* Tables of the noise functions of every kernel set, for tests that compare them. */
#ifndef ADROP_TESTS_SETS_H
#define ADROP_TESTS_SETS_H

#include "base/kernel.h"
#include "random/noise.h"

typedef void fill_fn(const ad_address *at, size_t first, size_t n, void *out);
typedef void words_fn(const ad_address *at, size_t first, size_t n, uint32_t *out);
typedef void gamma_fn(const ad_address *at, double shape, size_t first, size_t n, void *out);
typedef void beta_fn(const ad_address *at, double a, double b, size_t first, size_t n, void *out);

typedef struct {
    words_fn *words;
    fill_fn *uniform, *symmetric, *exponential, *laplace, *logistic, *normal;
    gamma_fn *log_gamma;
    beta_fn *beta;
} noise_set;

static const noise_set noise_sets[AD_N_KERNEL_SETS] = {
#define ROW(set)                                                                                   \
  { ad_noise_words_##set,       ad_noise_uniform_##set,   ad_noise_symmetric_##set,                \
    ad_noise_exponential_##set, ad_noise_laplace_##set,   ad_noise_logistic_##set,                 \
    ad_noise_normal_##set,      ad_noise_log_gamma_##set, ad_noise_beta_##set },
    AD_EACH_KERNEL_SET(ROW)
#undef ROW
};

#endif
