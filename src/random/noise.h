/* Arrays of noise. Every function writes elements [first, first + n) of the draw
 * at an address; splitting a range into several calls gives the same numbers.
 *
 * Uniforms are u = (k + 1/2) 2^-23 with k the top 23 bits of the element's word:
 * all 2^23 values are exact floats in the open interval, and so is 1 - u. (With
 * 24 bits, k + 1/2 would round to 2^24 and u to 1.) The f64 set uses the same u,
 * so it is the plain form of the float sets; those are within 4 ulp of it (gamma
 * in log space: 4 ulp of max(|value|, 1 + |ln shape|)), and equal to one another
 * bit for bit.
 *
 *   name         element                                   consumes
 *   uniform      u                                         draw
 *   symmetric    2u - 1                                    draw
 *   exponential  -ln u                                     draw
 *   laplace      sign(u - 1/2) * -ln(2 min(u, 1 - u))      draw
 *   logistic     ln u - ln(1 - u)                          draw
 *   normal       Box-Muller on the words (0, 1), (2, 3)    draw
 *   log_gamma    ln of a Gamma(shape, 1) variable          draws draw .. draw+511
 *   beta         Beta(a, b), by Johnk's method for a, b <= 1/2, else as
 *                sigmoid(log_gamma(a) - log_gamma(b))      draws draw .. draw+1023 */
#ifndef AD_RANDOM_NOISE_H
#define AD_RANDOM_NOISE_H

#include <stddef.h>
#include <stdint.h>

#include "base/kernel.h"
#include "random/address.h"

#define AD_DECLARE_NOISE(set)                                                                      \
  void ad_noise_words_##set(const ad_address *at, size_t first, size_t n, uint32_t *out);          \
  void ad_noise_uniform_##set(const ad_address *at, size_t first, size_t n, void *out);            \
  void ad_noise_symmetric_##set(const ad_address *at, size_t first, size_t n, void *out);          \
  void ad_noise_exponential_##set(const ad_address *at, size_t first, size_t n, void *out);        \
  void ad_noise_laplace_##set(const ad_address *at, size_t first, size_t n, void *out);            \
  void ad_noise_logistic_##set(const ad_address *at, size_t first, size_t n, void *out);           \
  void ad_noise_normal_##set(const ad_address *at, size_t first, size_t n, void *out);             \
  void ad_noise_log_gamma_##set(const ad_address *at, double shape, size_t first, size_t n,        \
                                void *out);                                                        \
  void ad_noise_beta_##set(const ad_address *at, double a, double b, size_t first, size_t n,       \
                           void *out);
AD_EACH_KERNEL_SET(AD_DECLARE_NOISE)
#undef AD_DECLARE_NOISE

#endif
