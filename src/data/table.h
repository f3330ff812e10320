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
    char **names; /* (n_names), owned: the header of the first file; NULL: none */
    size_t n_names;
    size_t *map;     /* owned: of the file that is being read, or NULL */
    size_t n_inputs; /* their slots are the first; in order */
    size_t id, weight, group;
    size_t *targets; /* (n_targets), owned: in the order in which they are predicted */
    size_t n_targets;
} ad_table;

/* reader_table.c: read the table in a source. names: its first line holds names, whatever they look
 * like, and is not counted. */
adrop_status ad_table_read(ad_source *source, const adrop_data_opts *opts, bool names, ad_raw *raw);

/* table_plan.c: for ad_cells_read; arg is the table. The first line of the first file, of another
 * file of the same table, or of one that is to mean what raw->expected means. */
adrop_status ad_table_begin(void *arg, ad_cells *cells, const char *where, size_t line,
                            char *const *fields, size_t n, bool *is_header);
adrop_status ad_table_begin_again(void *arg, ad_cells *cells, const char *where, size_t line,
                                  char *const *fields, size_t n, bool *is_header);

/* table_match.c */
adrop_status ad_table_begin_expected(void *arg, ad_cells *cells, const char *where, size_t line,
                                     char *const *fields, size_t n, bool *is_header);

/* Is the line a header: is none of its fields a number? */
bool ad_table_is_header(const ad_cells *cells, char *const *fields, size_t n);

/* The column of that name, or of that number from 1 on; n if there is none. */
size_t ad_table_find(const char *name, char *const *fields, size_t n, bool has_header);

/* Whether the column is a target, and whether it is one but no input. */
bool ad_table_is_target(const ad_table *t, size_t column);
bool ad_table_is_aside(const ad_table *t, size_t column);

/* The next name of a list with commas, from *list on, into name; false at its end. */
bool ad_table_next_name(const char **list, char name[ADROP_TEXT_SIZE]);

/* Give slots: inputs first, in order. */
void ad_table_place(ad_table *t);

/* table_take.c: what was read, to raw. */
adrop_status ad_table_take(ad_table *t, const char *where);

#endif
