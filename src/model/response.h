/* Parameters that are learned by response: by the loss on other rows after a step (trait
 * AD_LEARNS_BY_RESPONSE, technique/technique.h).
 *
 * With rows B and their noise e, other rows A and their noise e', weights w and the parameters rho
 *
 *     J(rho) = L_A(w - tau P grad_w L_B(w, rho; e), rho; e'),        tau = horizon lr
 *
 * where P is what the optimiser makes of a gradient that stays (optim/optimizer.h): 1 / (1 -
 * momentum), or Adam's preconditioner, held constant. Three passes give the gradient:
 *
 *     rows A at w:             v = P grad_w L_A,   d = dL_A/drho
 *     rows B at w +- r v:      g+- = dL_B/drho,    r = reach / |v|
 *     dJ/drho = d - tau (g+ - g-) / (2 r)
 *
 * d is what the noise costs at these weights, the rest what training with it gains. Rows A that are
 * not trained on may be judged without noise: then d is 0, and J is that of Luketina et al. (ICML
 * 2016). With the first pass at w - tau P grad_w L_B, which is one pass more, the formula is exact
 * to order r^2; at w it is of first order in tau. Adam moves rho (0.9, 0.9), and those that are
 * comparable between layers (ad_tensor.together) are drawn towards their mean,
 *
 *     rho_i <- rho_i - step adam(dJ/drho_i) - step / 4 (rho_i - mean of the layers' means)
 *
 * so that no layer is lost by chance: what one layer's rho says is mostly scatter.
 *
 * A technique with the trait AD_JUDGED_DIRECTLY has a slope of its own for the first pass, which is
 * dJ/drho; there are no others.
 *
 * v is taken over the weights that train: neither rho, nor what is frozen or stays zero. The
 * parameters are one block. It is copied, changed and copied back, so that no rounding is left;
 * w - r v is made from the two as w - ((w + r v) - w), so that v needs no memory of its own. */
#ifndef AD_MODEL_RESPONSE_H
#define AD_MODEL_RESPONSE_H

#include "model/model.h"

struct ad_response {
    adrop_ctx *ctx;
    size_t n;                    /* parameters */
    int direct;                  /* d is their slope (AD_JUDGED_DIRECTLY) */
    size_t *place;               /* (n), owned as all here: where they are in the model's blocks */
    void *kept;                  /* (model's n_params): the weights while others are tried */
    double *share;               /* (n): of each in the mean that it is drawn to; 0: it is not */
    double *cost, *plus, *slope; /* (n): d, g+, dJ/drho */
    size_t count;                /* responses that moved them; a checkpoint keeps it, and */
    float *average, *square;     /* (n): of slopes, and of their squares */
};

/* NULL in *out if no parameter of the model, but frozen ones, is learned by response. */
adrop_status ad_response_create(const adrop_model *m, ad_response **out);
void ad_response_free(ad_response *r); /* NULL is fine */

/* The gradients of parameters that the optimiser does not move are not part of a step: 0. */
void ad_response_clear(const adrop_model *m);

/* Where tensor i begins among those that are learned by response; SIZE_MAX: it is not. */
size_t ad_response_first(const adrop_model *m, size_t i);

#endif
