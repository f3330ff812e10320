/* Rows in memory: as they were read or given, before any split and any transform.
 *
 * A data set and its views share them. They are only read once they are made, so threads may use
 * them at the same time; who lets go of them last frees them, whatever has become of the context in
 * which they were made. */
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

/* Where rows of bytes come from that are not kept in memory: images that are decoded when they are
 * needed. read is called by several threads at once, each with its own context. */
typedef struct ad_row_source {
    adrop_status (*read)(const void *self, adrop_ctx *ctx, size_t row, uint8_t *pixels);
    void (*free)(void *self, adrop_ctx *ctx);
    void *self; /* owned; NULL: there is none */
} ad_row_source;

/* A row is (channels, height, width); a table's (columns, 1, 1). Exactly one of pixels, values,
 * source, texts and sparse holds the inputs, one of labels and targets what is to be learned. */
typedef struct ad_rows {
    adrop_ctx own; /* for the allocator: every array is owned through it, unless borrowed */
    atomic_size_t users;
    char *name, *path;  /* owned: as it was asked for; where it was found, or "" */
    const char *format; /* lives for ever */
    adrop_task task;
    size_t n;
    ad_shape shape;
    int is_image;
    bool is_borrowed;      /* pixels, values, labels (not of sets) and targets are the caller's */
    const uint8_t *pixels; /* (n, channels, height, width) */
    unsigned top;          /* the largest value a pixel can have */
    const float *values;   /* (n, channels, height, width) */
    ad_row_source source;
    ad_texts texts;        /* owned: documents, in place of the three above */
    ad_sparse sparse;      /* owned: rows that are mostly zero, in their place; or empty */
    const char *features;  /* what documents become by default; lives for ever; NULL: tfidf */
    const int32_t *labels; /* (n), in [0, classes.n) */
    ad_label_sets sets;    /* owned: of rows that may have several classes, all of them; labels
                              then has the first, by which rows are split, or 0 */
    const float *targets;  /* (n, n_targets) */
    size_t n_targets;      /* values that a row is to predict; 1 */
    const uint8_t *parts;  /* (n), ADROP_ROW_..; NULL: all free */
    bool parts_stand;      /* no test part is taken from rows that are for training */
    ad_names classes, columns;
    ad_names *categories; /* (channels), owned: the words of columns whose values are numbers of
                             words; none for a column of numbers; NULL: there are no words */
    bool has_missing;     /* a value may be NaN: it is missing */
    bool has_answers;     /* labels or targets are known; a label may be -1, a target NaN */
    ad_names answers;     /* the target columns' names, or none */
    ad_layout layout;     /* all columns of a table's file, or none */
    ad_names ids;         /* (n): what a row is called; or none */
    uint32_t *lines;      /* (n), owned: where in a text file each stands; NULL: not known */
    float *weights;       /* (n), owned: of rows in the loss; NULL: all 1 */
    uint32_t *groups;     /* (n), owned: rows that stay together in folds; NULL: none */
    size_t train_pool; /* of a class without a test part: how many rows may be trained on, the rest
                          being for tests; 0: by fraction */
} ad_rows;

/* Empty rows with one user. The name is copied. *out is NULL after a failure. */
AD_LAB adrop_status ad_rows_create(adrop_ctx *ctx, const char *name, ad_rows **out);

ad_rows *ad_rows_share(ad_rows *rows);

/* One user less. NULL is fine. */
AD_LAB void ad_rows_release(ad_rows *rows);

/* A raw row of bytes: where it is kept, or decoded to scratch (a row's size). ctx is the calling
 * thread's. */
adrop_status ad_rows_bytes(const ad_rows *rows, adrop_ctx *ctx, size_t row, uint8_t *scratch,
                           const uint8_t **pixels);

#endif
