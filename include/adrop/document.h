/* Documents: results as facts, tables, sentences and figures, rendered as text for a terminal,
 * JSON, CSV, Markdown, LaTeX or HTML. Every format is generated from the same document, so a page
 * and a JSON line cannot disagree.
 *
 *     adrop_document *d;
 *     char *text;
 *
 *     adrop_document_create(ctx, "", &d);
 *     adrop_document_count(d, "n", "rows", 360);
 *     adrop_document_number(d, "test_acc", "accuracy", 96.94, "%", 4);
 *     adrop_document_table(d, "per_class", "", 0);
 *     adrop_document_column(d, "class", "class", 'l', "", 0);
 *     adrop_document_column(d, "f1", "F1", 'r', "", 4);
 *     adrop_document_cell_text(d, "0");
 *     adrop_document_cell_number(d, 0.9863);
 *     adrop_document_end(d);
 *     adrop_document_write(d, ADROP_DOCUMENT_JSON, NULL, &text);
 *     // {"n":360,"test_acc":96.94,"per_class":[{"class":"0","f1":0.9863}]}
 *
 * A key names a value for programs, a label names it for people. A value without a key (NULL) is
 * not in JSON. A value without a label (NULL) is in JSON, CSV and HTML, but not in text, Markdown
 * and LaTeX. The label "" shows a value without a name.
 *
 * The calls that build a document return nothing. After the first failure nothing more is added,
 * and adrop_document_write returns it. Texts are UTF-8; they are copied, and escaped as each format
 * needs. */
#ifndef ADROP_DOCUMENT_H
#define ADROP_DOCUMENT_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/figure.h"
#include "adrop/status.h"
#include "adrop/table.h"

ADROP_BEGIN_DECLS

typedef struct adrop_document adrop_document;

/* title may be "". It is the first line for people; JSON and CSV omit it. */
ADROP_API adrop_status adrop_document_create(adrop_ctx *ctx, const char *title,
                                             adrop_document **out);
ADROP_API void adrop_document_free(adrop_document *d); /* NULL is fine */

/* -- Places: new members go into the place opened last ---------------------------------------- */

/* A group of facts and other members: an object in JSON if it has a key; without a key, its members
 * belong to the enclosing object. heading: a bold line above indented members; NULL: none. */
ADROP_API void adrop_document_group(adrop_document *d, const char *key, const char *heading);

/* A list: an array in JSON; comma-separated values for people. Groups in a list have no key. */
ADROP_API void adrop_document_list(adrop_document *d, const char *key, const char *label);

/* How a table appears in JSON, and how it is shown. */
enum {
    ADROP_TABLE_ARRAYS = 1,    /* an array of arrays: rows without keys, a matrix */
    ADROP_TABLE_BY_COLUMN = 2, /* one array for each column with a key; the table has none */
    ADROP_TABLE_WHOLE = 4,     /* text: omit the table if it is wider than the terminal */
    ADROP_TABLE_MEMBERS = 8,   /* cells with their own keys become members of the enclosing object;
                                  the table has no key */
    ADROP_TABLE_SHEET = 16,    /* an object: title, column labels, rows as arrays, notes. CSV has
                                  labels and cells as people read them, and notes as lines that
                                  begin with '#'; columns have the key "" */
    ADROP_TABLE_FOLDED = 32,   /* HTML: collapsed below its title */
};

/* A table: an array of objects in JSON, one per row. title is a line above it; "": none; NULL: omit
 * the table from text, Markdown and LaTeX. Of a table without rows, people see title and notes.
 * traits are ADROP_TABLE_*. */
ADROP_API void adrop_document_table(adrop_document *d, const char *key, const char *title,
                                    int traits);

/* Close the place opened last. */
ADROP_API void adrop_document_end(adrop_document *d);

/* -- Facts --------------------------------------------------------------------------------- */

/* How a number is shown to people: with this many significant digits; 0: all digits;
 * ADROP_DECIMALS(n): n digits after the point. JSON and CSV have all digits. */
#define ADROP_DECIMALS(n) (-1 - (n))

/* unit: "", "%", "ms", .. Values that are not finite are null in JSON and "infinite" or "undefined"
 * for people. */
ADROP_API void adrop_document_number(adrop_document *d, const char *key, const char *label,
                                     double x, const char *unit, int digits);
/* A float, with 9 digits, enough to read it back. */
ADROP_API void adrop_document_float(adrop_document *d, const char *key, const char *label, float x);
ADROP_API void adrop_document_count(adrop_document *d, const char *key, const char *label,
                                    uint64_t n);
/* NULL gives null. */
ADROP_API void adrop_document_text(adrop_document *d, const char *key, const char *label,
                                   const char *text);
/* true or false in JSON; "yes" or "no" for people. */
ADROP_API void adrop_document_truth(adrop_document *d, const char *key, const char *label,
                                    int truth);
/* null in JSON; nothing for people. */
ADROP_API void adrop_document_null(adrop_document *d, const char *key);

/* An array of n numbers with 9 digits each; comma-separated for people. */
ADROP_API void adrop_document_vector(adrop_document *d, const char *key, const char *label,
                                     size_t n, const float *x);

/* -- Columns, cells and items -------------------------------------------------------------- */

