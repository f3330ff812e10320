/* What a model consists of, and where its time goes (adrop/model.h): counts of parameters and
 * multiplications, one line per layer with its times, the distributions of the masks, and the
 * list of architectures. Read-only. */
#include <math.h>

#include "base/memory.h"
#include "base/struct.h"
#include "model/architecture.h"
#include "model/model.h"

/* Passes over the multiplications of a layer in a training step: forward, the gradient
 * of the weights, and that of the input if it is needed. */
static double training_passes(const ad_layer *l)
{
    return 2 + (l->in[0] && l->in[0]->needs_gradient);
}

void adrop_model_describe_sized(const adrop_model *m, adrop_model_info *out, size_t size)
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
        info.n_params += m->tensor[i]->group == ADROP_TENSOR_WEIGHTS ? m->tensor[i]->n : 0;
        info.n_dropout_params += m->tensor[i]->group == ADROP_TENSOR_DROPOUT ? m->tensor[i]->n : 0;
    }
    ad_struct_write(out, size, &info, sizeof info);
}

static adrop_layer_info layer_info(const adrop_model *m, size_t i)
{
    const ad_layer *l = m->graph->layer[i];
    const ad_planned_layer *p = &m->net[0]->node[i].planned;
    adrop_layer_info info = { .name = l->name,
                              .kind = l->type->name,
                              .channels = l->shape.channels,
                              .height = l->shape.height,
                              .width = l->shape.width,
                              .algorithm = l->type->algorithm ? l->type->algorithm(p) : "",
                              .macs = l->macs,
                              .n_in = l->n_in };

    for (size_t k = 0; k < l->n_in; k++)
        info.in[k] = l->in[k]->number;
    for (size_t k = 0; k < l->n_params; k++)
        info.n_params += l->param[k].group == ADROP_TENSOR_BUFFERS ? 0 : l->param[k].n;
    if (m->seconds) {
        info.forward_ms = 1e3 * m->seconds[2 * i];
        info.backward_ms = 1e3 * m->seconds[2 * i + 1];
    }
    return info;
}

int adrop_model_layer_sized(const adrop_model *m, size_t i, adrop_layer_info *info, size_t size)
{
    const int there = i < m->graph->n;
    const adrop_layer_info mine = there ? layer_info(m, i) : (adrop_layer_info){ 0 };

    ad_struct_write(info, size, &mine, sizeof mine);
    return there;
}

adrop_status adrop_model_clock(adrop_model *m, int on)
{
    ad_free(m->ctx, m->seconds);
    m->seconds = NULL;
    return on ? AD_NEW(m->ctx, 2 * m->graph->n, "the clock", &m->seconds) : ADROP_OK;
}

/* Dropout layer i, or NULL. */
static const ad_layer *dropout_layer(const adrop_model *m, size_t i)
{
    for (size_t k = 0; k < m->graph->n; k++)
        if (ad_layer_technique(m->graph->layer[k]) && i-- == 0)
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

    return l ? ad_dropout_rate(ad_layer_technique(l)) : NAN;
}

double adrop_model_dropout_extra(const adrop_model *m, size_t i)
{
    const ad_layer *l = dropout_layer(m, i);

    return l ? l->extra : NAN;
}

int adrop_model_dropout_moments_sized(const adrop_model *m, size_t i, size_t unit,
                                      adrop_moments *moments, size_t size)
{
    const ad_layer *l = dropout_layer(m, i);
    const ad_dropout *d = l ? ad_layer_technique(l) : NULL;
    const int there = d && unit < ad_site_units(&d->site);
    const adrop_moments mine = there ? ad_dropout_moments(d, unit, 0) : (adrop_moments){ 0 };

    ad_struct_write(moments, size, &mine, sizeof mine);
    return there;
}

int adrop_model_dropout_average_sized(const adrop_model *m, size_t i, adrop_moments *moments,
                                      size_t size)
{
    const ad_layer *l = dropout_layer(m, i);
    const adrop_moments mine = l ? ad_dropout_average(ad_layer_technique(l)) : (adrop_moments){ 0 };

    ad_struct_write(moments, size, &mine, sizeof mine);
    return l != NULL;
}

int adrop_model_dropout_density(const adrop_model *m, size_t i, size_t n, double *density)
{
    const ad_layer *l = dropout_layer(m, i);

    return l ? ad_dropout_density(ad_layer_technique(l), n, density) : 0;
}

size_t adrop_architecture_count(void)
{
    size_t n = 0;

    while (ad_architecture_at(n))
        n++;
    return n;
}

int adrop_architecture_at_sized(size_t i, adrop_architecture_info *info, size_t size)
{
    const ad_architecture *a = ad_architecture_at(i);
    adrop_architecture_info mine = { 0 };

    if (a)
        mine = (adrop_architecture_info){ a->name, a->summary, a->reference, a->options,
                                          a->examples };
    ad_struct_write(info, size, &mine, sizeof mine);
    return a != NULL;
}
