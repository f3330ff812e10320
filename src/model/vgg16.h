/* The convolutions of VGG16 with batch norm, shared by two networks. */
#ifndef AD_MODEL_VGG16_H
#define AD_MODEL_VGG16_H

#include "model/build.h"

/* Returns maps with sides 32 times smaller; the names are torchvision's. */
ad_layer *ad_build_vgg16(ad_build *b, ad_layer *x);

#endif
