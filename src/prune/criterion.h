/* What a criterion is: a rule that says how much each unit of a trained network is worth.
 *
 * Each lives in a file of its own that defines one `const ad_criterion ad_criterion_<name>`;
 * criterion_list.h names it. Units are nodes (model/units.h) or single weights; those that are
 * worth least go first (choose.c), and among equals those of smaller magnitude. */
#ifndef AD_PRUNE_CRITERION_H
#define AD_PRUNE_CRITERION_H

#include "adrop/units.h"
#include "base/lab.h"
#include "model/model.h"
#include "model/units.h"

/* A tensor of weights: of a dense layer or a convolution. */
typedef struct ad_weight_tensor {
    size_t tensor; /* number in the model */
    size_t first;  /* of its values among all weights */
    const ad_layer *layer;
    const ad_param *param;
} ad_weight_tensor;

/* What a criterion looks at. */
typedef struct ad_ranking {
    adrop_ctx *ctx;
    adrop_model *m;
    const ad_units *units;
    ad_weight_tensor *weight; /* (n_weights), owned */
    size_t n_weights, n_values;
    float *values, *gradients; /* room for the largest tensor, owned */
    adrop_choose_opts opts;
} ad_ranking;

typedef struct ad_criterion {
    const char *name, *summary, *reference;
    /* The technique that a network is trained with to be ranked by it, "none" if any will do. NULL:
     * it cannot rank them. */
    const char *technique[2]; /* for nodes, for weights */
    /* Fill in the worth of each unit, or of each weight. */
    adrop_status (*nodes)(const ad_ranking *r, double *worth);   /* (units->n) */
    adrop_status (*weights)(const ad_ranking *r, double *worth); /* (n_values) */
} ad_criterion;

#define CRITERION(id) extern const ad_criterion ad_criterion_##id;
#include "prune/criterion_list.h"
#undef CRITERION

/* Number i; NULL past the last. The one of a name; ADROP_ENOENT offers the nearest. */
const ad_criterion *ad_criterion_get(size_t i);
AD_LAB adrop_status ad_criterion_find(adrop_ctx *ctx, const char *name, const ad_criterion **out);

/* ADROP_EINVAL, with the cure, if it cannot rank the units of this model. */
AD_LAB adrop_status ad_criterion_check(const ad_criterion *c, const adrop_model *m, int unit);

/* -- What several of them use ---------------------------------------------------------- */

/* rates.c. The mean mask of each unit, 1 - rate, averaged over the dropout layers that it passes.
 * ADROP_EINVAL, with a layer's name, if one passes none. */
adrop_status ad_nodes_by_mask(const ad_ranking *r, double *worth);

/* The probability that both ends of each weight are kept: (1 - rate) of what it reads times that of
 * what it makes; 1 for inputs and outputs without dropout. */
adrop_status ad_weights_by_mask(const ad_ranking *r, double *worth);

/* A number of each mask of a dropout layer, averaged over the units that it falls on. */
adrop_status ad_nodes_by(const ad_ranking *r, double (*number)(const adrop_moments *m),
                         double *worth);

/* sums.c. Add |values| (out, in, ..) of a weight tensor to the units that it makes (axis 0) or
 * reads (axis 1); with is_signed the values themselves. */
void ad_units_add(const ad_ranking *r, const ad_weight_tensor *w, size_t axis, int is_signed,
                  const float *values, double *sum);

/* Add the L1 norms of incoming (axis 0) or of outgoing weights (1) of each unit. */
adrop_status ad_units_l1(const ad_ranking *r, size_t axis, double *sum);

#endif
