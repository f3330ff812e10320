/* Drawing with characters: a canvas of dots, and the lines of text that kinds add. */
#ifndef AD_FIGURE_PLAIN_H
#define AD_FIGURE_PLAIN_H

#include "figure/figure.h"

struct ad_plain {
    ad_text *out;
    size_t columns, lines; /* of the whole width; of a plot */
    int ascii, colour;
    int lettered;        /* letters distinguish the series: no colour, and more than one */
    ad_scale x, y;       /* of axes of numbers */
    unsigned char *dots; /* canvas: (lines, wide) of bits, 2 x 4 a cell; or a letter */
    signed char *style;  /* (lines, wide); -1: nothing there */
    size_t wide;         /* of the canvas, in cells */
};

/* Begin and end a colour; nothing without colours. */
void ad_plain_colour(ad_plain *t, int style);
void ad_plain_end_colour(ad_plain *t);

/* A name in so many columns, cut or filled. */
void ad_plain_name(ad_plain *t, const char *name, size_t columns, int right);

/* A bar as long as a part of so many columns, in eighths of a character. */
void ad_plain_bar(ad_plain *t, double part, size_t columns);

/* One character of a column that is filled up to a part of its height. */
const char *ad_plain_level(const ad_plain *t, double part);

/* Columns of the longest of names, at most a third of the width. */
size_t ad_plain_widest(const ad_plain *t, const ad_figure_panel *p,
                       const char *(*name)(const ad_figure_panel *, size_t));

/* -- The canvas (canvas.c) --------------------------------------------------------------- */

/* Where values stand on it, in dots from the upper left; NaN: nowhere. */
double ad_canvas_x(const ad_plain *t, double x);
double ad_canvas_y(const ad_plain *t, double y);
void ad_canvas_dot(ad_plain *t, double x, double y, int style);
void ad_canvas_line(ad_plain *t, double x0, double y0, double x1, double y1, int style);

/* The points of a series, joined, on the canvas. */
void ad_canvas_series(ad_plain *t, const ad_figure_series *s);

/* Write the canvas with the numbers of its axes, and its names. */
adrop_status ad_canvas_open(ad_plain *t, adrop_ctx *ctx);
void ad_canvas_write(ad_plain *t, const ad_figure_panel *p);
void ad_canvas_close(ad_plain *t, adrop_ctx *ctx);

#endif
