/* What the two kinds of pooling share. */
#ifndef AD_LAYER_POOLING_H
#define AD_LAYER_POOLING_H

#include "layer/settings.h"

unsigned ad_pooling_traits(const ad_layer *l);
adrop_status ad_pooling_settle(adrop_ctx *ctx, ad_layer *l, int average);
adrop_status ad_pooling_plan(ad_planned_layer *p, int average);
void ad_pooling_free(ad_planned_layer *p);
adrop_status ad_pooling_forward(ad_planned_layer *p, const ad_layer_call *c);
adrop_status ad_pooling_backward(ad_planned_layer *p, const ad_layer_call *c);

#endif
