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
 *         adrop_rates_init(&r);                              // or set by a schedule
 *         adrop_model_step(m, &r, NULL);
 *     }
 *     adrop_model_forward(m, ADROP_PHASE_MEAN, &b);                // and adrop_model_outputs(m)
 *
 * A call with a new number of rows (or adrop_model_plan) plans and allocates everything; after
 * that, the loop allocates nothing. Noise is a pure function of (seed, layer, step, row, unit).
 * With a fixed number of threads, the same calls give the same bits; in f32, phases mean and sample
 * give the same bits with any number of threads. */
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

/* f32: float. bf16: maps and products in bf16, if the CPU has instructions for it (otherwise an
 * error); weights, statistics, losses and dropout stay float. auto: bf16 where AMX supports it,
 * else f32, which may be faster there. f64: plain loops in double, the slow reference. */
typedef enum adrop_precision {
    ADROP_PRECISION_F32,
    ADROP_PRECISION_BF16,
    ADROP_PRECISION_AUTO,
    ADROP_PRECISION_F64
} adrop_precision;

/* Where dropout is applied: before every dense layer of the head, raw inputs included; before dense
 * layers that read hidden units; before the activation of hidden dense layers; as hidden, and also
 * on the network's outputs; after every activation, also of convolutions, with one mask per channel
 * of a map. */
typedef enum adrop_dropout_at {
    ADROP_AT_DENSE_INPUTS,
    ADROP_AT_HIDDEN,
    ADROP_AT_PREACTIVATION,
    ADROP_AT_LOGITS_TOO,
    ADROP_AT_EVERYWHERE
} adrop_dropout_at;

/* Softmax cross-entropy of labels, the mean squared error of targets, or the binary cross-entropy
 * of each output with targets from 0 to 1. The latter two are means over rows and outputs. */
typedef enum adrop_loss { ADROP_LOSS_SOFTMAX, ADROP_LOSS_SQUARED, ADROP_LOSS_BINARY } adrop_loss;

typedef struct adrop_model_opts {
    size_t size;         /* sizeof(adrop_model_opts) */
    const char *model;   /* "mlp:800,800", "vgg16:width=0.25", ... */
    const char *dropout; /* "advanced", "bernoulli:rate=0.2", ... */
    adrop_dropout_at dropout_at;
    size_t channels, height, width; /* of an input; a table: columns, 1, 1 */
    size_t outputs;                 /* classes, or values to predict */
    adrop_loss loss;
    size_t batch;   /* largest number of rows in a call */
    size_t shards;  /* parts that a training batch is split into; memory is that of one */
    size_t n_train; /* rows of the training set, the divisor of some losses */
    uint64_t seed;  /* of initial parameters and of noise */
    adrop_precision precision;
    int direct;          /* 1: no Winograd convolutions (to compare) */
    int input_gradient;  /* 1: adrop_model_backward_from can return the gradient of the inputs;
                            training then computes it too, which costs memory and time */
    int no_finite_check; /* 1: do not check inputs and gradients of training for values that are not
                            finite, which takes a pass over each */
    int sparse; /* 1: rows are sparse (adrop_batch): the first layer of an mlp skips zeros */
    double dropout_strength; /* strength of the technique (adrop/dropout.h); 1 */
    int sync_batch_norm; /* 1: batch normalisation uses the statistics of the whole batch, across
                            all shards and ranks; memory is that of all shards of a rank */
} adrop_model_opts;

/* mlp:800,800 with advanced dropout on 784 inputs and 10 classes, batch 256. */
ADROP_API void adrop_model_opts_init_sized(adrop_model_opts *opts, size_t size);
#define adrop_model_opts_init(opts) adrop_model_opts_init_sized((opts), sizeof *(opts))
/* Its option table (option.h): all but the texts model and dropout, which are required, and seed,
 * for which any value is valid. */
ADROP_API const adrop_option *adrop_model_options(void);

/* ADROP_ENOENT or ADROP_EINVAL for an unknown model or technique, settings out of range or a
 * precision that this CPU lacks; ADROP_ESHAPE for inputs too small for the network or a width that
 * leaves a layer empty; ADROP_ENOMEM, with the size, if it does not fit into memory. */
