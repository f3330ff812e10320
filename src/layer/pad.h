/* The settings of zero padding (pad.c). */
#ifndef AD_LAYER_PAD_H
#define AD_LAYER_PAD_H

#include <stddef.h>

typedef struct ad_pad_settings {
    size_t size; /* smaller maps are centred in size x size zeros */
} ad_pad_settings;

#endif
