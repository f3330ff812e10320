/* Predictors: raw rows in, predictions out. No data set is needed, only what training left.
 *
 *     adrop_predictor *p;
 *     adrop_predictor_open(ctx, "runs/digits-advanced-1", NULL, &p);      // or a model's file
 *     adrop_predictor_predict(p, n, x, NULL, 50, mean, std);             // x (n, row), as it was
 *                                                                        // before any scaling
 *
 * A model's file says what raw rows mean: their shape, the transforms that were fitted on the
 * training rows, the names of classes and columns, the target's units. Files of older versions do
 * not; a predictor is then made from a model (adrop_predictor_create).
 *
 * Predictors of several threads share one copy of the weights:
 *
 *     adrop_predictor_share(p, ctx_of_the_thread, &mine);
 *
 * A prediction depends on the row, its number and the number of samples: not on threads, nor on the
 * rows that are predicted with it or their order. A float network gives a row the same bits
 * alone and in any batch. */
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
    const char *dropout;       /* NULL: as trained; "none": plain inference, where the technique
                                  allows it (adrop_model_load) */
    size_t batch;              /* rows that go through the network together at most; 256 */
    adrop_precision precision; /* f32 */
    adrop_sparse_weights sparse_weights; /* are weights that are zero skipped? auto */
} adrop_predictor_opts;

#define adrop_predictor_opts_init(opts) adrop_predictor_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_predictor_opts_init_sized(adrop_predictor_opts *opts, size_t size);
/* Its option table (option.h): all but dropout, which is a text, or NULL. */
ADROP_API const adrop_option *adrop_predictor_options(void);

/* From a run directory (its model or, if it is not done, its newest checkpoint that verifies) or
 * from a file; from a buffer with the bytes of one. opts may be NULL: the defaults. ADROP_EIO for
 * what cannot be read, ADROP_EFORMAT, with file, field and reason, for what is not as it should be.
 * *out is NULL after a failure. */
ADROP_API adrop_status adrop_predictor_open(adrop_ctx *ctx, const char *path,
                                            const adrop_predictor_opts *opts,
                                            adrop_predictor **out);
ADROP_API adrop_status adrop_predictor_read(adrop_ctx *ctx, const void *bytes, size_t size,
                                            const adrop_predictor_opts *opts,
                                            adrop_predictor **out);

/* From a model in memory, which is borrowed and must outlive the predictor. What raw rows mean is
 * its schema (adrop_model_schema); without one rows are the network's inputs and values its
 * outputs. */
ADROP_API adrop_status adrop_predictor_create(adrop_ctx *ctx, adrop_model *model,
                                              adrop_predictor **out);

/* Another predictor that reads the same weights, for another thread with a context of its own.
 * p must not be in use during the call; afterwards the two have nothing in common that is written,
 * and are freed in any order, by any thread if the allocator of p's context allows it. A model that
 * was borrowed must not be trained meanwhile. ADROP_EINVAL if the contexts have different numbers
 * of threads and the network's layout depends on them. */
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
    int is_multi_label;             /* each output is the probability of its own class, whatever the
                                       others are: they do not sum to 1 */
    int is_text;                    /* raw rows are documents */
} adrop_predictor_info;

#define adrop_predictor_describe(p, info)                                                          \
  adrop_predictor_describe_sized((p), (info), sizeof *(info))
ADROP_API void adrop_predictor_describe_sized(const adrop_predictor *p, adrop_predictor_info *info,
                                              size_t size);

/* NULL beyond the last, and where there are no names. */
ADROP_API const char *adrop_predictor_class_name(const adrop_predictor *p, size_t i);
ADROP_API const char *adrop_predictor_column_name(const adrop_predictor *p, size_t i);
ADROP_API const char *adrop_predictor_target_name(const adrop_predictor *p, size_t i);

/* The words that raw values of a column number; NULL beyond the last, and of columns of numbers. */
ADROP_API const char *adrop_predictor_word(const adrop_predictor *p, size_t column, size_t i);

ADROP_API const adrop_model *adrop_predictor_model(const adrop_predictor *p);

/* Of a model of documents, the n terms that speak most for each output, the strongest first: terms
 * (outputs, n), which live as long as the predictor, NULL where there are fewer, and their weights
 * (outputs, n). Those are of the layer that reads the terms; of a network with hidden layers, of
 * all paths through them as if every unit were on. ADROP_EINVAL for a model of other rows, for
 * features that keep no terms (hash:B), and for a network that is no chain of dense layers. */
ADROP_API adrop_status adrop_predictor_terms(const adrop_predictor *p, size_t n, const char **terms,
                                             double *weights);

/* Predictions of n raw rows (n, channels, height, width): mean (n, outputs), probabilities of the
 * classes or values in the target's units, and std (n, outputs), their standard deviations over
 * `samples` noisy passes; samples 0, or a model without a random layer: one pass without noise,
 * and zeros. std may be NULL.
 * row_numbers (n) address the noise; NULL: 0, 1, ...
 *
 * ADROP_ENUMERIC, naming the row, for an input or an output that is not finite. Inputs are looked
 * at before anything is written; after a failure on the way (an output, memory) mean and std hold
 * NaN. Bytes are for models of pixels: ADROP_EINVAL otherwise. Floats with the values of bytes give
 * the same bits. */
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
    size_t samples;   /* noisy passes, 50; 0: one pass without noise. Of a technique whose masks are
                         fixed (masksembles) at most its members: there are no other passes */
    int shared_masks; /* 1: pass t has the same masks for every row, as one network drawn at random
                         would; 0: every row has its own */
    int by_moments;   /* 1: no samples: the first two moments of every mask are carried through the
                         network (chains of dense layers, ReLU and dropout alone) */
} adrop_sample_opts;

