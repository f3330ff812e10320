/* Choosing what to remove: numbers per layer, or for all layers together. */
#ifndef AD_PRUNE_CHOOSE_H
#define AD_PRUNE_CHOOSE_H

#include "prune/criterion.h"

/* The candidates: units in (n) groups, which are layers or tensors. */
typedef struct ad_groups {
    size_t n;        /* groups */
    size_t *alive;   /* (n), owned: remaining units of each */
    size_t all;      /* units of all groups */
    int last_is_out; /* the last group is the weights of the output layer */
} ad_groups;

/* How many units of each group to remove; or, with is_global, how many of all. */
typedef struct ad_quota {
    int is_global;
    size_t of_all;
    const size_t *of_group; /* (n) */
} ad_quota;

/* The groups of a model's nodes or weights. The caller releases them. */
AD_LAB adrop_status ad_groups_of_nodes(const adrop_units *units, ad_groups *out);
AD_LAB adrop_status ad_groups_of_weights(adrop_model *m, ad_groups *out);
AD_LAB void ad_groups_release(adrop_ctx *ctx, ad_groups *g);

/* Is the scope global, for this kind of unit? */
static inline int ad_scope_is_global(int scope, int unit)
{
    return scope == ADROP_PRUNE_GLOBAL || (scope == ADROP_PRUNE_AUTO && unit == ADROP_PRUNE_NODES);
}

/* The share to remove from a group: for the weights of the last layer half the rate. */
static inline double ad_group_rate(const ad_groups *g, size_t group, double rate)
{
    return g->last_is_out && group + 1 == g->n ? rate / 2 : rate;
}

/* Remove as many as the quota says, the least worth first, but never the last unit of a
 * group. For nodes, keep (units) is filled; for weights, zeros are set. */
AD_LAB adrop_status ad_nodes_remove(adrop_model *m, const adrop_units *units,
                                    const adrop_choose_opts *opts, const ad_quota *quota,
                                    unsigned char *keep);
AD_LAB adrop_status ad_weights_remove(adrop_model *m, const adrop_choose_opts *opts,
                                      const ad_quota *quota, adrop_model *also);

#endif
