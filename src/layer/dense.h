/* The settings of a fully connected layer (dense.c). */
#ifndef AD_LAYER_DENSE_H
#define AD_LAYER_DENSE_H

#include <stddef.h>

typedef struct ad_dense_settings {
    size_t out; /* units */
    int relu;   /* ReLU in the same pass */
} ad_dense_settings;

#endif
