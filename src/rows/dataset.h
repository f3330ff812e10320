/* The inside of a data set: shared rows, which of them are in which part, and what they mean to a
 * network. */
#ifndef AD_ROWS_DATASET_H
#define AD_ROWS_DATASET_H

#include "adrop/rows.h"
#include "base/lab.h"
#include "rows/files.h"
#include "rows/rows.h"

enum { AD_N_PARTS = 3 };

struct adrop_data {
    adrop_ctx own;              /* for the allocator: it frees what is owned here */
    ad_rows *rows;              /* shared, read-only */
    uint8_t *given;             /* (rows), owned, ADROP_ROW_..: parts before the split; NULL: the
                                   rows' own */
    adrop_split_opts opts;      /* as it was split */
    uint32_t *part[AD_N_PARTS]; /* (n_part[p]), owned, ascending */
    size_t n_part[AD_N_PARTS];
    ad_schema schema;           /* fitted on the training rows, or adopted */
    int is_adopted;             /* the schema is that of other rows */
    int32_t *labels;            /* (rows), owned: numbered as the adopted schema has it; or NULL */
    ad_label_sets sets;         /* owned: the rows' own, numbered likewise; or none */
    ad_files files;             /* owned: what was read */
    float *recoded;             /* owned: the rows' values, their words numbered as the adopted
                                   schema has them; or NULL */
    float *weights;             /* (rows), owned: mean 1 over the training rows; NULL: all 1 */
    ad_features_rows text_rows; /* owned: of documents, what the schema's features made of them */
    size_t n_unseen, n_missing; /* words and values that the schema has no number for */
};

/* A data set of these rows, of which it becomes a user: given parts, split and schema are still to
 * come. Freed with adrop_data_free. *out is NULL after a failure. */
AD_LAB adrop_status ad_data_create(adrop_ctx *ctx, ad_rows *rows, adrop_data **out);

/* Read the caller's options into mine (base/struct.h) and check every value; NULL: defaults. */
adrop_status ad_split_opts_take(adrop_ctx *ctx, const adrop_split_opts *given,
                                adrop_split_opts *mine);

/* split.c: fill part and n_part, by data->opts. */
AD_LAB adrop_status ad_data_split(adrop_data *data, adrop_ctx *ctx);

/* scale.c: the schema by data->opts, fitted on the training rows. */
AD_LAB adrop_status ad_data_fit(adrop_data *data, adrop_ctx *ctx);

/* adopt.c: the schema of other rows in place of an own one; labels are numbered as it has them.
 * Classes are found by name; by number where one side has but numbers for names. ADROP_ESHAPE for
 * rows of another shape; ADROP_EINVAL for pixels against other numbers and for a class that the
 * schema does not know, unless unknown_too is 1: then its label is -1. */
AD_LAB adrop_status ad_data_adopt(adrop_data *data, adrop_ctx *ctx, const ad_schema *schema,
                                  int unknown_too);

/* view.c: a view whose rows are to mean what other rows meant, as ad_data_adopt; words, too, are
 * found by name. ADROP_EINVAL, besides, for columns of other names, and for values that are missing
 * where the schema takes none. */
AD_LAB adrop_status ad_data_adopt_view(adrop_ctx *ctx, const adrop_data *base,
                                       const adrop_split_opts *opts, const ad_schema *schema,
                                       int unknown_too, adrop_data **out);

/* The schema of a data set; it lives as long as the data. */
static inline const ad_schema *ad_data_schema(const adrop_data *data)
{
    return &data->schema;
}

/* Rows of floats as they go into the schema's transforms, (rows, schema.shape): those that were
 * read, or what documents became. NULL: they are bytes, or sparse. */
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

/* All classes of rows that may have several; NULL: a row has one, or none was asked for. */
static inline const ad_label_sets *ad_data_sets(const adrop_data *data)
{
    const ad_label_sets *sets = data->sets.start ? &data->sets : &data->rows->sets;

    return sets->start ? sets : NULL;
}

/* weights.c: data->weights, of the rows' own and those of classes. */
adrop_status ad_data_weigh(adrop_data *data, adrop_ctx *ctx);

/* unseen.c: count words that are not among the schema's, and values that are missing. */
void ad_data_count_unseen(adrop_data *data, adrop_ctx *ctx);

/* Bytes that the rows take. */
size_t ad_data_memory(const adrop_data *data);

/* The word for the inputs' transforms. */
adrop_input_scale ad_scale_of(const ad_transforms *inputs);

/* Is it an adrop_class_weights? ADROP_EINVAL otherwise. */
AD_LAB adrop_status ad_class_weights_check(adrop_ctx *ctx, int class_weights);

#endif
