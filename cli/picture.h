/* Images in a terminal: one character per patch, blank for black. */
#ifndef ADROP_CLI_PICTURE_H
#define ADROP_CLI_PICTURE_H

#include <stddef.h>
#include <stdio.h>

typedef struct picture {
    const float *x; /* (channels, height, width), any scale */
    const char *caption;
} picture;

/* Draw n images of one shape side by side, as many per line as fit standard output, each above its
 * caption. Black is the smallest value of an image, white the largest. */
void picture_draw(FILE *file, const picture *pictures, size_t n, size_t channels, size_t height,
                  size_t width, int utf8);

#endif
