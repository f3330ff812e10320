/* Averages over height and width: an encoder's view of a map. A dense site
 * has no area to average over and is read unchanged. For kernel files. */
#ifndef AD_TECHNIQUE_POOL_H
#define AD_TECHNIQUE_POOL_H

#include "technique/technique.h"

/* Bytes of the averages (rows, channels); 0 at a dense site. */
size_t AD_KERNEL(ad_pool_size)(const ad_site *site);

/* The averages of x, written to room; x itself at a dense site. */
const real *AD_KERNEL(ad_pool)(const ad_call *call, const void *x, void *room);

/* dx += the gradient of the averages, spread over height and width. */
void AD_KERNEL(ad_pool_back)(const ad_call *call, const real *daverages, void *dx);

#endif
