/* Errors and log messages of table_settle.c. */
#ifndef AD_DATA_TABLE_SETTLE_IMPL_H
#define AD_DATA_TABLE_SETTLE_IMPL_H

#include "data/table.h"

typedef struct ad_settling {
    ad_table *t;
    const char *where;
    bool *again;
} ad_settling;

/* "column 'age'", for messages. */
#define AD_SETTLING_WHO(s, i)                                                                      \
  ad_cell_who(&(s)->t->cells.columns[i], (i) + 1, (char[AD_CELL_WHO]){ 0 })

/* table_refuse.c: why column i cannot be read, in one sentence with its cure. */
adrop_status ad_settle_refuse_two_ways(const ad_settling *s, size_t i, ad_form_choice choice);
adrop_status ad_settle_refuse_text(const ad_settling *s, size_t i);
adrop_status ad_settle_refuse_mixture(const ad_settling *s, size_t i);
adrop_status ad_settle_refuse_odd(const ad_settling *s, size_t i);
adrop_status ad_settle_refuse_short_years(const ad_settling *s, size_t i);
adrop_status ad_settle_refuse_missing(const ad_settling *s, size_t i);
adrop_status ad_settle_refuse_nameless(const ad_settling *s, size_t i);
adrop_status ad_settle_refuse_rounded(const ad_settling *s, size_t i);

/* table_tell.c: log what was decided about the columns. */
adrop_status ad_settle_tell(const ad_settling *s);

#endif
