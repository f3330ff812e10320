/* Sums of the weights that belong to a unit (criterion.h). Rows of the weights
 * of a dense layer or a convolution make a unit, and columns of the next ones read it. */
#include <math.h>

#include "prune/criterion.h"

void ad_units_add(const ad_ranking *r, const ad_weight_tensor *w, size_t axis, int is_signed,
                  const float *values, double *sum)
{
    const ad_param *p = w->param;
    const ad_layer *of = axis ? w->layer->in[0] : w->layer;
    const size_t area = p->n / (p->dim[0] * p->dim[1]);

    if (!ad_units_makes(w->layer)) /* depthwise: one channel is both made and read */
        return;
    for (size_t i = 0; i < p->dim[0]; i++)
        for (size_t j = 0; j < p->dim[1]; j++) {
            const uint32_t u = r->units->of[of->number][axis ? j : i];
            const float *v = values + (i * p->dim[1] + j) * area;
            double part = 0;
            for (size_t k = 0; k < area && u != AD_NO_UNIT; k++)
                part += is_signed ? (double)v[k] : fabs((double)v[k]);
            if (u != AD_NO_UNIT)
                sum[u] += part;
        }
}

adrop_status ad_units_l1(const ad_ranking *r, size_t axis, double *sum)
{
    adrop_status status = ADROP_OK;

    for (size_t w = 0; w < r->n_weights && !status; w++) {
        status = adrop_model_get(r->m, r->weight[w].tensor, r->values);
        if (!status)
            ad_units_add(r, &r->weight[w], axis, 0, r->values, sum);
    }
    return status;
}
