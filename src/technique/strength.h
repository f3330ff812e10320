/* The strength of a technique: the share of its noise, s in [0, 1].
 *
 *     1   the full technique (the same bits as without this file)
 *     0   no technique: y = x, or the plain product where it replaces one; no extra loss, no
 *         gradient of its parameters, and its running averages do not change
 *
 * In between, techniques that drop at a fixed rate (AD_FIXED_RATE) use s times the rate that
 * was set, as Liu et al. schedule it. For all others the output of the technique is mixed
 * with x, in every phase,
 *
 *     y = (1 - s) x + s f(x),        that is, the mask 1 + s (m - 1),
 *     dL/dx = (1 - s) G + s f'(x) G,  and parameters get their gradients from s G instead of G,
 *
 * or, if it replaces a product, the noise that it adds is multiplied by s. Extra losses are
 * multiplied by s. So E[y] = x holds for every s if it holds for the technique, and the
 * reported rate is s times the technique's.
 *
 * Liu, Xu, Jin, Shen, Darrell, "Dropout reduces underfitting", ICML 2023: early and late dropout.
 */
#ifndef AD_TECHNIQUE_STRENGTH_H
#define AD_TECHNIQUE_STRENGTH_H

#include "technique/dropout.h"

/* Set the strength of all later passes. ADROP_EINVAL unless s is in [0, 1]; ADROP_ENOMEM for the
 * array to mix in. Nothing changes then. */
adrop_status ad_dropout_set_strength(ad_dropout *d, double s);

/* Is the output mixed with x at the current strength? */
int ad_strength_mixes(const ad_dropout *d);

/* The technique's passes, mixed with x. dropout.c has already completed the call. */
void ad_strength_forward(ad_dropout *d, ad_call *c);
void ad_strength_backward(ad_dropout *d, ad_call *c);

/* Moments and distribution of the mask 1 + s (m - 1), from those of m. */
void ad_strength_moments(const ad_dropout *d, adrop_moments *m);
void ad_strength_distribution(const ad_dropout *d, const ad_technique_view *v, size_t unit,
                              double pre, double m, double *pdf, double *cdf);

#endif
