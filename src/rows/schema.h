/* What rows mean to a network: the shape of a raw row, the transforms that make the network's input
 * of it, and what the outputs stand for.
 *
 * A data set has a schema, fitted on its training rows. A model carries a copy as text, so that
 * other rows mean the same to it whatever their own moments are: a predictor needs no data set.
 *
 *     ad_schema s;
 *     status = ad_schema_read(ctx, where, text, &s);
 *     x: ad_shape_size(s.inputs.out) floats; scratch: ad_schema_room(&s) floats
 *     ad_schema_apply_floats(&s, row, x, scratch);            // or _bytes
 *     y = ad_schema_target(&s, k, output, &factor);           // regression: in units of target k
 *     ad_schema_release(&s, ctx);
 *
 * A schema is only read once it is made: threads may share it, each with its own scratch. */
#ifndef AD_ROWS_SCHEMA_H
#define AD_ROWS_SCHEMA_H

#include "adrop/rows.h"
#include "base/lab.h"
#include "rows/layout.h"
#include "rows/names.h"
#include "transform/text.h"
#include "transform/transforms.h"

enum {
    AD_MAX_SIDE = 65536,      /* of an image, its channels, and columns of a table */
    AD_MAX_CLASSES = 1 << 16, /* different labels */
};

typedef struct ad_schema {
    adrop_task task;      /* never auto */
    ad_features *text;    /* shared: what makes a row of a document; NULL: rows are numbers */
    ad_shape shape;       /* of a raw row; of what `text` makes of a document */
    int is_pixels;        /* raw rows are bytes */
    ad_transforms inputs; /* raw row to input; inputs.out is the network's input shape */
    ad_transforms target; /* regression: of a row's targets, its shape (targets, 1, 1); can be
                             undone */
    ad_names classes;     /* none for regression */
    int is_multi_label;   /* a row may have several classes: each output is for one of them alone */
    ad_names columns;     /* none, or one for each channel */
    ad_names *categories; /* (channels), owned: the words that a raw value counts, none for a column
                             of numbers; NULL: there are no words */
    ad_names answers;     /* the names of the targets' columns, or none */
    ad_layout layout;     /* all columns of the table, as its file has them; or none */
    double *deviations;   /* (targets), owned: ad_schema_target's factors; NULL for classes */
    float *levels;        /* (channels, 256), owned: what becomes of a byte; NULL unless pixels */
    size_t covered;       /* how many of the inputs' transforms levels stand for */
} ad_schema;

/* The network's outputs: one for each class, or one for each target. */
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

/* out is to be released also after a failure. ctx must have the allocator that the schema was made
 * with. */
AD_LAB adrop_status ad_schema_copy(const ad_schema *s, adrop_ctx *ctx, ad_schema *out);
AD_LAB void ad_schema_release(ad_schema *s, adrop_ctx *ctx);

/* Floats of scratch that the next two need. */
size_t ad_schema_room(const ad_schema *s);

/* One raw row of s->shape to x of s->inputs.out. Bytes and floats of the same values give the same
 * x while all transforms are by value. Nothing overlaps. */
void ad_schema_apply_floats(const ad_schema *s, const float *row, float *x, float *scratch);
void ad_schema_apply_bytes(const ad_schema *s, const uint8_t *row, float *x, float *scratch);

/* Whether a raw value may be NaN, which stands for one that is missing. */
AD_LAB bool ad_schema_takes_missing(const ad_schema *s);

/* A row's raw targets as the network learns them, both (targets); and one of them back, with the
 * factor for standard deviations. */
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
 * and, of a table, "categories": [null, ["blue", "red"], ..] and "answers": ["price"] where there
 * are any, "targets": 2 where a row has several, "multi_label": true where a row may have several
 * classes; "table" with all columns of its file (rows/layout.h); and of documents "text": what
 * makes rows of them (transform/text.h).
 *
 * Names are UTF-8: others are refused (ad_schema_check_names) when a schema is made of rows. *text
 * is released with ad_free. Reading gives the same bits, trusts nothing, and is ADROP_EFORMAT with
 * a sentence that names `where` for whatever is not as written; s is to be released then, too. */
adrop_status ad_schema_check_names(const ad_schema *s, adrop_ctx *ctx, const char *where);
AD_LAB adrop_status ad_schema_write(const ad_schema *s, adrop_ctx *ctx, char **text);
adrop_status ad_schema_read(adrop_ctx *ctx, const char *where, const char *text, ad_schema *s);

/* The same as JSON; b keeps failures. */
AD_LAB json_t *ad_schema_to_json(ad_json *b, const ad_schema *s);
AD_LAB adrop_status ad_schema_from_json(adrop_ctx *ctx, const char *where, const json_t *from,
                                        ad_schema *s);

#endif
