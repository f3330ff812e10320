/* Predictors: raw rows in, predictions out. They need only the result of training, no data set.
 *
 *     adrop_predictor *p;
 *     adrop_predictor_open(ctx, "runs/digits-advanced-1", NULL, &p);     // or a model file
 *     adrop_predictor_predict(p, n, x, NULL, 50, mean, std);             // x (n, row), unscaled
 *
 * A model's file describes its raw rows: shape, the transforms fitted on the training rows, names
 * of classes and columns, the target's units. Files of older versions do not; for these, create the
 * predictor from a model (adrop_predictor_create).
 *
 * Predictors in several threads share one copy of the weights:
 *
 *     adrop_predictor_share(p, ctx_of_the_thread, &mine);
 *
 * A prediction depends on the row, its number and the number of samples, but not on threads, other
 * rows of the call or their order. A float network gives a row the same bits alone and in any
 * batch. */
#ifndef ADROP_PREDICT_H
#define ADROP_PREDICT_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/model.h"
#include "adrop/option.h"
#include "adrop/sparse.h"
#include "adrop/status.h"
#include "adrop/units.h"

ADROP_BEGIN_DECLS

typedef struct adrop_predictor adrop_predictor;

typedef struct adrop_predictor_opts {
    size_t size;               /* sizeof(adrop_predictor_opts), set by the init call */
    const char *dropout;       /* NULL: as trained; "none": no dropout, if the technique allows it
                                  (adrop_model_load) */
    size_t batch;              /* largest number of rows in a pass; 256 */
    adrop_precision precision; /* f32 */
    adrop_sparse_weights sparse_weights; /* whether zero weights are skipped; auto */
} adrop_predictor_opts;

#define adrop_predictor_opts_init(opts) adrop_predictor_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_predictor_opts_init_sized(adrop_predictor_opts *opts, size_t size);
/* Its option table (option.h): all but dropout, which is a text, or NULL. */
ADROP_API const adrop_option *adrop_predictor_options(void);

/* Open a run directory (its model or, if it is not done, its newest valid checkpoint), a file, or a
 * buffer with the bytes of one. opts may be NULL: the defaults. ADROP_EIO if it cannot be read;
 * ADROP_EFORMAT, with file, field and reason, if it is invalid. *out is NULL after a failure. */
ADROP_API adrop_status adrop_predictor_open(adrop_ctx *ctx, const char *path,
                                            const adrop_predictor_opts *opts,
                                            adrop_predictor **out);
ADROP_API adrop_status adrop_predictor_read(adrop_ctx *ctx, const void *bytes, size_t size,
                                            const adrop_predictor_opts *opts,
                                            adrop_predictor **out);

/* Use a model in memory, which is borrowed and must outlive the predictor. Its schema
 * (adrop_model_schema) defines the raw rows; without one, rows are the network's inputs and values
 * its outputs. */
ADROP_API adrop_status adrop_predictor_create(adrop_ctx *ctx, adrop_model *model,
                                              adrop_predictor **out);

/* Another predictor with the same weights, for another thread with its own context. p must not be
 * in use during the call. Afterwards the two share only read-only data, and may be freed in any
 * order, and by any thread if the allocator of p's context allows it. A borrowed model must not be
 * trained in the meantime. ADROP_EINVAL if the contexts have different numbers of threads and the
 * network's layout depends on them. */
ADROP_API adrop_status adrop_predictor_share(const adrop_predictor *p, adrop_ctx *ctx,
                                             adrop_predictor **out);

/* NULL is fine. */
ADROP_API void adrop_predictor_free(adrop_predictor *p);

typedef struct adrop_predictor_info {
    size_t channels, height, width; /* of a raw row; a table has columns, 1, 1 */
    size_t outputs;                 /* classes, or values */
    int is_classifier;              /* outputs are probabilities of classes */
    int is_pixels;                  /* raw rows are bytes */
    int has_schema;                 /* 0: rows are the network's own inputs */
    int is_multi_label;             /* each output is the probability of its class, independent of
                                       the others: they do not sum to 1 */
    int is_text;                    /* raw rows are documents */
} adrop_predictor_info;

#define adrop_predictor_describe(p, info)                                                          \
  adrop_predictor_describe_sized((p), (info), sizeof *(info))
ADROP_API void adrop_predictor_describe_sized(const adrop_predictor *p, adrop_predictor_info *info,
                                              size_t size);

