/* Rows in memory: as they were read or given, before any split and any transform.
 *
 * A data set and its views share them. They are read-only once made, so threads may use them
 * concurrently. The last user frees them, even if the context in which they were made is gone. */
#ifndef AD_ROWS_ROWS_H
#define AD_ROWS_ROWS_H

#include <stdatomic.h>

#include "base/context.h"
#include "base/lab.h"
#include "base/sparse.h"
#include "rows/label_sets.h"
#include "rows/schema.h"
#include "rows/texts.h"

enum { AD_MAX_ROWS = 1 << 30 };

/* A source of byte rows that are not in memory: images, decoded on demand. Several threads call
 * read at once, each with its own context. */
typedef struct ad_row_source {
    adrop_status (*read)(const void *self, adrop_ctx *ctx, size_t row, uint8_t *pixels);
    void (*free)(void *self, adrop_ctx *ctx);
    void *self; /* owned; NULL: no source */
} ad_row_source;

/* A row is (channels, height, width); in a table (columns, 1, 1). Exactly one of pixels, values,
 * source, texts and sparse holds the inputs, one of labels and targets the answers. */
typedef struct ad_rows {
    adrop_ctx own; /* for the allocator: every array is owned through it, unless borrowed */
    atomic_size_t users;
    char *name, *path;  /* owned: the name given; where it was found, or "" */
    const char *format; /* static */
    adrop_task task;
    size_t n;
    ad_shape shape;
    int is_image;
    bool is_borrowed;      /* the caller owns pixels, values, targets and labels (not with sets) */
    const uint8_t *pixels; /* (n, channels, height, width) */
    unsigned top;          /* the largest value a pixel can have */
    const float *values;   /* (n, channels, height, width) */
    ad_row_source source;
    ad_texts texts;        /* owned: documents, in place of the three above */
    ad_sparse sparse;      /* owned: rows that are mostly zero, in their place; or empty */
    const char *features;  /* the default features of documents; static; NULL: tfidf */
    const int32_t *labels; /* (n), in [0, classes.n) */
    ad_label_sets sets;    /* owned: all classes of rows that may have several; labels then has
                              the first, by which rows are split, or 0 */
    const float *targets;  /* (n, n_targets) */
    size_t n_targets;      /* targets per row; 1 by default */
    const uint8_t *parts;  /* (n), ADROP_ROW_..; NULL: all free */
    bool parts_stand;      /* never take a test part from training rows */
    ad_names classes, columns;
    ad_names *categories; /* (channels), owned: the words of columns of words, whose values are
                             word numbers; none for a column of numbers; NULL: no words */
    bool has_missing;     /* a value may be NaN, which means missing */
    bool has_answers;     /* labels or targets are known; a label may be -1, a target NaN */
    ad_names answers;     /* the target columns' names, or none */
    ad_layout layout;     /* all columns of a table's file, or none */
    ad_names ids;         /* (n): names of rows, or none */
    uint32_t *lines;      /* (n), owned: line numbers in a text file; NULL: not known */
    float *weights;       /* (n), owned: weights in the loss; NULL: all 1 */
    uint32_t *groups;     /* (n), owned: rows of a group stay in one fold; NULL: none */
    size_t train_pool;    /* without a test part: how many rows per class are for training, the rest
                             being for tests; 0: by fraction */
} ad_rows;

/* Empty rows with one user. The name is copied. *out is NULL after a failure. */
AD_LAB adrop_status ad_rows_create(adrop_ctx *ctx, const char *name, ad_rows **out);

ad_rows *ad_rows_share(ad_rows *rows);

/* Drop one user. NULL is fine. */
AD_LAB void ad_rows_release(ad_rows *rows);

/* A raw row of bytes: in place, or decoded to scratch (one row). ctx is the calling thread's. */
adrop_status ad_rows_bytes(const ad_rows *rows, adrop_ctx *ctx, size_t row, uint8_t *scratch,
                           const uint8_t **pixels);

#endif
