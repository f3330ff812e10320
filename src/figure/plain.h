/* Drawing with characters: a canvas of dots, and the text lines of the kinds. */
#ifndef AD_FIGURE_PLAIN_H
#define AD_FIGURE_PLAIN_H

#include "figure/figure.h"

struct ad_plain {
    ad_text *out;
    size_t columns, lines; /* total width; height of a plot */
    int ascii, colour;
    int lettered;        /* letters distinguish several series, for want of colour */
    ad_scale x, y;       /* of numeric axes */
    unsigned char *dots; /* canvas (lines, wide): bits, 2 x 4 per cell; or a letter */
    signed char *style;  /* (lines, wide); -1: empty */
    size_t wide;         /* cells per line of the canvas */
};

/* Begin and end a colour. Writes nothing without colours. */
void ad_plain_colour(ad_plain *t, int style);
void ad_plain_end_colour(ad_plain *t);

/* A name cut or padded to so many columns. */
void ad_plain_name(ad_plain *t, const char *name, size_t columns, int right);

/* A bar: `part` of so many columns, in eighths of a character. */
void ad_plain_bar(ad_plain *t, double part, size_t columns);

/* One character of a column filled to `part` of its height. */
const char *ad_plain_level(const ad_plain *t, double part);

/* Columns of the longest name, at most a third of the width. */
size_t ad_plain_widest(const ad_plain *t, const ad_figure_panel *p,
                       const char *(*name)(const ad_figure_panel *, size_t));

/* -- The canvas (canvas.c) --------------------------------------------------------------- */

/* The position of a value in dots from the upper left; NaN if it has none. */
double ad_canvas_x(const ad_plain *t, double x);
double ad_canvas_y(const ad_plain *t, double y);
void ad_canvas_dot(ad_plain *t, double x, double y, int style);
void ad_canvas_line(ad_plain *t, double x0, double y0, double x1, double y1, int style);

/* Draw a series as joined points. */
void ad_canvas_series(ad_plain *t, const ad_figure_series *s);

/* Write the canvas with tick labels and axis names. */
adrop_status ad_canvas_open(ad_plain *t, adrop_ctx *ctx);
void ad_canvas_write(ad_plain *t, const ad_figure_panel *p);
void ad_canvas_close(ad_plain *t, adrop_ctx *ctx);

#endif
