/* Running averages of training statistics, for phase sample. For kernel files. */
#ifndef AD_TECHNIQUE_RUNNING_H
#define AD_TECHNIQUE_RUNNING_H

#include <stddef.h>

#include "base/kernel.h"

/* running[i] <- 0.9 running[i] + 0.1 sums[i] / rows, i < n. */
void AD_KERNEL(ad_running_average)(size_t n, const double *sums, double rows, real *running);

#endif
