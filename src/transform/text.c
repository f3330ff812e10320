/* The features of documents (text.h): create, share, query; their settings. */
#include "transform/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "transform/text_terms.h"

adrop_status ad_features_new(adrop_ctx *ctx, const ad_features_settings *settings,
                             ad_features **out)
{
    ad_features *t;
    const adrop_status status = AD_NEW(ctx, 1, "the features of texts", &t);

    *out = NULL;
    if (status)
        return status;
    t->own.allocator = ctx->allocator;
    t->settings = *settings;
    atomic_init(&t->users, 1);
    *out = t;
    return ADROP_OK;
}

ad_features *ad_features_share(ad_features *t)
{
    if (t)
        atomic_fetch_add_explicit(&t->users, 1, memory_order_relaxed);
    return t;
}

void ad_features_release(ad_features *t)
{
    if (!t || atomic_fetch_sub_explicit(&t->users, 1, memory_order_acq_rel) > 1)
        return;
    adrop_ctx own = { .allocator = t->own.allocator };
    void *const all[] = { t->terms, t->term_start, t->slots,   t->df,
                          t->idf,   t->components, t->singular };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ad_free(&own, all[i]);
    ad_free(&own, t);
}

void ad_features_rows_release(adrop_ctx *ctx, ad_features_rows *rows)
{
    ad_sparse_release(ctx, &rows->sparse);
    ad_free(ctx, rows->dense);
    *rows = (ad_features_rows){ 0 };
}

const char *ad_features_term(const ad_features *t, size_t i)
{
    return t->terms && i < t->n ? t->terms + t->term_start[i] : NULL;
}

size_t ad_features_find(const ad_features *t, const char *term, size_t length)
{
    const size_t mask = t->n_slots - 1;

    if (!t->terms)
        return ad_term_hash(term, length) >> (64 - t->settings.bits);
    for (size_t at = ad_term_hash(term, length) & mask; t->slots[at]; at = (at + 1) & mask) {
        const size_t i = t->slots[at] - 1;
        const char *known = t->terms + t->term_start[i];
        if (!strncmp(known, term, length) && !known[length])
            return i;
    }
    return t->n;
}

static adrop_status fill_slots(ad_features *t, adrop_ctx *ctx)
{
    adrop_status status;

    for (t->n_slots = 16; t->n_slots < 2 * t->n; t->n_slots *= 2)
        ;
    if ((status = AD_NEW(ctx, t->n_slots, "terms", &t->slots)))
        return status;
    for (size_t i = 0; i < t->n; i++) {
        const char *term = t->terms + t->term_start[i];
        size_t at = ad_term_hash(term, strlen(term)) & (t->n_slots - 1);
        while (t->slots[at])
            at = (at + 1) & (t->n_slots - 1);
        t->slots[at] = (uint32_t)i + 1;
    }
    return ADROP_OK;
}

adrop_status ad_features_settle(ad_features *t, adrop_ctx *ctx)
{
    adrop_status status = AD_NEW(ctx, t->n, "weights of terms", &t->idf);

    for (size_t i = 0; !status && i < t->n; i++)
        t->idf[i] = log((1 + (double)t->documents) / (1 + (double)t->df[i])) + 1;
    return !status && t->terms ? fill_slots(t, ctx) : status;
}

/* -- Settings ------------------------------------------------------------------------ */

/* The N of "word:N", from least to most; 0: no match. */
static size_t read_number(const char *text, const char *word, size_t least, size_t most)
{
    const size_t n = strlen(word);
    char *end;

    if (strncmp(text, word, n) || text[n] != ':' || text[n + 1] < '1' || text[n + 1] > '9')
        return 0;
    const unsigned long value = strtoul(text + n + 1, &end, 10);
    return !*end && value >= least && value <= most ? value : 0;
}

static adrop_status read_features(adrop_ctx *ctx, const char *text, ad_features_settings *s)
{
    s->kind = AD_TEXT_TFIDF;
    if (!*text || !strcmp(text, "tfidf"))
        return ADROP_OK;
    if ((s->rank = read_number(text, "lsa", 1, AD_MAX_RANK)))
        s->kind = AD_TEXT_LSA;
    else if ((s->bits = read_number(text, "hash", 1, 24)))
        s->kind = AD_TEXT_HASH;
    else
        return ad_fail(ctx, ADROP_EINVAL,
                       "`features` is '%s': give tfidf, lsa:K with K from 1 to %d, or hash:B with "
                       "B from 1 to 24",
                       AD_SHOWN(text), AD_MAX_RANK);
    return ADROP_OK;
}

static adrop_status read_characters(adrop_ctx *ctx, const char *text, ad_features_settings *s)
{
    unsigned from, to;
    int used = 0;

    if (!*text)
        return ADROP_OK;
    if (sscanf(text, "%2u-%2u%n", &from, &to, &used) != 2 || text[used] || !from || from > to ||
        to > 16)
        return ad_fail(ctx, ADROP_EINVAL,
                       "`char-ngrams` is '%s': give A-B, as in 3-5, both from 1 to 16",
                       AD_SHOWN(text));
    s->char_from = from;
    s->char_to = to;
    return ADROP_OK;
}

adrop_status ad_features_settings_read(adrop_ctx *ctx, const adrop_text_opts *opts,
                                       ad_features_settings *out)
{
    const char *const features = opts->features ? opts->features : "";
    const char *const stem = opts->stem ? opts->stem : "";
    adrop_status status;

    *out = (ad_features_settings){ .ngrams = opts->ngrams ? opts->ngrams : 1,
                                   .min_df = opts->min_df,
                                   .max_df = opts->max_df > 0 ? opts->max_df : 1,
                                   .stop_words = opts->stop_words != 0 };
    if ((status = read_features(ctx, features, out)) ||
        (status = read_characters(ctx, opts->char_ngrams ? opts->char_ngrams : "", out)))
        return status;
    if (strlen(stem) >= sizeof out->stem)
        return ad_fail(ctx, ADROP_EINVAL, "there is no stemmer for '%s'", AD_SHOWN(stem));
    snprintf(out->stem, sizeof out->stem, "%s", stem);
    return ADROP_OK;
}
