/* What the transform `one-hot` has learned. */
#ifndef AD_TRANSFORM_ONE_HOT_H
#define AD_TRANSFORM_ONE_HOT_H

#include "transform/transforms.h"

extern const ad_transform_type ad_transform_type_one_hot;

/* Is x, a value in a column of words, the number of a word that the training rows had? false if the
 * list has no `one-hot`. */
bool ad_one_hot_knows(const ad_transforms *list, size_t channel, float x);

#endif
