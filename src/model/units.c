/* Finding removable units (units.h): union-find joins channels, with the smallest as the root,
 * in the order of the graph; then the classes are numbered. */
#include "model/units.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "layer/conv.h"

enum { FIXED = 0 }; /* the class of channels that are kept; channels are numbered from 1 */

typedef struct {
    adrop_ctx *ctx;
    const ad_graph *g;
    uint32_t *parent; /* (n) of channels */
    uint32_t n;
    ad_units *u;
} finder;

int ad_units_makes(const ad_layer *l)
{
    if (l->type == &ad_layer_conv)
        return !((const ad_conv_settings *)l->settings)->depthwise;
    return l->type == &ad_layer_dense || l->type == &ad_layer_dropped_dense;
}

/* Layers that pass on the channels of their first input. */
static int hands_on(const ad_layer *l)
{
    const ad_layer_type *t = l->type;

    if (t == &ad_layer_conv || t == &ad_layer_dropout)
        return 1; /* depthwise; a second input is the pre-activation of the first */
    return l->n_in == 1 &&
           (t == &ad_layer_norm || t == &ad_layer_pad || t == &ad_layer_max_pool ||
            t == &ad_layer_average_pool || t == &ad_layer_flatten || t == &ad_layer_relu ||
            t == &ad_layer_leaky_relu || t == &ad_layer_gelu || t == &ad_layer_silu ||
            t == &ad_layer_tanh || t == &ad_layer_sigmoid || t == &ad_layer_softplus);
}

static uint32_t root(const finder *f, uint32_t i)
{
    while (f->parent[i] != i)
        i = f->parent[i] = f->parent[f->parent[i]];
    return i;
}

static void units_join(finder *f, uint32_t a, uint32_t b)
{
    a = root(f, a);
    b = root(f, b);
    if (a < b)
        f->parent[b] = a;
    else
        f->parent[a] = b;
}

/* Keep the channels that the layer reads and makes. */
static void fix(finder *f, const ad_layer *l)
{
    for (size_t k = 0; k < l->n_in; k++)
        for (size_t i = 0; i < l->in[k]->shape.channels; i++)
            units_join(f, FIXED, f->u->of[l->in[k]->number][i]);
    for (size_t i = 0; i < l->shape.channels; i++)
        f->u->of[l->number][i] = FIXED;
}

static void follow(finder *f, const ad_layer *l)
{
    uint32_t *of = f->u->of[l->number];
    const size_t n = l->shape.channels;

    if (ad_units_makes(l)) {
        for (size_t i = 0; i < n; i++)
            of[i] = f->n++;
    } else if (l->type == &ad_layer_concat) {
        for (size_t k = 0, at = 0; k < l->n_in; at += l->in[k++]->shape.channels)
            memcpy(of + at, f->u->of[l->in[k]->number], l->in[k]->shape.channels * sizeof *of);
    } else if (l->type == &ad_layer_add) {
        memcpy(of, f->u->of[l->in[0]->number], n * sizeof *of);
        for (size_t k = 1; k < l->n_in; k++)
            for (size_t i = 0; i < n; i++)
                units_join(f, of[i], f->u->of[l->in[k]->number][i]);
    } else if (hands_on(l)) {
        const size_t area = n / l->in[0]->shape.channels; /* above 1 if a map is flattened */
        for (size_t i = 0; i < n; i++)
            of[i] = f->u->of[l->in[0]->number][i / area];
    } else {
        fix(f, l);
    }
}

/* Number the classes by their first channel, and write the numbers. */
static void units_number(finder *f, uint32_t *unit_of)
{
    ad_units *u = f->u;

    for (uint32_t i = 0; i < f->n; i++)
        unit_of[i] = AD_NO_UNIT;
    for (size_t k = 0; k < f->g->n; k++)
        for (size_t i = 0; i < f->g->layer[k]->shape.channels && ad_units_makes(f->g->layer[k]);
             i++) {
            const uint32_t class = root(f, u->of[k][i]);
            if (class == FIXED || unit_of[class] != AD_NO_UNIT)
                continue;
            unit_of[class] = (uint32_t)u->n;
            u->unit[u->n++] = (ad_unit){ (uint16_t)k, (uint32_t)i };
        }
    for (size_t k = 0; k < f->g->n; k++)
        for (size_t i = 0; i < f->g->layer[k]->shape.channels; i++)
            u->of[k][i] = unit_of[root(f, u->of[k][i])];
}

static adrop_status allocate(finder *f, uint32_t **unit_of)
{
    const ad_graph *g = f->g;
    size_t n = 1;
    adrop_status status = AD_NEW(f->ctx, g->n, "the units", &f->u->of);

    if (!status)
        f->u->n_layers = g->n;
    for (size_t i = 0; i < g->n && !status; i++) {
        status = AD_NEW(f->ctx, g->layer[i]->shape.channels, "the units", &f->u->of[i]);
        n += ad_units_makes(g->layer[i]) ? g->layer[i]->shape.channels : 0;
    }
    if (!status && n >= AD_NO_UNIT)
        status = ad_fail(f->ctx, ADROP_ENOMEM, "the network has too many channels to number them");
    if (!status)
        status = AD_NEW(f->ctx, n, "the units", &f->parent);
    if (!status)
        status = AD_NEW(f->ctx, n, "the units", unit_of);
    if (!status)
        status = AD_NEW(f->ctx, n, "the units", &f->u->unit);
    for (size_t i = 0; i < n && !status; i++)
        f->parent[i] = (uint32_t)i;
    return status;
}

adrop_status ad_units_find(adrop_ctx *ctx, const ad_graph *g, ad_units *out)
{
    finder f = { .ctx = ctx, .g = g, .n = FIXED + 1, .u = out };
    const ad_layer *last = g->layer[g->n - 1];
    uint32_t *unit_of = NULL;

    *out = (ad_units){ 0 };
    adrop_status status = allocate(&f, &unit_of);
    if (!status) {
        for (size_t i = 0; i < g->n; i++)
            follow(&f, g->layer[i]);
        for (size_t i = 0; i < last->shape.channels; i++)
            units_join(&f, FIXED, out->of[last->number][i]);
        units_number(&f, unit_of);
    }
    ad_free(ctx, f.parent);
    ad_free(ctx, unit_of);
    if (status)
        ad_units_release(ctx, out);
    return status;
}

void ad_units_release(adrop_ctx *ctx, ad_units *u)
{
    for (size_t i = 0; i < u->n_layers; i++)
        ad_free(ctx, u->of[i]);
    ad_free(ctx, u->of);
    ad_free(ctx, u->unit);
    *u = (ad_units){ 0 };
}
