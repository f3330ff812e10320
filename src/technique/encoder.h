/* The parametric prior of advanced dropout: an encoder that reads the batch and
 * gives (mu, sigma), one pair for the layer or one for each channel.
 *
 *     h_i = Wh x_i + bh                    Wh (H, n), bh one number
 *     mu    = mean_i (wmu . h_i + bmu)     sigma = mean_i softplus(s_i)
 *     s_i   = wsg . h_i + bsg
 *
 * with wmu, wsg (H) for the layer or (n, H) for the channels. x_i is the row, or
 * the average over its height and width on a map. Xie et al., "Advanced Dropout",
 * TPAMI 2021, section 3.3, and the authors' code. For kernel files. */
#ifndef AD_TECHNIQUE_ENCODER_H
#define AD_TECHNIQUE_ENCODER_H

#include "technique/technique.h"

typedef enum ad_encoder_kind {
    AD_ENCODER_LAYER,   /* one pair for the layer */
    AD_ENCODER_CHANNEL, /* one pair for each channel */
    AD_ENCODER_SAMPLE,  /* one for each row: mu_i and softplus(s_i); the layer's are their means */
    AD_ENCODER_MU       /* mu alone, for the layer: sigma has no tensors */
} ad_encoder_kind;

/* Offsets of the encoder's tensors among the parameters, and its working memory. */
typedef struct ad_encoder {
    size_t n;      /* channels it reads */
    size_t hidden; /* H */
    size_t pairs;  /* pairs (mu, sigma) it has tensors for: 1 or n */
    ad_encoder_kind kind;
    size_t weight, bias, mu_weight, mu_bias, sigma_weight, sigma_bias; /* offsets */
    size_t n_params;
    size_t saved_size, scratch_size; /* bytes */
    int detached;                    /* backward adds nothing to dx; set by the technique */
    int matched;   /* parameters get gradients for a step as long as that of free mu
                      and sigma; AD_ENCODER_LAYER, set by the technique */
    double spread; /* h is drawn with this standard deviation; 0: h is its mode; set by the
                      technique, not for AD_ENCODER_MU */
} ad_encoder;

/* H = hidden, or max(1, n / 16) if that is 0. Adds the tensors to params unless
 * that is NULL. */
ad_encoder AD_KERNEL(ad_encoder_layout)(const ad_site *site, size_t hidden, ad_encoder_kind kind,
                                        ad_tensor_list *params);

/* Wh, bh, wmu, wsg uniform on (0, 0.01), as the authors do; bmu and bsg such that
 * an input of zeros and no weights would give (mu, sigma). */
void AD_KERNEL(ad_encoder_init)(const ad_encoder *e, const ad_site *site, uint64_t seed, double mu,
                                double sigma, real *params);

/* mu and sigma (pairs, or rows for AD_ENCODER_SAMPLE; sigma is not written for AD_ENCODER_MU) from
 * call->x; leaves in saved what backward needs. */
void AD_KERNEL(ad_encoder_forward)(const ad_encoder *e, const ad_call *call, void *saved,
                                   void *scratch, double *mu, double *sigma);

/* Given dL/dmu and dL/dsigma (same sizes; NULL for AD_ENCODER_MU), add to call->dx, unless
 * detached, and to call->dparams. */
void AD_KERNEL(ad_encoder_backward)(const ad_encoder *e, const ad_call *call, const void *saved,
                                    void *scratch, const double *gmu, const double *gsigma);

/* The form with one pair, or one per row, for ad_encoder_forward and _backward: x (rows, n) is
 * the input or its averages; kept holds s (site->rows) and u (2, n); work holds one number
 * per row, then du of every block; dx is added to, unless it is NULL. */
void AD_KERNEL(ad_encoder_layer_forward)(const ad_encoder *e, const ad_call *call, const real *x,
                                         real *kept, double *work, double *mu, double *sigma);
void AD_KERNEL(ad_encoder_layer_backward)(const ad_encoder *e, const ad_call *call, const real *x,
                                          const real *kept, double *work, const double *gmu,
                                          const double *gsigma, real *dx);

/* The form with a pair per channel, for ad_encoder_forward and _backward: x (rows,
 * n) is the input or its averages; kept holds h (rows, H) and s (rows, n) of site->rows
 * rows; mean (H) is working memory; dx is added to, unless it is NULL. */
void AD_KERNEL(ad_encoder_channel_forward)(const ad_encoder *e, const ad_call *call, const real *x,
                                           real *kept, double *mean, double *mu, double *sigma);
void AD_KERNEL(ad_encoder_channel_backward)(const ad_encoder *e, const ad_call *call, const real *x,
                                            const real *kept, void *scratch, const double *gmu,
                                            const double *gsigma, real *dx);

/* Replace g = (dL/dmu, dL/dsigma) by the gradient of a matched step
 * (encoder_match_kernel.c); x (rows, n), s (rows) as forward left it, sums (2, n) is working
 * memory. */
void AD_KERNEL(ad_encoder_match)(const ad_encoder *e, const ad_call *call, const real *x,
                                 const real *s, real *sums, double g[2]);

/* Noise of h (encoder_sampled_kernel.c), if spread > 0. add_noise adds it to a and s (rows) where h
 * is not formed; noise_gradient adds to the gradients of the heads' weights, from those of a (rows
 * if own, else one number for all rows) and s (rows); the last adds it to h (rows, H). */
void AD_KERNEL(ad_encoder_add_noise)(const ad_encoder *e, const ad_call *call, double *a, real *s);
void AD_KERNEL(ad_encoder_noise_gradient)(const ad_encoder *e, const ad_call *call, const double *g,
                                          int own, const double *e_sg, real *dparams);
void AD_KERNEL(ad_encoder_noisy_hidden)(const ad_encoder *e, const ad_call *call, real *h);

#endif