/* NULL past the last, and where there are no names. */
ADROP_API const char *adrop_predictor_class_name(const adrop_predictor *p, size_t i);
ADROP_API const char *adrop_predictor_column_name(const adrop_predictor *p, size_t i);
ADROP_API const char *adrop_predictor_target_name(const adrop_predictor *p, size_t i);

/* Word i of a column, whose raw values are word numbers; NULL past the last, and for numeric
 * columns. */
ADROP_API const char *adrop_predictor_word(const adrop_predictor *p, size_t column, size_t i);

ADROP_API const adrop_model *adrop_predictor_model(const adrop_predictor *p);

/* For a model of documents, the n terms with the strongest weight for each output, strongest first:
 * terms (outputs, n), valid as long as the predictor, NULL where there are fewer; and their weights
 * (outputs, n). The weights are those of the layer that reads the terms; with hidden layers, the
 * sum over all paths as if every unit were active. ADROP_EINVAL for other models, for features that
 * keep no terms (hash:B), and for a network that is not a chain of dense layers. */
ADROP_API adrop_status adrop_predictor_terms(const adrop_predictor *p, size_t n, const char **terms,
                                             double *weights);

/* Predictions for n raw rows (n, channels, height, width). mean (n, outputs): probabilities of the
 * classes, or values in the target's units. std (n, outputs), or NULL: their standard deviations
 * over `samples` noisy passes. With samples 0, or a model without a random layer: one pass without
 * noise, and std is zero. row_numbers (n) are the addresses of the noise; NULL: 0, 1, ...
 *
 * ADROP_ENUMERIC, naming the row, for an input or an output that is not finite. Inputs are checked
 * before anything is written; after a later failure (an output, memory), mean and std hold NaN.
 * Bytes are for models of pixels: ADROP_EINVAL otherwise. Floats with the same values give the same
 * bits. */
ADROP_API adrop_status adrop_predictor_predict(adrop_predictor *p, size_t n, const float *rows,
                                               const uint32_t *row_numbers, size_t samples,
                                               double *mean, double *std);
ADROP_API adrop_status adrop_predictor_predict_bytes(adrop_predictor *p, size_t n,
                                                     const uint8_t *rows,
                                                     const uint32_t *row_numbers, size_t samples,
                                                     double *mean, double *std);

/* -- Uncertainty -------------------------------------------------------------------- */

typedef struct adrop_sample_opts {
    size_t size;      /* sizeof(adrop_sample_opts) */
    size_t samples;   /* noisy passes, 50; 0: one pass without noise. For a technique with fixed
                         masks (masksembles) at most its number of members: there are no other
                         passes */
    int shared_masks; /* 1: pass t uses the same masks for every row, like one network drawn at
                         random; 0: every row has its own masks */
    int by_moments;   /* 1: no samples: propagate the first two moments of every mask through the
                         network (only chains of dense layers, ReLU and dropout) */
} adrop_sample_opts;

#define adrop_sample_opts_init(opts) adrop_sample_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_sample_opts_init_sized(adrop_sample_opts *opts, size_t size);
/* Its option table (option.h): every member is a row. */
ADROP_API const adrop_option *adrop_sample_options(void);

/* Statistics of the passes, in the caller's arrays; memory does not grow with the number of passes.
 * All but mean may be NULL. For class probabilities p_t of pass t, in nats:
 *
 *     entropy             H(mean of p_t): total uncertainty
 *     expected_entropy    mean of H(p_t): the uncertainty that remains with known weights
 *     mutual_information  the difference: disagreement between passes
 *     energy              mean of -log sum exp of the outputs
 *
 * For regression these four are NaN. By moments, the probabilities are those of normal outputs,
 * MacKay's softmax(u / sqrt(1 + pi v / 8)); the std of probabilities, expected entropy and mutual
 * information are then unknown: NaN. */
typedef struct adrop_sampled {
    size_t size;                         /* sizeof(adrop_sampled) */
    double *mean, *std;                  /* (n, outputs) */
    double *entropy, *expected_entropy;  /* (n) */
    double *mutual_information, *energy; /* (n) */
} adrop_sampled;

/* adrop_predictor_predict with these measures. ADROP_EINVAL for samples of a model without a random
 * layer. */
