/* A curve over epochs in the terminal: one mark per column, several lines high. */
#ifndef ADROP_CLI_CURVE_H
#define ADROP_CLI_CURVE_H

#include <stddef.h>
#include <stdio.h>

/* values (n); non-finite ones are left out. Draws nothing for fewer than two. Epochs that share a
 * column are averaged. */
void curve_draw(FILE *file, const char *title, const double *values, size_t n, size_t columns,
                int utf8);

#endif
