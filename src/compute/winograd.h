/* Convolution with 3x3 windows, stride 1 and one row of zeros around the map, by Winograd's minimal
 * filtering F(4x4, 3x3), for CPUs with AVX2 and FMA.
 *
 * A map is split into tiles of 4x4 outputs; each needs 6x6 inputs d, and with the window g (Lavin
 * and Gray, Fast Algorithms for Convolutional Neural Networks, 2015)
 *
 *     y = A' [ (G g G') . (B' d B) ] A        . = element by element
 *
 * This takes 36 products instead of 144. Over channels, each of the 36 points is a matrix product:
 * (tiles x in) (in x out). The gradients have the same form:
 *
 *     dd: the same convolution of dy, with windows rotated by 180 degrees
 *     dg = G' [ (B' d B) . (A dy A') ] G      (in x tiles) (tiles x out)
 *
 * The points are 0, +-5/8, +-3/2 and infinity (winograd_points.h). Results are within
 * 1e-5 of plain sums in double, relative to their length (1e-6 is usual).
 *
 * Layouts, float:
 *     maps       (rows, channels / 8, height, width, 8)
 *     windows    (out / 8, in / 8, 3, 3, 8 of in, 8 of out)
 *     bias       (out)
 *
 * Channels are padded with zeros to a multiple of 8, in maps, windows and bias, and in the results.
 *
 * Nothing is allocated. All results have the same bits on any number of threads. */
#ifndef AD_COMPUTE_WINOGRAD_H
#define AD_COMPUTE_WINOGRAD_H

#include <stddef.h>

typedef struct ad_winograd_spec {
    size_t rows, in, out, height, width; /* in and out: channels without padding */
} ad_winograd_spec;

/* Can this CPU run the passes at all? */
int ad_winograd_usable(void);

/* Do the passes support the shape, and are they faster than direct convolution? They must be
 * usable; there must be at least two blocks of 8 channels each way; and at least half of the area
 * of the tiles must be map (3x3, 4x4, and all from 6x6; not 2x2, not 5x5). A fixed rule, so every
 * run makes the same choice. */
int ad_winograd_fits(const ad_winograd_spec *spec);

/* Bytes of scratch, aligned to 64, for any of the three passes. */
size_t ad_winograd_scratch(const ad_winograd_spec *spec, int threads);

/* y is written; bias may be NULL. */
void ad_winograd_forward(const ad_winograd_spec *spec, int threads, const float *x, const float *w,
                         const float *bias, float *y, void *scratch);

/* dx is written. */
void ad_winograd_backward_data(const ad_winograd_spec *spec, int threads, const float *dy,
                               const float *w, float *dx, void *scratch);

/* dw and db are written, not added to; db may be NULL. */
void ad_winograd_backward_weights(const ad_winograd_spec *spec, int threads, const float *x,
                                  const float *dy, float *dw, float *db, void *scratch);

#endif
