/* YAML documents read into structs: a table of fields describes a struct, as for options
 * (adrop/option.h), but fields may also be lists and structs. */
#ifndef AD_CONFIG_DOCUMENT_H
#define AD_CONFIG_DOCUMENT_H

#include <stddef.h>

#include "adrop/context.h"

enum {
    AD_DOC_MOST = 32,         /* texts or pairs per field */
    AD_DOC_LONGEST = 1024,    /* bytes of one text, including its zero */
    AD_DOC_LARGEST = 1 << 18, /* bytes of a document */
};

typedef struct ad_doc_texts {
    size_t n;
    const char *text[AD_DOC_MOST];
} ad_doc_texts;

typedef struct ad_doc_pair {
    const char *key, *value;
} ad_doc_pair;

typedef struct ad_doc_pairs {
    size_t n;
    ad_doc_pair pair[AD_DOC_MOST];
} ad_doc_pairs;

typedef enum ad_doc_kind {
    AD_DOC_TEXT,    /* const char *; unchanged if absent */
    AD_DOC_COUNT,   /* size_t */
    AD_DOC_REAL,    /* double */
    AD_DOC_TEXTS,   /* ad_doc_texts, a sequence */
    AD_DOC_PAIRS,   /* ad_doc_pairs, a mapping of texts, each key once */
    AD_DOC_STRUCT,  /* a mapping described by `fields` */
    AD_DOC_STRUCTS, /* a sequence of them, an array of at most `most` of `size` bytes */
} ad_doc_kind;

typedef struct ad_doc_field ad_doc_field;
struct ad_doc_field {
    const char *name; /* NULL ends the table */
    ad_doc_kind kind;
    size_t offset;
    const ad_doc_field *fields; /* STRUCT, STRUCTS */
    size_t size, most, count;   /* STRUCTS; count: offset of the size_t with the number of
                                   elements */
};

/* Fill dst from the document, size bytes of text. The texts to which dst then points are in
 * *memory, to be freed with ad_free; NULL after a failure. path is for messages. ADROP_EFORMAT
 * names path, line and reason: unknown keys with the nearest known one, repeated keys, wrong kinds,
 * lists and texts that are too long. Depth is bounded by the tables, memory by the document. */
adrop_status ad_doc_read(adrop_ctx *ctx, const char *path, const char *text, size_t size,
                         const ad_doc_field *fields, void *dst, char **memory);

#endif
