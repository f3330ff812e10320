/* Networks and the training step.
 *
 *     adrop_model_opts o;
 *     adrop_batch b;
 *     adrop_rates r;
 *     adrop_losses loss;
 *     adrop_model *m;
 *     adrop_model_opts_init(&o);
 *     o.model = "mlp:800,800", o.dropout = "advanced", o.batch = 256;
 *     o.channels = 784, o.outputs = 10, o.n_train = 60000, o.seed = 1;
 *     adrop_model_create(ctx, &o, &m);
 *     adrop_model_optimizer(m, "sgd:momentum=0.9");
 *
 *     for (uint32_t step = 0; ...; step++) {
 *         adrop_batch_train(&b, step, rows, x, labels);
 *         adrop_model_gradients(m, &b, &loss);               // forward, loss, backward
 *         adrop_rates_init(&r);                              // or as a schedule has it
 *         adrop_model_step(m, &r, NULL);
 *     }
 *     adrop_model_forward(m, ADROP_PHASE_MEAN, &b);                // and adrop_model_outputs(m)
 *
 * Everything is planned when a number of rows is first seen (or by adrop_model_plan):
 * afterwards the loop allocates nothing. Noise is a pure function of (seed, layer,
 * step, row, unit). With a fixed number of threads the same calls give the same bits;
 * phases mean and sample give the same bits with any, in f32. */
#ifndef ADROP_MODEL_H
#define ADROP_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/dropout.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/sparse.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_model adrop_model;

/* f32: float. bf16: maps and products in bf16 where the CPU multiplies them itself,
 * refused elsewhere; weights, statistics, losses and dropout stay float. auto: bf16
 * where AMX multiplies it, else f32, which may be faster there. f64: plain loops in double, the
 * slow reference. */
typedef enum adrop_precision {
    ADROP_PRECISION_F32,
    ADROP_PRECISION_BF16,
    ADROP_PRECISION_AUTO,
    ADROP_PRECISION_F64
} adrop_precision;

/* Where dropout sits: before every dense layer of the head, raw inputs included; before those that
 * read hidden units; before the activation of hidden dense layers; as hidden, and on the network's
 * outputs; after every activation, those of convolutions too, one mask for each channel of a map.
 */
typedef enum adrop_dropout_at {
    ADROP_AT_DENSE_INPUTS,
    ADROP_AT_HIDDEN,
    ADROP_AT_PREACTIVATION,
    ADROP_AT_LOGITS_TOO,
    ADROP_AT_EVERYWHERE
} adrop_dropout_at;

/* Softmax cross-entropy of labels, the mean squared error of targets, or the binary cross-entropy
 * of every output by itself with targets from 0 to 1: the mean over rows and outputs of the latter
 * two.
 */
typedef enum adrop_loss { ADROP_LOSS_SOFTMAX, ADROP_LOSS_SQUARED, ADROP_LOSS_BINARY } adrop_loss;

typedef struct adrop_model_opts {
    size_t size;         /* sizeof(adrop_model_opts) */
    const char *model;   /* "mlp:800,800", "vgg16:width=0.25", ... */
    const char *dropout; /* "advanced", "bernoulli:rate=0.2", ... */
    adrop_dropout_at dropout_at;
    size_t channels, height, width; /* of an input; a table: columns, 1, 1 */
    size_t outputs;                 /* classes, or values to predict */
    adrop_loss loss;
    size_t batch;   /* most rows of a call */
    size_t shards;  /* parts a training batch is cut into; memory is one's */
    size_t n_train; /* rows of the training set, for losses divided by it */
    uint64_t seed;  /* of initial parameters and of noise */
    adrop_precision precision;
    int direct;          /* 1: no Winograd convolutions (to compare) */
    int input_gradient;  /* 1: adrop_model_backward_from can give the gradient of the inputs;
                            training computes it too, then, which takes memory and time */
    int no_finite_check; /* 1: inputs and gradients of training are not looked at for values that
                            are not finite, which takes a pass over each */
    int sparse; /* 1: rows are sparse (adrop_batch): the first layer of an mlp goes by their values
                   that are not 0 */
    double dropout_strength; /* how much of the technique there is (adrop/dropout.h); 1 */
    int sync_batch_norm; /* 1: batch normalisation takes the statistics of the whole batch, of all
                            shards and ranks; memory is that of all shards of a rank */
} adrop_model_opts;

