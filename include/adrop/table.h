/* Tables as text: for a terminal, or as CSV, Markdown or LaTeX.
 *
 *     adrop_table_create(ctx, "Test accuracy (%)", &t);
 *     adrop_table_column(t, 'l', "technique");
 *     adrop_table_column(t, 'r', "mean ± std");
 *     adrop_table_cell(t, ADROP_MARK_PLAIN, "none");
 *     adrop_table_cell(t, ADROP_MARK_BEST, "%.2f ± %.2f", 98.231, 0.114);
 *     adrop_table_note(t, "± is the standard deviation of the runs.");
 *     adrop_table_write(t, ADROP_TABLE_MARKDOWN, 0, &text);
 *
 * Texts are UTF-8; invalid bytes become U+FFFD, and special characters of the chosen style are
 * escaped. Numbers are formatted as in the C locale. */
#ifndef ADROP_TABLE_H
#define ADROP_TABLE_H

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_table adrop_table;

typedef enum adrop_mark {
    ADROP_MARK_PLAIN,
    ADROP_MARK_BEST,   /* bold */
    ADROP_MARK_SECOND, /* underlined */
} adrop_mark;

typedef enum adrop_table_style {
    ADROP_TABLE_TEXT,        /* aligned columns; marks are not shown */
    ADROP_TABLE_TEXT_COLOUR, /* the same, marks as terminal codes */
    ADROP_TABLE_CSV,         /* RFC 4180 except for its line ends, which are LF; notes are lines
                                that begin with '#'; title, marks and rules are omitted */
    ADROP_TABLE_MARKDOWN,    /* GitHub's tables; rules are omitted */
    ADROP_TABLE_LATEX,       /* a table float; needs \usepackage{booktabs} */
} adrop_table_style;

/* title may be "". */
ADROP_API adrop_status adrop_table_create(adrop_ctx *ctx, const char *title, adrop_table **out);

/* NULL is fine. */
ADROP_API void adrop_table_free(adrop_table *t);

/* Add a column, aligned 'l', 'r' or 'c'. ADROP_EINVAL once there are cells. */
ADROP_API adrop_status adrop_table_column(adrop_table *t, char align, const char *header);

/* The priority of the last column when a line is too narrow: 0, the default, is never omitted;
 * otherwise the highest rank is omitted first. */
ADROP_API adrop_status adrop_table_rank(adrop_table *t, int rank);

/* Limit the text styles to this many terminal columns; 0, the default: no limit. Columns with a
 * rank are omitted, and a note names them; if that is not enough, each row is written as lines of
 * "header  cell". */
ADROP_API void adrop_table_fit(adrop_table *t, size_t columns);

/* The next cell, row by row. ADROP_EINVAL without columns. */
ADROP_PRINTF(3, 4)
ADROP_API adrop_status adrop_table_cell(adrop_table *t, adrop_mark mark, const char *format, ...);

/* A rule before the next row, between groups of rows. ADROP_EINVAL within a row. */
ADROP_API adrop_status adrop_table_rule(adrop_table *t);

/* A sentence below the table. */
ADROP_PRINTF(2, 3)
ADROP_API adrop_status adrop_table_note(adrop_table *t, const char *format, ...);

/* The whole table as one text, freed with adrop_free. ascii: the text styles write "+-" for "±" and
 * '?' for other non-ASCII characters; other styles ignore it. ADROP_EINVAL if the last row lacks
 * cells. */
ADROP_API adrop_status adrop_table_write(adrop_table *t, adrop_table_style style, int ascii,
                                         char **text);

ADROP_END_DECLS

#endif
