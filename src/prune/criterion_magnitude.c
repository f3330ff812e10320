/* Removes the smallest weights, as for lottery tickets. A node is worth the L1 norm of its incoming
 * weights times that of its outgoing ones: its contribution if its inputs are alike. */
#include <math.h>

#include "base/memory.h"
#include "prune/criterion.h"

static adrop_status criterion_magnitude_nodes(const ad_ranking *r, double *worth)
{
    double *out;
    adrop_status status = AD_NEW(r->ctx, r->units->n, "the norms", &out);

    if (status)
        return status;
    if (!(status = ad_units_l1(r, 0, worth)))
        status = ad_units_l1(r, 1, out);
    for (size_t u = 0; u < r->units->n; u++)
        worth[u] *= out[u];
    ad_free(r->ctx, out);
    return status;
}

static adrop_status criterion_magnitude_weights(const ad_ranking *r, double *worth)
{
    adrop_status status = ADROP_OK;

    for (size_t w = 0; w < r->n_weights && !status; w++) {
        status = adrop_model_get(r->m, r->weight[w].tensor, r->values);
        for (size_t i = 0; i < r->weight[w].param->n && !status; i++)
            worth[r->weight[w].first + i] = fabs((double)r->values[i]);
    }
    return status;
}

const ad_criterion ad_criterion_magnitude = {
    .name = "magnitude",
    .summary = "the smallest weights: lottery tickets",
    .reference = "Frankle, Carbin, ICLR 2019",
    .technique = { "none", "none" },
    .nodes = criterion_magnitude_nodes,
    .weights = criterion_magnitude_weights,
};
