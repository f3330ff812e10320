/* What the two layers that hold a technique share (dropout_common.c). */
#ifndef AD_LAYER_DROPOUT_IMPL_H
#define AD_LAYER_DROPOUT_IMPL_H

#include "layer/dropout.h"

/* Make the technique and add its tensors to the layer's. */
adrop_status ad_dropout_layer_settle(adrop_ctx *ctx, ad_layer *l);
void ad_dropout_layer_free(ad_layer *l);
ad_dropout *ad_dropout_layer_technique(const ad_layer *l);

/* Bind the technique to the call's memory. own: number of the layer's tensors before its own. */
ad_dropout *ad_dropout_layer_bind(const ad_planned_layer *p, const ad_layer_call *c, size_t own);

/* The technique's call, without weights. */
ad_call ad_dropout_layer_call(const ad_planned_layer *p, const ad_layer_call *c);

/* Zero the gradients of the technique and of a pre-activation, which it adds to. */
void ad_dropout_layer_clear(const ad_planned_layer *p, const ad_layer_call *c, size_t own);

#endif
