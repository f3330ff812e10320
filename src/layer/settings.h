/* The settings of each kind of layer, as the builder (model/build.h) fills them. */
#ifndef AD_LAYER_SETTINGS_H
#define AD_LAYER_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

#include "layer/layer.h"
#include "technique/dropout.h"

typedef struct ad_pad_settings {
    size_t size; /* smaller maps are centred in size x size zeros */
} ad_pad_settings;

typedef struct ad_dense_settings {
    size_t out;
    int relu;
} ad_dense_settings;

typedef struct ad_conv_settings {
    size_t out, kernel, stride, pad;
    int depthwise; /* out = in, a kernel a channel */
    int bias;
    int channels_last; /* the network's format */
    int direct_only;   /* no Winograd */
} ad_conv_settings;

typedef struct ad_norm_settings {
    int relu;
} ad_norm_settings;

typedef struct ad_pool_settings {
    size_t window, stride, pad; /* window 0: the whole map */
} ad_pool_settings;

/* A technique between two layers, or (dropped_dense) in place of a product. in[1], if
 * there, is the pre-activation of in[0]. */
typedef struct ad_dropout_settings {
    char text[ADROP_TEXT_SIZE]; /* "advanced:unit=node" */
    size_t rows;                /* most rows of a shard */
    size_t n_shards;
    size_t n_train;
    ad_kernel_set kernels;
    size_t outputs;   /* of the dense layer that follows; 0: none */
    ad_layer *next;   /* that layer, once it is there */
    ad_dropout *drop; /* owned, made when the layer is settled */
} ad_dropout_settings;

/* The technique of a dropout or dropped_dense layer; NULL for all others. */
ad_dropout *ad_dropping_of(const ad_layer *l);

#endif
