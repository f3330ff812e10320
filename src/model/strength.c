/* The strength of a network's dropout (adrop/model.h): one number for all its techniques. */
#include "technique/strength.h"

#include "base/context.h"
#include "model/model.h"

adrop_status adrop_model_set_dropout_strength(adrop_model *m, double strength)
{
    adrop_status status = ADROP_OK;

    if (!(strength >= 0 && strength <= 1)) /* also if there is no technique */
        return ad_fail(m->ctx, ADROP_EINVAL, "the strength of dropout is %s: give 0 to 1",
                       AD_NUM(strength));
    m->in_flight.is_set = 0;
    for (size_t i = 0; i < m->graph->n && !status; i++) {
        ad_dropout *d = ad_layer_technique(m->graph->layer[i]);
        if (d)
            status = ad_dropout_set_strength(d, strength);
    }
    if (!status)
        m->options.dropout_strength = strength;
    return status;
}

double adrop_model_dropout_strength(const adrop_model *m)
{
    return m->options.dropout_strength;
}
