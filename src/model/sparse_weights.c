/* Which dense layers skip zero weights in predictions (adrop/units.h, compute/pruned.h). */
#include "adrop/units.h"

#include <string.h>

#include "base/context.h"
#include "compute/pruned.h"
#include "model/model.h"

static const double most_density = 0.15; /* above it the dense product is faster */
enum { LEAST_OUTPUTS = 64 }; /* below it transposing the rows takes longer than the product */

static const ad_param *weights_of(const ad_layer *l)
{
    return strcmp(l->type->name, "dense") ? NULL : &l->param[0]; /* (out, in) */
}

static int is_concerned(const adrop_model *m, const ad_param *w, adrop_sparse_weights weights,
                        const void *values)
{
    return weights == ADROP_SPARSE_ON ||
           (w->dim[0] >= LEAST_OUTPUTS &&
            ad_pruned_density(m->engine, w->n, values) <= most_density);
}

static adrop_status prune(adrop_model *m, ad_layer *l, adrop_sparse_weights weights)
{
    const ad_param *w = weights_of(l);
    const void *values = ad_tensor_in(m->engine, l, m->params, 0);

    if (!is_concerned(m, w, weights, values))
        return ADROP_OK;
    const adrop_status status = ad_pruned_create(m->engine, w->dim[1], w->dim[0], values,
                                                 &l->pruned);
    return status || weights == ADROP_SPARSE_ON ? status : ad_pruned_measure(l->pruned, values);
}

void ad_model_forget_zeros(adrop_model *m)
{
    m->in_flight.is_set = 0; /* the last pass used other weights */
    for (size_t i = 0; m->sparse_weights != ADROP_SPARSE_OFF && i < m->graph->n; i++) {
        ad_pruned_free(m->graph->layer[i]->pruned);
        m->graph->layer[i]->pruned = NULL;
    }
    m->sparse_weights = ADROP_SPARSE_OFF;
}

adrop_status adrop_model_sparse_weights(adrop_model *m, adrop_sparse_weights weights,
                                        size_t *layers)
{
    const int is_wanted = weights != ADROP_SPARSE_OFF && m->engine->map != AD_DATA_BF16;
    adrop_status status = ADROP_OK;
    size_t n = 0;

    if (weights != ADROP_SPARSE_AUTO && weights != ADROP_SPARSE_OFF && weights != ADROP_SPARSE_ON)
        return ad_fail(m->ctx, ADROP_EINVAL, "sparse weights: %d is not auto, off or on",
                       (int)weights);
    ad_model_forget_zeros(m);
    m->sparse_weights = weights;
    for (size_t i = 0; is_wanted && i < m->graph->n && !status; i++) {
        ad_layer *l = m->graph->layer[i];
        if (weights_of(l))
            status = prune(m, l, weights);
        n += l->pruned != NULL;
    }
    if (status)
        ad_model_forget_zeros(m);
    if (layers)
        *layers = status ? 0 : n;
    return status;
}
