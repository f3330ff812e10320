/* Settings of advanced dropout and what its two files share. advanced_kernel.c holds the options,
 * the plan and the distribution, advanced_pass_kernel.c the passes. For kernel files. */
#ifndef AD_TECHNIQUE_ADVANCED_H
#define AD_TECHNIQUE_ADVANCED_H

#include <math.h>

#include "technique/encoder.h"
#include "technique/model_free.h"
#include "technique/model_free_kl.h"

enum { AD_UNIT_LAYER, AD_UNIT_NODE, AD_UNIT_SAMPLE };
enum { AD_INPUT_ATTACHED, AD_INPUT_DETACHED };
enum { AD_PRIOR_MODE, AD_PRIOR_SAMPLED };
enum { AD_STEP_OWN, AD_STEP_MATCHED };

typedef struct ad_advanced {
    double mu, sigma, mu_limit, sigma_limit, prior_sigma;
    ad_seed_choice seed;
    ad_map_choice map;
    int unit, mean, detach, mask, input, prior, step;
    ad_model_free_kl kl;
    size_t hidden;
} ad_advanced;

static inline ad_model_free ad_advanced_noise(const ad_advanced *s)
{
    return (ad_model_free){ .seed = s->seed.sets,
                            .map = s->map.sets,
                            .mean = (ad_mean)s->mean,
                            .shape = (ad_mask_shape)s->mask,
                            .per_channel = s->unit == AD_UNIT_NODE,
                            .per_row = s->unit == AD_UNIT_SAMPLE,
                            .keeps_noise = 1 };
}

/* Number of (mu, sigma) pairs in a pass over all rows of the site. */
static inline size_t ad_advanced_pairs(const ad_advanced *s, const ad_site *site)
{
    return s->unit == AD_UNIT_NODE ? site->channels : s->unit == AD_UNIT_SAMPLE ? site->rows : 1;
}

static inline double ad_limited_mu(const ad_advanced *s, double mu)
{
    return s->mu_limit > 0 ? fmax(-s->mu_limit, fmin(s->mu_limit, mu)) : mu;
}

static inline double ad_limited_sigma(const ad_advanced *s, double sigma)
{
    return s->sigma_limit > 0 ? fmin(s->sigma_limit, sigma) : sigma;
}

/* The encoder. Adds its tensors to params unless that is NULL. */
ad_encoder AD_KERNEL(ad_advanced_encoder)(const ad_advanced *s, const ad_site *site,
                                          ad_tensor_list *params);

/* Bytes that the masks take at the start of the scratch and of what forward saves; the encoder's
 * part follows. */
size_t AD_KERNEL(ad_advanced_scratch)(const ad_model_free *f, const ad_site *site);
size_t AD_KERNEL(ad_advanced_saved)(const ad_advanced *s, const ad_site *site);

void AD_KERNEL(ad_advanced_forward)(const ad_call *call);
void AD_KERNEL(ad_advanced_backward)(const ad_call *call);

#endif
