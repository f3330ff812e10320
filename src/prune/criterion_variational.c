/* Removes what variational dropout found to be noise: the largest log alpha, of each node (type a)
 * or of each weight (type b). Sparse variational dropout removes log alpha > 3, a rate above
 * 0.95; here the order is the same, and the caller sets the number. alpha may grow to 1e4,
 * which Kingma's KL does not allow: the technique uses Molchanov's. */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "prune/criterion.h"

/* For noise with mean 1 the level, Var[m] / E[m]^2, is alpha. */
static double minus_log_alpha(const adrop_moments *m)
{
    return -log(m->level);
}

static adrop_status criterion_variational_nodes(const ad_ranking *r, double *worth)
{
    return ad_nodes_by(r, minus_log_alpha, worth);
}

/* The tensor of log alpha for a layer's weights, which has their shape. */
static size_t criterion_variational_alpha_of(const ad_ranking *r, const ad_weight_tensor *w)
{
    for (size_t i = 0; i < r->m->n_tensors; i++) {
        const ad_param *p = r->m->tensor[i];
        if (r->m->tensor_layer[i] == w->layer && p->group == ADROP_TENSOR_DROPOUT &&
            p->n == w->param->n)
            return i;
    }
    return SIZE_MAX;
}

static adrop_status criterion_variational_weights(const ad_ranking *r, double *worth)
{
    adrop_status status = ADROP_OK;

    for (size_t w = 0; w < r->n_weights && !status; w++) {
        const size_t i = criterion_variational_alpha_of(r, &r->weight[w]);
        if (i == SIZE_MAX)
            return ad_fail(r->ctx, ADROP_EINVAL,
                           "layer '%s' has no alpha of each weight to be ranked by: give "
                           "`dropout-at` dense-inputs, a network of dense layers, or another "
                           "`criterion`",
                           r->weight[w].layer->name);
        status = adrop_model_get(r->m, i, r->values);
        for (size_t k = 0; k < r->weight[w].param->n && !status; k++)
            worth[r->weight[w].first + k] = -(double)r->values[k];
    }
    return status;
}

const ad_criterion ad_criterion_variational = {
    .name = "variational",
    .summary = "the largest log alpha of variational dropout",
    .reference = "Molchanov, Ashukha, Vetrov, ICML 2017",
    .technique = { "variational:unit=node,kl=molchanov,alpha=0.25,max-alpha=10000",
                   "variational:type=b,unit=weight,kl=molchanov,alpha=0.05,max-alpha=10000" },
    .nodes = criterion_variational_nodes,
    .weights = criterion_variational_weights,
};
