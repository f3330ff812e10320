/* Removes what the masks of Laplace soft dropout, one per node, drop most: by rho = 1 - E[m],
 * weights by the rates of both ends (rates.c). */
#include "prune/criterion.h"

const ad_criterion ad_criterion_soft_laplace = {
    .name = "soft-laplace",
    .summary = "the largest rates of Laplace soft dropout",
    .reference = "Xie et al., MLSP 2019",
    .technique = { "soft-laplace:unit=node", "soft-laplace:unit=node" },
    .nodes = ad_nodes_by_mask,
    .weights = ad_weights_by_mask,
};
