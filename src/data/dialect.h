/* How a table is written as text: what stands between columns, and the decimal mark; its rows and
 * fields. Texts are those of encoding.h: UTF-8, and lines end with "\n". */
#ifndef AD_DATA_DIALECT_H
#define AD_DATA_DIALECT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ad_dialect {
    char separator; /* ',', ';', '\t', '|', or ' ' for any run of blanks and tabs */
    char mark;      /* '.' or ',' */
    bool is_open;   /* no number of the first rows tells the mark, and values with one may follow */
} ad_dialect;

/* A field cut out of a row. */
typedef struct ad_field {
    const char *text; /* (length), without blanks around it and without its quotes */
    size_t length;
    bool is_quoted;
    bool is_doubled;   /* quotes in it are still doubled */
    const char *fault; /* NULL, or what is wrong with it */
} ad_field;

/* -- dialect_judge.c: by the first rows of a text, of any length -- */

/* separator: 0: it is not known. */
ad_dialect ad_dialect_of(const char *text, size_t size, char separator);

/* Is it a number with this decimal mark and digits behind it? 1: perhaps, for three digits behind
 * it may be thousands; 2: it is; 0: no. */
int ad_fraction_look(const char *text, size_t length, char mark);

/* "semicolons" and the like. */
const char *ad_dialect_word(char separator);

/* -- dialect.c -- */

/* The end of the row that begins at p: the first line break that is not in a quoted field, or
 * `end`; *breaks counts those that are. NULL: a quote is open at the end. separator 0: it is not
 * known yet. */
const char *ad_row_end(const char *p, const char *end, char separator, size_t *breaks);

/* Going over the rows of a text. */
typedef struct ad_row_walk {
    char *p, *end;   /* what is left */
    char separator;  /* 0: not known yet */
    bool has_quotes; /* any in the text */
    bool rows_alone; /* line breaks in quotes are not counted as lines */
    size_t columns;  /* a comment with as many fields may be a row, and is given; 0: none is */
    bool is_comment; /* the row that was given is one */
    size_t lines;    /* gone over */
    size_t line;     /* where the row begins, from 1 on */
    char *stop;      /* the end of the row: a line break or the end of the text */
} ad_row_walk;

ad_row_walk ad_row_walk_begin(char *text, char *end, char separator);

/* The next row that is neither blank nor a comment ('#'); NULL: none. A row whose quote is open
 * reaches to the end of the text. */
char *ad_row_next(ad_row_walk *w);

/* The field at p of a row that ends at stop, where a newline or a zero stands. Returns where the
 * next field begins, or NULL behind the last. Cutting writes over doubled quotes; looking writes
 * nothing. */
char *ad_field_cut(char *p, char *stop, char separator, ad_field *field);
const char *ad_field_look(const char *p, const char *stop, char separator, ad_field *field);

/* Is it empty, NA, NaN, N/A, null or ?; #N/A, <NA> or \N? */
bool ad_field_is_missing(const ad_field *field);

#endif
