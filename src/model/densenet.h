/* Building blocks of DenseNets: dense blocks of bottlenecks, each of which adds `growth` maps to
 * those before it, transitions that halve channels and maps, and the end. Names are torchvision's.
 */
#ifndef AD_MODEL_DENSENET_H
#define AD_MODEL_DENSENET_H

#include "model/build.h"

/* Everything after the stem: n_blocks blocks with layers[i] bottlenecks each. */
ad_layer *ad_build_densenet(ad_build *b, ad_layer *x, size_t growth, size_t n_blocks,
                            const size_t *layers);

#endif
