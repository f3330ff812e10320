/* Sums of two arrays of one desc, in any format. Padding stays zero. activation.h has the other
 * element-wise operations. */
#ifndef AD_COMPUTE_POINTWISE_H
#define AD_COMPUTE_POINTWISE_H

#include "compute/engine.h"

typedef struct ad_pointwise ad_pointwise;

adrop_status ad_pointwise_create(ad_engine *e, const ad_desc *desc, ad_pointwise **out);
void ad_pointwise_free(ad_pointwise *p);
size_t ad_pointwise_scratch(const ad_pointwise *p);

/* y = a + b; y may be a. */
adrop_status ad_add(ad_pointwise *p, const void *a, const void *b, void *y, void *scratch);

#endif
