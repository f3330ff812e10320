/* A table that is being read: which column is what. Shared by reader_table.c and table_*.c. */
#ifndef AD_DATA_TABLE_H
#define AD_DATA_TABLE_H

#include "data/cells.h"
#include "data/raw.h"

/* Columns of the cells. SIZE_MAX: there is none. */
typedef struct ad_table {
    adrop_ctx *ctx;
    const adrop_data_opts *opts;
    ad_raw *raw;
    ad_cells cells;
    bool has_header;
    bool is_planned;      /* the first file was looked at: it is being read again */
    ad_names names;       /* of the first file's columns, which differ; none without a header */
    ad_column_role *left; /* (columns), owned: AD_COLUMN_DROPPED, _INDEX, _LEFT or _EMPTY of those
                             that are left out, AD_COLUMN_INPUT of others */
    bool *is_kept;        /* (columns), owned: it is an input whatever stands in it */
    bool *is_unnamed;     /* (columns), owned: the header has no name for it */
    char mark;            /* the decimal mark that all its columns show, where the first rows do
                             not; 0: none, or both */
    bool is_mark_known;   /* whether that was looked for */
    size_t second;        /* the first row of the second file; 0: there is none */
    ad_layout former;     /* of a run of an older version, in place of the schema's */
    size_t *map;          /* owned: of the file that is being read, or NULL */
    size_t n_inputs;      /* their slots are the first; in order */
    size_t id, weight, group;
    char *name;      /* owned: room for a name of any list of the settings */
    size_t *targets; /* (n_targets), owned: in the order in which they are predicted */
    size_t n_targets;
} ad_table;

/* reader_table.c: read the table in a source. names: its first line holds names, whatever they look
 * like, and is not counted. */
adrop_status ad_table_read(ad_source *source, const adrop_data_opts *opts, bool names, ad_raw *raw);

/* table_begin.c: for ad_cells_read; arg is the table. The first line of the first file, of another
 * file of the same table, or of one that is to mean what raw->expected means. */
adrop_status ad_table_begin(void *arg, ad_cells *cells, const char *where, size_t line,
                            char *const *fields, size_t n, bool *is_header);
adrop_status ad_table_begin_again(void *arg, ad_cells *cells, const char *where, size_t line,
                                  char *const *fields, size_t n, bool *is_header);

/* table_match.c */
adrop_status ad_table_begin_expected(void *arg, ad_cells *cells, const char *where, size_t line,
                                     char *const *fields, size_t n, bool *is_header);

/* table_match_columns.c: how the run's table was, and the columns that it makes of another. */
const ad_layout *ad_table_layout_of(const ad_table *t);
adrop_status ad_table_make_expected(ad_table *t, ad_cells *cells);

/* table_former.c: t->former, for a table whose first line has these fields. */
adrop_status ad_table_former(ad_table *t, char *const *fields, size_t n, bool is_header);

/* table_plan.c: what the columns of the first file are, by its first line and the settings. */
adrop_status ad_table_plan(ad_table *t, const char *where, char *const *fields, size_t n);

/* table_header.c: is the line a header: is none of its fields a number? Some may be if a name
 * stands above a number, and the numbers count up (0, 1, 2 or 2019, 2020) or are fewer than such
 * names. */
bool ad_table_is_header(const ad_cells *cells, char *const *fields, size_t n);

/* Whether a setting calls a column by a field of the line, which therefore is a header. */
bool ad_table_is_asked_for(ad_table *t, char *const *fields, size_t n);

/* Whether a field is a number with the decimal mark of the cells. */
bool ad_table_is_number(const ad_cells *cells, const char *text, double *x);

/* table_names.c: names that differ, for the fields of a header. tell: say in the log what was
 * renamed. */
adrop_status ad_table_name(adrop_ctx *ctx, const char *where, char *const *fields, size_t n,
                           bool tell, ad_names *out);

/* The column of that name, or of that number from 1 on; n if there is none. names: none, or n. */
size_t ad_table_find(const char *name, const ad_names *names, size_t n);

/* ADROP_EINVAL: there is no such column, and which there are. */
adrop_status ad_table_refuse_name(adrop_ctx *ctx, const char *where, const char *name,
                                  const char *setting, const ad_names *names, size_t n);

/* Whether the column is a target, and whether it is one but no input. */
bool ad_table_is_target(const ad_table *t, size_t column);
bool ad_table_is_aside(const ad_table *t, size_t column);

/* The next name of a list with commas, from *list on, into name, which has room for the list; false
 * at its end. One with a comma in it stands in double quotes. */
bool ad_table_next_name(const char **list, char *name);

/* Give slots: inputs first, in order. */
void ad_table_place(ad_table *t);

/* table_settle.c: what columns are by what stood in them. *again: some have changed, and the files
 * are to be read again. Names what was made of them in the log, once nothing changes. */
adrop_status ad_table_settle(ad_table *t, const char *where, bool *again);

/* table_layout.c: the columns as they were found, to raw; and whether the first line can be names.
 */
adrop_status ad_table_take_layout(ad_table *t);
adrop_status ad_table_check_names(const ad_table *t, const char *where);

/* The value of a kept column in a row. */
static inline float *ad_table_cell(const ad_table *t, size_t row, size_t column)
{
    return t->cells.values + row * t->cells.n_slots + t->cells.columns[column].slot;
}

/* table_answers.c: the targets, to raw. */
adrop_status ad_table_take_answers(ad_table *t, const char *where);

/* table_take.c: what was read, to raw. */
adrop_status ad_table_take(ad_table *t, const char *where);

#endif
