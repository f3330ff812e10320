/* Initial values of parameters (init.h). */
#include "layer/init.h"

#include <math.h>

#include "random/noise.h"

/* Tensor i of a layer draws in row i of the layer's address. Layers without weights do not
 * count in it, so networks that differ only in their dropout have the same initial weights. */
static ad_address address(const ad_layer *l, size_t i, uint64_t seed)
{
    return (ad_address){
        .seed = seed, .row = (uint32_t)i, .layer = l->weight_number, .purpose = AD_FOR_WEIGHTS
    };
}

static void scale(size_t n, double factor, double *out)
{
    for (size_t k = 0; k < n; k++)
        out[k] = (double)(float)(factor * out[k]);
}

void ad_init_constant(size_t n, double value, double *out)
{
    for (size_t k = 0; k < n; k++)
        out[k] = value;
}

void ad_init_uniform(const ad_layer *l, size_t i, uint64_t seed, size_t fan_in, double *out)
{
    const ad_address at = address(l, i, seed);

    ad_noise_symmetric_f64(&at, 0, l->param[i].n, out);
    scale(l->param[i].n, 1 / sqrt((double)fan_in), out);
}

void ad_init_kaiming(const ad_layer *l, size_t i, uint64_t seed, size_t fan_out, double *out)
{
    const ad_address at = address(l, i, seed);

    ad_noise_normal_f64(&at, 0, l->param[i].n, out);
    scale(l->param[i].n, sqrt(2 / (double)fan_out), out);
}
