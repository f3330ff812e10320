/* Tables as text, line by line, for reader_uci.c.
 *
 * Columns are separated by commas, else by semicolons, else by blanks and tabs: the first
 * of these found in the first line. A field may be in double quotes. Blank lines and lines
 * that begin with '#' are skipped. */
#ifndef AD_DATA_TEXT_TABLE_H
#define AD_DATA_TEXT_TABLE_H

#include <stdbool.h>

#include "adrop/context.h"
#include "base/bytes.h"

typedef struct ad_text_table {
    adrop_ctx *ctx;
    const char *where;     /* the file, for messages */
    char *next, *end;      /* the rest of the text, which is cut in place */
    char separator;        /* ',', ';' or ' '; 0 before the first line */
    size_t line;           /* number of the line in fields, from 1 on */
    char **fields;         /* (n_fields), in the text; the array is owned */
    size_t n_fields, room; /* room: of the array */
} ad_text_table;

/* text (size) is borrowed, converted to UTF-8 (encoding.h) and cut. ADROP_EFORMAT if it is not
 * text. */
adrop_status ad_text_table_open(adrop_ctx *ctx, const char *where, ad_bytes *text,
                                ad_text_table *t);
void ad_text_table_release(ad_text_table *t);

/* The fields of the next line that has any; *more is false at the end. All lines must
 * have as many as the first. */
adrop_status ad_text_table_next(ad_text_table *t, bool *more);

/* Field `column` of the line as a number. ADROP_EFORMAT, with line and column, if it
 * is missing (empty, NA, NaN, ?), not a number, or too large for a float. */
adrop_status ad_text_table_number(const ad_text_table *t, size_t column, double *x);

/* ADROP_EFORMAT with file, line and reason. */
__attribute__((format(printf, 2, 3))) adrop_status ad_text_table_refuse(const ad_text_table *t,
                                                                        const char *format, ...);

#endif
