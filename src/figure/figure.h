/* The inside of a figure, as its kinds and writers see it. */
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
    double low, high; /* NaN: as far as the data go */
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
    adrop_status status; /* the first failure; nothing is added after it */
};

/* -- Scales (scale.c) ------------------------------------------------------------------ */

/* From values to [0, 1]. */
typedef struct ad_scale {
    double low, high;
    int is_log;
} ad_scale;

/* Where a value stands, 0 being the low end; NaN if it has no place. */
double ad_scale_at(const ad_scale *s, double x);

/* The scale of an axis: its own range, or that of the data, widened to round numbers where wide is
 * set; never empty. */
ad_scale ad_scale_make(const ad_figure_axis *axis, double low, double high, int wide);

enum { AD_TICKS = 16, AD_TICK_SIZE = 32 };

typedef struct ad_ticks {
    size_t n;
    double at[AD_TICKS];
    char text[AD_TICKS][AD_TICK_SIZE];
} ad_ticks;

/* At most `most` round values of a scale, with as many decimals as tell them apart. */
void ad_scale_ticks(const ad_scale *s, size_t most, ad_ticks *t);

/* Widen [low, high] by a value, if it is finite, and above 0 for an axis that is logarithmic. */
void ad_range_add(const ad_figure_axis *axis, double range[2], double x);

/* -- Colours (palette.c) ----------------------------------------------------------------- */

enum { AD_COLOURS = 8 };

/* Of the 256 colours of terminals. */
int ad_palette_terminal(int style);

/* The same line across every panel, without a name: a sentence beneath the figure says what it is.
 */
void ad_figure_mark_panels(adrop_figure *f, adrop_figure_axis_of axis, double at);

/* -- Names ------------------------------------------------------------------------------- */

/* Columns a text takes, and the pixels it is about as wide as, in the style sheet's font. */
size_t ad_figure_columns(const char *text);
double ad_figure_pixels(const char *text, double size);

/* A text with its control characters replaced; cut to so many columns, the end marked. */
void ad_figure_put_text(ad_text *out, const char *text, size_t columns, int ascii);

/* The same for XML: escaped, not cut. */
void ad_figure_put_xml(ad_text *out, const char *text);

/* A value by so many digits; 0: all. Nothing for what is not finite. */
void ad_figure_put_number(ad_text *out, double x, int digits);

/* "98.2 (97.9 to 98.5)": a value for people, with its interval if there is one. */
enum { AD_VALUE_SIZE = 112 };
char *ad_figure_value(char buffer[AD_VALUE_SIZE], double x, double low, double high);
#define AD_VALUE(x, low, high) ad_figure_value((char[AD_VALUE_SIZE]){ 0 }, (x), (low), (high))

/* -- Kinds: a file each, and a line of figure_list.h --------------------------------------- */

typedef struct ad_svg ad_svg;
typedef struct ad_plain ad_plain;

struct ad_figure_kind {
    const char *name, *summary;
    /* What an axis has to hold, in range[2] = {inf, -inf} at first; NULL: an axis of names. */
    void (*range)(const ad_figure_panel *p, adrop_figure_axis_of axis, double range[2]);
    /* Name i of an axis of names, NULL beyond the last; both NULL for axes of numbers. */
    const char *(*column)(const ad_figure_panel *p, size_t i);
    const char *(*row)(const ad_figure_panel *p, size_t i);
    int has_legend; /* colours distinguish the series */
    int names_rows; /* characters name each series beside its values: no legend there */
    /* Draw the series into the plot. */
    void (*svg)(ad_svg *s, const ad_figure_panel *p);
    void (*plain)(ad_plain *t, const ad_figure_panel *p);
    int is_curve;      /* a page may redraw it: zoom, smoothing, other axes */
    int is_by_x;       /* the value of a point is its x */
    double row_height; /* of SVG: pixels of a row; 0: numbers, the height of the look */
    /* Of a page: pixels of a column, and more where several series stand beside each other. */
    double column_width, column_beside;
    enum { AD_SAMPLE_LINE, AD_SAMPLE_MARK, AD_SAMPLE_BAR } sample; /* in legends */
};

/* The kind of that name; NULL, and a failure that the figure keeps, if there is none. */
const ad_figure_kind *ad_figure_kind_of(adrop_figure *f, const char *name);

/* What several kinds share: the range of x and y, low and high among them. */
void ad_figure_range_of_points(const ad_figure_panel *p, adrop_figure_axis_of axis,
                               double range[2]);

/* The names of the points of the series with the most of them; of series. */
const char *ad_figure_point_name(const ad_figure_panel *p, size_t i);
const char *ad_figure_series_name(const ad_figure_panel *p, size_t i);

/* FOLDER/NAME.ENDING (figure_save.c), the folder made, and without what killed programs left there;
 * path has AD_PATH_SIZE bytes. */
adrop_status ad_figure_place(adrop_figure *f, const char *folder, const char *name,
                             const char *ending, char *path);

/* -- Writers ------------------------------------------------------------------------------- */

void ad_figure_svg(const adrop_figure *f, const adrop_figure_look *look, ad_text *out);
void ad_figure_html(const adrop_figure *f, const adrop_figure_look *look, ad_text *out);
void ad_figure_plain(const adrop_figure *f, const adrop_figure_look *look, ad_text *out);
void ad_figure_csv(const adrop_figure *f, const adrop_figure_look *look, ad_text *out);

#endif
