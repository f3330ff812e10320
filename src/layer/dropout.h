/* The settings of the two layers that hold a technique (dropout.c, dropped_dense.c). */
#ifndef AD_LAYER_DROPOUT_H
#define AD_LAYER_DROPOUT_H

#include <stddef.h>

#include "layer/layer.h"
#include "technique/dropout.h"

/* A technique between two layers, or (dropped_dense) in place of a product. in[1], if it is
 * there, is the pre-activation of in[0]. */
typedef struct ad_dropout_settings {
    const char *technique;   /* "advanced:unit=node" */
    size_t outputs;          /* of the dense layer that follows; 0: none */
    size_t branch, branches; /* of a residual branch's end (ad_site); 0: it is none */
    ad_layer *next;          /* that layer, once it is there */
    ad_dropout *drop;        /* owned, made when the layer is settled */
} ad_dropout_settings;

extern const adrop_option ad_dropout_options[];

#endif