ADROP_API adrop_status adrop_predictor_sample(adrop_predictor *p, const adrop_sample_opts *opts,
                                              size_t n, const float *rows,
                                              const uint32_t *row_numbers, adrop_sampled *out);

/* -- Draws -------------------------------------------------------------------------- */

/* The passes themselves, in the caller's arrays. Either may be NULL, but not both. With S passes:
 *
 *     draws       (n, S, outputs): the output of each pass. For regression in the target's units;
 *                 for a classifier probabilities or, with logits, the outputs before softmax or
 *                 sigmoid
 *     quantiles   (n, n_at, outputs): of the S values of an output, at at[0], .., at[n_at - 1]:
 *                 with sorted values x_0, .., x_(S - 1), the quantile at q is x_h, h = q (S - 1),
 *                 interpolated linearly */
typedef struct adrop_draws {
    size_t size;       /* sizeof(adrop_draws) */
    int logits;        /* 1: no softmax, no sigmoid; 0 */
    double *draws;     /* room for opts->samples passes, or one if that is 0 */
    size_t n_at;       /* 0 */
    const double *at;  /* (n_at), each from 0 to 1, in any order */
    double *quantiles; /* NULL with n_at 0 */
} adrop_draws;

/* The passes of adrop_predictor_predict with the same number of samples: same noise, same bits. Its
 * mean is m_S of m_k = m_(k - 1) + (draw_k - m_(k - 1)) / k, from 0. opts as for
 * adrop_predictor_sample, except by_moments, which has no passes; NULL: the defaults.
 *
 * *passes (may be NULL) is S: opts->samples; 1 without samples or without a random layer; at most
 * the number of members of a technique with fixed masks. draws is packed for that S.
 *
 * Also ADROP_EINVAL if draws and quantiles are both NULL, and for an at[i] out of range.
 * ADROP_ENUMERIC as adrop_predictor_predict; after a later failure the arrays hold NaN. */
ADROP_API adrop_status adrop_predictor_draw(adrop_predictor *p, const adrop_sample_opts *opts,
                                            size_t n, const float *rows,
                                            const uint32_t *row_numbers, adrop_draws *out,
                                            size_t *passes);

/* -- Rows in other forms ------------------------------------------------------------- */

/* Raw rows in one of the forms of data sets from arrays (adrop_arrays of rows.h). The same rows
 * give the same bits in every form, from memory or from a file (adrop_run_open_inputs). */
typedef struct adrop_raw_rows {
    size_t size; /* sizeof(adrop_raw_rows), set by adrop_raw_rows_init */
    size_t n;

    /* Exactly one of the four: */
    const float *values;        /* (n, channels, height, width) */
    const uint8_t *pixels;      /* the same, for a model of pixels */
    const adrop_sparse *sparse; /* (n) with the model's columns; for a table, or for terms */
    const char *const *texts;   /* (n) documents in UTF-8, for a model of documents */

    /* With values: the words that they index, as in adrop_arrays, in any order. Words are matched
     * to the model's by name; unknown words count as none of them. NULL: values are the model's own
     * word numbers (adrop_predictor_word). */
    const size_t *n_words;    /* (channels) */
    const char *const *words; /* those of the first column with words, then of the next */

    const uint32_t *row_numbers; /* (n); NULL: 0, 1, ... */
} adrop_raw_rows;

#define adrop_raw_rows_init(rows) adrop_raw_rows_init_sized((rows), sizeof *(rows))
ADROP_API void adrop_raw_rows_init_sized(adrop_raw_rows *rows, size_t size);

/* adrop_predictor_predict, _sample and _draw for such rows. Also ADROP_EINVAL, naming row and
 * field, for invalid rows, and for a form that the model does not read. */
ADROP_API adrop_status adrop_predictor_predict_rows(adrop_predictor *p, const adrop_raw_rows *rows,
                                                    size_t samples, double *mean, double *std);
ADROP_API adrop_status adrop_predictor_sample_rows(adrop_predictor *p,
                                                   const adrop_sample_opts *opts,
                                                   const adrop_raw_rows *rows, adrop_sampled *out);
ADROP_API adrop_status adrop_predictor_draw_rows(adrop_predictor *p, const adrop_sample_opts *opts,
                                                 const adrop_raw_rows *rows, adrop_draws *out,
                                                 size_t *passes);

ADROP_END_DECLS

#endif
