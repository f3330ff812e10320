/* How a table is written as text: its separator, decimal mark, rows and fields. Texts come from
 * encoding.h: UTF-8, lines end with "\n". */
#ifndef AD_DATA_DIALECT_H
#define AD_DATA_DIALECT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ad_dialect {
    char separator; /* ',', ';', '\t', '|', or ' ' for any run of blanks and tabs */
    char mark;      /* '.' or ',' */
    bool is_open;   /* no number in the first rows shows the mark; later values may */
} ad_dialect;

/* A field cut out of a row. */
typedef struct ad_field {
    const char *text; /* (length), without surrounding blanks and quotes */
    size_t length;
    bool is_quoted;
    bool is_doubled;   /* quotes inside are still doubled */
    const char *fault; /* NULL, or what is wrong */
} ad_field;

/* -- dialect_judge.c: judged from the first rows of a text, of any length -- */

/* separator 0: not known. */
ad_dialect ad_dialect_of(const char *text, size_t size, char separator);

/* Is it a number with this decimal mark and digits after it? 0: no; 1: perhaps, since three digits
 * after a mark may be thousands; 2: yes. */
int ad_fraction_look(const char *text, size_t length, char mark);

/* "semicolons" and the like. */
const char *ad_dialect_word(char separator);

/* -- dialect.c -- */

/* The end of the row that begins at p: the first line break outside quotes, or `end`. Adds the line
 * breaks inside quotes to *breaks. NULL: a quote is open at the end. separator 0: not known yet. */
const char *ad_row_end(const char *p, const char *end, char separator, size_t *breaks);

/* An iteration over the rows of a text. */
typedef struct ad_row_walk {
    char *p, *end;   /* the rest of the text */
    char separator;  /* 0: not known yet */
    bool has_quotes; /* any in the text */
    bool rows_alone; /* line breaks in quotes are not counted as lines */
    size_t columns;  /* return comments with this many fields, which may be rows; 0: return none */
    bool is_comment; /* such a comment was returned */
    size_t lines;    /* read so far */
    size_t line;     /* first line of the row, from 1 on */
    char *stop;      /* the end of the row: a line break or the end of the text */
} ad_row_walk;

ad_row_walk ad_row_walk_begin(char *text, char *end, char separator);

/* The next row that is neither blank nor a comment ('#'); NULL: none. A row with an open quote
 * extends to the end of the text. */
char *ad_row_next(ad_row_walk *w);

/* The field at p of a row that ends at stop, where a newline or a zero stands. Returns the next
 * field, or NULL after the last. _cut resolves doubled quotes in place; _look writes nothing. */
char *ad_field_cut(char *p, char *stop, char separator, ad_field *field);
const char *ad_field_look(const char *p, const char *stop, char separator, ad_field *field);

/* Is it empty, NA, NaN, N/A, null or ?; #N/A, <NA> or \N? */
bool ad_field_is_missing(const ad_field *field);

#endif
