/* Rows that a program hands over (adrop_arrays of adrop/rows.h): checked, taken, summed. */
#ifndef AD_ROWS_ARRAYS_H
#define AD_ROWS_ARRAYS_H

#include "rows/rows.h"

/* arrays_check.c: every field against the others; missing: NaN is a value that is missing.
 * *classes: how many there are. ADROP_EINVAL, naming row and field, for what does not fit. */
adrop_status ad_arrays_check(adrop_ctx *ctx, const adrop_arrays *a, bool missing, size_t *classes);

/* The same of texts alone. */
adrop_status ad_arrays_check_documents(adrop_ctx *ctx, const adrop_arrays *a);

/* arrays_words.c: columns of words: checked; copied into one list of names for each column. */
adrop_status ad_arrays_check_words(adrop_ctx *ctx, const adrop_arrays *a);
adrop_status ad_arrays_take_words(adrop_ctx *ctx, const adrop_arrays *a, ad_names **out);

/* arrays_sum.c: XXH3_64bits over all that the arrays hold, and over how many bytes. */
adrop_status ad_arrays_sum(adrop_ctx *ctx, const adrop_arrays *a, uint64_t *sum, uint64_t *bytes);

/* Labels of all rows. */
static inline size_t ad_arrays_labels(const adrop_arrays *a)
{
    return a->label_start ? a->label_start[a->rows] : a->rows;
}

#endif
