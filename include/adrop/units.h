/* Removing parts of a network: whole units, or single weights.
 *
 *     adrop_units *units;
 *     adrop_units_create(model, &units);
 *     unsigned char *keep = ..;            one byte per unit, 0 for those that go
 *     adrop_model_compact(model, units, keep, &smaller);
 *
 * A unit is a hidden node of a dense layer or a channel of a convolution, with all that belongs to
 * it: channels that are added to each other (residual networks) are one unit. The network's inputs
 * and outputs are none. Which units are worth keeping a criterion says, or the caller:
 *
 *     adrop_choose_opts_init(&opts);
 *     opts.criterion = "magnitude", opts.rate = 30;
 *     adrop_units_choose(model, units, &opts, keep, NULL);
 *
 * Rounds of training and removing are in adrop/pruning.h. */
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

/* The units of a model's network. They are for that model, and to be freed before it. */
ADROP_API adrop_status adrop_units_create(const adrop_model *m, adrop_units **out);
/* NULL is fine. */
ADROP_API void adrop_units_free(adrop_units *units);

ADROP_API size_t adrop_units_count(const adrop_units *units);

typedef struct adrop_unit {
    const char *layer;   /* the first layer that computes it, as adrop_model_layer names it */
    size_t layer_number; /* its number there */
    size_t channel;      /* of that layer's output */
} adrop_unit;

/* Unit i: a listing, by layer, then by channel. */
ADROP_API int adrop_unit_at_sized(const adrop_units *units, size_t i, adrop_unit *unit,
                                  size_t size);
#define adrop_unit_at(units, i, unit) adrop_unit_at_sized((units), (i), (unit), sizeof *(unit))

/* A network without the units whose byte of keep is 0, with the values of what stays. It computes
 * what the whole network computes after adrop_model_clear_units, but for the rounding of sums. It
 * is an ordinary model: its text (adrop_model_network) says its layers, and it can be saved,
 * trained, and compacted again. ADROP_EINVAL, with the layer's name, if one would have no units
 * left. */
ADROP_API adrop_status adrop_model_compact(const adrop_model *m, const adrop_units *units,
                                           const unsigned char *keep, adrop_model **out);

/* Set to zero what belongs to the units that go: their incoming and outgoing weights, biases, scale
 * and shift of batch norms, and the techniques' parameters. The network keeps its size. */
ADROP_API adrop_status adrop_model_clear_units(adrop_model *m, const adrop_units *units,
                                               const unsigned char *keep);

/* From now on weights of dense layers and convolutions that are zero stay zero in every
 * adrop_model_step: their gradients are set to zero, so that momentum and decay leave them alone.
 * *zeros, unless NULL, is how many. To be called before the first step of an optimiser; a call
 * looks at the weights anew. */
ADROP_API adrop_status adrop_model_keep_zeros(adrop_model *m, size_t *zeros);

/* Predictions of a network many of whose weights are zero. Sums of a dense layer go over the inputs
 * in order, and weights that are zero add nothing, so they can be left out (csr) or not (in order):
 * the bits are the same, and do not depend on threads or on how many rows are asked together. They
 * differ in the last places from those of the dense product that other layers run.
 *
 *     auto   dense layers of 64 outputs or more at most 15 % of whose weights are not zero, a
 * rule of the weights alone; whether zeros are left out is measured here, on 64 rows and on one, by
 * the best of five times off    no layer on     every dense layer, and zeros are left out */
typedef enum adrop_sparse_weights {
    ADROP_SPARSE_AUTO,
    ADROP_SPARSE_OFF,
    ADROP_SPARSE_ON
} adrop_sparse_weights;

/* Do so in phases mean and sample from now on, until weights are set, loaded or trained: then all
 * is as before. *layers, unless NULL, is how many dense layers are concerned. A new model does not;
 * predictors that are opened (adrop/predict.h) and runs (adrop/train.h) do, by auto, unless told.
 * In bf16 no layer does. */
ADROP_API adrop_status adrop_model_sparse_weights(adrop_model *m, adrop_sparse_weights weights,
                                                  size_t *layers);

/* -- Criteria -------------------------------------------------------------------------- */

/* What goes first. All pointers live for ever. */
typedef struct adrop_criterion_info {
    const char *name, *summary, *reference;
    const char *node_technique;   /* that networks are trained with to rank nodes by it; "none":
                                     any will do; NULL: it does not rank nodes */
    const char *weight_technique; /* the same for weights */
} adrop_criterion_info;

/* Criterion i: a listing. */
ADROP_API int adrop_criterion_at_sized(size_t i, adrop_criterion_info *info, size_t size);
#define adrop_criterion_at(i, info) adrop_criterion_at_sized((i), (info), sizeof *(info))

typedef enum adrop_prune_unit { ADROP_PRUNE_NODES, ADROP_PRUNE_WEIGHTS } adrop_prune_unit;
typedef enum adrop_prune_scope {
    ADROP_PRUNE_AUTO,   /* global for nodes, layer for weights */
    ADROP_PRUNE_GLOBAL, /* all layers are ranked together */
    ADROP_PRUNE_LAYER,  /* the same share of each layer; of the last layer's weights half of it */
} adrop_prune_scope;

/* How units of a trained model are chosen. */
typedef struct adrop_choose_opts {
    size_t size;            /* sizeof(adrop_choose_opts) */
    const char *criterion;  /* "magnitude" */
    double rate;            /* per cent of what there is; 0: nothing goes; 10 */
    int scope;              /* an adrop_prune_scope */
    const adrop_data *data; /* of which training rows are taken where gradients are needed (taylor);
                               NULL: those cannot be had */
    size_t batch;           /* rows of their batches, at most the model's; 0: the model's */
    size_t seed, round;     /* of `random`; 1 and 1 */
} adrop_choose_opts;

ADROP_API void adrop_choose_opts_init_sized(adrop_choose_opts *opts, size_t size);
#define adrop_choose_opts_init(opts) adrop_choose_opts_init_sized((opts), sizeof *(opts))
/* Its option table (option.h): all but criterion, which must be given, and data. */
ADROP_API const adrop_option *adrop_choose_options(void);

/* Which units stay: keep, one byte per unit, is 0 for round(rate / 100 * units) of them, or as many
 * of each layer. The last unit of a layer always stays. *removed, unless NULL, is how many go.
 * ADROP_ENOENT for an unknown criterion, ADROP_EINVAL if it cannot rank this model's units. */
ADROP_API adrop_status adrop_units_choose(adrop_model *m, const adrop_units *units,
                                          const adrop_choose_opts *opts, unsigned char *keep,
                                          size_t *removed);

/* The same for single weights of dense layers and convolutions that are not zero: those that go
 * are set to zero. */
ADROP_API adrop_status adrop_weights_choose(adrop_model *m, const adrop_choose_opts *opts,
                                            size_t *removed);

ADROP_END_DECLS

#endif