#define adrop_sample_opts_init(opts) adrop_sample_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_sample_opts_init_sized(adrop_sample_opts *opts, size_t size);
/* Its option table (option.h): every member is a row. */
ADROP_API const adrop_option *adrop_sample_options(void);

/* What is kept of the passes, in arrays of the caller; memory does not grow with their number.
 * All but mean may be NULL. With class probabilities p_t of pass t, in nats:
 *
 *     entropy             H(mean of p_t): all the uncertainty
 *     expected_entropy    mean of H(p_t): what remains if the weights were known
 *     mutual_information  the difference: how far the passes disagree
 *     energy              mean of -log sum exp of the outputs
 *
 * Of a model that predicts values these four are NaN. By moments the probabilities are those of
 * normal outputs, MacKay's softmax(u / sqrt(1 + pi v / 8)); std of probabilities, expected entropy
 * and mutual information are not known then: NaN. */
typedef struct adrop_sampled {
    size_t size;                         /* sizeof(adrop_sampled) */
    double *mean, *std;                  /* (n, outputs) */
    double *entropy, *expected_entropy;  /* (n) */
    double *mutual_information, *energy; /* (n) */
} adrop_sampled;

/* adrop_predictor_predict with these measures. ADROP_EINVAL for samples of a model that has no
 * random layer. */
ADROP_API adrop_status adrop_predictor_sample(adrop_predictor *p, const adrop_sample_opts *opts,
                                              size_t n, const float *rows,
                                              const uint32_t *row_numbers, adrop_sampled *out);

/* -- Draws -------------------------------------------------------------------------- */

/* The passes themselves, in arrays of the caller. Each may be NULL, but not both. With S passes:
 *
 *     draws       (n, S, outputs): what each pass came to. Of a model that predicts values, in the
 *                 target's units; of a classifier probabilities, or with logits the outputs that
 *                 these are made of
 *     quantiles   (n, n_at, outputs): of the S numbers of an output, at at[0], .., at[n_at - 1]:
 *                 in ascending order x_0, .., x_(S - 1), that at q is x_h, h = q (S - 1), straight
 *                 between two of them */
typedef struct adrop_draws {
    size_t size;       /* sizeof(adrop_draws) */
    int logits;        /* 1: no softmax, no sigmoid; 0 */
    double *draws;     /* memory for opts->samples passes, or one if that is 0 */
    size_t n_at;       /* 0 */
    const double *at;  /* (n_at), each from 0 to 1, in any order */
    double *quantiles; /* NULL with n_at 0 */
} adrop_draws;

/* The passes of adrop_predictor_predict with as many samples: same noise, same bits; the mean it
 * gives is m_S of m_k = m_(k - 1) + (draw_k - m_(k - 1)) / k, from 0. opts as for
 * adrop_predictor_sample, but for by_moments, which has no passes; NULL: the defaults.
 *
 * *passes (may be NULL) is S: opts->samples; 1 without samples or without a random layer; at
 * most the members of a technique whose masks are fixed. Draws are packed for that S.
 *
 * ADROP_EINVAL, besides, for draws and quantiles that are both NULL, and for an at[i] out of range.
 * ADROP_ENUMERIC as adrop_predictor_predict; after a failure on the way the arrays hold NaN. */
ADROP_API adrop_status adrop_predictor_draw(adrop_predictor *p, const adrop_sample_opts *opts,
                                            size_t n, const float *rows,
                                            const uint32_t *row_numbers, adrop_draws *out,
                                            size_t *passes);

/* -- Rows in other forms ------------------------------------------------------------- */

/* Raw rows in one of the forms that data sets of arrays have (adrop_arrays of rows.h). Whatever the
 * form, and whether they come from memory or, by adrop_run_open_inputs, from a file: the same rows
 * have the same bits. */
typedef struct adrop_raw_rows {
    size_t size; /* sizeof(adrop_raw_rows), set by adrop_raw_rows_init */
    size_t n;

    /* One of the four: */
    const float *values;        /* (n, channels, height, width) */
    const uint8_t *pixels;      /* the same, of a model of pixels */
    const adrop_sparse *sparse; /* (n) of the model's columns; of a table, or of terms */
    const char *const *texts;   /* (n) documents in UTF-8, of a model of documents */

    /* With values: the words that they number, as in adrop_arrays, in any order: they are found
     * among the model's by name, and count as none of them otherwise. NULL: values are the model's
     * own numbers (adrop_predictor_word). */
    const size_t *n_words;    /* (channels) */
    const char *const *words; /* those of the first column that has any, then of the next */

    const uint32_t *row_numbers; /* (n); NULL: 0, 1, ... */
} adrop_raw_rows;

#define adrop_raw_rows_init(rows) adrop_raw_rows_init_sized((rows), sizeof *(rows))
ADROP_API void adrop_raw_rows_init_sized(adrop_raw_rows *rows, size_t size);

/* adrop_predictor_predict, _sample and _draw of such rows. ADROP_EINVAL, besides, naming row and
 * field, for rows that are not as they should be, and for a form that the model does not read. */
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
