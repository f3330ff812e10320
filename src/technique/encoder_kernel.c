/* The encoder of advanced dropout (encoder.h): its layout, its initial values, and the choice
 * between its two forms: one pair for the layer (encoder_layer_kernel.c) or one per channel
 * (encoder_channel_kernel.c). */
#include "technique/encoder.h"

#include <string.h>

#include "base/memory.h"
#include "base/real.h"
#include "dist/special.h"
#include "random/noise.h"
#include "technique/mask.h"
#include "technique/pool.h"

ad_encoder AD_KERNEL(ad_encoder_layout)(const ad_site *site, size_t hidden, ad_encoder_kind kind,
                                        ad_tensor_list *params)
{
    const int per_channel = kind == AD_ENCODER_CHANNEL;
    const size_t n = site->channels, rows = site->rows;
    const size_t h = hidden ? hidden : n >= 16 ? n / 16 : 1, pairs = per_channel ? n : 1;
    ad_tensor_list own = { 0 }, *list = params ? params : &own;
    const size_t before = list->n_reals;
    ad_encoder e = { .n = n, .hidden = h, .pairs = pairs, .kind = kind };

    e.weight = ad_tensor_add(list, "encoder.weight", h, n);
    e.bias = ad_tensor_add(list, "encoder.bias", 1, 0);
    e.mu_weight = ad_tensor_add(list, "mu.weight", pairs, h);
    e.mu_bias = ad_tensor_add(list, "mu.bias", pairs, 0);
    if (e.kind != AD_ENCODER_MU) {
        e.sigma_weight = ad_tensor_add(list, "sigma.weight", pairs, h);
        e.sigma_bias = ad_tensor_add(list, "sigma.bias", pairs, 0);
    }
    e.n_params = list->n_reals - before;
    /* saved: s_i and u of the layer, or h and s of the channels; then the averages of a map */
    const size_t kept = per_channel ? rows * (h + n) : rows + 2 * n;
    e.saved_size = ad_round_up(kept * sizeof(real)) + AD_KERNEL(ad_pool_size)(site);
    /* scratch: one number per row and du of every block, or q and dh; then the gradient of
     * the averages */
    const size_t blocks = ad_n_blocks(site, rows);
    const size_t work = per_channel ? rows * (h + n) : rows + 2 * n * blocks;
    e.scratch_size = ad_round_up(work * sizeof(double)) + AD_KERNEL(ad_pool_size)(site);
    return e;
}

void AD_KERNEL(ad_encoder_init)(const ad_encoder *e, const ad_site *site, uint64_t seed, double mu,
                                double sigma, real *params)
{
    const struct {
        size_t offset, n;
    } drawn[] = { { e->weight, e->hidden * e->n },
                  { e->bias, 1 },
                  { e->mu_weight, e->pairs * e->hidden },
                  { e->sigma_weight, e->pairs * e->hidden } };
    ad_address at = { .seed = seed, .layer = site->layer, .purpose = AD_FOR_INIT };

    for (size_t t = 0; t < (e->kind == AD_ENCODER_MU ? 3 : 4); t++, at.draw++) {
        real *to = params + drawn[t].offset;
        AD_KERNEL(ad_noise_uniform)(&at, 0, drawn[t].n, to);
        for (size_t i = 0; i < drawn[t].n; i++)
            to[i] *= (real)0.01;
    }
    for (size_t p = 0; p < e->pairs; p++) {
        params[e->mu_bias + p] = (real)mu;
        if (e->kind != AD_ENCODER_MU)
            params[e->sigma_bias + p] = (real)ad_softplus_inverse(sigma);
    }
}

void AD_KERNEL(ad_encoder_forward)(const ad_encoder *e, const ad_call *call, void *saved,
                                   void *scratch, double *mu, double *sigma)
{
    real *kept = saved;
    void *averages = (char *)saved + e->saved_size - AD_KERNEL(ad_pool_size)(call->site);
    const real *x = AD_KERNEL(ad_pool)(call, call->x, averages);

    if (e->kind != AD_ENCODER_CHANNEL)
        AD_KERNEL(ad_encoder_layer_forward)(e, call, x, kept, scratch, mu, sigma);
    else
        AD_KERNEL(ad_encoder_channel_forward)(e, call, x, kept, scratch, mu, sigma);
}

void AD_KERNEL(ad_encoder_backward)(const ad_encoder *e, const ad_call *call, const void *saved,
                                    void *scratch, const double *gmu, const double *gsigma)
{
    const size_t pool_size = AD_KERNEL(ad_pool_size)(call->site);
    const real *kept = saved;
    const real *x = pool_size ? (const void *)((const char *)saved + e->saved_size - pool_size)
                              : call->x;
    void *beside = (char *)scratch + e->scratch_size - pool_size;
    real *dx = e->detached ? NULL : pool_size ? memset(beside, 0, pool_size) : call->dx;

    if (e->matched) { /* dx from the gradient, the parameters from the matched one */
        double g[2] = { *gmu, *gsigma };
        ad_call only_x = *call;
        only_x.dparams = NULL;
        AD_KERNEL(ad_encoder_layer_backward)(e, &only_x, x, kept, scratch, gmu, gsigma, dx);
        AD_KERNEL(ad_encoder_match)(e, call, x, kept, scratch, g);
        AD_KERNEL(ad_encoder_layer_backward)(e, call, x, kept, scratch, &g[0], &g[1], NULL);
    } else if (e->kind != AD_ENCODER_CHANNEL)
        AD_KERNEL(ad_encoder_layer_backward)(e, call, x, kept, scratch, gmu, gsigma, dx);
    else
        AD_KERNEL(ad_encoder_channel_backward)(e, call, x, kept, scratch, gmu, gsigma, dx);
    if (dx && pool_size)
        AD_KERNEL(ad_pool_back)(call, dx, call->dx);
}
