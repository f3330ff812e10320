/* What a model is made of, and where its time goes (adrop/model.h). */
#include <math.h>

#include "base/memory.h"
#include "layer/settings.h"
#include "model/architecture.h"
#include "model/model.h"

/* Passes over the multiplications of a layer in a training step: forward, the gradient
 * of the weights, and of the input where it is needed. */
static double training_passes(const ad_layer *l)
{
    return 2 + (l->in[0] && l->in[0]->needs_gradient);
}

adrop_model_info adrop_model_describe(const adrop_model *m)
{
    const ad_engine *e = m->engine;
    adrop_model_info info = { .n_layers = m->graph->n,
                              .n_dropouts = m->n_dropouts,
                              .arena_bytes = m->arena_bytes,
                              .precision = e->plain                 ? "f64"
                                           : e->map == AD_DATA_BF16 ? "bf16"
                                                                    : "f32",
                              .why = e->why,
                              .isa = e->isa };

    for (size_t i = 0; i < m->graph->n; i++) {
        const ad_layer *l = m->graph->layer[i];
        info.macs += l->macs;
        info.training_flops += l->macs > 0 ? 2 * l->macs * training_passes(l) : 0;
    }
    for (size_t i = 0; i < m->n_tensors; i++) {
        info.n_params += m->tensor[i]->group == ADROP_WEIGHTS ? m->tensor[i]->n : 0;
        info.n_dropout_params += m->tensor[i]->group == ADROP_DROPOUT_PARAMS ? m->tensor[i]->n : 0;
    }
    return info;
}

adrop_layer_info adrop_model_layer(const adrop_model *m, size_t i)
{
    const ad_layer *l = m->graph->layer[i];
    const ad_planned_layer *p = &m->net[0]->node[i].planned;
    adrop_layer_info info = { .name = l->name,
                              .kind = l->type->name,
                              .channels = l->shape.channels,
                              .height = l->shape.height,
                              .width = l->shape.width,
                              .algorithm = l->type->algorithm ? l->type->algorithm(p) : "",
                              .macs = l->macs };

    for (size_t k = 0; k < l->n_params; k++)
        info.n_params += l->param[k].group == ADROP_BUFFERS ? 0 : l->param[k].n;
    if (m->seconds) {
        info.forward_ms = 1e3 * m->seconds[2 * i];
        info.backward_ms = 1e3 * m->seconds[2 * i + 1];
    }
    return info;
}

adrop_status adrop_model_clock(adrop_model *m, int on)
{
    ad_free(m->ctx, m->seconds);
    m->seconds = NULL;
    return on ? ad_alloc(m->ctx, 2 * m->graph->n, sizeof *m->seconds, "the clock", &m->seconds)
              : ADROP_OK;
}

/* Dropout layer i, or NULL. */
static const ad_layer *dropout_layer(const adrop_model *m, size_t i)
{
    for (size_t k = 0; k < m->graph->n; k++)
        if (ad_dropping_of(m->graph->layer[k]) && i-- == 0)
            return m->graph->layer[k];
    return NULL;
}

const char *adrop_model_dropout_name(const adrop_model *m, size_t i)
{
    const ad_layer *l = dropout_layer(m, i);

    return l ? l->name : NULL;
}

double adrop_model_dropout_rate(const adrop_model *m, size_t i)
{
    const ad_layer *l = dropout_layer(m, i);

    return l ? ad_dropout_rate(ad_dropping_of(l)) : NAN;
}

adrop_moments adrop_model_dropout_moments(const adrop_model *m, size_t i, size_t unit)
{
    const ad_layer *l = dropout_layer(m, i);

    if (!l)
        return (adrop_moments){ NAN, NAN, NAN, NAN, NAN, NAN };
    return ad_dropout_moments(ad_dropping_of(l), unit, 0);
}

adrop_moments adrop_model_dropout_average(const adrop_model *m, size_t i)
{
    const ad_layer *l = dropout_layer(m, i);

    if (!l)
        return (adrop_moments){ NAN, NAN, NAN, NAN, NAN, NAN };
    return ad_dropout_average(ad_dropping_of(l));
}

size_t adrop_architecture_count(void)
{
    size_t n = 0;

    while (ad_architecture_at(n))
        n++;
    return n;
}

adrop_architecture_info adrop_architecture_at(size_t i)
{
    const ad_architecture *a = ad_architecture_at(i);

    return (adrop_architecture_info){ a->name, a->summary, a->reference, a->options, a->examples };
}
