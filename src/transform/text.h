/* The features of documents (adrop/text.h): fitted on the training documents, kept with the model,
 * applied to others.
 *
 *     ad_documents docs = { n, text, length };
 *     status = ad_features_fit(ctx, &settings, &docs, train, &text, &rows);   // rows: of all
 *     status = ad_features_apply(text, ctx, &others, &rows);
 *     ad_features_release(text);
 *
 * An ad_features is read-only once made; its last user frees it. Rows do not depend on the number
 * of threads. */
#ifndef AD_TRANSFORM_TEXT_H
#define AD_TRANSFORM_TEXT_H

#include <stdatomic.h>

#include "adrop/text.h"
#include "base/context.h"
#include "base/json.h"
#include "base/sparse.h"

enum {
    AD_MAX_TERMS = 1 << 22,    /* in a vocabulary */
    AD_MAX_RANK = 512,         /* of lsa */
    AD_MAX_DOCUMENT = 16 << 20 /* bytes */
};

typedef enum ad_features_kind { AD_TEXT_TFIDF, AD_TEXT_LSA, AD_TEXT_HASH } ad_features_kind;

typedef struct ad_features_settings {
    ad_features_kind kind;
    size_t rank; /* of lsa */
    size_t bits; /* of hash */
    size_t ngrams, char_from, char_to;
    size_t min_df;
    double max_df;
    int stop_words;
    char stem[32];
} ad_features_settings;

/* UTF-8 texts with their lengths. */
typedef struct ad_documents {
    size_t n;
    const char *const *text; /* (n) */
    const size_t *length;    /* (n), at most AD_MAX_DOCUMENT */
} ad_documents;

/* The features of documents: sparse rows or, with lsa, dense ones. */
typedef struct ad_features_rows {
    ad_sparse sparse; /* owned; empty with lsa */
    float *dense;     /* (n, rank), owned; NULL without lsa */
} ad_features_rows;

typedef struct ad_features {
    adrop_ctx own; /* for the allocator */
    atomic_size_t users;
    ad_features_settings settings; /* min_df settled */
    size_t documents;              /* number of documents fitted on */
    size_t n;                      /* terms, or hash values */
    char *terms;                   /* owned: ended by zeros, sorted; NULL with hash */
    size_t *term_start;            /* (n), owned */
    uint32_t *slots;               /* (n_slots), owned: 1 + number of a term by its hash */
    size_t n_slots;
    uint32_t *df;      /* (n), owned: training documents with the term */
    double *idf;       /* (n), owned */
    float *components; /* (n, rank), owned; NULL without lsa */
    double *singular;  /* (rank), owned: singular values of the training rows */
} ad_features;

/* ADROP_EINVAL, naming the setting, for a value out of range. */
adrop_status ad_features_settings_read(adrop_ctx *ctx, const adrop_text_opts *opts,
                                       ad_features_settings *out);

/* train (n): which documents to fit on; NULL: all. ADROP_EFORMAT if no term is left, or if the rank
 * of lsa is too large. *out is NULL and rows are empty after a failure. */
adrop_status ad_features_fit(adrop_ctx *ctx, const ad_features_settings *settings,
                             const ad_documents *docs, const uint8_t *train, ad_features **out,
                             ad_features_rows *rows);

adrop_status ad_features_apply(const ad_features *t, adrop_ctx *ctx, const ad_documents *docs,
                               ad_features_rows *rows);

void ad_features_rows_release(adrop_ctx *ctx, ad_features_rows *rows);

/* Inputs per document. */
static inline size_t ad_features_width(const ad_features *t)
{
    return t->components ? t->settings.rank : t->n;
}

ad_features *ad_features_share(ad_features *t);
void ad_features_release(ad_features *t); /* NULL is fine */

/* Term i; NULL with hash, or beyond the last. */
const char *ad_features_term(const ad_features *t, size_t i);

/* The number of a term (length bytes), or n. */
size_t ad_features_find(const ad_features *t, const char *term, size_t length);

/* text_json.c: write as a JSON object; read one and check everything: ADROP_EFORMAT names `where`
 * and the error. */
json_t *ad_features_write(ad_json *b, const ad_features *t, adrop_ctx *ctx);
adrop_status ad_features_read(adrop_ctx *ctx, const char *where, const json_t *from,
                              ad_features **out);

/* Prepare for use after reading or fitting: idf and the table of terms. */
adrop_status ad_features_settle(ad_features *t, adrop_ctx *ctx);
adrop_status ad_features_new(adrop_ctx *ctx, const ad_features_settings *settings,
                             ad_features **out);

#endif
