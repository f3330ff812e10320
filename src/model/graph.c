/* A network as a list of layers (graph.h): adding a layer sets its shape and its tensors,
 * numbers it, and decides whether its output needs a gradient. */
#include "model/graph.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"

adrop_status ad_graph_create(adrop_ctx *ctx, ad_graph **out)
{
    adrop_status status = AD_NEW(ctx, 1, "the network", out);

    if (!status)
        (*out)->ctx = ctx;
    return status;
}

static void free_layer(ad_graph *g, ad_layer *l)
{
    if (l->settings && l->type->free_settings)
        l->type->free_settings(l);
    ad_free(g->ctx, l->settings);
    ad_free(g->ctx, l);
}

void ad_graph_free(ad_graph *g)
{
    if (!g)
        return;
    for (size_t i = 0; i < g->n; i++)
        free_layer(g, g->layer[i]);
    ad_free(g->ctx, g);
}

static int has_weights(const ad_layer *l)
{
    for (size_t i = 0; i < l->n_params; i++)
        if (l->param[i].group == ADROP_TENSOR_WEIGHTS)
            return 1;
    return 0;
}

/* Does the layer, or one before it, learn? The input counts if its gradient is requested. */
static int learns(const ad_layer *l)
{
    for (size_t i = 0; i < l->n_params; i++)
        if (l->param[i].group != ADROP_TENSOR_BUFFERS)
            return 1;
    for (size_t i = 0; i < l->n_in; i++)
        if (l->in[i]->needs_gradient)
            return 1;
    return !l->n_in && l->facts->input_gradient;
}

adrop_status ad_graph_add(ad_graph *g, const ad_layer_type *type, const char *name, size_t n_in,
                          ad_layer *const *in, const void *settings, ad_layer **out)
{
    ad_layer *l;

    *out = NULL;
    if (n_in < type->inputs[0] || n_in > type->inputs[1])
        return ad_fail(g->ctx, ADROP_ESHAPE,
                       "layer '%s' reads %zu others, and '%s' takes %zu to %zu", name, n_in,
                       type->name, type->inputs[0], type->inputs[1]);
    for (size_t i = 0; i < n_in; i++)
        assert(in[i] && in[i]->number < g->n && g->layer[in[i]->number] == in[i]);
    if (g->n == AD_MAX_LAYERS)
        return ad_fail(g->ctx, ADROP_EINVAL, "a network has at most %d layers", AD_MAX_LAYERS);
    adrop_status status = AD_NEW(g->ctx, 1, "a layer", &l);
    if (status)
        return status;
    l->type = type;
    l->number = (uint16_t)g->n;
    l->facts = &g->facts;
    l->weight_number = (uint16_t)g->n_with_weights;
    l->n_in = n_in;
    snprintf(l->name, sizeof l->name, "%s", name);
    for (size_t i = 0; i < n_in; i++)
        l->in[i] = in[i];
    status = AD_NEW_RAW(g->ctx, 1, type->settings_size, "a layer's settings", &l->settings);
    if (!status) {
        if (type->settings_size)
            memcpy(l->settings, settings, type->settings_size);
        status = type->settle(g->ctx, l);
    }
    if (status) {
        free_layer(g, l);
        return status;
    }
    l->needs_gradient = learns(l);
    if (has_weights(l))
        g->n_with_weights++;
    g->layer[g->n++] = *out = l;
    return ADROP_OK;
}
