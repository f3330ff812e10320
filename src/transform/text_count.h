/* Counting terms per document: threads count blocks of documents, each with its own table, and the
 * tables are merged in the order of the blocks. */
#ifndef AD_TRANSFORM_TEXT_COUNT_H
#define AD_TRANSFORM_TEXT_COUNT_H

#include "transform/text.h"
#include "transform/text_terms.h"

enum { AD_BLOCK_DOCUMENTS = 128 };

/* A term of a document. */
typedef struct ad_posting {
    uint32_t term; /* number in the block's table */
    uint32_t tf;
} ad_posting;

typedef struct ad_counted {
    ad_terms terms; /* owned, as all below; df counts the documents to fit on */
    ad_bytes postings;
    size_t start[AD_BLOCK_DOCUMENTS + 1]; /* first posting of each document */
    uint32_t *column; /* (terms.n): column in the features, or AD_NO_COLUMN; set by the caller */
} ad_counted;

#define AD_NO_COLUMN UINT32_MAX

typedef struct ad_counts {
    size_t n_blocks;
    ad_counted *block; /* (n_blocks), owned */
} ad_counts;

static inline size_t ad_count_blocks(size_t documents)
{
    return (documents + AD_BLOCK_DOCUMENTS - 1) / AD_BLOCK_DOCUMENTS;
}

/* train as in ad_features_fit. The caller releases out, also after a failure. */
adrop_status ad_counts_make(adrop_ctx *ctx, const ad_features_settings *settings,
                            const ad_documents *docs, const uint8_t *train, ad_counts *out);
void ad_counts_release(adrop_ctx *ctx, ad_counts *c);

/* The counts as sparse rows, once every block has its columns; terms that share a column are
 * added. */
adrop_status ad_counts_rows(adrop_ctx *ctx, const ad_counts *c, size_t documents, size_t columns,
                            ad_sparse *out);

#endif
