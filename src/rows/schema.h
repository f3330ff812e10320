/* The meaning of rows to a network: the shape of a raw row, the transforms from raw row to input,
 * and what the outputs are.
 *
 * A data set has a schema, fitted on its training rows. A model carries a copy as text, so that
 * other rows are transformed alike whatever their own moments are: a predictor needs no data set.
 *
 *     ad_schema s;
 *     status = ad_schema_read(ctx, where, text, &s);
 *     x: ad_shape_size(s.inputs.out) floats; scratch: ad_schema_room(&s) floats
 *     ad_schema_apply_floats(&s, row, x, scratch);            // or _bytes
 *     y = ad_schema_target(&s, k, output, &factor);           // regression: in units of target k
 *     ad_schema_release(&s, ctx);
 *
 * A schema is read-only once made: threads may share it, each with its own scratch. */
#ifndef AD_ROWS_SCHEMA_H
#define AD_ROWS_SCHEMA_H

#include "adrop/rows.h"
#include "base/lab.h"
#include "rows/layout.h"
#include "rows/names.h"
#include "transform/text.h"
#include "transform/transforms.h"

enum {
    AD_MAX_SIDE = 65536,      /* sides and channels of an image, columns of a table */
    AD_MAX_CLASSES = 1 << 16, /* distinct labels */
};

typedef struct ad_schema {
    adrop_task task;      /* never auto */
    ad_features *text;    /* shared: maps a document to a row; NULL: rows are numbers */
    ad_shape shape;       /* of a raw row; for documents, of the row that `text` makes */
    int is_pixels;        /* raw rows are bytes */
    ad_transforms inputs; /* raw row to input; inputs.out is the network's input shape */
    ad_transforms target; /* regression: for a row's targets, of shape (targets, 1, 1);
                             invertible */
    ad_names classes;     /* none for regression */
    int is_multi_label;   /* a row may have several classes; each output is for one of them */
    ad_names columns;     /* none, or one per channel */
    ad_names *categories; /* (channels), owned: the words that raw values number, none for a column
                             of numbers; NULL: no words */
    ad_names answers;     /* the names of the targets' columns, or none */
    ad_layout layout;     /* all columns of the table's file, or none */
    double *deviations;   /* (targets), owned: ad_schema_target's factors; NULL for classes */
    float *levels;        /* (channels, 256), owned: the table for bytes; NULL unless pixels */
    size_t covered;       /* how many of the inputs' transforms levels replaces */
} ad_schema;

/* The number of the network's outputs: one per class, or one per target. */
static inline size_t ad_schema_outputs(const ad_schema *s)
{
    return s->task == ADROP_REGRESSION ? s->target.out.channels : s->classes.n;
}

/* Are the network's inputs sparse? */
static inline int ad_schema_is_sparse(const ad_schema *s)
{
    return s->text && !s->text->components;
}

/* Make levels and deviations, once the transforms are fitted. */
AD_LAB adrop_status ad_schema_settle(ad_schema *s, adrop_ctx *ctx);

/* The caller releases out, also after a failure. ctx must have the allocator that the schema was
 * made with. */
AD_LAB adrop_status ad_schema_copy(const ad_schema *s, adrop_ctx *ctx, ad_schema *out);
AD_LAB void ad_schema_release(ad_schema *s, adrop_ctx *ctx);

/* Floats of scratch for the next two. */
size_t ad_schema_room(const ad_schema *s);

/* Transform a raw row of s->shape to x of s->inputs.out. Bytes and floats of equal values give
 * equal x as long as all transforms are by value. The arrays must not overlap. */
void ad_schema_apply_floats(const ad_schema *s, const float *row, float *x, float *scratch);
void ad_schema_apply_bytes(const ad_schema *s, const uint8_t *row, float *x, float *scratch);

/* May a raw value be NaN, which means missing? */
AD_LAB bool ad_schema_takes_missing(const ad_schema *s);

/* Transform a row's raw targets for training, both (targets); and transform an output back, with
 * the factor for standard deviations. */
void ad_schema_learned(const ad_schema *s, const float *targets, float *out);
static inline double ad_schema_target(const ad_schema *s, size_t k, double output, double *factor)
{
    return ad_transforms_invert(&s->target, k, output, factor);
}

/* schema_json.c: as a JSON object, for a model's metadata,
 *
 *     {"task": "classification", "shape": [3, 32, 32], "pixels": true,
 *      "transforms": [{"name": "unit", "top": 255}], "target": [], "classes": ["cat", ..],
 *      "columns": []}
 *
 * and for a table, "categories": [null, ["blue", "red"], ..] and "answers": ["price"] if there
 * are any, "targets": 2 if a row has several, "multi_label": true if a row may have several
 * classes; "table" with all columns of its file (rows/layout.h); and for documents "text": their
 * features (transform/text.h).
 *
 * Names must be UTF-8: this is checked (ad_schema_check_names) when a schema is made from rows. The
 * caller frees *text with ad_free. Reading restores the same bits and checks everything:
 * ADROP_EFORMAT names `where` and the error; the caller releases s also after a failure. */
adrop_status ad_schema_check_names(const ad_schema *s, adrop_ctx *ctx, const char *where);
AD_LAB adrop_status ad_schema_write(const ad_schema *s, adrop_ctx *ctx, char **text);
adrop_status ad_schema_read(adrop_ctx *ctx, const char *where, const char *text, ad_schema *s);

/* The same as JSON; b records failures. */
AD_LAB json_t *ad_schema_to_json(ad_json *b, const ad_schema *s);
AD_LAB adrop_status ad_schema_from_json(adrop_ctx *ctx, const char *where, const json_t *from,
                                        ad_schema *s);

#endif
