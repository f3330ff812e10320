/* ReLU and sums of two arrays of one desc, whatever their format. Padding stays zero. */
#ifndef AD_COMPUTE_POINTWISE_H
#define AD_COMPUTE_POINTWISE_H

#include "compute/engine.h"

typedef struct ad_pointwise ad_pointwise;

adrop_status ad_pointwise_create(ad_engine *e, const ad_desc *desc, ad_pointwise **out);
void ad_pointwise_free(ad_pointwise *p);
size_t ad_pointwise_scratch(const ad_pointwise *p);

/* y = max(x, 0); y may be x. dx = dy where y > 0, else 0; dx may be dy. */
adrop_status ad_relu_forward(ad_pointwise *p, const void *x, void *y, void *scratch);
adrop_status ad_relu_backward(ad_pointwise *p, const void *y, const void *dy, void *dx,
                              void *scratch);
/* y = a + b; y may be a. */
adrop_status ad_add(ad_pointwise *p, const void *a, const void *b, void *y, void *scratch);

#endif
