/* Renumbering words from one list of names to another. */
#ifndef AD_ROWS_RECODE_H
#define AD_ROWS_RECODE_H

#include "rows/names.h"

typedef struct ad_recode {
    size_t columns;
    size_t *start; /* (columns + 1), owned: the words of column c begin at start[c] */
    float *to;     /* (start[columns]), owned: the new number of a word; -1: unknown */
} ad_recode;

/* words: n_words[0] words of the first column that has any, then those of the next. known
 * (columns): NULL if no column has words. ADROP_EINVAL, naming who and the column, if one side has
 * words and the other numbers. The caller releases it, also after a failure. */
adrop_status ad_recode_create(adrop_ctx *ctx, const char *who, size_t columns,
                              const size_t *n_words, const char *const *words,
                              const ad_names *known, ad_recode *out);
void ad_recode_release(adrop_ctx *ctx, ad_recode *r);

/* Recode a row (columns). Values in columns of words must be checked: a word's number, -1, or
 * missing. */
void ad_recode_apply(const ad_recode *r, const float *row, float *out);

#endif
