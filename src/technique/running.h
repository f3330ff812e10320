/* Running averages of what training sees, for phase sample. For kernel files. */
#ifndef AD_TECHNIQUE_RUNNING_H
#define AD_TECHNIQUE_RUNNING_H

#include <stddef.h>

#include "base/kernel.h"

/* running[i] <- 0.9 running[i] + 0.1 mean, i < n, where mean is that of stats[shard *
 * stride + i] over the shards, in order and weighted by their rows. */
void AD_KERNEL(ad_running_average)(size_t n_shards, size_t stride, const double *stats,
                                   const size_t *rows, size_t n, real *running);

#endif
