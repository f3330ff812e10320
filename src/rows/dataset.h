/* The internals of a data set: shared rows, the rows of each part, and the schema, which says what
 * they mean to a network. */
#ifndef AD_ROWS_DATASET_H
#define AD_ROWS_DATASET_H

#include "adrop/rows.h"
#include "base/lab.h"
#include "rows/files.h"
#include "rows/rows.h"

enum { AD_N_PARTS = 3 };

struct adrop_data {
    adrop_ctx own;              /* for the allocator of what is owned here */
    ad_rows *rows;              /* shared, read-only */
    uint8_t *given;             /* (rows), owned, ADROP_ROW_..: parts before the split; NULL: the
                                   rows' own */
    adrop_split_opts opts;      /* of the split */
    uint32_t *part[AD_N_PARTS]; /* (n_part[p]), owned, ascending */
    size_t n_part[AD_N_PARTS];
    ad_schema schema;           /* fitted on the training rows, or adopted */
    int is_adopted;             /* the schema comes from other rows */
    int32_t *labels;            /* (rows), owned: numbered as in the adopted schema; or NULL */
    ad_label_sets sets;         /* owned: the rows' sets, numbered likewise; or none */
    ad_files files;             /* owned: the files read */
    float *recoded;             /* owned: the rows' values, with words numbered as in the adopted
                                   schema; or NULL */
    float *weights;             /* (rows), owned: mean 1 over the training rows; NULL: all 1 */
    ad_features_rows text_rows; /* owned: features of documents, by the schema */
    size_t n_unseen, n_missing; /* counts of words unknown to the schema, and of missing values */
};

/* A data set that shares these rows, without given parts, split and schema yet. The caller frees it
 * with adrop_data_free. *out is NULL after a failure. */
AD_LAB adrop_status ad_data_create(adrop_ctx *ctx, ad_rows *rows, adrop_data **out);

/* Read the caller's options into mine (base/struct.h) and check every value; NULL: defaults. */
adrop_status ad_split_opts_take(adrop_ctx *ctx, const adrop_split_opts *given,
                                adrop_split_opts *mine);

/* split.c: fill part and n_part according to data->opts. */
AD_LAB adrop_status ad_data_split(adrop_data *data, adrop_ctx *ctx);

/* scale.c: make the schema from data->opts, fitted on the training rows. */
AD_LAB adrop_status ad_data_fit(adrop_data *data, adrop_ctx *ctx);

/* adopt.c: use the schema of other rows; labels are renumbered to match it. Classes are found by
 * name, or by number if only one side has names. ADROP_ESHAPE for rows of another shape;
 * ADROP_EINVAL if only one side has pixels, and for a class unknown to the schema, unless
 * unknown_too is 1: then its label is -1. */
AD_LAB adrop_status ad_data_adopt(adrop_data *data, adrop_ctx *ctx, const ad_schema *schema,
                                  int unknown_too);

/* view.c: a view that uses the schema of other rows, like ad_data_adopt; words are found by name,
 * too. Also ADROP_EINVAL for columns with other names, and for missing values if the schema takes
 * none. */
AD_LAB adrop_status ad_data_adopt_view(adrop_ctx *ctx, const adrop_data *base,
                                       const adrop_split_opts *opts, const ad_schema *schema,
                                       int unknown_too, adrop_data **out);

/* The schema of a data set; it lives as long as the data. */
static inline const ad_schema *ad_data_schema(const adrop_data *data)
{
    return &data->schema;
}

/* Rows of floats before the schema's transforms, (rows, schema.shape): as they were read, or the
 * features of documents. NULL: rows are bytes, or sparse. */
static inline const float *ad_data_values(const adrop_data *data)
{
    return data->recoded        ? data->recoded
           : data->rows->values ? data->rows->values
                                : data->text_rows.dense;
}

/* NULL unless rows are sparse. */
static inline const ad_sparse *ad_data_sparse(const adrop_data *data)
{
    const ad_sparse *sparse = data->rows->sparse.start ? &data->rows->sparse
                                                       : &data->text_rows.sparse;

    return sparse->start ? sparse : NULL;
}

static inline int ad_data_is_bytes(const adrop_data *data)
{
    return data->rows->pixels || data->rows->source.self;
}

/* (rows), or NULL for regression. */
static inline const int32_t *ad_data_labels(const adrop_data *data)
{
    return data->labels ? data->labels : data->rows->labels;
}

/* All classes of rows that may have several; NULL: a row has one class, or none. */
static inline const ad_label_sets *ad_data_sets(const adrop_data *data)
{
    const ad_label_sets *sets = data->sets.start ? &data->sets : &data->rows->sets;

    return sets->start ? sets : NULL;
}

/* weights.c: set data->weights from the rows' weights and those of classes. */
adrop_status ad_data_weigh(adrop_data *data, adrop_ctx *ctx);

/* unseen.c: count words unknown to the schema, and missing values. */
void ad_data_count_unseen(adrop_data *data, adrop_ctx *ctx);

/* Memory of the rows, in bytes. */
size_t ad_data_memory(const adrop_data *data);

/* The word for the inputs' transforms. */
adrop_input_scale ad_scale_of(const ad_transforms *inputs);

/* Is it an adrop_class_weights? ADROP_EINVAL otherwise. */
AD_LAB adrop_status ad_class_weights_check(adrop_ctx *ctx, int class_weights);

#endif
