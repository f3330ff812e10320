/* A density on [0, 1] drawn in the terminal. */
#ifndef ADROP_CLI_PLOT_H
#define ADROP_CLI_PLOT_H

#include <stddef.h>
#include <stdio.h>

#include "adrop/dist.h"

/* Draw d as `width` bars in `height` lines. A bar is the mean density over its bin, so it is finite
 * even where the density is not. Atoms are spikes beside the bars, with full height for a mass of 1
 * and their masses above. Uses block characters if utf8, else ASCII. */
void plot_density(FILE *file, const adrop_dist *d, size_t width, size_t height, int utf8);

#endif
