/* Removing parts of a network: whole units, or single weights.
 *
 *     adrop_units *units;
 *     adrop_units_create(model, &units);
 *     unsigned char *keep = ..;            one byte per unit, 0 to remove it
 *     adrop_model_compact(model, units, keep, &smaller);
 *
 * A unit is a hidden node of a dense layer or a channel of a convolution, with everything that
 * belongs to it. Channels that are added to each other (residual networks) form one unit. The
 * network's inputs and outputs are not units. The caller chooses the units to keep, or a criterion
 * does:
 *
 *     adrop_choose_opts_init(&opts);
 *     opts.criterion = "magnitude", opts.rate = 30;
 *     adrop_units_choose(model, units, &opts, keep, NULL);
 *
 * adrop/pruning.h has rounds of training and pruning. */
#ifndef ADROP_UNITS_H
#define ADROP_UNITS_H

#include <stddef.h>

#include "adrop/export.h"
#include "adrop/model.h"
#include "adrop/option.h"
#include "adrop/rows.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_units adrop_units;

/* The units of a model's network. Use them with that model only, and free them before it. */
ADROP_API adrop_status adrop_units_create(const adrop_model *m, adrop_units **out);
/* NULL is fine. */
ADROP_API void adrop_units_free(adrop_units *units);

ADROP_API size_t adrop_units_count(const adrop_units *units);

typedef struct adrop_unit {
    const char *layer;   /* the first layer that computes it, as adrop_model_layer names it */
    size_t layer_number; /* its index there */
    size_t channel;      /* in that layer's output */
} adrop_unit;

/* Unit i: a listing, by layer, then by channel. */
ADROP_API int adrop_unit_at_sized(const adrop_units *units, size_t i, adrop_unit *unit,
                                  size_t size);
#define adrop_unit_at(units, i, unit) adrop_unit_at_sized((units), (i), (unit), sizeof *(unit))

/* A network without the units whose byte of keep is 0, with the values of the rest. It computes
 * what the full network computes after adrop_model_clear_units, except for rounding of sums. It is
 * an ordinary model: adrop_model_network describes its layers, and it can be saved, trained, and
 * compacted again. ADROP_EINVAL, naming the layer, if a layer would have no units left. */
ADROP_API adrop_status adrop_model_compact(const adrop_model *m, const adrop_units *units,
                                           const unsigned char *keep, adrop_model **out);

/* Set everything that belongs to the removed units to zero: incoming and outgoing weights, biases,
 * scale and shift of batch norms, and the techniques' parameters. The network keeps its size. */
ADROP_API adrop_status adrop_model_clear_units(adrop_model *m, const adrop_units *units,
                                               const unsigned char *keep);

/* From now on, zero weights of dense layers and convolutions stay zero in every adrop_model_step:
 * their gradients are set to zero, so momentum and decay do not change them. *zeros, unless NULL,
 * receives their number. Call it before the first step of an optimiser; each call finds the zeros
 * again. */
ADROP_API adrop_status adrop_model_keep_zeros(adrop_model *m, size_t *zeros);

/* Prediction with networks that have many zero weights. Sums of a dense layer run over the inputs
 * in order, and zero weights add nothing, so they can be skipped (csr) or not (in order): the bits
 * are the same, and do not depend on threads or on the number of rows per call. They differ in the
 * last digits from those of the dense product of other layers.
 *
 *     auto   dense layers with at least 64 outputs and at most 15 % nonzero weights, a rule of the
 *            weights alone; whether zeros are skipped is measured here, on 64 rows and on one, by
 *            the best of five times
 *     off    no layer
 *     on     every dense layer, and zeros are skipped */
typedef enum adrop_sparse_weights {
    ADROP_SPARSE_AUTO,
    ADROP_SPARSE_OFF,
    ADROP_SPARSE_ON
} adrop_sparse_weights;

/* Apply this in phases mean and sample from now on, until weights are set, loaded or trained, which
 * switches it off. *layers, unless NULL, receives the number of dense layers affected. It is off in
 * a new model, and auto in opened predictors (adrop/predict.h) and runs (adrop/train.h), unless
 * their options say otherwise. In bf16 it affects no layer. */
ADROP_API adrop_status adrop_model_sparse_weights(adrop_model *m, adrop_sparse_weights weights,
                                                  size_t *layers);

/* -- Criteria -------------------------------------------------------------------------- */

/* What is removed first. All pointers live for ever. */
typedef struct adrop_criterion_info {
    const char *name, *summary, *reference;
    const char *node_technique;   /* the technique for training networks whose nodes it ranks;
                                     "none": any; NULL: it does not rank nodes */
    const char *weight_technique; /* the same for weights */
} adrop_criterion_info;

/* Criterion i: a listing. */
ADROP_API int adrop_criterion_at_sized(size_t i, adrop_criterion_info *info, size_t size);
#define adrop_criterion_at(i, info) adrop_criterion_at_sized((i), (info), sizeof *(info))

typedef enum adrop_prune_unit { ADROP_PRUNE_NODES, ADROP_PRUNE_WEIGHTS } adrop_prune_unit;
typedef enum adrop_prune_scope {
    ADROP_PRUNE_AUTO,   /* global for nodes, layer for weights */
    ADROP_PRUNE_GLOBAL, /* all layers are ranked together */
    ADROP_PRUNE_LAYER,  /* the same share of each layer; half of that for the last layer's
                           weights */
} adrop_prune_scope;

/* How units of a trained model are chosen. */
typedef struct adrop_choose_opts {
    size_t size;            /* sizeof(adrop_choose_opts) */
    const char *criterion;  /* "magnitude" */
    double rate;            /* per cent of the existing units; 0: none; 10 */
    int scope;              /* an adrop_prune_scope */
    const adrop_data *data; /* training rows for criteria that need gradients (taylor); NULL: these
                               fail */
    size_t batch;           /* rows per batch, at most the model's; 0: the model's */
    size_t seed, round;     /* for `random`; 1 and 1 */
} adrop_choose_opts;

ADROP_API void adrop_choose_opts_init_sized(adrop_choose_opts *opts, size_t size);
#define adrop_choose_opts_init(opts) adrop_choose_opts_init_sized((opts), sizeof *(opts))
/* Its option table (option.h): all but criterion, which must be given, and data. */
ADROP_API const adrop_option *adrop_choose_options(void);

/* Choose the units to keep: keep, one byte per unit, is 0 for round(rate / 100 * units) of them, or
 * for that share of each layer. The last unit of a layer always stays. *removed, unless NULL,
 * receives the number of removed units. ADROP_ENOENT for an unknown criterion, ADROP_EINVAL if it
 * cannot rank this model's units. */
ADROP_API adrop_status adrop_units_choose(adrop_model *m, const adrop_units *units,
                                          const adrop_choose_opts *opts, unsigned char *keep,
                                          size_t *removed);

/* The same for single nonzero weights of dense layers and convolutions: removed weights are set to
 * zero. */
ADROP_API adrop_status adrop_weights_choose(adrop_model *m, const adrop_choose_opts *opts,
                                            size_t *removed);

ADROP_END_DECLS

#endif
