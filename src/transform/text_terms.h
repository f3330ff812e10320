/* A table of distinct terms, numbered in order of first appearance. */
#ifndef AD_TRANSFORM_TEXT_TERMS_H
#define AD_TRANSFORM_TEXT_TERMS_H

#include <stdint.h>

#include "base/bytes.h"

typedef struct ad_term {
    size_t start;    /* offset in the texts */
    uint32_t length; /* bytes; a zero follows */
    uint32_t df;     /* documents with the term; for the caller */
    uint64_t hash;
    uint32_t last;  /* number of the last document with it, from 1 on; for the caller */
    uint32_t place; /* its posting there; for the caller */
} ad_term;

typedef struct ad_terms {
    size_t n;
    ad_bytes text;   /* owned, as all below */
    ad_bytes list;   /* (n) ad_term */
    uint32_t *slots; /* (n_slots): 1 + number, 0: empty */
    size_t n_slots;  /* a power of two, more than half of it empty */
} ad_terms;

uint64_t ad_term_hash(const char *term, size_t length);

static inline ad_term *ad_terms_at(const ad_terms *t, size_t i)
{
    return (ad_term *)t->list.data + i;
}

static inline const char *ad_terms_text(const ad_terms *t, size_t i)
{
    return (const char *)t->text.data + ad_terms_at(t, i)->start;
}

/* The number of a term; adds a new one. The list may move. */
adrop_status ad_terms_add(adrop_ctx *ctx, ad_terms *t, const char *term, size_t length,
                          uint64_t hash, uint32_t *number);

void ad_terms_release(adrop_ctx *ctx, ad_terms *t);

#endif
