/* The settings of pooling, and what its two kinds share (pooling.c). */
#ifndef AD_LAYER_POOLING_H
#define AD_LAYER_POOLING_H

#include "layer/layer.h"

typedef struct ad_pool_settings {
    size_t window, stride, pad; /* window 0: the whole map */
} ad_pool_settings;

extern const adrop_option ad_pool_options[];

unsigned ad_pooling_traits(const ad_layer *l);
adrop_status ad_pooling_settle(adrop_ctx *ctx, ad_layer *l, int average);
adrop_status ad_pooling_plan(ad_planned_layer *p, int average);
void ad_pooling_free(ad_planned_layer *p);
adrop_status ad_pooling_forward(ad_planned_layer *p, const ad_layer_call *c);
adrop_status ad_pooling_backward(ad_planned_layer *p, const ad_layer_call *c);

#endif
