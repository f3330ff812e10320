/* Checks of every operation before it plans: a desc that is empty or too large, or has numbers or a
 * format that the engine does not support, is refused. */
#ifndef AD_COMPUTE_SHAPE_H
#define AD_COMPUTE_SHAPE_H

#include "compute/engine.h"

/* what is the operation's name in the message: "norm". ADROP_ESHAPE or ADROP_EINVAL. */
adrop_status ad_shape_check(ad_engine *e, const char *what, const ad_desc *d);

#endif
