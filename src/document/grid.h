/* Cells in columns, for text: every column is as wide as its widest cell. If that does not fit the
 * line: columns with a rank are left out, the highest first; a last column of text is wrapped, or
 * put on lines of its own if less than a third of the line is left for it; then the widest columns
 * of text are cut; and if all that is not enough, each row is written as lines of
 * "header  cell". */
#ifndef AD_DOCUMENT_GRID_H
#define AD_DOCUMENT_GRID_H

#include "adrop/document.h"
#include "document/arena.h"
#include "figure/text.h"

typedef struct ad_grid_column {
    char align;
    int rank;
    size_t width;
    int gone; /* left out */
} ad_grid_column;

typedef struct ad_grid_cell {
    const char *text;
    adrop_mark mark;
} ad_grid_cell;

typedef struct ad_grid_row ad_grid_row;
struct ad_grid_row {
    ad_grid_row *next;
    ad_grid_cell *cells; /* (n) */
    int ruled;           /* a rule precedes it */
};

typedef struct ad_grid {
    ad_document_arena arena;
    const adrop_document_look *look;
    size_t n;                /* columns */
    ad_grid_column *columns; /* (n) */
    ad_grid_row *first, *last;
    size_t filled;  /* cells of the last row */
    int has_header; /* the first row holds the headers */
    size_t indent;
    int wraps, folds; /* the last column is wrapped; is put on lines of its own */
} ad_grid;

/* An empty grid of n left-aligned columns; the caller releases it. */
ad_grid ad_grid_start(adrop_ctx *ctx, const adrop_document_look *look, size_t n);

/* Add the next cell, row by row; ruled matters for the first cell of a row. */
void ad_grid_add(ad_grid *g, const char *text, adrop_mark mark, int ruled);

/* The columns of the terminal that the widest line takes with nothing left out. */
size_t ad_grid_width(ad_grid *g);

/* Write the grid `indent` columns from the left, and empty it. */
void ad_grid_write(ad_grid *g, size_t indent, ad_text *out);

/* Write words from the given column on, further lines from indent, and a line end. No line is
 * longer than `most`; 0: one line. */
void ad_grid_wrap(ad_text *out, const char *text, size_t column, size_t indent, size_t most);

/* The terminal code for a mark; "" without colour. */
const char *ad_grid_code(const adrop_document_look *look, adrop_mark mark);

#endif
