/* Transforms: from a raw row to a network's input.
 *
 * A transform is a file and a line in transform_list.h. It is fitted on the training rows only,
 * stored with the model, and applied to every row in training, tests and prediction. Values stay
 * raw in memory; batches and predictors apply the transforms when they fill a network's input.
 *
 * A row is (channels, height, width); in a table (columns, 1, 1). Rows arrive as floats or as bytes
 * (pixels). A transform works on floats. If every output value depends only on its channel and on
 * the input value in the same place, rows of bytes need no arithmetic: bytes have 256 levels, so
 * the transforms are applied once to a table of all levels, and rows are looked up in it
 * (transforms.h). */
#ifndef AD_TRANSFORM_TRANSFORM_H
#define AD_TRANSFORM_TRANSFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adrop/option.h"
#include "base/json.h"

typedef struct ad_shape {
    size_t channels, height, width;
} ad_shape;

#define AD_MAX_VALUES ((size_t)1 << 40) /* per row */

static inline size_t ad_shape_size(ad_shape s)
{
    return s.channels * s.height * s.width;
}

/* No side is 0 and the row has at most AD_MAX_VALUES values. */
static inline bool ad_shape_fits(ad_shape s)
{
    const size_t most = AD_MAX_VALUES;

    return s.channels && s.height && s.width && s.channels <= most &&
           s.height <= most / s.channels && s.width <= most / s.channels / s.height;
}

/* The training rows, readable in any order and repeatedly. */
typedef struct ad_training_rows {
    size_t n;
    ad_shape shape;
    bool is_bytes; /* rows are uint8_t; otherwise float */
    /* Row i of n, valid until the next call; ctx gets the message of a failure. */
    adrop_status (*get)(const struct ad_training_rows *rows, adrop_ctx *ctx, size_t i,
                        const void **row);
    void *user;
    /* (n_categories): the number of words of each channel; 0, also for later channels: a
     * quantity. NULL: all are quantities. */
    const uint32_t *categories;
    size_t n_categories;
} ad_training_rows;

/* A transform with its settings and fitted values. Both are flat, so they are copied as bytes. */
typedef struct ad_transform {
    const struct ad_transform_type *type;
    void *settings;     /* (type->settings_size), owned */
    void *fitted;       /* (fitted_size), owned, or NULL: nothing is fitted */
    size_t fitted_size; /* bytes */
    ad_shape in, out;   /* set before fit and before read; after them */
} ad_transform;

typedef struct ad_transform_type {
    const char *name, *summary;
    const adrop_option *options; /* an empty table if there are no settings */
    size_t settings_size;
    bool takes_missing; /* a value may be NaN */
    bool by_value;      /* an output depends only on its channel and the value in the same place */

    /* The shape of an output row, known once the transform is fitted; NULL: the input's shape.
     * ADROP_ESHAPE for unsuitable rows. */
    adrop_status (*out_shape)(const ad_transform *t, adrop_ctx *ctx, ad_shape in, ad_shape *out);

    /* Fit to the training rows, whose shape is t->in; NULL: nothing to fit. */
    adrop_status (*fit)(ad_transform *t, adrop_ctx *ctx, const ad_training_rows *rows);

    /* Transform x of shape `in` to y, not in place. by_value: any height and width. */
    void (*apply)(const ad_transform *t, ad_shape in, const float *x, float *y);

    /* The inverse at z in a channel, and its derivative by z; NULL: not invertible. */
    double (*invert)(const ad_transform *t, size_t channel, double z, double *slope);

    /* Write and read the fitted values as members of a JSON object; NULL if nothing is fitted. read
     * checks everything; it returns ADROP_EFORMAT, without a message, and the faulty member. */
    void (*write)(const ad_transform *t, ad_json *b, json_t *to);
    adrop_status (*read)(ad_transform *t, adrop_ctx *ctx, const json_t *from, const char **member);
} ad_transform_type;

/* The number of words of a channel, 0 for a quantity. */
static inline size_t ad_training_words(const ad_training_rows *rows, size_t channel)
{
    return channel < rows->n_categories ? rows->categories[channel] : 0;
}

/* NULL beyond the last, and for a name that is not listed. */
const ad_transform_type *ad_transform_type_at(size_t i);
const ad_transform_type *ad_transform_type_find(const char *name);

#endif
