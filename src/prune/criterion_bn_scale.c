/* Removes the smallest scales of batch norms: a channel is worth the sum of |gamma| over the batch
 * norms that it passes. */
#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "prune/criterion.h"

enum { GAMMA = 0 };

static size_t tensor_of(const adrop_model *m, const ad_param *p)
{
    size_t i = 0;

    while (i < m->n_tensors && m->tensor[i] != p)
        i++;
    return i;
}

static adrop_status criterion_bn_scale_nodes(const ad_ranking *r, double *worth)
{
    const ad_graph *g = r->m->graph;
    unsigned char *has;
    adrop_status status = AD_NEW(r->ctx, r->units->n, "the scales", &has);

    if (status)
        return status;
    for (size_t u = 0; u < r->units->n; u++)
        worth[u] = 0;
    for (size_t k = 0; k < g->n && !status; k++) {
        if (g->layer[k]->type != &ad_layer_norm)
            continue;
        status = adrop_model_get(r->m, tensor_of(r->m, &g->layer[k]->param[GAMMA]), r->values);
        for (size_t c = 0; c < g->layer[k]->shape.channels && !status; c++) {
            const uint32_t u = r->units->of[k][c];
            if (u == AD_NO_UNIT)
                continue;
            worth[u] += fabs((double)r->values[c]);
            has[u] = 1;
        }
    }
    for (size_t u = 0; u < r->units->n && !status; u++)
        if (!has[u])
            status = ad_fail(r->ctx, ADROP_EINVAL,
                             "layer '%s' has no batch norm behind it to be ranked by: give another "
                             "`criterion`, as magnitude",
                             g->layer[r->units->unit[u].layer]->name);
    ad_free(r->ctx, has);
    return status;
}

const ad_criterion ad_criterion_bn_scale = {
    .name = "bn-scale",
    .summary = "the smallest scales of batch norms; channels alone",
    .reference = "Liu et al., ICCV 2017",
    .technique = { "none", NULL },
    .nodes = criterion_bn_scale_nodes,
};
