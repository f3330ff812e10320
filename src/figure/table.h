/* Internals of a table, for the writers of the styles. */
#ifndef AD_FIGURE_TABLE_H
#define AD_FIGURE_TABLE_H

#include "adrop/table.h"
#include "figure/text.h"

typedef struct ad_table_column {
    char *header; /* owned */
    char align;   /* 'l', 'r', 'c' */
    int rank;     /* 0: always shown */
} ad_table_column;

typedef struct ad_table_cell {
    char *text; /* owned */
    adrop_mark mark;
    int ruled; /* first of its row, with a rule before it */
} ad_table_cell;

struct adrop_table {
    adrop_ctx *ctx;
    char *title;              /* owned */
    ad_table_column *columns; /* (n_columns), owned */
    ad_table_cell *cells;     /* (n_cells), row by row, owned */
    char **notes;             /* (n_notes), all owned */
    size_t n_columns, n_cells, n_notes;
    size_t room_columns, room_cells, room_notes;
    int rule;            /* a rule comes before the next cell */
    size_t fit;          /* maximal line width; 0: no limit */
    adrop_status status; /* the first failure of a cell or note; writing then fails with it */
};

/* The writers: one file each. */
void ad_table_text(const adrop_table *t, int colour, int ascii, ad_text *out);
void ad_table_csv(const adrop_table *t, ad_text *out);
void ad_table_markdown(const adrop_table *t, ad_text *out);
void ad_table_latex(const adrop_table *t, ad_text *out);

/* A text with the style's special characters escaped. */
void ad_table_put_markdown(ad_text *out, const char *text);
void ad_table_put_latex(ad_text *out, const char *text);

/* A line that begins with '#'. */
void ad_table_put_csv_note(ad_text *out, const char *note);

#endif
