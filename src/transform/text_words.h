/* Cutting a document into terms (adrop/text.h). */
#ifndef AD_TRANSFORM_TEXT_WORDS_H
#define AD_TRANSFORM_TEXT_WORDS_H

#include "base/bytes.h"
#include "transform/text.h"

enum { AD_MOST_WORD = 255 }; /* bytes; longer runs of letters are not words */

/* One per thread. */
typedef struct ad_cutter {
    const ad_features_settings *settings;
    struct sb_stemmer *stemmer; /* owned, or NULL */
    ad_bytes points, folded;    /* folded characters of a document; owned as all below */
    ad_bytes words;             /* " one two three ": one blank between, before and after words */
    ad_bytes starts;            /* (words + 1) size_t: where each begins; the end of the last + 1 */
} ad_cutter;

/* ADROP_EINVAL for a language that Snowball does not support. */
adrop_status ad_cutter_init(ad_cutter *c, adrop_ctx *ctx, const ad_features_settings *settings);
void ad_cutter_release(ad_cutter *c, adrop_ctx *ctx);

typedef adrop_status ad_term_fn(void *arg, adrop_ctx *ctx, const char *term, size_t length);

/* Call fn with each term of a document, in order. */
adrop_status ad_cutter_run(ad_cutter *c, adrop_ctx *ctx, const char *text, size_t length,
                           ad_term_fn *fn, void *arg);

/* text_stop.c: is it an English function word? */
int ad_is_stop_word(const char *word, size_t length);

#endif
