/* The cells of a table as numbers: a text file read in pieces, each cut into blocks of rows that
 * all threads parse. The blocks depend on the text alone and are merged in order.
 *
 * A column holds numbers or words; its contents decide. Words are numbered in order of first
 * appearance. Memory: the cells, plus one piece of text. */
#ifndef AD_DATA_CELLS_H
#define AD_DATA_CELLS_H

#include "data/dialect.h"
#include "data/form.h"
#include "data/source.h"
#include "data/words.h"

typedef enum ad_cell_role {
    AD_CELL_SKIP,   /* left out */
    AD_CELL_AUTO,   /* numbers or words */
    AD_CELL_NUMBER, /* numbers only */
    AD_CELL_WORD,   /* words, whatever they look like */
    AD_CELL_DATE,   /* dates of a form still to be found */
    AD_CELL_FORM,   /* numbers or dates of a known form */
    AD_CELL_NAME,   /* texts, kept unchanged */
} ad_cell_role;

typedef struct ad_cell_column {
    ad_cell_role role;
    const char *name;  /* borrowed; NULL: none */
    ad_form form;      /* of AD_CELL_FORM */
    bool was_whole;    /* of AD_CELL_NUMBER: the run's own table has only whole numbers */
    bool is_strict;    /* of AD_CELL_NUMBER: a word is an error at once, not kept for later */
    bool looks;        /* of AD_CELL_AUTO and _NUMBER: forms collects numbers too, not only words */
    size_t most;       /* limit of different words; 0: AD_MAX_CLASSES */
    bool may_miss;     /* a missing value is a NaN, not an error */
    bool may_be_empty; /* the same, until it is known whether all are missing */
    const char *what;  /* ", the target" and the like, for messages; NULL: nothing */
    const char *cure;  /* for a missing value; NULL: none is known */
    const char *hint;  /* appended to messages about words; NULL: nothing */

    /* Found: */
    size_t slot;                                 /* index of a kept column in a row of values */
    size_t n_numbers, n_words, n_missing;        /* cells */
    size_t number_line, word_line, missing_line; /* line of the first of each */
    char first_number[40], first_word[40], first_missing[40]; /* their first characters */
    double lowest, highest;                                   /* of the numbers */
    char first_zeros[40];  /* the first plain number like 007, or "" */
    char first_open[40];   /* if the dialect is open: the first plain number like 1.234, or "" */
    size_t n_open, n_bare; /* if open: numbers like 1.234, and numbers without a mark */
    double most_bare;      /* the largest magnitude of the numbers without a mark */
    bool has_fraction;     /* a number like 1.25, where the mark cannot separate thousands */
    ad_forms forms;        /* of words, and of numbers if `looks` */
    bool is_full;          /* there are more than `most` words; the rest is
                              not kept */
    ad_words words;        /* owned; may hold words before reading */
} ad_cell_column;

typedef struct ad_cells {
    adrop_ctx *ctx;
    ad_dialect dialect;
    size_t n_fields;         /* per line */
    ad_cell_column *columns; /* (n_fields), owned */
    size_t n_slots, rows;
    float *values;  /* (rows, n_slots), owned; set at the end */
    ad_bytes names; /* (rows) zero-terminated texts of the AD_CELL_NAME column */
    bool keep_lines;
    ad_bytes lines; /* (rows) uint32_t: line of each row in its file, if keep_lines */
    bool is_named;  /* the first line holds names, whatever they look like */
    bool is_short;  /* during begin: the first line has one name fewer than rows have fields; ""
                       was added, and it is a header */
    bool is_open;   /* the unnamed column is the last of the file: rows end with a separator */
    bool is_first_unnamed; /* an unnamed column is the first, whatever it holds */
    char *const *second;   /* (n_second), borrowed, during begin: the fields of the second line */
    size_t n_second;

    ad_bytes pieces; /* internal: rows from the blocks (cells_impl.h) */
} ad_cells;

/* Decide what the first line of a file is; called once per file, before parsing. Sets *is_header
 * and, for the first file, the columns and their roles. */
typedef adrop_status ad_cells_begin_fn(void *arg, ad_cells *cells, const char *where, size_t line,
                                       char *const *fields, size_t n, bool *is_header);

/* A file whose rows are added. ADROP_EFORMAT with file, line, column and reason. */
typedef struct ad_cells_file {
    ad_source *source;
    size_t entry;
    ad_cells_begin_fn *begin;
    void *arg;
    size_t *const *map; /* *map (n_fields): field to column, SIZE_MAX: dropped; NULL: in order;
                           begin may set it */
    size_t n_fields;    /* per row of this file; the reader sets it */
    size_t before;      /* number of the line before the first: 0, or SIZE_MAX to count from 0 */
} ad_cells_file;
adrop_status ad_cells_read(ad_cells *cells, ad_cells_file *file);

/* Join the rows, after the last file. */
adrop_status ad_cells_finish(ad_cells *cells);

/* Drop the rows and keep the columns, to read the files again. */
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
