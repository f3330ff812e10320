/* Shared by transforms.c, transforms_fit.c and transforms_json.c. */
#ifndef AD_TRANSFORM_TRANSFORMS_IMPL_H
#define AD_TRANSFORM_TRANSFORMS_IMPL_H

#include "transform/transforms.h"

/* Add one of that name with its default settings. */
adrop_status ad_transforms_begin(ad_transforms *list, adrop_ctx *ctx, const char *name,
                                 ad_transform **out);

/* Set t->out once t is fitted. */
adrop_status ad_transforms_settle(ad_transform *t, adrop_ctx *ctx);

#endif
