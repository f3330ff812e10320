/* The result of a reader: rows as they are in the files, before any split. */
#ifndef AD_DATA_RAW_H
#define AD_DATA_RAW_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/data.h"
#include "base/bytes.h"
#include "data/source.h"
#include "rows/rows.h"

typedef struct ad_lazy_images ad_lazy_images; /* images.h */

/* A row is (channels, height, width); in a table (columns, 1, 1). Exactly one of pixels,
 * values, images and texts holds the inputs, one of labels and targets the answers; all are
 * owned. */
typedef struct ad_raw {
    adrop_ctx *ctx;
    adrop_task task;
    size_t rows, channels, height, width;
    int is_image;
    uint8_t *pixels; /* (rows, channels, height, width) */
    unsigned top;    /* the largest value a pixel can have */
    float *values;   /* (rows, channels, height, width) */
    ad_lazy_images *images;
    int32_t *labels;    /* (rows), in [0, classes) */
    ad_label_sets sets; /* for rows with several classes; labels has the first of each, or 0 */
    float *targets;     /* (rows, n_targets) */
    size_t n_targets;   /* 0: 1 */
    uint8_t *parts;     /* (rows), ADROP_ROW_..; NULL: all free */
    ad_bytes classes;   /* the classes' names, each ended by a zero */
    size_t n_classes;
    ad_bytes columns;     /* a table's column names, each ended by a zero, or empty */
    size_t train_pool;    /* without a test part: how many rows per class are for training, the
                             rest being for tests; 0: by fraction */
    ad_names *categories; /* (channels), owned: words of columns of words; NULL: none */
    bool has_missing;     /* values may be NaN */
    bool no_answers;      /* inputs only: labels are all -1, targets NaN */
    ad_names answers;     /* the names of the targets' columns, or none */
    ad_layout layout;     /* all columns of a table's file, or none */
    ad_bytes ids;         /* (rows) names of rows, each ended by a zero, or empty */
    uint32_t *lines;      /* (rows): line numbers in the text file; NULL: not known */
    float *weights;       /* (rows): weights in the loss; NULL: all 1 */
    ad_texts texts;       /* documents, in place of pixels, values and images */
    uint32_t *groups;     /* (rows): rows of a group stay in one fold; NULL: none */

    /* Inputs of the reader: */
    const struct ad_schema *expected; /* columns and classes must match it, unless NULL */
    bool inputs_only;                 /* some or all answers may be missing */
    ad_source *test_source;           /* another source, for the test part; NULL: none */

    int whole_folder;  /* the source has one checksum over names, lengths and contents */
    uint64_t contents; /* the checksum of the files' contents */
} ad_raw;

void ad_raw_release(ad_raw *raw);

/* Move the arrays to rows, which then owns them; raw is empty afterwards. The caller releases rows,
 * also after a failure. */
adrop_status ad_raw_hand_over(ad_raw *raw, ad_rows *rows);

static inline size_t ad_raw_row_size(const ad_raw *raw)
{
    return raw->channels * raw->height * raw->width;
}

adrop_status ad_raw_add_class(ad_raw *raw, const char *name);

/* Classes called "0", "1", .. n - 1. */
adrop_status ad_raw_number_classes(ad_raw *raw, size_t n);

/* Append the part of rows [from, to); from is the number of parts so far. */
adrop_status ad_raw_set_parts(ad_raw *raw, ad_bytes *parts, size_t from, size_t to, int part);

#endif
