/* Clipping by the norm of the whole gradient:
 *
 *     norm = sqrt(sum g^2)        scale = min(1, limit / (norm + 1e-6))
 *
 * as in torch.nn.utils.clip_grad_norm_. The optimiser gets the scale, so that the
 * gradients are not rewritten. */
#ifndef AD_OPTIM_CLIP_H
#define AD_OPTIM_CLIP_H

#include <stddef.h>

/* The norm of n floats, or doubles if is_double. Squares are summed in double, in
 * an order that depends on n alone: the same bits on any number of threads. Not
 * finite if an element is not, so that a diverged step is noticed; the squares
 * of floats cannot overflow. */
double ad_global_norm(const void *block, size_t n, int is_double, int threads);

/* limit is above 0. NaN if the norm is NaN, 0 if it is infinite: check the norm first. */
double ad_clip_scale(double norm, double limit);

#endif
