/* Documents as text readers hand them over: UTF-8, with one class each or, with `multi-label`, any
 * number of classes. */
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
    ad_bytes ids;   /* texts, ended by zeros: what documents are called; (n) of them, or none */
    ad_bytes lines; /* (n) uint32_t: the numbers they were added with */
    size_t replaced, bad; /* bytes that are not UTF-8, and documents that have such */
} ad_document_list;

/* One more document; where and number name it in messages. Bytes that are not UTF-8 become U+FFFD
 * and are counted, or are refused with `strict`; zeros become blanks. */
adrop_status ad_document_add(ad_document_list *d, const char *where, size_t number,
                             const char *text, size_t length, int part);

/* The document that was added last is called so: all are, or none. */
adrop_status ad_document_name(ad_document_list *d, const char *name);

/* May a document have several classes? */
bool ad_document_has_sets(const ad_document_list *d);

/* The document that was added last has this class, too; one that it has already does nothing. */
adrop_status ad_document_tag(ad_document_list *d, const char *tag, size_t length);

/* What becomes of the numbers that documents were added with, and what they count in messages. */
typedef enum ad_document_count { AD_COUNT_DOCUMENTS, AD_COUNT_LINES } ad_document_count;

/* Give it all to raw. Classes are sorted unless as_given. Lines are kept where documents are to be
 * predicted. ADROP_EFORMAT, naming `where`, if there is no document; if one has no class, or
 * several, where each must have one; for fewer than two classes; and, unless as_given, for a class
 * that is among the test documents alone: none of these where documents are to be predicted. */
adrop_status ad_document_end(ad_document_list *d, const char *where, ad_document_count count,
                             bool as_given);

/* Releasing twice is fine. */
void ad_document_release(ad_document_list *d);

#endif
