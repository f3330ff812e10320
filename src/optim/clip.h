/* Clipping by the norm of the whole gradient:
 *
 *     norm = sqrt(sum g^2)        scale = min(1, limit / (norm + 1e-6))
 *
 * as torch.nn.utils.clip_grad_norm_ does. The scale is handed to the optimiser, so
 * that the gradients are not written once more. */
#ifndef AD_OPTIM_CLIP_H
#define AD_OPTIM_CLIP_H

#include <stddef.h>

/* The norm of n floats, or doubles if is_double. Squares are summed in double, in
 * an order that n alone decides: the same bits on any number of threads. Not
 * finite if an element is not, so that a diverged step can be seen; the squares
 * of floats cannot overflow. */
double ad_global_norm(const void *block, size_t n, int is_double, int threads);

/* limit is above 0. NaN if the norm is NaN, 0 if it is infinite: look at it first. */
double ad_clip_scale(double norm, double limit);

#endif
