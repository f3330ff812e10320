/* Drawing a panel as SVG: the place of its plot, and the building blocks for kinds. */
#ifndef AD_FIGURE_SVG_H
#define AD_FIGURE_SVG_H

#include "figure/figure.h"

struct ad_svg {
    ad_text *out;
    int digits;
    double left, top, width, height; /* of the plot, in pixels */
    ad_scale x, y;
    size_t n_columns, n_rows; /* names per axis; 0: numeric axis */
    double panel;             /* total width: plot, names and ticks */
};

/* The position of a value in pixels. */
double ad_svg_x(const ad_svg *s, double x);
double ad_svg_y(const ad_svg *s, double y);

/* The middle of name i on an axis of names, and the space per name. */
double ad_svg_column(const ad_svg *s, size_t i);
double ad_svg_row(const ad_svg *s, size_t i);
double ad_svg_column_width(const ad_svg *s);
double ad_svg_row_height(const ad_svg *s);

/* A blank, and a coordinate with one decimal. */
void ad_svg_coordinate(ad_svg *s, double at);

/* <g class="series .."> with the values of the series; ad_svg_end closes it. */
void ad_svg_begin(ad_svg *s, const ad_figure_series *series, const char *more_classes);
void ad_svg_end(ad_svg *s);

/* <text>; anchor 's', 'm' or 'e'; classes may be "". */
void ad_svg_text(ad_svg *s, double x, double y, char anchor, const char *classes, const char *text);

/* A <title> in the current element: a tooltip. */
void ad_svg_hint(ad_svg *s, const char *series, const char *name, const char *value);

/* The points of a series, joined; points without a place leave gaps. */
void ad_svg_polyline(ad_svg *s, const ad_figure_series *series);

/* The mark of style i, in one of four shapes. */
void ad_svg_mark(ad_svg *s, int style, double x, double y, double size);

/* Grid, ticks, axis names and marked lines (svg_axis.c). left and below: the space they need. */
double ad_svg_axis_left(const ad_svg *s, const ad_figure_panel *p);
double ad_svg_axis_below(const ad_svg *s, const ad_figure_panel *p);

/* Space left of the plot for the first name, if names are slanted; otherwise 0. */
double ad_svg_axis_lean(const ad_svg *s, const ad_figure_panel *p);
void ad_svg_axes(ad_svg *s, const ad_figure_panel *p);

/* -- Panels (svg_panel.c) -------------------------------------------------------------------- */

typedef struct ad_svg_frame {
    ad_text *out;
    int digits;
    double plot_height; /* for kinds without row_height */
    size_t figure;      /* its number on a page */
} ad_svg_frame;

/* The number of names on an axis; 0 if name is NULL. */
size_t ad_figure_names(const char *(*name)(const ad_figure_panel *, size_t),
                       const ad_figure_panel *p);

double ad_svg_panel_height(const ad_svg_frame *d, const ad_figure_panel *p, double wide);

/* Draw panel `number` of a figure with its upper left corner at (x, y). */
void ad_svg_panel(const ad_svg_frame *d, size_t number, const ad_figure_panel *p, double x,
                  double y, double wide);

/* -- Legends (legend.c) ---------------------------------------------------------------------- */

enum { AD_SAMPLE = 22 }; /* pixels of a sample and the gap after it */

/* The series and kind of legend key i; NULL past the last. */
const ad_figure_series *ad_figure_key(const adrop_figure *f, size_t i, const ad_figure_kind **kind);
int ad_figure_has_legend(const adrop_figure *f); /* a single name needs no legend */

/* A series' line, bar or mark, in a box of 18 pixels. */
void ad_svg_sample(ad_text *out, const ad_figure_series *s, const ad_figure_kind *kind, double x,
                   double y);

#endif
