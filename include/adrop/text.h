/* Conversion of documents into network inputs.
 *
 * A document is split into terms: its words (runs of two or more letters, digits and underscores,
 * case folded), runs of several words, or character runs of a word. The weight of a term in a
 * document follows scikit-learn's TfidfVectorizer with sublinear_tf. For tf occurrences in the
 * document, and df of n training documents that contain the term,
 *
 *     w = (1 + ln tf) (ln((1 + n) / (1 + df)) + 1),     the row divided by its Euclidean norm.
 *
 * `tfidf` has one input per term of the training documents; `hash:B` has one input per hash value
 * of terms, 2^B in all, and stores no list of terms. Such rows are sparse. `lsa:K` projects the
 * rows of tfidf on their first K right singular vectors, which gives K dense inputs. */
#ifndef ADROP_TEXT_H
#define ADROP_TEXT_H

#include <stddef.h>

#include "adrop/export.h"
#include "adrop/option.h"

ADROP_BEGIN_DECLS

/* Part of adrop_split_opts (rows.h) and of adrop_data_opts (data.h), whose tables include its
 * rows. */
typedef struct adrop_text_opts {
    const char *features;    /* "tfidf", "lsa:K", "hash:B"; "": tfidf, or lsa:10 for the set
                                reuters21578 */
    size_t ngrams;           /* runs of up to this many words are terms; 1 */
    const char *char_ngrams; /* "A-B": runs of A to B characters of a word, with a blank before and
                                after it, instead of words; "": words */
    size_t min_df;           /* a term must occur in at least this many training documents; 0: 3
                                with 1000 documents or more, otherwise 1 */
    double max_df;           /* and in at most this share of them; 1 */
    const char *stem;        /* language of Snowball's stemmer: "english"; "": none */
    int stop_words;          /* 1: omit English function words; 0 */
} adrop_text_opts;

/* Its option table (option.h): every member is a row. */
ADROP_API const adrop_option *adrop_text_options(void);

ADROP_END_DECLS

#endif
