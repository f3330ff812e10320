/* A curve over epochs, drawn in the terminal: one mark per column, so many lines high. */
#ifndef ADROP_CLI_CURVE_H
#define ADROP_CLI_CURVE_H

#include <stddef.h>
#include <stdio.h>

/* Values (n); those that are not finite are left out. Nothing is drawn with fewer than two. Several
 * epochs in one column are averaged. */
void curve_draw(FILE *file, const char *title, const double *values, size_t n, size_t columns,
                int utf8);

#endif
