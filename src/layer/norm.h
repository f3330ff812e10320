/* The settings of batch normalisation (norm.c). */
#ifndef AD_LAYER_NORM_H
#define AD_LAYER_NORM_H

typedef struct ad_norm_settings {
    int relu; /* ReLU in the same pass */
} ad_norm_settings;

#endif
