/* How documents become the inputs of a network.
 *
 * A document is cut into terms: its words (runs of letters, digits and underscores of two
 * characters or more, case folded), runs of several words, or runs of characters of a word. A
 * term's weight in a document follows scikit-learn's TfidfVectorizer with sublinear_tf: for tf
 * occurrences in the document, and df of n training documents that have the term,
 *
 *     w = (1 + ln tf) (ln((1 + n) / (1 + df)) + 1),     the row divided by its Euclidean norm.
 *
 * `tfidf` gives one input to each term of the training documents, `hash:B` one to each of 2^B
 * numbers that terms are hashed to, without a list of them. Such rows are sparse. `lsa:K` projects
 * the rows of tfidf on their first K right singular vectors, which gives K dense inputs. */
#ifndef ADROP_TEXT_H
#define ADROP_TEXT_H

#include <stddef.h>

#include "adrop/export.h"
#include "adrop/option.h"

ADROP_BEGIN_DECLS

/* Part of adrop_split_opts (rows.h) and of adrop_data_opts (data.h), whose tables have its rows,
 * too. */
typedef struct adrop_text_opts {
    const char *features;    /* "tfidf", "lsa:K", "hash:B"; "": tfidf, lsa:10 for the set
                                          reuters21578 */
    size_t ngrams;           /* runs of up to so many words are terms; 1 */
    const char *char_ngrams; /* "A-B": runs of A to B characters of a word, with a blank
                                          before and behind it, in place of words; "": words */
    size_t min_df;           /* a term is in so many training documents at least; 0: 3 of
                                1000 documents or more, otherwise 1 */
    double max_df;           /* and in this share of them at most; 1 */
    const char *stem;        /* language of Snowball's stemmer: "english"; "": none */
    int stop_words;          /* 1: English function words are left out; 0 */
} adrop_text_opts;

/* Its option table (option.h): every member is a row. */
ADROP_API const adrop_option *adrop_text_options(void);

ADROP_END_DECLS

#endif
