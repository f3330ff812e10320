/* Documents as text readers hand them over: UTF-8, with one class each. */
#ifndef AD_DATA_DOCUMENTS_H
#define AD_DATA_DOCUMENTS_H

#include "data/raw.h"
#include "data/words.h"

typedef struct ad_document_list {
    adrop_ctx *ctx;
    const adrop_data_opts *opts;
    ad_raw *raw;        /* gets all of it at the end */
    size_t n;           /* documents */
    ad_bytes text;      /* owned, as all below */
    ad_bytes starts;    /* (n) size_t: where each document begins */
    ad_bytes parts;     /* (n), ADROP_ROW_.. */
    ad_bytes tags;      /* int32_t: numbers of classes */
    ad_bytes tag_start; /* (n) size_t */
    ad_words classes;
    size_t replaced, bad; /* bytes that are not UTF-8, and documents that have such */
} ad_document_list;

/* One more document; where and number name it in messages. Bytes that are not UTF-8 become U+FFFD
 * and are counted, or are refused with `strict`; zeros become blanks. */
adrop_status ad_document_add(ad_document_list *d, const char *where, size_t number,
                             const char *text, size_t length, int part);

/* The document that was added last has this class, too. */
adrop_status ad_document_tag(ad_document_list *d, const char *tag, size_t length);

/* Give it all to raw. Classes are sorted unless as_given. ADROP_EFORMAT, naming `where`, if there
 * is no document; if one has no class, or several, where each must have one; and for fewer than two
 * classes: none of these where inputs alone are wanted. */
adrop_status ad_document_end(ad_document_list *d, const char *where, bool as_given);

/* Releasing twice is fine. */
void ad_document_release(ad_document_list *d);

#endif
