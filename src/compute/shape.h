/* What every operation refuses before it plans: a desc that is empty, too large, or
 * of numbers or a format the engine does not hold. */
#ifndef AD_COMPUTE_SHAPE_H
#define AD_COMPUTE_SHAPE_H

#include "compute/engine.h"

/* what names the operation in the sentence: "norm". ADROP_ESHAPE or ADROP_EINVAL. */
adrop_status ad_shape_check(ad_engine *e, const char *what, const ad_desc *d);

#endif