/* mlp:800,800 with advanced dropout on 784 inputs and 10 classes, batch 256. */
ADROP_API void adrop_model_opts_init_sized(adrop_model_opts *opts, size_t size);
#define adrop_model_opts_init(opts) adrop_model_opts_init_sized((opts), sizeof *(opts))
/* Its option table (option.h): all but the texts model and dropout, which must be given, and
 * seed, of which any will do. */
ADROP_API const adrop_option *adrop_model_options(void);

/* ADROP_ENOENT or ADROP_EINVAL for an unknown model or technique, settings out of range
 * or a precision this CPU lacks; ADROP_ESHAPE for inputs too small for the network or a
 * width that leaves a layer empty; ADROP_ENOMEM, with the number, for what does not fit. */
ADROP_API adrop_status adrop_model_create(adrop_ctx *ctx, const adrop_model_opts *opts,
                                          adrop_model **out);
/* NULL is fine. */
ADROP_API void adrop_model_free(adrop_model *m);

/* Settle operations and memory for calls of that many rows: otherwise the first such
 * call does. ADROP_ESHAPE if rows is 0 or above the options' batch. */
ADROP_API adrop_status adrop_model_plan(adrop_model *m, size_t rows);

/* Rows that go through the network together. */
typedef struct adrop_batch {
    size_t size; /* sizeof(adrop_batch) */
    size_t rows;
    const float *x;              /* (rows, channels, height, width) */
    const int32_t *labels;       /* (rows), for softmax */
    const float *targets;        /* (rows, outputs), for squared and binary */
    uint32_t step;               /* training step, or number of the Monte Carlo pass */
    const uint32_t *row_numbers; /* (rows): each row's own number; NULL: 0, 1, ... */
    const float *weights;        /* (rows), not negative: what a row's loss is multiplied by; NULL:
                                    all 1 */
    double r_drop;               /* above 0: rows 2i and 2i + 1 are the same input, and r_drop times
                                    the mean of the two divergences between their softmax outputs
                                    is an extra loss (Liang et al. 2021); rows must be even */
    const adrop_sparse *sparse;  /* the rows in place of x, for a model made with sparse; x does as
                                    well, with its zeros, to the same bits */
} adrop_batch;

/* Rows to train on, or to look at, with the members that these need set and the others 0. */
ADROP_API void adrop_batch_train_sized(adrop_batch *b, size_t size, uint32_t step, size_t rows,
                                       const float *x, const int32_t *labels);
ADROP_API void adrop_batch_input_sized(adrop_batch *b, size_t size, uint32_t pass, size_t rows,
                                       const float *x);
#define adrop_batch_train(b, step, rows, x, labels)                                                \
  adrop_batch_train_sized((b), sizeof *(b), (step), (rows), (x), (labels))
#define adrop_batch_input(b, pass, rows, x)                                                        \
  adrop_batch_input_sized((b), sizeof *(b), (pass), (rows), (x))

/* Forward in any phase. */
ADROP_API adrop_status adrop_model_forward(adrop_model *m, adrop_phase phase, const adrop_batch *b);

/* What the last forward (or gradients) left: (rows, outputs). Lives until the next. NULL before the
 * first, and after one that failed. */
ADROP_API const float *adrop_model_outputs(const adrop_model *m);

typedef struct adrop_losses {
    double data;  /* mean over the rows of the batch */
    double extra; /* what techniques and penalties add */
} adrop_losses;

/* The data loss of the outputs of the last forward, of as many rows; it may be infinite or NaN
 * where outputs are. ADROP_EINVAL if there was none, and names a row whose
 * label is not a class or whose target is not finite. */
ADROP_API adrop_status adrop_model_loss(adrop_model *m, const adrop_batch *b, double *loss);

