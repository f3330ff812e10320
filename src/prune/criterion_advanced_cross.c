/* Removes what tolerates the most noise in advanced-cross: the largest noise level
 * Var[m] / E[m]^2 of each node's own mask (unit=node). Its rates 1 - E[m] give no ranking: around
 * the middle of the mapping they are all 1/2. */
#include <math.h>

#include "prune/criterion.h"

static double minus_log_level(const adrop_moments *m)
{
    return -log(m->level);
}

static adrop_status criterion_advanced_cross_nodes(const ad_ranking *r, double *worth)
{
    return ad_nodes_by(r, minus_log_level, worth);
}

const ad_criterion ad_criterion_advanced_cross = {
    .name = "advanced-cross",
    .summary = "the largest noise levels of advanced-cross",
    .reference = "this project",
    .technique = { "advanced-cross:unit=node", NULL },
    .nodes = criterion_advanced_cross_nodes,
};
