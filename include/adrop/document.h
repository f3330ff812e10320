/* Documents: what a computation has to say, as facts, tables, sentences and figures, and their
 * forms: text for a terminal, JSON, CSV, Markdown, LaTeX, HTML. No form is written by hand, so that
 * a page and a line of JSON cannot disagree.
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
 * A key names a value for programs, a label names it for people. Without a key (NULL) a value is
 * not in JSON; without a label (NULL) it is in JSON, CSV and HTML, but not in text, Markdown and
 * LaTeX. The label "" shows a value without a name.
 *
 * The calls that build a document return nothing. The first failure is kept, nothing is added after
 * it, and adrop_document_write returns it. Texts are copied; they are UTF-8, and what means
 * something to a form is escaped. */
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

/* title may be "". It is the first line for people; JSON and CSV leave it out. */
ADROP_API adrop_status adrop_document_create(adrop_ctx *ctx, const char *title,
                                             adrop_document **out);
ADROP_API void adrop_document_free(adrop_document *d); /* NULL is fine */

/* -- Places: what is added stands in the place that was opened last -------------------------- */

/* A group of facts and more. With a key it is an object in JSON, without one its members are those
 * of the object around it. heading: a line in bold, above members that are indented; NULL: none. */
ADROP_API void adrop_document_group(adrop_document *d, const char *key, const char *heading);

/* A list: an array in JSON; for people its values, separated by commas. Groups in it have no key.
 */
ADROP_API void adrop_document_list(adrop_document *d, const char *key, const char *label);

/* What a table is in JSON, and how it is shown. */
enum {
    ADROP_TABLE_ARRAYS = 1,    /* an array of arrays: rows without keys, a matrix */
    ADROP_TABLE_BY_COLUMN = 2, /* one array for each column with a key; the table has none */
    ADROP_TABLE_WHOLE = 4,     /* text: not shown where it is wider than the terminal */
    ADROP_TABLE_MEMBERS = 8,   /* cells with a key of their own are members of the object around it;
                                  the table has no key */
    ADROP_TABLE_SHEET = 16,    /* an object: its title, the labels of its columns, its rows as
                                  arrays, its notes; CSV has labels and cells as people read them,
                                  and notes as lines that begin with '#'; columns have the key "" */
    ADROP_TABLE_FOLDED = 32,   /* HTML: beneath its title, which opens it */
};

/* A table: an array of objects in JSON, one per row. title is a line above it; "": none; NULL: the
 * table is not in text, Markdown and LaTeX. Of a table without rows people read title and notes.
 * traits are ADROP_TABLE_*. */
ADROP_API void adrop_document_table(adrop_document *d, const char *key, const char *title,
                                    int traits);

/* Close the place that was opened last. */
ADROP_API void adrop_document_end(adrop_document *d);

/* -- Facts ---------------------------------------------------------------------------------------
 */

/* How a number is shown to people: that many significant digits, 0: all that it has;
 * ADROP_DECIMALS(n): n digits behind the point. JSON and CSV have all digits. */
#define ADROP_DECIMALS(n) (-1 - (n))

/* unit: "", "%", "ms", .. What is not finite is null in JSON; people read "infinite" or
 * "undefined". */
ADROP_API void adrop_document_number(adrop_document *d, const char *key, const char *label,
                                     double x, const char *unit, int digits);
/* The same of a float, with 9 digits: as many as it has. */
ADROP_API void adrop_document_float(adrop_document *d, const char *key, const char *label, float x);
ADROP_API void adrop_document_count(adrop_document *d, const char *key, const char *label,
                                    uint64_t n);
/* NULL is null. */
ADROP_API void adrop_document_text(adrop_document *d, const char *key, const char *label,
                                   const char *text);
/* true or false; "yes" or "no". */
ADROP_API void adrop_document_truth(adrop_document *d, const char *key, const char *label,
                                    int truth);
/* null; people read nothing. */
ADROP_API void adrop_document_null(adrop_document *d, const char *key);

/* n numbers, as an array with 9 digits of each; for people separated by commas. */
ADROP_API void adrop_document_vector(adrop_document *d, const char *key, const char *label,
                                     size_t n, const float *x);

/* -- Columns, cells and items ---------------------------------------------------------------------
 */

/* One more column of the table, before its first cell; align is 'l', 'r' or 'c', unit and digits
 * are those of its numbers. */
ADROP_API void adrop_document_column(adrop_document *d, const char *key, const char *label,
                                     char align, const char *unit, int digits);

/* How much the last column matters where a line is too short for all: 0, the default, stays; of the
 * others the highest is left out first. */
ADROP_API void adrop_document_rank(adrop_document *d, int rank);

