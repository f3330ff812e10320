/* Bilinear resampling of a window, antialiased where it shrinks.
 *
 * Output pixel i of n, over a window [a, a + w): centre c = a + (i + 1/2) s, s = w / n;
 * input pixel j has the weight max(0, 1 - |j + 1/2 - c| / max(s, 1)), normalised to sum
 * to 1. Rows and columns are resampled one after the other. Where s < 1 this
 * interpolates; a shrunk window is averaged by a triangle of width 2 s. */
#ifndef AD_ROWS_RESAMPLE_H
#define AD_ROWS_RESAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include "base/lab.h"

typedef struct ad_plane {
    const uint8_t *data;
    size_t width, height;
    size_t step, row_step; /* distance of pixels, and of rows */
} ad_plane;

typedef struct ad_region {
    double x, y, width, height; /* inside the plane */
} ad_region;

/* Floats of scratch for planes of that size and outputs of that width. */
AD_LAB size_t ad_resample_room(size_t width, size_t height, size_t to_width);

/* out (to_height, to_width). Only pixels of the window are read. */
AD_LAB void ad_resample(const ad_plane *from, const ad_region *window, size_t to_height,
                        size_t to_width, uint8_t *out, float *scratch);

#endif
