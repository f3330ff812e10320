/* Documents from text readers: UTF-8, with one class each or, with `multi-label`, any number of
 * classes. */
#ifndef AD_DATA_DOCUMENTS_H
#define AD_DATA_DOCUMENTS_H

#include "data/raw.h"
#include "data/words.h"

typedef struct ad_document_list {
    adrop_ctx *ctx;
    const adrop_data_opts *opts;
    ad_raw *raw;        /* receives everything at the end */
    size_t n;           /* documents */
    ad_bytes text;      /* owned, as all below */
    ad_bytes starts;    /* (n) size_t: where each document begins */
    ad_bytes parts;     /* (n), ADROP_ROW_.. */
    ad_bytes tags;      /* int32_t: numbers of classes */
    ad_bytes tag_start; /* (n) size_t */
    ad_words classes;
    ad_bytes ids;         /* (n) zero-terminated names of documents, or empty */
    ad_bytes lines;       /* (n) uint32_t: the numbers they were added with */
    size_t replaced, bad; /* bytes that are not UTF-8, and documents with such bytes */
} ad_document_list;

/* Add a document; messages name it by where and number. Bytes that are not UTF-8 become U+FFFD
 * and are counted, or are refused with `strict`; zeros become blanks. */
adrop_status ad_document_add(ad_document_list *d, const char *where, size_t number,
                             const char *text, size_t length, int part);

/* Name the last document added. Either all documents have names or none. */
adrop_status ad_document_name(ad_document_list *d, const char *name);

/* May a document have several classes? */
bool ad_document_has_sets(const ad_document_list *d);

/* Add a class to the last document added; a class it already has changes nothing. */
adrop_status ad_document_tag(ad_document_list *d, const char *tag, size_t length);

/* What the numbers that documents were added with count. */
typedef enum ad_document_count { AD_COUNT_DOCUMENTS, AD_COUNT_LINES } ad_document_count;

/* Move everything to raw. Classes are sorted unless as_given. Line numbers are kept only for
 * rows to be predicted. ADROP_EFORMAT, naming `where`, if there is no document; if one has several
 * classes where one is allowed, or none where it needs one; and, without raw->expected, for fewer
 * than two classes and, unless as_given, for a class found in test documents only. */
adrop_status ad_document_end(ad_document_list *d, const char *where, ad_document_count count,
                             bool as_given);

/* Releasing twice is fine. */
void ad_document_release(ad_document_list *d);

#endif
