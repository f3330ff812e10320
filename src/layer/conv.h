/* The settings of a convolution (conv.c). */
#ifndef AD_LAYER_CONV_H
#define AD_LAYER_CONV_H

#include <stddef.h>

typedef struct ad_conv_settings {
    size_t out, kernel, stride, pad; /* channels; a square kernel */
    int depthwise;                   /* out = in, one kernel per channel */
    int bias;
} ad_conv_settings;

#endif
