/* The settings of the two layers that hold a technique (dropout.c, dropped_dense.c). */
#ifndef AD_LAYER_DROPOUT_H
#define AD_LAYER_DROPOUT_H

#include <stddef.h>

#include "layer/layer.h"
#include "technique/dropout.h"

/* A technique between two layers, or (dropped_dense) in place of a product. in[1], if
 * present, is the pre-activation of in[0]. */
typedef struct ad_dropout_settings {
    const char *technique;   /* "advanced:unit=node" */
    size_t outputs;          /* of the dense layer that follows; 0: none */
    size_t branch, branches; /* of the residual branch that ends here (ad_site); 0: none does */
    ad_layer *next;          /* the dense layer that follows, once it exists */
    ad_dropout *drop;        /* owned, made by settle */
} ad_dropout_settings;

extern const adrop_option ad_dropout_options[];

#endif