/* After forward in phase train on the same batch (step, rows, row numbers, x or the values of
 * sparse rows): loss and gradients. ADROP_EINVAL if that was not the last pass, or the model was
 * changed since. With shards, only adrop_model_gradients, which goes through them one by one. */
ADROP_API adrop_status adrop_model_backward_sized(adrop_model *m, const adrop_batch *b,
                                                  adrop_losses *losses, size_t size);
#define adrop_model_backward(m, b, losses)                                                         \
  adrop_model_backward_sized((m), (b), (losses), sizeof *(losses))

/* The same from a loss of the caller's own, which begins with its gradient dy, (rows,
 * outputs): after a forward in phase train on the same batch. The parameters' gradients are
 * those of the caller's loss and of what techniques and penalties add, which *extra is unless
 * NULL. dx, (rows, channels, height, width) or NULL, becomes the gradient of the inputs, so
 * that a network may stand inside another. The batch needs no labels and no targets.
 * ADROP_EINVAL if no such forward came before, if dx is asked of a model whose options do not
 * have input_gradient, or with several shards; ADROP_ENUMERIC if dy is not finite. */
ADROP_API adrop_status adrop_model_backward_from(adrop_model *m, const adrop_batch *b,
                                                 const float *dy, float *dx, double *extra);

/* forward, loss and backward, by shards. Gradients are those of data + extra. ADROP_ENUMERIC
 * names a row whose input is not finite, here as in a forward in phase train, unless the options
 * have no_finite_check; and if the loss is not finite, which *losses then has, here as in
 * adrop_model_backward. */
ADROP_API adrop_status adrop_model_gradients_sized(adrop_model *m, const adrop_batch *b,
                                                   adrop_losses *losses, size_t size);
#define adrop_model_gradients(m, b, losses)                                                        \
  adrop_model_gradients_sized((m), (b), (losses), sizeof *(losses))

/* The optimisers, by number from 0; NULL past the last. */
ADROP_API const char *adrop_optimizer_name(size_t i);
ADROP_API const char *adrop_optimizer_summary(size_t i);

/* Choose the optimiser: "sgd:momentum=0.9", "adam". Its state starts at zero. */
ADROP_API adrop_status adrop_model_optimizer(adrop_model *m, const char *text);

/* Each from 0 to 1000; clip to 1e30. */
typedef struct adrop_rates {
    size_t size; /* sizeof(adrop_rates) */
    double lr, weight_decay;
    double dropout_lr, dropout_decay; /* of the techniques' own parameters */
    double clip;                      /* largest norm of the whole gradient; 0: any */
} adrop_rates;

/* lr 0.01, weight decay 5e-4; dropout 1e-4 and none; no clipping. */
ADROP_API void adrop_rates_init_sized(adrop_rates *rates, size_t size);
#define adrop_rates_init(rates) adrop_rates_init_sized((rates), sizeof *(rates))

/* One optimiser step, then running averages and ranges. *norm, unless NULL, is the
 * gradient's norm, which is computed only for clip or norm. ADROP_EINVAL for rates out of
 * range; ADROP_ENUMERIC, and nothing is changed, if a gradient is not finite; its tensor is named.
 * With no_finite_check in the model's options only a norm that is asked for is looked at. */
ADROP_API adrop_status adrop_model_step(adrop_model *m, const adrop_rates *rates, double *norm);

/* How parameters that are learned by response move. */
typedef struct adrop_response {
    size_t size;    /* sizeof(adrop_response) */
    double lr;      /* of the weights, at this step */
    double horizon; /* steps of that rate, with the optimiser's momentum or preconditioner, after
                       which the noise is judged: about a hundredth of all steps, and 10 or more */
    double step;    /* how far they move at most, about: the rate of their own Adam */
    double reach;   /* norm of the change of the weights between two passes */
    int ahead;      /* 1: the exact gradient, at the weights after the step, by one pass more */
    int noise_free; /* 1: the other rows are judged without noise, which then costs nothing and
                       gains alone: for rows that are not trained on */
} adrop_response;

