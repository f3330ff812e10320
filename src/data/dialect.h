/* How a table is written as text: what stands between columns, and the decimal mark. */
#ifndef AD_DATA_DIALECT_H
#define AD_DATA_DIALECT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ad_dialect {
    char separator; /* ',', ';', '\t', or ' ' for any run of blanks and tabs */
    char mark;      /* '.' or ',' */
} ad_dialect;

/* A field cut out of a line. */
typedef struct ad_field {
    const char *text; /* (length), without blanks around it and without its quotes */
    size_t length;
    bool is_quoted;
    const char *fault; /* NULL, or what is wrong with it */
} ad_field;

/* Judge by the first lines of a text (size, a zero behind it). */
ad_dialect ad_dialect_of(const char *text, size_t size);

/* "semicolons" and the like. */
const char *ad_dialect_word(char separator);

/* The next line that is neither blank nor a comment ('#'), from *p on and before end; NULL: none.
 * *stop is its end, without "\r\n". *p moves behind it, *lines counts those gone over. */
char *ad_line_next(char **p, char *end, char **stop, size_t *lines);

/* The field at p of a line that ends at stop, where a newline or a zero stands. Doubled quotes are
 * written over. Returns where the next field begins, or NULL behind the last. */
char *ad_field_cut(char *p, char *stop, char separator, ad_field *field);

/* Is it empty, NA, NaN, N/A, null or ? */
bool ad_field_is_missing(const ad_field *field);

#endif
