/* A table being read: the roles of its columns. Shared by reader_table.c and table_*.c. */
#ifndef AD_DATA_TABLE_H
#define AD_DATA_TABLE_H

#include "data/cells.h"
#include "data/raw.h"

/* Columns are indices into the cells. SIZE_MAX: none. */
typedef struct ad_table {
    adrop_ctx *ctx;
    const adrop_data_opts *opts;
    ad_raw *raw;
    ad_cells cells;
    bool has_header;
    bool is_planned;      /* the first file's columns are known */
    ad_names names;       /* unique names of the first file's columns; none without a header */
    ad_column_role *left; /* (columns), owned: AD_COLUMN_DROPPED, _INDEX, _LEFT or _EMPTY for
                             columns left out, AD_COLUMN_INPUT for others */
    bool *is_kept;        /* (columns), owned: an input whatever it holds */
    bool *is_unnamed;     /* (columns), owned: the header does not name it */
    char mark;            /* the decimal mark that all columns show if the first rows do not;
                             0: none, or both */
    bool is_mark_known;   /* mark was looked for */
    size_t second;        /* the first row of the second file; 0: none */
    ad_layout former;     /* for a run of an older version, instead of the schema's layout */
    size_t *map;          /* owned: map of the current file (cells.h), or NULL */
    size_t n_inputs;      /* inputs have the first slots, in order */
    size_t id, weight, group;
    char *name;      /* owned: room for a name from any list of the settings */
    size_t *targets; /* (n_targets), owned: in the order of prediction */
    size_t n_targets;
} ad_table;

/* reader_table.c: read the table in a source. names: its first line holds names, whatever they look
 * like, and does not count as a line. */
adrop_status ad_table_read(ad_source *source, const adrop_data_opts *opts, bool names, ad_raw *raw);

/* table_begin.c: for ad_cells_read; arg is the table. The first line of the first file, of another
 * file of the same table, or of a file whose columns must match raw->expected. */
adrop_status ad_table_begin(void *arg, ad_cells *cells, const char *where, size_t line,
                            char *const *fields, size_t n, bool *is_header);
adrop_status ad_table_begin_again(void *arg, ad_cells *cells, const char *where, size_t line,
                                  char *const *fields, size_t n, bool *is_header);

/* table_match.c */
adrop_status ad_table_begin_expected(void *arg, ad_cells *cells, const char *where, size_t line,
                                     char *const *fields, size_t n, bool *is_header);

/* table_match_columns.c: the layout of the run's table, and its columns for reading another. */
const ad_layout *ad_table_layout_of(const ad_table *t);
adrop_status ad_table_make_expected(ad_table *t, ad_cells *cells);

/* table_former.c: set t->former, for a table whose first line has these fields. */
adrop_status ad_table_former(ad_table *t, char *const *fields, size_t n, bool is_header);

/* table_plan.c: the roles of the first file's columns, from its first line and the settings. */
adrop_status ad_table_plan(ad_table *t, const char *where, char *const *fields, size_t n);

/* table_header.c: is the line a header? Yes if no field is a number. Some fields may be numbers if
 * names stand above numbers, and the numbers count up (0, 1, 2 or 2019, 2020) or are fewer than
 * such names; or if they count up and one is a year above a number that is not a year. */
bool ad_table_is_header(const ad_cells *cells, char *const *fields, size_t n);

/* Does a setting name a column by a field of this line? Then it is a header. */
bool ad_table_is_asked_for(ad_table *t, char *const *fields, size_t n);

/* Is the field a number with the decimal mark of the cells? */
bool ad_table_is_number(const ad_cells *cells, const char *text, double *x);

/* table_names.c: unique names for the fields of a header. tell: log the renamed ones. */
adrop_status ad_table_name(adrop_ctx *ctx, const char *where, char *const *fields, size_t n,
                           bool tell, ad_names *out);

/* The column with that name or number (from 1 on), or n. names: none, or n. */
size_t ad_table_find(const char *name, const ad_names *names, size_t n);

/* ADROP_EINVAL: there is no such column; lists those there are. */
adrop_status ad_table_refuse_name(adrop_ctx *ctx, const char *where, const char *name,
                                  const char *setting, const ad_names *names, size_t n);

/* Is the column a target? Is it a target, the weight or the group? */
bool ad_table_is_target(const ad_table *t, size_t column);
bool ad_table_is_aside(const ad_table *t, size_t column);

/* Copy the next name of a comma-separated list, from *list on, to name, which has room for the
 * list; false at its end. A name with a comma is in double quotes. */
bool ad_table_next_name(const char **list, char *name);

/* Give slots: inputs first, in order. */
void ad_table_place(ad_table *t);

/* table_settle.c: decide what columns are from their contents. *again: some changed, so the files
 * must be read again. Once nothing changes, logs what was decided. */
adrop_status ad_table_settle(ad_table *t, const char *where, bool *again);

/* table_layout.c: move the layout to raw; and check that the first line can be names. */
adrop_status ad_table_take_layout(ad_table *t);
adrop_status ad_table_check_names(const ad_table *t, const char *where);

/* The value of a kept column in a row. */
static inline float *ad_table_cell(const ad_table *t, size_t row, size_t column)
{
    return t->cells.values + row * t->cells.n_slots + t->cells.columns[column].slot;
}

/* table_answers.c: move the targets to raw. */
adrop_status ad_table_take_answers(ad_table *t, const char *where);

/* table_take.c: move everything to raw. */
adrop_status ad_table_take(ad_table *t, const char *where);

#endif
