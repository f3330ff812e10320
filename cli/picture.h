/* Images in a terminal: a character a patch, blank for black. */
#ifndef ADROP_CLI_PICTURE_H
#define ADROP_CLI_PICTURE_H

#include <stddef.h>
#include <stdio.h>

typedef struct picture {
    const float *x; /* (channels, height, width), any scale */
    const char *caption;
} picture;

/* Draw n images beside each other, as many in a line as standard output has room for, each with
 * its caption below. All have the same shape; black is the least value of an image, white the
 * greatest. */
void picture_draw(FILE *file, const picture *pictures, size_t n, size_t channels, size_t height,
                  size_t width, int utf8);

#endif
