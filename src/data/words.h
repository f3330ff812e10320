/* The distinct words of a column, numbered in order of first appearance. */
#ifndef AD_DATA_WORDS_H
#define AD_DATA_WORDS_H

#include <stdint.h>

#include "base/bytes.h"

typedef struct ad_words {
    size_t n;
    ad_bytes text;   /* the words, each ended by a zero */
    ad_bytes starts; /* (n) size_t: offset of each in text */
    uint32_t *slots; /* (n_slots), owned: 1 + number of the word, 0: empty */
    size_t n_slots;  /* a power of two, more than half of it empty */
} ad_words;

/* The number of a word (length characters, none of them zero); adds a new word. */
adrop_status ad_words_add(adrop_ctx *ctx, ad_words *words, const char *word, size_t length,
                          uint32_t *number);

/* The number of a word, or n if it is unknown. */
size_t ad_words_find(const ad_words *words, const char *word, size_t length);

static inline const char *ad_words_at(const ad_words *words, size_t i)
{
    return (const char *)words->text.data + ((const size_t *)words->starts.data)[i];
}

/* Releasing twice, or an empty one, is fine. */
void ad_words_release(adrop_ctx *ctx, ad_words *words);

#endif