/* Add a column to the table, before its first cell; align is 'l', 'r' or 'c', unit and digits apply
 * to its numbers. */
ADROP_API void adrop_document_column(adrop_document *d, const char *key, const char *label,
                                     char align, const char *unit, int digits);

/* The priority of the last column when a line is too narrow: 0, the default, is never omitted;
 * otherwise the highest rank is omitted first. */
ADROP_API void adrop_document_rank(adrop_document *d, int rank);

/* Several columns at once, ended by one without align; a NULL unit is "". */
typedef struct adrop_column {
    const char *key, *label;
    char align;
    const char *unit;
    int digits, rank;
} adrop_column;
ADROP_API void adrop_document_columns(adrop_document *d, const adrop_column *columns);

/* The next cell of the table, row by row, or the next item of the list. Groups, lists and tables
 * may also be cells and items; their key and label are then ignored. */
ADROP_API void adrop_document_cell_number(adrop_document *d, double x);
ADROP_API void adrop_document_cell_float(adrop_document *d,
                                         float x); /* 9 digits, enough to read it back */
ADROP_API void adrop_document_cell_count(adrop_document *d, uint64_t n);
ADROP_API void adrop_document_cell_text(adrop_document *d, const char *text);
ADROP_API void adrop_document_cell_truth(adrop_document *d, int truth);
ADROP_API void adrop_document_cell_null(adrop_document *d); /* people see "-" */
ADROP_API void adrop_document_cell_none(adrop_document *d); /* this row has no such key */

/* A rule before the next row of the table, and a sentence below the table. */
ADROP_API void adrop_document_rule(adrop_document *d);
ADROP_API void adrop_document_note(adrop_document *d, const char *text);

/* -- More about the last fact, cell or item ------------------------------------------------- */

/* Words before and after the value for people; JSON has only the value. Around a null, they replace
 * it. */
ADROP_API void adrop_document_around(adrop_document *d, const char *before, const char *after);

/* A second key for the same value, in JSON. */
ADROP_API void adrop_document_also(adrop_document *d, const char *key);

/* For one cell: a key, unit and digits that differ from its column's. */
ADROP_API void adrop_document_differs(adrop_document *d, const char *key, const char *unit,
                                      int digits);

ADROP_API void adrop_document_mark(adrop_document *d, adrop_mark mark);

/* -- Sentences and figures ----------------------------------------------------------------- */

/* A sentence: a paragraph for people. With a key it is also a text in JSON; in a list it is an
 * item. */
ADROP_API void adrop_document_sentence(adrop_document *d, const char *key, const char *text);
ADROP_PRINTF(2, 3)
ADROP_API void adrop_document_say(adrop_document *d, const char *format, ...);

/* A sentence that people should notice. */
ADROP_API void adrop_document_warning(adrop_document *d, const char *key, const char *text);

/* Preformatted lines for a terminal, such as a drawing; only in text. */
ADROP_API void adrop_document_plain(adrop_document *d, const char *lines);

/* A figure, which the document owns from now on, even after a failure. With a key, JSON has its
 * data: an array with one object per panel. */
ADROP_API void adrop_document_figure(adrop_document *d, const char *key, adrop_figure *figure);

/* Figure i of the document, in document order; NULL past the last. */
ADROP_API adrop_figure *adrop_document_figure_at(const adrop_document *d, size_t i);

/* -- Forms --------------------------------------------------------------------------------- */

typedef enum adrop_document_form {
    ADROP_DOCUMENT_TEXT,     /* for people, at a terminal or in a file */
    ADROP_DOCUMENT_JSON,     /* one line, ended by a newline */
    ADROP_DOCUMENT_CSV,      /* facts as lines of key,value,unit, then each table with its keys,
                                separated by empty lines */
    ADROP_DOCUMENT_MARKDOWN, /* GitHub's */
    ADROP_DOCUMENT_LATEX,    /* needs \usepackage{booktabs} */
    ADROP_DOCUMENT_HTML,     /* part of a page */
    ADROP_N_DOCUMENT_FORMS
} adrop_document_form;

/* "text", "json", ..; NULL past the last. */
ADROP_API const char *adrop_document_form_name(size_t form);

typedef struct adrop_document_look {
    size_t size;     /* sizeof(adrop_document_look) */
    size_t columns;  /* width of a line of text, 80 */
    int is_terminal; /* text: wrap prose and keep lines within columns; otherwise wrap only the last
                        column of a table and write each sentence on one line */
    int ascii;       /* text: no characters beyond ASCII */
    int colour;      /* text: bold and underline by terminal codes */
    size_t number;   /* HTML: number of the first figure within the page */
    int brief;       /* HTML: omit what has no label; CSV: omit facts, and write sentences as lines
                        that begin with '#' */
} adrop_document_look;

ADROP_API void adrop_document_look_init_sized(adrop_document_look *look, size_t size);
#define adrop_document_look_init(look) adrop_document_look_init_sized((look), sizeof *(look))

/* The whole document as one text, freed with adrop_free; look may be NULL. ADROP_EINVAL if a place
 * is still open or a row lacks cells. */
ADROP_API adrop_status adrop_document_write(const adrop_document *d, adrop_document_form form,
                                            const adrop_document_look *look, char **text);

ADROP_END_DECLS

#endif
