/* Figures: data with axes, rendered as SVG, as characters for a terminal, as CSV, PNG or PDF.
 *
 *     adrop_figure *f;
 *     char *svg;
 *
 *     adrop_figure_create(ctx, "Test accuracy", &f);
 *     adrop_figure_panel(f, "line", "");
 *     adrop_figure_axis(f, ADROP_AXIS_X, "epoch", 0);
 *     adrop_figure_axis(f, ADROP_AXIS_Y, "accuracy (%)", 0);
 *     adrop_figure_series(f, "advanced", ADROP_NEXT_STYLE);
 *     for (size_t i = 0; i < n; i++)
 *         adrop_figure_point(f, epoch[i], accuracy[i]);
 *     adrop_figure_write(f, ADROP_FIGURE_SVG, NULL, &svg);
 *     adrop_free(ctx, svg);
 *     adrop_figure_free(f);
 *
 * A figure has panels, a panel has series, a series has points; each call adds to the element added
 * last. Several panels are small multiples: series of the same name look alike in all of them.
 * Texts are UTF-8 and are escaped as each format needs. Values that are not finite are gaps. The
 * first failure while adding is kept, and adrop_figure_write returns it.
 *
 * SVG stores the values with the drawing (data-x, data-y, data-low, data-high of each series,
 * data-label for names), with the same digits as CSV. */
#ifndef ADROP_FIGURE_H
#define ADROP_FIGURE_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_figure adrop_figure;

/* The kinds of panels, by index from 0: the name, and what the points of a series mean ("line":
 * points (x, y), joined in order). NULL past the last. `adrop list figures` prints them. */
ADROP_API const char *adrop_figure_kind_name(size_t i);
ADROP_API const char *adrop_figure_kind_summary(size_t i);

typedef enum adrop_figure_axis_of { ADROP_AXIS_X, ADROP_AXIS_Y } adrop_figure_axis_of;

/* A logarithmic axis; one that begins at 0; one that stays within 0 and 100. */
enum { ADROP_AXIS_LOG = 1, ADROP_AXIS_FROM_ZERO = 2, ADROP_AXIS_PERCENT = 4 };

/* The next colour that no series of the figure uses. Otherwise, 0 to 7 select a colour of the
 * palette, and larger numbers the same colours with dashes. */
enum { ADROP_NEXT_STYLE = -1 };

/* title may be "". */
ADROP_API adrop_status adrop_figure_create(adrop_ctx *ctx, const char *title, adrop_figure **out);
ADROP_API void adrop_figure_free(adrop_figure *f); /* NULL is fine */

/* Add a panel of the named kind; title may be "". Its axes are linear and without labels. */
ADROP_API void adrop_figure_panel(adrop_figure *f, const char *kind, const char *title);

/* Label an axis of the last panel, with its unit; flags are ADROP_AXIS_*. A logarithmic axis omits
 * values that are not positive. */
ADROP_API void adrop_figure_axis(adrop_figure *f, adrop_figure_axis_of axis, const char *label,
                                 int flags);

/* The range of an axis; by default, the range of the data. */
ADROP_API void adrop_figure_range(adrop_figure *f, adrop_figure_axis_of axis, double low,
                                  double high);

/* A labelled line across the last panel at a value of an axis; the label may be "". */
ADROP_API void adrop_figure_mark(adrop_figure *f, adrop_figure_axis_of axis, double at,
                                 const char *label);

ADROP_API void adrop_figure_series(adrop_figure *f, const char *name, int style);

/* The next point of the last series. */
ADROP_API void adrop_figure_point(adrop_figure *f, double x, double y);
ADROP_API void adrop_figure_spread(adrop_figure *f, double x, double y, double low, double high);
ADROP_API void adrop_figure_named(adrop_figure *f, const char *name, double x, double y, double low,
                                  double high);

/* A band from several runs: at each x, the mean of the runs that have a value, and one standard
 * deviation (n - 1) to both sides; values (runs, n), NaN: none. */
ADROP_API void adrop_figure_runs(adrop_figure *f, const char *name, int style, size_t runs,
                                 size_t n, const double *x, const double *values);

/* A histogram of n values in bins of equal width (at most 65,536; 0: the Freedman-Diaconis number,
 * 1 to 100), as a density of area 1. */
ADROP_API void adrop_figure_samples(adrop_figure *f, const char *name, int style, size_t n,
                                    const double *values, size_t bins);

/* A sentence below the figure. */
ADROP_PRINTF(2, 3)
ADROP_API void adrop_figure_note(adrop_figure *f, const char *format, ...);

/* 1 if it has no values. */
ADROP_API int adrop_figure_is_empty(const adrop_figure *f);

typedef enum adrop_figure_form {
    ADROP_FIGURE_SVG,  /* a complete document: light or dark, by the reader's preference */
    ADROP_FIGURE_HTML, /* the same as part of a page that includes adrop_figure_css */
    ADROP_FIGURE_TEXT, /* for a terminal */
    ADROP_FIGURE_CSV,  /* panel, series, name, x, y, low, high; empty columns are omitted */
} adrop_figure_form;

typedef struct adrop_figure_look {
    size_t size;    /* sizeof(adrop_figure_look) */
    size_t width;   /* of the whole figure. SVG: pixels, 640; text: columns, 80 */
    size_t height;  /* of the plot of one panel: pixels, 240; lines, 12. Kinds with one line per
                       name have their own height */
    size_t columns; /* panels side by side; 0: as many as are readable */
    int digits;     /* of values: significant digits, 0: all that are needed to read them back */
    int ascii;      /* text: no characters beyond ASCII */
    int colour;     /* text: use terminal colours */
    size_t number;  /* HTML: number of the figure within its page, which makes its ids unique */
} adrop_figure_look;

ADROP_API void adrop_figure_look_init_sized(adrop_figure_look *look, size_t size);
#define adrop_figure_look_init(look) adrop_figure_look_init_sized((look), sizeof *(look))

/* The whole figure as one text, freed with adrop_free; look may be NULL. */
ADROP_API adrop_status adrop_figure_write(adrop_figure *f, adrop_figure_form form,
                                          const adrop_figure_look *look, char **text);

/* The style sheet that a page with figures needs once. */
ADROP_API const char *adrop_figure_css(void);

/* Write FOLDER/NAME.svg and FOLDER/NAME.csv, each atomically; the folder is created. ADROP_EEXIST
 * if such a file exists that adrop did not write. */
ADROP_API adrop_status adrop_figure_save(adrop_figure *f, const char *folder, const char *name,
                                         const adrop_figure_look *look);

/* Write FOLDER/NAME.png, with `scale` pixels per SVG pixel, by the program rsvg-convert (Debian:
 * librsvg2-bin). ADROP_ENOENT, with a message, if it is not installed. */
ADROP_API adrop_status adrop_figure_save_png(adrop_figure *f, const char *folder, const char *name,
                                             const adrop_figure_look *look, double scale);

/* Write FOLDER/NAME.pdf, one page of the size of the figure. */
ADROP_API adrop_status adrop_figure_save_pdf(adrop_figure *f, const char *folder, const char *name,
                                             const adrop_figure_look *look);

ADROP_END_DECLS

#endif