/* lr 0.01, horizon 10, step 0.2, reach 0.1, not ahead, with noise. */
ADROP_API void adrop_response_init_sized(adrop_response *response, size_t size);
#define adrop_response_init(response) adrop_response_init_sized((response), sizeof *(response))

/* The parameters of `advanced-cross` (`adrop list techniques`) do not follow the gradient of the
 * loss, for at fixed weights noise only costs. They follow the loss on other training rows after a
 * step on these ones. In a program's own loop, every eighth step or so:
 *
 *     adrop_model_response(m, &b, &other, &opts, NULL);        // before those of the step itself
 *     adrop_model_gradients(m, &b, &loss);
 *     adrop_model_step(m, &r, NULL);
 *
 * b is the batch of the step, other one of other rows with the same number of the step; its noise
 * has an address of its own. Three passes; the weights, running averages and the optimiser's state
 * stay as they are. The gradients are spoilt, but for those of the parameters that moved, which are
 * the response's. r_drop of the batches is left out.
 *
 * Nothing moves, and *moved (unless NULL) is 0, in a network without such a technique, at strength
 * 0, with fewer than 8 rows in either batch, before the first step of adam, and where a loss or a
 * gradient is not finite. ADROP_EINVAL if no optimiser was chosen or a setting is out of range, and
 * what adrop_model_gradients returns; the weights are as before. */
ADROP_API adrop_status adrop_model_response(adrop_model *m, const adrop_batch *b,
                                            const adrop_batch *other,
                                            const adrop_response *response, int *moved);

/* The network's tensors by PyTorch's names: parameters, then running averages of
 * batch norm and techniques. */
typedef enum adrop_tensor_group {
    ADROP_TENSOR_WEIGHTS,
    ADROP_TENSOR_DROPOUT,
    ADROP_TENSOR_BUFFERS
} adrop_tensor_group;

typedef struct adrop_tensor_info {
    const char *name; /* "features.0.weight" */
    adrop_tensor_group group;
    size_t n, n_dims, dims[4]; /* PyTorch's shape */
} adrop_tensor_info;

ADROP_API size_t adrop_model_n_tensors(const adrop_model *m);
/* Tensor i: a listing. */
ADROP_API int adrop_model_tensor_sized(const adrop_model *m, size_t i, adrop_tensor_info *info,
                                       size_t size);
#define adrop_model_tensor(m, i, info) adrop_model_tensor_sized((m), (i), (info), sizeof *(info))

/* Copy values or gradients out, or values in, (n), PyTorch's layout. ADROP_EINVAL for a
 * tensor that is not there, and for the gradients of buffers, which have none. ADROP_ENUMERIC if a
 * new value is not finite. */
ADROP_API adrop_status adrop_model_get(const adrop_model *m, size_t i, float *values);
ADROP_API adrop_status adrop_model_get_gradient(const adrop_model *m, size_t i, float *values);
ADROP_API adrop_status adrop_model_set(adrop_model *m, size_t i, const float *values);

/* A tensor where it lies, without a copy. */
typedef struct adrop_tensor_view {
    const void *values; /* (dims), PyTorch's layout; not to be written: adrop_model_set does */
    int is_double;      /* double, of a model in f64; else float */
    size_t n, n_dims, dims[4];
    size_t i; /* the tensor's number */
} adrop_tensor_view;

/* The view of the tensor of that name. Its pointer lives as long as the model; its values are the
 * model's at every time, and change with them, during a step or while a file is taken over.
 * ADROP_ENOENT if no tensor has the name; ADROP_EINVAL for the weights of convolutions and of
 * layers that read sparse rows, which have another layout: adrop_model_get copies them. *view is
 * all zero after a failure. */
ADROP_API adrop_status adrop_model_view_sized(const adrop_model *m, const char *name,
                                              adrop_tensor_view *view, size_t size);
#define adrop_model_view(m, name, view) adrop_model_view_sized((m), (name), (view), sizeof *(view))

/* -- Files and buffers ---------------------------------------------------------------- */

