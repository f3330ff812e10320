/* Initial values of parameters, from addressed noise: PyTorch's rules.
 *
 *     uniform           U(-1, 1) / sqrt(fan_in)         Linear, weights and biases
 *     kaiming normal    N(0, 2 / fan_out)               convolutions: He et al. 2015
 *
 * Values are rounded to float, so that a network in double has the same ones. */
#ifndef AD_LAYER_INIT_H
#define AD_LAYER_INIT_H

#include "layer/layer.h"

void ad_init_constant(size_t n, double value, double *out);
void ad_init_uniform(const ad_layer *l, size_t i, uint64_t seed, size_t fan_in, double *out);
void ad_init_kaiming(const ad_layer *l, size_t i, uint64_t seed, size_t fan_out, double *out);

#endif
