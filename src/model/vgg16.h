/* The convolutions of VGG16 with batch norm, which two networks share. */
#ifndef AD_MODEL_VGG16_H
#define AD_MODEL_VGG16_H

#include "model/build.h"

/* To maps of a 32nd of the sides; the names are torchvision's. */
ad_layer *ad_build_vgg16(ad_build *b, ad_layer *x);

#endif
