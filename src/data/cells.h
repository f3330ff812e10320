/* The cells of a table as numbers: a text file read in pieces, each cut into blocks of rows that
 * are parsed on all threads. The blocks depend on the text alone, and are put together in order.
 *
 * A column is a column of numbers or of words; which is found by what stands in it. Words are
 * numbered in the order in which they come. Memory is that of the cells and of a piece of text. */
#ifndef AD_DATA_CELLS_H
#define AD_DATA_CELLS_H

#include "data/dialect.h"
#include "data/form.h"
#include "data/source.h"
#include "data/words.h"

typedef enum ad_cell_role {
    AD_CELL_SKIP,   /* left out */
    AD_CELL_AUTO,   /* numbers or words */
    AD_CELL_NUMBER, /* numbers alone */
    AD_CELL_WORD,   /* words, whatever they look like */
    AD_CELL_DATE,   /* dates, whose form is looked for */
    AD_CELL_FORM,   /* numbers or dates of a form that is known */
    AD_CELL_NAME,   /* texts that are kept as they are */
} ad_cell_role;

typedef struct ad_cell_column {
    ad_cell_role role;
    const char *name; /* borrowed; NULL: it has none */
    ad_form form;     /* of AD_CELL_FORM */
    bool was_whole;   /* of AD_CELL_NUMBER: the run's own table has whole numbers alone */
    bool is_strict;   /* of AD_CELL_NUMBER: a word is refused where it stands, not kept for later */
    bool looks;       /* of AD_CELL_AUTO and _NUMBER: numbers are looked at, too, not words alone */
    size_t most;      /* different words; 0: AD_MAX_CLASSES */
    bool may_miss;    /* a missing value is a NaN, not a fault */
    bool may_be_empty; /* the same while it is not known whether all are missing */
    const char *what;  /* ", the target" and the like, for messages; NULL: nothing */
    const char *cure;  /* of a missing value; NULL: none is known */
    const char *hint;  /* behind the message of a word that is no number; NULL: nothing */

    /* Found: */
    size_t slot;                                 /* of a kept column in a row of cells */
    size_t n_numbers, n_words, n_missing;        /* cells */
    size_t number_line, word_line, missing_line; /* where the first of them stands */
    char first_number[40], first_word[40], first_missing[40]; /* their beginnings */
    double lowest, highest;                                   /* of the numbers */
    char first_zeros[40];  /* the first plain number with a zero in front of three digits; "" */
    char first_open[40];   /* where the dialect is open: the first plain number like 1.234; "" */
    size_t n_open, n_bare; /* there: those like 1.234, and those without a mark .. */
    double most_bare;      /* .. and the largest magnitude of the latter */
    bool has_fraction;     /* one that no grouping explains, as 1.25 */
    ad_forms forms;        /* of words, and of numbers if it looks at them */
    bool is_full;          /* there are more than `most` words: those beyond are
                              not kept */
    ad_words words;        /* owned; may hold some before reading */
} ad_cell_column;

typedef struct ad_cells {
    adrop_ctx *ctx;
    ad_dialect dialect;
    size_t n_fields;         /* of a line */
    ad_cell_column *columns; /* (n_fields), owned */
    size_t n_slots, rows;
    float *values;  /* (rows, n_slots), owned, once all is read */
    ad_bytes names; /* (rows) texts, each ended by a zero, of the column of names */
    bool keep_lines;
    ad_bytes lines; /* (rows) uint32_t: where each stands in its file; if they are kept */
    bool is_named;  /* the first line holds names, whatever they look like */
    bool is_short;  /* during begin: the first line has one name less than the rows have fields,
                       and "" was added; it is a header */
    bool is_open;   /* the last column of the file is that one, since rows end with a separator */
    bool is_first_unnamed; /* such a column may be the first, whatever stands in it */
    char *const *second;   /* (n_second), borrowed, during begin: the fields of the second line */
    size_t n_second;

    ad_bytes pieces; /* inside: what the blocks gave (cells_impl.h) */
} ad_cells;

/* What a line of fields means: called once per file with its first line, before anything is parsed.
 * Sets *is_header, and at the first file columns and their roles. */
typedef adrop_status ad_cells_begin_fn(void *arg, ad_cells *cells, const char *where, size_t line,
                                       char *const *fields, size_t n, bool *is_header);

/* A file whose rows are added. ADROP_EFORMAT with file, line, column and reason. */
typedef struct ad_cells_file {
    ad_source *source;
    size_t entry;
    ad_cells_begin_fn *begin;
    void *arg;
    size_t *const *map; /* *map (n_fields): field to column, SIZE_MAX: left out; NULL: as they come;
                           begin may set it */
    size_t n_fields;    /* of a row of this file; set by the reader, as is the next */
    size_t before;      /* the number of the line before the first: 0, or SIZE_MAX for 0 first */
} ad_cells_file;
adrop_status ad_cells_read(ad_cells *cells, ad_cells_file *file);

/* Put the rows together, after the last file. */
adrop_status ad_cells_finish(ad_cells *cells);

/* Forget what was read, and keep what columns are: the files can be read again. */
void ad_cells_rewind(ad_cells *cells);

void ad_cells_release(ad_cells *cells);

/* "column 'age'", or "column 3" where it has no name; for messages. */
enum { AD_CELL_WHO = 96 };
const char *ad_cell_who(const ad_cell_column *c, size_t number, char who[AD_CELL_WHO]);

/* Does a cell's column hold words? */
static inline bool ad_cell_is_word(const ad_cell_column *c)
{
    return c->role == AD_CELL_WORD || c->n_words > 0;
}

#endif
