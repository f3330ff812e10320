/* The words of a column in an order that does not depend on the rows. */
#ifndef AD_DATA_TABLE_WORDS_H
#define AD_DATA_TABLE_WORDS_H

#include "data/words.h"

typedef struct ad_table_word {
    const char *text;
    uint32_t number; /* of the word */
} ad_table_word;

/* sorted (n): the words in order; to (n): their new numbers; words of equal value share one. The
 * caller frees both, also after a failure. */
adrop_status ad_table_sort_words(adrop_ctx *ctx, const ad_words *words, ad_table_word **sorted,
                                 uint32_t **to);

#endif
