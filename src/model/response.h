/* Parameters learned by response: from the loss on other rows after a step (trait
 * AD_LEARNS_BY_RESPONSE, technique/technique.h).
 *
 * With rows B and their noise e, other rows A and their noise e', weights w and the parameters rho
 *
 *     J(rho) = L_A(w - tau P grad_w L_B(w, rho; e), rho; e'),        tau = horizon lr
 *
 * where P is the optimiser's response to a constant gradient (optim/optimizer.h): 1 / (1 -
 * momentum), or Adam's preconditioner, held constant. Three passes give the gradient:
 *
 *     rows A at w:             v = P grad_w L_A,   d = dL_A/drho
 *     rows B at w +- r v:      g+- = dL_B/drho,    r = reach / |v|
 *     dJ/drho = d - tau (g+ - g-) / (2 r)
 *
 * d is the cost of the noise at these weights, the rest its gain from training. Rows A that are
 * not trained on may be evaluated without noise: then d is 0, and J is that of Luketina et al.
 * (ICML 2016). With the first pass at w - tau P grad_w L_B, one more pass, the formula is exact
 * to order r^2; at w it is of first order in tau. Adam moves rho (0.9, 0.9), and parameters that
 * are comparable between layers (ad_tensor.together) are drawn towards their mean,
 *
 *     rho_i <- rho_i - step adam(dJ/drho_i) - step / 4 (rho_i - mean of the layers' means)
 *
 * so that no layer drifts off by chance: the gradient of a single rho is mostly noise.
 *
 * A technique with the trait AD_JUDGED_DIRECTLY has its own slope in the first pass, which is
 * dJ/drho; there are no other passes.
 *
 * v covers the trained weights: not rho, and not weights that are frozen or stay zero. The
 * parameters are one block. It is copied, changed and copied back, so that no rounding remains;
 * w - r v is computed as w - ((w + r v) - w), so that v needs no memory of its own. */
#ifndef AD_MODEL_RESPONSE_H
#define AD_MODEL_RESPONSE_H

#include "model/model.h"

struct ad_response {
    adrop_ctx *ctx;
    size_t n;                    /* parameters */
    int direct;                  /* d is already their slope (AD_JUDGED_DIRECTLY) */
    size_t *place;               /* (n), owned like all arrays here: index in the model's blocks */
    void *kept;                  /* (model's n_params): the weights while others are tried */
    double *share;               /* (n): weight of each in the mean that it is drawn to; 0: not
                                    drawn */
    double *cost, *plus, *slope; /* (n): d, g+, dJ/drho */
    size_t count;                /* responses that moved them; saved in checkpoints */
    float *average, *square;     /* (n): averages of slopes and of squares; saved too */
};

/* *out is NULL if no parameter of the model, frozen ones aside, is learned by response. */
adrop_status ad_response_create(const adrop_model *m, ad_response **out);
void ad_response_free(ad_response *r); /* NULL is fine */

/* Set the gradients of parameters that the optimiser does not move to 0. */
void ad_response_clear(const adrop_model *m);

/* Index of tensor i's first value among those learned by response; SIZE_MAX: not learned so. */
size_t ad_response_first(const adrop_model *m, size_t i);

#endif
