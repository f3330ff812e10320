/* Figures: data with axes, written as SVG, as characters for a terminal, as CSV, as PNG, as PDF.
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
 * A figure has panels, a panel has series, a series has points; each call adds to what was added
 * last. Several panels are small multiples: series of one name look alike in all of them. Texts are
 * UTF-8, and whatever means something to the form that is written is escaped. Values that are not
 * finite are gaps. A failure while adding is kept, and adrop_figure_write returns it.
 *
 * Numbers: SVG holds the values beside the drawing (data-x, data-y, data-low, data-high of each
 * series, data-label for names), by the same digits as CSV has them. */
#ifndef ADROP_FIGURE_H
#define ADROP_FIGURE_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_figure adrop_figure;

/* The kinds of panels, by number from 0: what each is called, and what the points of a series mean
 * in it ("line": points (x, y), joined in order). NULL past the last. `adrop list figures` prints
 * them. */
ADROP_API const char *adrop_figure_kind_name(size_t i);
ADROP_API const char *adrop_figure_kind_summary(size_t i);

typedef enum adrop_figure_axis_of { ADROP_AXIS_X, ADROP_AXIS_Y } adrop_figure_axis_of;

/* A logarithmic axis; one that begins at 0; one that stays within 0 and 100. */
enum { ADROP_AXIS_LOG = 1, ADROP_AXIS_FROM_ZERO = 2, ADROP_AXIS_PERCENT = 4 };

/* The next colour that no series of the figure has; a number is that of the palette of 8, and from
 * 8 on the same colours with dashes. */
enum { ADROP_NEXT_STYLE = -1 };

/* title may be "". */
ADROP_API adrop_status adrop_figure_create(adrop_ctx *ctx, const char *title, adrop_figure **out);
ADROP_API void adrop_figure_free(adrop_figure *f); /* NULL is fine */

/* One more panel, of the kind with that name; title may be "". Its axes are plain and without
 * names. */
ADROP_API void adrop_figure_panel(adrop_figure *f, const char *kind, const char *title);

/* The name of an axis of the last panel, with its unit; flags are ADROP_AXIS_*. A logarithmic axis
 * leaves out what is not above 0. */
ADROP_API void adrop_figure_axis(adrop_figure *f, adrop_figure_axis_of axis, const char *label,
                                 int flags);

/* From where to where it goes; without it, as far as the data do. */
ADROP_API void adrop_figure_range(adrop_figure *f, adrop_figure_axis_of axis, double low,
                                  double high);

/* A line across the last panel at a value of an axis, with its name, which may be "". */
ADROP_API void adrop_figure_mark(adrop_figure *f, adrop_figure_axis_of axis, double at,
                                 const char *label);

ADROP_API void adrop_figure_series(adrop_figure *f, const char *name, int style);

/* The next point of the last series. */
ADROP_API void adrop_figure_point(adrop_figure *f, double x, double y);
ADROP_API void adrop_figure_spread(adrop_figure *f, double x, double y, double low, double high);
ADROP_API void adrop_figure_named(adrop_figure *f, const char *name, double x, double y, double low,
                                  double high);

/* A series of a band from several runs: at each x the mean of the runs that have a value, and one
 * standard deviation (n - 1) to both sides; values (runs, n), NaN: none. */
ADROP_API void adrop_figure_runs(adrop_figure *f, const char *name, int style, size_t runs,
                                 size_t n, const double *x, const double *values);

/* A series of a histogram: n values in bins of equal width (at most 65,536; 0: Freedman and
 * Diaconis' number, 1 to 100), as a density: the area is 1. */
ADROP_API void adrop_figure_samples(adrop_figure *f, const char *name, int style, size_t n,
                                    const double *values, size_t bins);

/* A sentence beneath the figure. */
ADROP_PRINTF(2, 3)
ADROP_API void adrop_figure_note(adrop_figure *f, const char *format, ...);

/* Has it not one value? */
ADROP_API int adrop_figure_is_empty(const adrop_figure *f);

typedef enum adrop_figure_form {
    ADROP_FIGURE_SVG,  /* a document of its own: light and dark by the reader's preference */
    ADROP_FIGURE_HTML, /* the same as part of a page that has adrop_figure_css */
    ADROP_FIGURE_TEXT, /* for a terminal */
    ADROP_FIGURE_CSV,  /* panel, series, name, x, y, low, high; columns that are empty are left out
                        */
} adrop_figure_form;

typedef struct adrop_figure_look {
    size_t size;    /* sizeof(adrop_figure_look) */
    size_t width;   /* SVG: pixels, 640; text: columns, 80. Of the whole */
    size_t height;  /* of the plot of one panel: pixels, 240; lines, 12. Kinds with a line for each
                       name have their own height */
    size_t columns; /* panels side by side; 0: as many as are readable */
    int digits;     /* of values: significant ones, 0: all that are needed to read them back */
    int ascii;      /* text: no characters beyond ASCII */
    int colour;     /* text: with the colours of terminals */
    size_t number;  /* HTML: of the figure within its page; names in it are then unique */
} adrop_figure_look;

ADROP_API void adrop_figure_look_init_sized(adrop_figure_look *look, size_t size);
#define adrop_figure_look_init(look) adrop_figure_look_init_sized((look), sizeof *(look))

/* The whole as one text, freed with adrop_free; look may be NULL. */
ADROP_API adrop_status adrop_figure_write(adrop_figure *f, adrop_figure_form form,
                                          const adrop_figure_look *look, char **text);

/* The style sheet that figures in a page need, once. */
ADROP_API const char *adrop_figure_css(void);

/* Write FOLDER/NAME.svg and FOLDER/NAME.csv, each whole or not at all; the folder is made.
 * ADROP_EEXIST if such a file is there that adrop has not made. */
ADROP_API adrop_status adrop_figure_save(adrop_figure *f, const char *folder, const char *name,
                                         const adrop_figure_look *look);

/* The same as FOLDER/NAME.png, `scale` pixels for each of SVG's, by the program rsvg-convert
 * (Debian: librsvg2-bin). ADROP_ENOENT, and a sentence, where that is not installed. */
ADROP_API adrop_status adrop_figure_save_png(adrop_figure *f, const char *folder, const char *name,
                                             const adrop_figure_look *look, double scale);

/* The same as FOLDER/NAME.pdf, a page as large as the figure. */
ADROP_API adrop_status adrop_figure_save_pdf(adrop_figure *f, const char *folder, const char *name,
                                             const adrop_figure_look *look);

ADROP_END_DECLS

#endif