ADROP_API adrop_status adrop_model_create(adrop_ctx *ctx, const adrop_model_opts *opts,
                                          adrop_model **out);
/* NULL is fine. */
ADROP_API void adrop_model_free(adrop_model *m);

/* Plan operations and memory for calls with this number of rows; otherwise the first such call
 * does. ADROP_ESHAPE if rows is 0 or above the options' batch. */
ADROP_API adrop_status adrop_model_plan(adrop_model *m, size_t rows);

/* Rows that go through the network together. */
typedef struct adrop_batch {
    size_t size; /* sizeof(adrop_batch) */
    size_t rows;
    const float *x;              /* (rows, channels, height, width) */
    const int32_t *labels;       /* (rows), for softmax */
    const float *targets;        /* (rows, outputs), for squared and binary */
    uint32_t step;               /* training step, or index of the Monte Carlo pass */
    const uint32_t *row_numbers; /* (rows): the number of each row; NULL: 0, 1, ... */
    const float *weights;        /* (rows), not negative: the factor of a row's loss; NULL: all 1 */
    double r_drop;               /* if positive: rows 2i and 2i + 1 must be the same input, and
                                    r_drop times the mean of the two divergences between their
                                    softmax outputs is an extra loss (Liang et al. 2021); rows must
                                    be even */
    const adrop_sparse *sparse;  /* replaces x, for a model created with sparse; a dense x also
                                    works, to the same bits */
} adrop_batch;

/* A batch for training, or for a forward only: sets the members that it needs and zeroes the
 * others. */
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

/* The outputs of the last forward (or gradients): (rows, outputs). Valid until the next. NULL
 * before the first, and after one that failed. */
ADROP_API const float *adrop_model_outputs(const adrop_model *m);

typedef struct adrop_losses {
    double data;  /* mean over the rows of the batch */
    double extra; /* what techniques and penalties add */
} adrop_losses;

/* The data loss of the outputs of the last forward, for the same number of rows; it may be infinite
 * or NaN where outputs are. ADROP_EINVAL if there was no forward, or, naming the row, if a label is
 * not a class or a target is not finite. */
ADROP_API adrop_status adrop_model_loss(adrop_model *m, const adrop_batch *b, double *loss);

/* Loss and gradients, after a forward in phase train on the same batch (step, rows, row numbers, x
 * or the values of sparse rows). ADROP_EINVAL if that was not the last pass, or if the model has
 * changed since. With several shards use adrop_model_gradients, which processes them one by one. */
ADROP_API adrop_status adrop_model_backward_sized(adrop_model *m, const adrop_batch *b,
                                                  adrop_losses *losses, size_t size);
#define adrop_model_backward(m, b, losses)                                                         \
  adrop_model_backward_sized((m), (b), (losses), sizeof *(losses))

/* The same for a loss of the caller, given by its gradient dy, (rows, outputs), after a forward in
 * phase train on the same batch. The parameters' gradients are those of the caller's loss plus what
 * techniques and penalties add; *extra, unless NULL, is the latter's loss. dx, (rows, channels,
 * height, width) or NULL, receives the gradient of the inputs, so a network may be part of another.
 * The batch needs no labels or targets. ADROP_EINVAL if there was no such forward, if dx is given
 * without input_gradient in the options, or with several shards; ADROP_ENUMERIC if dy is not
 * finite. */
ADROP_API adrop_status adrop_model_backward_from(adrop_model *m, const adrop_batch *b,
                                                 const float *dy, float *dx, double *extra);

/* forward, loss and backward, shard by shard. Gradients are those of data + extra. ADROP_ENUMERIC
 * names a row whose input is not finite, as does a forward in phase train, unless the options have
 * no_finite_check. Like adrop_model_backward, it also returns ADROP_ENUMERIC if the loss is not
 * finite; *losses then has that value. */
ADROP_API adrop_status adrop_model_gradients_sized(adrop_model *m, const adrop_batch *b,
                                                   adrop_losses *losses, size_t size);
#define adrop_model_gradients(m, b, losses)                                                        \
  adrop_model_gradients_sized((m), (b), (losses), sizeof *(losses))

/* The optimisers, by index from 0; NULL past the last. */
ADROP_API const char *adrop_optimizer_name(size_t i);
ADROP_API const char *adrop_optimizer_summary(size_t i);

