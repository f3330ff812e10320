/* What a criterion is: a rule that computes the worth of each unit of a trained network.
 *
 * Each lives in its own file, which defines one `const ad_criterion ad_criterion_<name>`;
 * criterion_list.h names it. Units are nodes (model/units.h) or single weights. The
 * least worth are removed first (choose.c), among ties those of smaller magnitude. */
#ifndef AD_PRUNE_CRITERION_H
#define AD_PRUNE_CRITERION_H

#include "adrop/units.h"
#include "base/lab.h"
#include "model/model.h"
#include "model/units.h"

/* A tensor of weights: of a dense layer or a convolution. */
typedef struct ad_weight_tensor {
    size_t tensor; /* index in the model */
    size_t first;  /* index of its first value among all weights */
    const ad_layer *layer;
    const ad_param *param;
} ad_weight_tensor;

/* The data that a criterion reads. */
typedef struct ad_ranking {
    adrop_ctx *ctx;
    adrop_model *m;
    const ad_units *units;
    ad_weight_tensor *weight; /* (n_weights), owned */
    size_t n_weights, n_values;
    float *values, *gradients; /* each as large as the largest tensor, owned */
    adrop_choose_opts opts;
} ad_ranking;

typedef struct ad_criterion {
    const char *name, *summary, *reference;
    /* The technique that the network must be trained with, "none" if any will do. NULL:
     * the criterion cannot rank these units. */
    const char *technique[2]; /* for nodes, for weights */
    /* Compute the worth of each unit, or of each weight. */
    adrop_status (*nodes)(const ad_ranking *r, double *worth);   /* (units->n) */
    adrop_status (*weights)(const ad_ranking *r, double *worth); /* (n_values) */
} ad_criterion;

#define CRITERION(id) extern const ad_criterion ad_criterion_##id;
#include "prune/criterion_list.h"
#undef CRITERION

/* Criterion i, NULL past the last; the one with a name, where ADROP_ENOENT suggests the nearest. */
const ad_criterion *ad_criterion_get(size_t i);
AD_LAB adrop_status ad_criterion_find(adrop_ctx *ctx, const char *name, const ad_criterion **out);

/* ADROP_EINVAL, with the cure, if the criterion cannot rank the units of this model. */
AD_LAB adrop_status ad_criterion_check(const ad_criterion *c, const adrop_model *m, int unit);

/* -- Shared by several criteria --------------------------------------------------------- */

/* rates.c. The mean mask of each unit, 1 - rate, averaged over the dropout layers that it passes.
 * ADROP_EINVAL, naming a layer, if a unit passes none. */
adrop_status ad_nodes_by_mask(const ad_ranking *r, double *worth);

/* The probability that both ends of each weight are kept: (1 - rate) of its input times that of
 * its output; 1 for inputs and outputs without dropout. */
adrop_status ad_weights_by_mask(const ad_ranking *r, double *worth);

/* A number per mask of a dropout layer, averaged over the layers that the unit passes. */
adrop_status ad_nodes_by(const ad_ranking *r, double (*number)(const adrop_moments *m),
                         double *worth);

/* sums.c. Add |values| (out, in, ..) of a weight tensor to the units that it makes (axis 0) or
 * reads (axis 1); with is_signed, add the values themselves. */
void ad_units_add(const ad_ranking *r, const ad_weight_tensor *w, size_t axis, int is_signed,
                  const float *values, double *sum);

/* Add the L1 norms of incoming (axis 0) or of outgoing weights (1) of each unit. */
adrop_status ad_units_l1(const ad_ranking *r, size_t axis, double *sum);

#endif