/* Columns at once, ended by one without align; NULL as unit is "". */
typedef struct adrop_column {
    const char *key, *label;
    char align;
    const char *unit;
    int digits, rank;
} adrop_column;
ADROP_API void adrop_document_columns(adrop_document *d, const adrop_column *columns);

/* The next cell of the table, row by row, or the next item of the list. Groups, lists and tables
 * may be cells and items too; then their key and label are not read. */
ADROP_API void adrop_document_cell_number(adrop_document *d, double x);
ADROP_API void adrop_document_cell_float(adrop_document *d,
                                         float x); /* 9 digits: as many as it has */
ADROP_API void adrop_document_cell_count(adrop_document *d, uint64_t n);
ADROP_API void adrop_document_cell_text(adrop_document *d, const char *text);
ADROP_API void adrop_document_cell_truth(adrop_document *d, int truth);
ADROP_API void adrop_document_cell_null(adrop_document *d); /* people read "-" */
ADROP_API void adrop_document_cell_none(adrop_document *d); /* this row has no such key */

/* A line before the next row of the table, and a sentence beneath the table. */
ADROP_API void adrop_document_rule(adrop_document *d);
ADROP_API void adrop_document_note(adrop_document *d, const char *text);

/* -- More about the last fact, cell or item
 * --------------------------------------------------------- */

/* Words before and behind it for people; JSON has the value alone. Those around null stand for it.
 */
ADROP_API void adrop_document_around(adrop_document *d, const char *before, const char *after);

/* A second key of the same value, in JSON. */
ADROP_API void adrop_document_also(adrop_document *d, const char *key);

/* Of a cell: another key, unit and digits than its column has. */
ADROP_API void adrop_document_differs(adrop_document *d, const char *key, const char *unit,
                                      int digits);

ADROP_API void adrop_document_mark(adrop_document *d, adrop_mark mark);

/* -- Sentences and figures
 * --------------------------------------------------------------------------- */

/* A sentence: a paragraph for people. With a key it is a text in JSON too, in a list an item. */
ADROP_API void adrop_document_sentence(adrop_document *d, const char *key, const char *text);
ADROP_PRINTF(2, 3)
ADROP_API void adrop_document_say(adrop_document *d, const char *format, ...);

/* A sentence that people should not miss. */
ADROP_API void adrop_document_warning(adrop_document *d, const char *key, const char *text);

/* Lines for a terminal as they are, a drawing say; in text alone. */
ADROP_API void adrop_document_plain(adrop_document *d, const char *lines);

/* A figure, which the document owns from now on, after a failure too. With a key JSON has its data:
 * an array with an object for each panel. */
ADROP_API void adrop_document_figure(adrop_document *d, const char *key, adrop_figure *figure);

/* Figure i of the document, in the order of its places; NULL beyond the last. */
ADROP_API adrop_figure *adrop_document_figure_at(const adrop_document *d, size_t i);

/* -- Forms
 * -----------------------------------------------------------------------------------------------
 */

typedef enum adrop_document_form {
    ADROP_DOCUMENT_TEXT,     /* for people, at a terminal or in a file */
    ADROP_DOCUMENT_JSON,     /* one line, ended by a newline */
    ADROP_DOCUMENT_CSV,      /* facts as lines of key,value,unit, then each table with its keys; an
                                empty line between them */
    ADROP_DOCUMENT_MARKDOWN, /* GitHub's */
    ADROP_DOCUMENT_LATEX,    /* needs \usepackage{booktabs} */
    ADROP_DOCUMENT_HTML,     /* part of a page */
    ADROP_N_DOCUMENT_FORMS
} adrop_document_form;

/* "text", "json", ..; NULL beyond the last. */
ADROP_API const char *adrop_document_form_name(size_t form);

typedef struct adrop_document_look {
    size_t size;     /* sizeof(adrop_document_look) */
    size_t columns;  /* of a line of text, 80 */
    int is_terminal; /* text: no line is longer, prose is wrapped; otherwise only the last column of
                        a table is wrapped, and a sentence is one line */
    int ascii;       /* text: no characters beyond ASCII */
    int colour;      /* text: bold and underlined by the codes of terminals */
    size_t number;   /* HTML: of the first figure within the page */
    int brief;       /* HTML: what has no label is left out; CSV: facts are, and sentences are lines
                        that begin with '#' */
} adrop_document_look;

ADROP_API void adrop_document_look_init_sized(adrop_document_look *look, size_t size);
#define adrop_document_look_init(look) adrop_document_look_init_sized((look), sizeof *(look))

/* The whole as one text, freed with adrop_free; look may be NULL. ADROP_EINVAL for a place that is
 * still open, or a row that lacks cells. */
ADROP_API adrop_status adrop_document_write(const adrop_document *d, adrop_document_form form,
                                            const adrop_document_look *look, char **text);

ADROP_END_DECLS

#endif