/* The model as a safetensors file: its tensors, with checksums, and in the metadata what it is
 * (model and dropout texts, where dropout sits, shape, outputs, loss, schema), so that it can be
 * made from the file alone. No date, path, host or number of threads is in it: equal models are
 * equal files. What is written can be opened: ADROP_ENUMERIC, naming the tensor, and the old file
 * stays, if a value is not finite. */
ADROP_API adrop_status adrop_model_save(const adrop_model *m, const char *path);
/* The bytes of that file; *bytes is freed with adrop_free. */
ADROP_API adrop_status adrop_model_write(const adrop_model *m, void **bytes, size_t *size);

/* Take the values of a file, or of a checkpoint, into a model that was made alike. Refuses, and
 * changes nothing, unless every tensor is there with its shape and finite values. A model without
 * dropout ("none") also takes what was trained with a technique that is the identity in phase mean:
 * the technique's own tensors are left out, which is logged; others are ADROP_EINVAL. Files of
 * older versions, without metadata, are fine. */
ADROP_API adrop_status adrop_model_load(adrop_model *m, const char *path);

/* How a model is made from a file. */
typedef struct adrop_model_file_opts {
    size_t size;               /* sizeof(adrop_model_file_opts), set by the init call */
    const char *dropout;       /* NULL: as in the file; "none": plain inference, as above */
    size_t batch;              /* most rows of a call; 256 */
    adrop_precision precision; /* f32 */
} adrop_model_file_opts;

#define adrop_model_file_opts_init(opts) adrop_model_file_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_model_file_opts_init_sized(adrop_model_file_opts *opts, size_t size);
/* Its option table (option.h): batch and precision. dropout is a text, or NULL. */
ADROP_API const adrop_option *adrop_model_file_options(void);

/* Make the model that a file, a checkpoint or a buffer with the bytes of one holds. opts may be
 * NULL: the defaults. ADROP_EIO if the file cannot be read; ADROP_EFORMAT, with file, field and
 * reason, if anything in it is not as it should be (it is not trusted: the network it asks for is
 * compared with the tensors it has before memory is taken), or if it does not say which model it
 * holds. *out is NULL after a failure. */
ADROP_API adrop_status adrop_model_open_file(adrop_ctx *ctx, const char *path,
                                             const adrop_model_file_opts *opts, adrop_model **out);
ADROP_API adrop_status adrop_model_read(adrop_ctx *ctx, const void *bytes, size_t size,
                                        const adrop_model_file_opts *opts, adrop_model **out);

/* What raw rows and outputs mean: shape, transforms, names of classes and columns, the target's
 * units, as JSON. A trainer sets it from its data, a file carries it, a predictor
 * (adrop/predict.h) reads it. NULL: not said. The text lives until it is set again. */
ADROP_API const char *adrop_model_schema(const adrop_model *m);
ADROP_API adrop_status adrop_model_set_schema(adrop_model *m, const char *json);

/* The network as a text, "net:conv out=64 ..; ..", that makes the same network again: the same
 * tensors, initial weights and noise (docs/networks.md has its grammar). *text is freed with
 * adrop_free. */
ADROP_API adrop_status adrop_model_network(const adrop_model *m, char **text);

typedef struct adrop_model_info {
    size_t n_params;         /* learned, without the techniques' */
    size_t n_dropout_params; /* the techniques' */
    size_t n_layers, n_dropouts;
    double macs;           /* multiplications of one row, forward */
    double training_flops; /* of one row: forward, and the gradients that are computed */
    size_t arena_bytes;    /* activations and gradients of the largest plan so far */
    const char *precision; /* "f32", "bf16" or "f64" */
    const char *why;       /* a sentence on that choice */
    const char *isa;       /* what the arithmetic library uses, e.g. "avx2" */
} adrop_model_info;

ADROP_API void adrop_model_describe_sized(const adrop_model *m, adrop_model_info *info,
                                          size_t size);
#define adrop_model_describe(m, info) adrop_model_describe_sized((m), (info), sizeof *(info))

enum { ADROP_LAYER_INPUTS = 8 }; /* most layers that one reads */