/* Choose the optimiser: "sgd:momentum=0.9", "adam". Its state starts at zero. */
ADROP_API adrop_status adrop_model_optimizer(adrop_model *m, const char *text);

/* Each is from 0 to 1000; clip up to 1e30. */
typedef struct adrop_rates {
    size_t size; /* sizeof(adrop_rates) */
    double lr, weight_decay;
    double dropout_lr, dropout_decay; /* of the techniques' own parameters */
    double clip;                      /* largest norm of the whole gradient; 0: no clipping */
} adrop_rates;

/* lr 0.01, weight decay 5e-4; dropout_lr 1e-4, dropout_decay 0; no clipping. */
ADROP_API void adrop_rates_init_sized(adrop_rates *rates, size_t size);
#define adrop_rates_init(rates) adrop_rates_init_sized((rates), sizeof *(rates))

/* One optimiser step, followed by updates of running averages and ranges. *norm, unless NULL,
 * receives the gradient's norm, which is computed only for clip or norm. ADROP_EINVAL for rates out
 * of range. ADROP_ENUMERIC, naming the tensor, if a gradient is not finite; nothing is changed
 * then. With no_finite_check in the model's options, only a norm that is computed is checked. */
ADROP_API adrop_status adrop_model_step(adrop_model *m, const adrop_rates *rates, double *norm);

/* How parameters that learn by response move. */
typedef struct adrop_response {
    size_t size;    /* sizeof(adrop_response) */
    double lr;      /* of the weights, at this step */
    double horizon; /* steps of that rate, with the optimiser's momentum or preconditioner, after
                       which the noise is evaluated: about a hundredth of all steps, and at least
                       10 */
    double step;    /* approximate upper bound of their move: the rate of their own Adam */
    double reach;   /* norm of the change of the weights between two passes */
    int ahead;      /* 1: the exact gradient, at the weights after the step, with one more pass */
    int noise_free; /* 1: the other rows are evaluated without noise, so noise does not increase
                       their loss: for rows that are not trained on */
} adrop_response;

/* lr 0.01, horizon 10, step 0.2, reach 0.1, not ahead, with noise. */
ADROP_API void adrop_response_init_sized(adrop_response *response, size_t size);
#define adrop_response_init(response) adrop_response_init_sized((response), sizeof *(response))

/* The parameters of `advanced-cross` (`adrop list techniques`) do not follow the gradient of the
 * loss, because at fixed weights noise only increases the loss. They follow the loss on other
 * training rows after a step on these rows. In a program's own loop, about every eighth step:
 *
 *     adrop_model_response(m, &b, &other, &opts, NULL);   // before the gradients of the step
 *     adrop_model_gradients(m, &b, &loss);
 *     adrop_model_step(m, &r, NULL);
 *
 * b is the batch of the step; other is a batch of other rows with the same step number, and its
 * noise has its own addresses. The call makes three passes. Weights, running averages and the
 * optimiser's state do not change. Gradients are overwritten; those of the parameters that moved
 * are the response's. r_drop of the batches is ignored.
 *
 * Nothing moves, and *moved (unless NULL) is 0, in a network without such a technique, at strength
 * 0, with fewer than 8 rows in either batch, before the first step of adam, and where a loss or a
 * gradient is not finite. ADROP_EINVAL if no optimiser was chosen or a setting is out of range, and
 * the errors of adrop_model_gradients; the weights are then unchanged. */
ADROP_API adrop_status adrop_model_response(adrop_model *m, const adrop_batch *b,
                                            const adrop_batch *other,
                                            const adrop_response *response, int *moved);

/* The network's tensors, with PyTorch's names: parameters, then the running averages of batch norm
 * and techniques. */
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

/* Copy values or gradients out, or values in, (n), in PyTorch's layout. ADROP_EINVAL for an index
 * out of range, and for the gradients of buffers, which have none. ADROP_ENUMERIC if a new value is
 * not finite. */
ADROP_API adrop_status adrop_model_get(const adrop_model *m, size_t i, float *values);
ADROP_API adrop_status adrop_model_get_gradient(const adrop_model *m, size_t i, float *values);
ADROP_API adrop_status adrop_model_set(adrop_model *m, size_t i, const float *values);

