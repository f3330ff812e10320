/* Numbers of words as one list has them, brought to those of another, by name. */
#ifndef AD_ROWS_RECODE_H
#define AD_ROWS_RECODE_H

#include "rows/names.h"

typedef struct ad_recode {
    size_t columns;
    size_t *start; /* (columns + 1), owned: the words of column c are those from start[c] on */
    float *to;     /* (start[columns]), owned: what a word is called; -1: it is not known */
} ad_recode;

/* words: those of the first column that has any, n_words[0] of them, then of the next. known
 * (columns): NULL if no column has words. ADROP_EINVAL, naming who and the column, where one side
 * has words and the other numbers. To be released also after a failure. */
adrop_status ad_recode_create(adrop_ctx *ctx, const char *who, size_t columns,
                              const size_t *n_words, const char *const *words,
                              const ad_names *known, ad_recode *out);
void ad_recode_release(adrop_ctx *ctx, ad_recode *r);

/* A row (columns), whose words were checked to be numbers of words, or -1, or missing. */
void ad_recode_apply(const ad_recode *r, const float *row, float *out);

#endif