/* Layer i, in order: a listing; valid until the next plan. */
typedef struct adrop_layer_info {
    const char *name, *kind;
    size_t channels, height, width; /* of its output */
    size_t n_params;
    const char *algorithm;          /* of convolutions: forward's; of dense layers whose zeros are
                                       skipped (adrop/units.h): "csr" or "in order"; else "" */
    double forward_ms, backward_ms; /* since the clock was started */
    double macs;
    size_t n_in;                   /* layers that it reads, */
    size_t in[ADROP_LAYER_INPUTS]; /* by number; 0 is the network's input */
} adrop_layer_info;

ADROP_API int adrop_model_layer_sized(const adrop_model *m, size_t i, adrop_layer_info *info,
                                      size_t size);
#define adrop_model_layer(m, i, info) adrop_model_layer_sized((m), (i), (info), sizeof *(info))

/* Start or stop the clock that adds up the times of layers; starting sets them to 0. */
ADROP_API adrop_status adrop_model_clock(adrop_model *m, int on);

/* The techniques in the network, by number: the distribution of a unit's mask and the mean rate,
 * as in adrop/dropout.h. */
ADROP_API const char *adrop_model_dropout_name(const adrop_model *m, size_t i);
ADROP_API double adrop_model_dropout_rate(const adrop_model *m, size_t i);
/* What technique i added to the loss at the last adrop_model_gradients, adrop_model_backward or
 * adrop_model_backward_from (adrop_losses: extra is their sum, with R-Drop's); 0 before the first.
 * NaN: there is no such technique. */
ADROP_API double adrop_model_dropout_extra(const adrop_model *m, size_t i);
ADROP_API int adrop_model_dropout_moments_sized(const adrop_model *m, size_t i, size_t unit,
                                                adrop_moments *moments, size_t size);
#define adrop_model_dropout_moments(m, i, unit, moments)                                           \
  adrop_model_dropout_moments_sized((m), (i), (unit), (moments), sizeof *(moments))
/* The same numbers, each averaged over the units: what an epoch line says. */
ADROP_API int adrop_model_dropout_average_sized(const adrop_model *m, size_t i,
                                                adrop_moments *moments, size_t size);
#define adrop_model_dropout_average(m, i, moments)                                                 \
  adrop_model_dropout_average_sized((m), (i), (moments), sizeof *(moments))
/* The masks of technique i where more of them is learned than mu and sigma, as with map=spline:
 * density[k], the share of mass in [k / n, (k + 1) / n] times n, averaged over the units. 0: there
 * is no such technique, or no more is learned. */
ADROP_API int adrop_model_dropout_density(const adrop_model *m, size_t i, size_t n,
                                          double *density);

/* How much of their technique the dropout layers have from now on, in [0, 1], as
 * adrop_dropout_set_strength says. A model's file keeps it. ADROP_EINVAL, ADROP_ENOMEM. */
ADROP_API adrop_status adrop_model_set_dropout_strength(adrop_model *m, double strength);
ADROP_API double adrop_model_dropout_strength(const adrop_model *m);

/* What a step is measured by: GFLOP a second of float matrix products on the context's
 * threads, the best of so many rounds over 256 x 800 x 800 and 1024^3. */
ADROP_API adrop_status adrop_peak_gflops(adrop_ctx *ctx, size_t rounds, double *gflops);

/* The architectures: a listing. All pointers live for ever. */
typedef struct adrop_architecture_info {
    const char *name;            /* as written after --model */
    const char *summary;         /* one line */
    const char *reference;       /* the paper it comes from */
    const adrop_option *options; /* its table; the first row's name is NULL if none */
    const char *const *examples; /* texts that choose it, ended by NULL */
} adrop_architecture_info;

ADROP_API size_t adrop_architecture_count(void);
ADROP_API int adrop_architecture_at_sized(size_t i, adrop_architecture_info *info, size_t size);
#define adrop_architecture_at(i, info) adrop_architecture_at_sized((i), (info), sizeof *(info))

ADROP_END_DECLS

#endif