/* A tensor in place, without a copy. */
typedef struct adrop_tensor_view {
    const void *values; /* (dims), PyTorch's layout; read-only: use adrop_model_set to write */
    int is_double;      /* double in a model in f64; else float */
    size_t n, n_dims, dims[4];
    size_t i; /* the tensor's index */
} adrop_tensor_view;

/* The view of the tensor with this name. The pointer is valid as long as the model; it shows the
 * model's current values, which change during a step or a load. ADROP_ENOENT if no tensor has the
 * name; ADROP_EINVAL for the weights of convolutions and of layers that read sparse rows, which
 * have another layout: copy them with adrop_model_get. *view is all zero after a failure. */
ADROP_API adrop_status adrop_model_view_sized(const adrop_model *m, const char *name,
                                              adrop_tensor_view *view, size_t size);
#define adrop_model_view(m, name, view) adrop_model_view_sized((m), (name), (view), sizeof *(view))

/* -- Files and buffers ---------------------------------------------------------------- */

/* The model as a safetensors file: its tensors with checksums and, in the metadata, its description
 * (model and dropout texts, where dropout is applied, shape, outputs, loss, schema), so the file
 * alone is enough to restore it. It contains no date, path, host or number of threads: equal models
 * give equal files. ADROP_ENUMERIC, naming the tensor, if a value is not finite; the old file is
 * then kept. */
ADROP_API adrop_status adrop_model_save(const adrop_model *m, const char *path);
/* The bytes of that file; *bytes is freed with adrop_free. */
ADROP_API adrop_status adrop_model_write(const adrop_model *m, void **bytes, size_t *size);

/* Load the values of a file or a checkpoint into a model of the same form. Fails, and changes
 * nothing, unless every tensor is present with its shape and finite values. A model without dropout
 * ("none") also accepts a file trained with a technique that is the identity in phase mean: the
 * technique's own tensors are skipped, which is logged; other techniques are ADROP_EINVAL. Files of
 * older versions, without metadata, are accepted. */
ADROP_API adrop_status adrop_model_load(adrop_model *m, const char *path);

/* How a model is created from a file. */
typedef struct adrop_model_file_opts {
    size_t size;               /* sizeof(adrop_model_file_opts), set by the init call */
    const char *dropout;       /* NULL: as in the file; "none": plain inference, as above */
    size_t batch;              /* largest number of rows in a call; 256 */
    adrop_precision precision; /* f32 */
} adrop_model_file_opts;

#define adrop_model_file_opts_init(opts) adrop_model_file_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_model_file_opts_init_sized(adrop_model_file_opts *opts, size_t size);
/* Its option table (option.h): batch and precision. dropout is a text, or NULL. */
ADROP_API const adrop_option *adrop_model_file_options(void);

/* Create the model stored in a file, a checkpoint or a buffer with the bytes of one. opts may be
 * NULL: the defaults. ADROP_EIO if the file cannot be read; ADROP_EFORMAT, with file, field and
 * reason, if its contents are invalid or do not say which model they hold. Files are not trusted:
 * the network is checked against the tensors present before memory is allocated. *out is NULL after
 * a failure. */
ADROP_API adrop_status adrop_model_open_file(adrop_ctx *ctx, const char *path,
                                             const adrop_model_file_opts *opts, adrop_model **out);
ADROP_API adrop_status adrop_model_read(adrop_ctx *ctx, const void *bytes, size_t size,
                                        const adrop_model_file_opts *opts, adrop_model **out);

/* The meaning of raw rows and outputs, as JSON: shape, transforms, names of classes and columns,
 * the target's units. A trainer sets it from its data, a file stores it, a predictor
 * (adrop/predict.h) reads it. NULL: none. The text is valid until it is set again. */
ADROP_API const char *adrop_model_schema(const adrop_model *m);
ADROP_API adrop_status adrop_model_set_schema(adrop_model *m, const char *json);

/* The network as a text, "net:conv out=64 ..; ..", which creates the same network again, with the
 * same tensors, initial weights and noise (docs/networks.md has its grammar). Free *text with
 * adrop_free. */
