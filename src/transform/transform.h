/* Transforms: what happens to a raw row before a network sees it.
 *
 * A transform is a file and a line in transform_list.h. It is fitted on the training rows alone,
 * stored with the model, and applied to every row: in training, in tests and in prediction. Values
 * stay raw in memory; batches and predictors apply the transforms when they fill a network's input.
 *
 * A row is (channels, height, width); a table's (columns, 1, 1). Rows arrive as floats or as bytes
 * (pixels). A transform works on floats. Where every value of the output is a function of its
 * channel and of the one value in its place, a row of bytes needs no arithmetic: there are 256
 * levels only, so the transforms are applied once to a picture of all levels, and a row is looked
 * up in it (transforms.h). */
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

#define AD_MAX_VALUES ((size_t)1 << 40) /* of a row */

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

/* The training rows, to be asked for in any order and several times. */
typedef struct ad_training_rows {
    size_t n;
    ad_shape shape;
    bool is_bytes; /* rows are uint8_t; otherwise float */
    /* Row i of n, valid until the next call; ctx gets the message if it cannot be had. */
    adrop_status (*get)(const struct ad_training_rows *rows, adrop_ctx *ctx, size_t i,
                        const void **row);
    void *user;
    /* (n_categories): how many words the values of a channel number; 0, as for the channels
     * beyond: they are quantities. NULL: all are. */
    const uint32_t *categories;
    size_t n_categories;
} ad_training_rows;

/* A transform with its settings and what was fitted. Both are flat, so that a copy is a copy of
 * their bytes. */
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
    bool by_value;      /* a value depends on its channel and on the one value in its place alone */

    /* The shape of a row that comes out, known once the transform is fitted; NULL: as it goes in.
     * ADROP_ESHAPE for rows it is not made for. */
    adrop_status (*out_shape)(const ad_transform *t, adrop_ctx *ctx, ad_shape in, ad_shape *out);

    /* Take what is needed from the training rows, whose shape is t->in; NULL: nothing is. */
    adrop_status (*fit)(ad_transform *t, adrop_ctx *ctx, const ad_training_rows *rows);

    /* x of shape `in` to y; not the same memory. by_value: `in` may have any height and width. */
    void (*apply)(const ad_transform *t, ad_shape in, const float *x, float *y);

    /* The value that the transform takes to z in a channel, and the derivative of that by z;
     * NULL: it cannot be undone. */
    double (*invert)(const ad_transform *t, size_t channel, double z, double *slope);

    /* What was fitted, to and from the members of a JSON object; NULL if nothing is. read trusts
     * nothing; it returns ADROP_EFORMAT without a sentence and the name of the member at fault. */
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
