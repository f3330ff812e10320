/* Removes what advanced dropout drops most: by rho = 1 - E[m], the exact mean of each node's own
 * mask with the running averages of mu and sigma (unit=node: with one pair per layer all rates
 * would be equal); weights by the rates of both ends (rates.c). */
#include "prune/criterion.h"

const ad_criterion ad_criterion_advanced = {
    .name = "advanced",
    .summary = "the largest rates of advanced dropout",
    .reference = "Xie et al., TPAMI 2021, Algorithm 1",
    .technique = { "advanced:unit=node", "advanced:unit=node" },
    .nodes = ad_nodes_by_mask,
    .weights = ad_weights_by_mask,
};