ADROP_API adrop_status adrop_model_network(const adrop_model *m, char **text);

typedef struct adrop_model_info {
    size_t n_params;         /* learned, without those of techniques */
    size_t n_dropout_params; /* those of techniques */
    size_t n_layers, n_dropouts;
    double macs;           /* multiplications per row, forward */
    double training_flops; /* per row: forward, and the gradients that are computed */
    size_t arena_bytes;    /* activations and gradients of the largest plan so far */
    const char *precision; /* "f32", "bf16" or "f64" */
    const char *why;       /* a sentence with the reason for that choice */
    const char *isa;       /* instruction set of the arithmetic library, e.g. "avx2" */
} adrop_model_info;

ADROP_API void adrop_model_describe_sized(const adrop_model *m, adrop_model_info *info,
                                          size_t size);
#define adrop_model_describe(m, info) adrop_model_describe_sized((m), (info), sizeof *(info))

enum { ADROP_LAYER_INPUTS = 8 }; /* largest number of inputs of a layer */

/* Layer i, in order: a listing; valid until the next plan. */
typedef struct adrop_layer_info {
    const char *name, *kind;
    size_t channels, height, width; /* of its output */
    size_t n_params;
    const char *algorithm;          /* convolutions: that of forward; dense layers that skip zeros
                                       (adrop/units.h): "csr" or "in order"; else "" */
    double forward_ms, backward_ms; /* since the clock was started */
    double macs;
    size_t n_in;                   /* layers that it reads, */
    size_t in[ADROP_LAYER_INPUTS]; /* by number; 0 is the network's input */
} adrop_layer_info;

ADROP_API int adrop_model_layer_sized(const adrop_model *m, size_t i, adrop_layer_info *info,
                                      size_t size);
#define adrop_model_layer(m, i, info) adrop_model_layer_sized((m), (i), (info), sizeof *(info))

/* Start or stop the clock that accumulates the times of layers; starting resets them to 0. */
ADROP_API adrop_status adrop_model_clock(adrop_model *m, int on);

/* The techniques in the network, by index: the distribution of a unit's mask and the mean rate, as
 * in adrop/dropout.h. */
ADROP_API const char *adrop_model_dropout_name(const adrop_model *m, size_t i);
ADROP_API double adrop_model_dropout_rate(const adrop_model *m, size_t i);
/* The loss that technique i added in the last adrop_model_gradients, adrop_model_backward or
 * adrop_model_backward_from (extra of adrop_losses is the sum over techniques, plus R-Drop's); 0
 * before the first. NaN if there is no technique i. */
ADROP_API double adrop_model_dropout_extra(const adrop_model *m, size_t i);
ADROP_API int adrop_model_dropout_moments_sized(const adrop_model *m, size_t i, size_t unit,
                                                adrop_moments *moments, size_t size);
#define adrop_model_dropout_moments(m, i, unit, moments)                                           \
  adrop_model_dropout_moments_sized((m), (i), (unit), (moments), sizeof *(moments))
/* The same numbers averaged over the units, as in an epoch line. */
ADROP_API int adrop_model_dropout_average_sized(const adrop_model *m, size_t i,
                                                adrop_moments *moments, size_t size);
#define adrop_model_dropout_average(m, i, moments)                                                 \
  adrop_model_dropout_average_sized((m), (i), (moments), sizeof *(moments))
/* The mask density of technique i, if more is learned than mu and sigma, as with map=spline:
 * density[k] is the mass in [k / n, (k + 1) / n] times n, averaged over the units. 0 if there is no
 * such technique, or it learns no more. */
ADROP_API int adrop_model_dropout_density(const adrop_model *m, size_t i, size_t n,
                                          double *density);

/* Set the strength of the techniques in the dropout layers from now on, in [0, 1], as
 * adrop_dropout_set_strength does. A model's file stores it. ADROP_EINVAL, ADROP_ENOMEM. */
ADROP_API adrop_status adrop_model_set_dropout_strength(adrop_model *m, double strength);
ADROP_API double adrop_model_dropout_strength(const adrop_model *m);

/* The reference for the speed of a step: GFLOP per second of float matrix products on the context's
 * threads, the best of `rounds` rounds over 256 x 800 x 800 and 1024^3. */
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
