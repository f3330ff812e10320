/* Rows from a program's arrays (adrop_arrays of adrop/rows.h): check, take, sum. */
#ifndef AD_ROWS_ARRAYS_H
#define AD_ROWS_ARRAYS_H

#include "rows/rows.h"

/* arrays_check.c: check every field against the others; missing: NaN is a missing value. *classes:
 * their number. ADROP_EINVAL, naming row and field, for an error. */
adrop_status ad_arrays_check(adrop_ctx *ctx, const adrop_arrays *a, bool missing, size_t *classes);

/* The same for texts only. */
adrop_status ad_arrays_check_documents(adrop_ctx *ctx, const adrop_arrays *a);

/* arrays_words.c: columns of words: check them; copy them into one list of names per column. */
adrop_status ad_arrays_check_words(adrop_ctx *ctx, const adrop_arrays *a);
adrop_status ad_arrays_take_words(adrop_ctx *ctx, const adrop_arrays *a, ad_names **out);

/* arrays_sum.c: XXH3_64bits over the contents of all arrays, and the number of bytes. */
adrop_status ad_arrays_sum(adrop_ctx *ctx, const adrop_arrays *a, uint64_t *sum, uint64_t *bytes);

/* The number of labels of all rows. */
static inline size_t ad_arrays_labels(const adrop_arrays *a)
{
    return a->label_start ? a->label_start[a->rows] : a->rows;
}

#endif
