/* Internals of a figure, for its kinds and writers. */
#ifndef AD_FIGURE_FIGURE_H
#define AD_FIGURE_FIGURE_H

#include "adrop/figure.h"
#include "figure/text.h"

typedef struct ad_figure_point {
    double x, y, low, high;
    char *label; /* owned; NULL: none */
} ad_figure_point;

typedef struct ad_figure_series {
    char *name; /* owned */
    int style;
    ad_figure_point *points; /* (n), owned */
    size_t n, room;
} ad_figure_series;

typedef struct ad_figure_axis {
    char *label; /* owned; NULL: none */
    int flags;
    double low, high; /* NaN: the range of the data */
} ad_figure_axis;

typedef struct ad_figure_mark {
    adrop_figure_axis_of axis;
    double at;
    char *label; /* owned */
} ad_figure_mark;

typedef struct ad_figure_kind ad_figure_kind;

typedef struct ad_figure_panel {
    const ad_figure_kind *kind;
    char *title; /* owned */
    ad_figure_axis axis[2];
    ad_figure_series *series; /* (n), owned */
    ad_figure_mark *marks;    /* (n_marks), owned */
    size_t n, room, n_marks, room_marks;
} ad_figure_panel;

struct adrop_figure {
    adrop_ctx *ctx;
    char *title;             /* owned */
    ad_figure_panel *panels; /* (n), owned */
    char **notes;            /* (n_notes), owned */
    size_t n, room, n_notes, room_notes;
    adrop_status status; /* the first failure; later additions are ignored */
};

/* -- Scales (scale.c) ------------------------------------------------------------------ */

/* From values to [0, 1]. */
typedef struct ad_scale {
    double low, high;
    int is_log;
} ad_scale;

/* Position of a value, 0 at the low end; NaN if it has no place. */
double ad_scale_at(const ad_scale *s, double x);

/* The scale of an axis: its own range or that of the data, extended to round numbers if wide is
 * set; never empty. */
ad_scale ad_scale_make(const ad_figure_axis *axis, double low, double high, int wide);

enum { AD_TICKS = 16, AD_TICK_SIZE = 32 };

typedef struct ad_ticks {
    size_t n;
    double at[AD_TICKS];
    char text[AD_TICKS][AD_TICK_SIZE];
} ad_ticks;

/* Up to `most` round values of a scale, with enough decimals to distinguish them. */
void ad_scale_ticks(const ad_scale *s, size_t most, ad_ticks *t);

/* Extend the range by a value, if it is finite and, on a logarithmic axis, positive. */
void ad_range_add(const ad_figure_axis *axis, double range[2], double x);

/* -- Colours (palette.c) ----------------------------------------------------------------- */

enum { AD_COLOURS = 8 };

/* An index into the 256 terminal colours. */
int ad_palette_terminal(int style);

/* Mark the same value in every panel, without a name: a note below the figure explains it. */
void ad_figure_mark_panels(adrop_figure *f, adrop_figure_axis_of axis, double at);

/* -- Names ------------------------------------------------------------------------------- */

/* Columns of a text, and its approximate width in pixels in the style sheet's font. */
size_t ad_figure_columns(const char *text);
double ad_figure_pixels(const char *text, double size);

/* A text with control characters replaced, cut to so many columns with a mark at the cut. */
void ad_figure_put_text(ad_text *out, const char *text, size_t columns, int ascii);

/* The same for XML: escaped, not cut. */
void ad_figure_put_xml(ad_text *out, const char *text);

/* A number with so many digits; 0: all. Writes nothing for non-finite values. */
void ad_figure_put_number(ad_text *out, double x, int digits);

/* "98.2 (97.9 to 98.5)": a value for people, with its interval if there is one. */
enum { AD_VALUE_SIZE = 112 };
char *ad_figure_value(char buffer[AD_VALUE_SIZE], double x, double low, double high);
#define AD_VALUE(x, low, high) ad_figure_value((char[AD_VALUE_SIZE]){ 0 }, (x), (low), (high))

/* -- Kinds: one file each, and a line in figure_list.h ------------------------------------- */

typedef struct ad_svg ad_svg;
typedef struct ad_plain ad_plain;

struct ad_figure_kind {
    const char *name, *summary;
    /* Extend range[2], initially {inf, -inf}, to the data of an axis; NULL: axes of names. */
    void (*range)(const ad_figure_panel *p, adrop_figure_axis_of axis, double range[2]);
    /* Name i of an axis of names, NULL past the last; both NULL for numeric axes. */
    const char *(*column)(const ad_figure_panel *p, size_t i);
    const char *(*row)(const ad_figure_panel *p, size_t i);
    int has_legend; /* colours distinguish the series */
    int names_rows; /* plain text names each series next to its values: no legend */
    /* Draw the series into the plot. */
    void (*svg)(ad_svg *s, const ad_figure_panel *p);
    void (*plain)(ad_plain *t, const ad_figure_panel *p);
    int is_curve;      /* a page may redraw it: zoom, smoothing, other axes */
    int is_by_x;       /* the value of a point is its x */
    double row_height; /* pixels per row in SVG; 0: numeric, as high as the look says */
    /* On pages: pixels per column, and extra pixels if several series stand side by side. */
    double column_width, column_beside;
    enum { AD_SAMPLE_LINE, AD_SAMPLE_MARK, AD_SAMPLE_BAR } sample; /* in legends */
};

/* Find a kind by name. NULL if unknown, and the figure keeps the error. */
const ad_figure_kind *ad_figure_kind_of(adrop_figure *f, const char *name);

/* Used by several kinds: the range of x and y, including low and high. */
void ad_figure_range_of_points(const ad_figure_panel *p, adrop_figure_axis_of axis,
                               double range[2]);

/* Names of points, from the series with the most points; names of series. */
const char *ad_figure_point_name(const ad_figure_panel *p, size_t i);
const char *ad_figure_series_name(const ad_figure_panel *p, size_t i);

/* FOLDER/NAME.ENDING (figure_save.c). Creates the folder and removes files left by killed programs;
 * path has AD_PATH_SIZE bytes. */
adrop_status ad_figure_place(adrop_figure *f, const char *folder, const char *name,
                             const char *ending, char *path);

/* -- Writers ------------------------------------------------------------------------------- */

void ad_figure_svg(const adrop_figure *f, const adrop_figure_look *look, ad_text *out);
void ad_figure_html(const adrop_figure *f, const adrop_figure_look *look, ad_text *out);
void ad_figure_plain(const adrop_figure *f, const adrop_figure_look *look, ad_text *out);
void ad_figure_csv(const adrop_figure *f, const adrop_figure_look *look, ad_text *out);

#endif
