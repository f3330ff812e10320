/* What DenseNets are made of: dense blocks of bottlenecks, each of which adds `growth` maps to
 * those before it, transitions that halve channels and maps, and the end. Names are torchvision's.
 */
#ifndef AD_MODEL_DENSENET_H
#define AD_MODEL_DENSENET_H

#include "model/build.h"

/* All behind the stem: n_blocks blocks of so many bottlenecks. */
ad_layer *ad_build_densenet(ad_build *b, ad_layer *x, size_t growth, size_t n_blocks,
                            const size_t *layers);

#endif
