/* Removes what the masks of Gaussian soft dropout, one per node, drop most: by rho = 1 - E[m],
 * weights by the rates of both ends (rates.c). */
#include "prune/criterion.h"

const ad_criterion ad_criterion_soft_gaussian = {
    .name = "soft-gaussian",
    .summary = "the largest rates of Gaussian soft dropout",
    .reference = "Xie et al., MLSP 2019",
    .technique = { "soft-gaussian:unit=node", "soft-gaussian:unit=node" },
    .nodes = ad_nodes_by_mask,
    .weights = ad_weights_by_mask,
};
