/* Drawing a panel as SVG: where its plot is, and the pieces that kinds draw with. */
#ifndef AD_FIGURE_SVG_H
#define AD_FIGURE_SVG_H

#include "figure/figure.h"

struct ad_svg {
    ad_text *out;
    int digits;
    double left, top, width, height; /* of the plot, in pixels */
    ad_scale x, y;
    size_t n_columns, n_rows; /* of axes of names; 0: numbers */
    double panel;             /* width of plot, names and ticks together */
};

/* Pixels of a value. */
double ad_svg_x(const ad_svg *s, double x);
double ad_svg_y(const ad_svg *s, double y);

/* The middle of name i of an axis of names, and the room of one. */
double ad_svg_column(const ad_svg *s, size_t i);
double ad_svg_row(const ad_svg *s, size_t i);
double ad_svg_column_width(const ad_svg *s);
double ad_svg_row_height(const ad_svg *s);

/* A coordinate, with a decimal; a blank before it. */
void ad_svg_coordinate(ad_svg *s, double at);

/* <g class="series .."> with the values of the series; ended by ad_svg_end. */
void ad_svg_begin(ad_svg *s, const ad_figure_series *series, const char *more_classes);
void ad_svg_end(ad_svg *s);

/* <text>; anchor 's', 'm' or 'e'; classes may be "". */
void ad_svg_text(ad_svg *s, double x, double y, char anchor, const char *classes, const char *text);

/* The <title> of what is being written: shown while a pointer rests on it. */
void ad_svg_hint(ad_svg *s, const char *series, const char *name, const char *value);

/* The points of a series, joined; gaps where one has no place. */
void ad_svg_polyline(ad_svg *s, const ad_figure_series *series);

/* The mark of style i at a place, in one of four shapes. */
void ad_svg_mark(ad_svg *s, int style, double x, double y, double size);

/* Grid, ticks and names of the axes, lines of marks (svg_axis.c). left and below: the room that
 * they need. */
double ad_svg_axis_left(const ad_svg *s, const ad_figure_panel *p);
double ad_svg_axis_below(const ad_svg *s, const ad_figure_panel *p);

/* Room left of the plot that the first name takes where names stand aslant; 0 where they do not. */
double ad_svg_axis_lean(const ad_svg *s, const ad_figure_panel *p);
void ad_svg_axes(ad_svg *s, const ad_figure_panel *p);

/* -- Panels (svg_panel.c) -------------------------------------------------------------------- */

typedef struct ad_svg_frame {
    ad_text *out;
    int digits;
    double plot_height; /* of kinds that have none of their own */
    size_t figure;      /* its number within a page */
} ad_svg_frame;

/* Names of an axis; 0 where name is NULL. */
size_t ad_figure_names(const char *(*name)(const ad_figure_panel *, size_t),
                       const ad_figure_panel *p);

double ad_svg_panel_height(const ad_svg_frame *d, const ad_figure_panel *p, double wide);

/* Panel `number` of a figure with its corner at (x, y). */
void ad_svg_panel(const ad_svg_frame *d, size_t number, const ad_figure_panel *p, double x,
                  double y, double wide);

/* -- Legends (legend.c) ---------------------------------------------------------------------- */

enum { AD_SAMPLE = 22 }; /* pixels of a sample and the blank behind it */

/* The series and kind behind key i of the legend; NULL beyond the last. */
const ad_figure_series *ad_figure_key(const adrop_figure *f, size_t i, const ad_figure_kind **kind);
int ad_figure_has_legend(const adrop_figure *f); /* with one name there is nothing to tell apart */

/* A line, bar or mark as a series has it, in a box of 18 pixels. */
void ad_svg_sample(ad_text *out, const ad_figure_series *s, const ad_figure_kind *kind, double x,
                   double y);

#endif
