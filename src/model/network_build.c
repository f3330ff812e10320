/* Building the network that statements describe (network.h). They become layers in order. A
 * dropout layer takes what it needs from its neighbours: the number of outputs of the dense layer
 * that reads it, and the pre-activation of its input. A technique that replaces a product
 * becomes one layer with the dense layer that follows. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "layer/dense.h"
#include "layer/dropout.h"
#include "model/architecture.h"
#include "model/network.h"

typedef struct {
    ad_build *b;
    const ad_net_text *net;
    ad_layer **layer;          /* (n + 1): the layer that each statement's readers read */
    const ad_statement **drop; /* (n + 1): dropout that is one layer with this dense, or NULL */
} builder;

const char *ad_network_kind(const ad_statement *s, char kind[AD_NAME_SIZE])
{
    ad_span_copy(s->kind, kind, AD_NAME_SIZE);
    return !strcmp(kind, "pool") ? "max_pool" : kind;
}

static int is_kind(const ad_statement *s, const char *kind)
{
    return ad_span_is(s->kind, kind);
}

/* Units of a dense layer: as written, or the network's outputs. */
static size_t units_of(const ad_build *b, const ad_dense_settings *s)
{
    return s->out ? s->out : b->outputs;
}

/* -- Layers ---------------------------------------------------------------------------- */

static const char *network_build_name_of(const ad_statement *s, char name[AD_NAME_SIZE])
{
    return s->name.n && ad_span_copy(s->name, name, AD_NAME_SIZE) ? name : NULL;
}

static void network_build_gather(const builder *n, const ad_statement *s,
                                 ad_layer *in[AD_MAX_INPUTS])
{
    for (size_t i = 0; i < s->n_in; i++)
        in[i] = n->layer[s->in[i]];
}

static int is_activation(const ad_layer *l)
{
    for (size_t i = 0; ad_activation_words[i]; i++)
        if (!strcmp(l->type->name, ad_activation_words[i]))
            return 1;
    return 0;
}

/* Find the pre-activation of x for a technique that reads it. */
static adrop_status find_pre(adrop_ctx *ctx, ad_layer *x, ad_layer **pre)
{
    if (!is_activation(x))
        return ad_fail(ctx, ADROP_EINVAL,
                       "the technique reads the pre-activation of '%s', which has none of its own: "
                       "write the activation as a layer, as in 'dense 100; relu; dropout'",
                       x->name);
    *pre = x->in[0];
    return ADROP_OK;
}

/* The units of the one dense layer that reads s; 0 if another kind, or several layers, read it. */
static adrop_status outputs_after(const builder *n, const ad_statement *s, size_t *outputs)
{
    const ad_statement *reader = &n->net->statement[s->reader];
    void *dense;

    *outputs = 0;
    if (s->n_readers != 1 || !is_kind(reader, "dense"))
        return ADROP_OK;
    adrop_status status = ad_network_settings(n->b->ctx, reader, &ad_layer_dense, &dense);
    if (!status)
        *outputs = units_of(n->b, dense);
    ad_free(n->b->ctx, dense);
    return status;
}

/* A dropout statement: a layer, nothing ("none"), or part of the dense layer that follows. */
static ad_layer *build_dropout(builder *n, const ad_statement *s, ad_dropout_settings *d)
{
    ad_build *b = n->b;
    ad_layer *in[AD_MAX_INPUTS];
    char name[AD_NAME_SIZE];
    unsigned traits;
    size_t n_in = s->n_in;

    network_build_gather(n, s, in);
    if (!*d->technique)
        d->technique = b->dropout;
    if (!strcmp(d->technique, "none"))
        return in[0];
    if ((b->status = ad_technique_traits(b->ctx, d->technique, &traits)) ||
        (b->status = outputs_after(n, s, &d->outputs)))
        return NULL;
    if (traits & AD_REPLACES_PRODUCT && d->outputs) {
        n->drop[s->reader] = s;
        return in[0];
    }
    if (traits & AD_NEEDS_PRE && n_in == 1 && (b->status = find_pre(b->ctx, in[0], &in[n_in++])))
        return NULL;
    snprintf(name, sizeof name, "drop%zu", ++b->n_dropouts);
    return ad_build_typed(b, "dropout", name, n_in, in, d);
}

/* A dense layer whose product the preceding dropout computes. */
static ad_layer *build_dropped(builder *n, const ad_statement *s, const ad_dense_settings *dense)
{
    ad_build *b = n->b;
    char name[AD_NAME_SIZE];
    ad_layer *in[AD_MAX_INPUTS];
    void *typed;

    network_build_gather(n, n->drop[s->number], in);
    b->status = ad_network_settings(b->ctx, n->drop[s->number], &ad_layer_dropout, &typed);
    if (b->status)
        return NULL;
    ad_dropout_settings *d = typed;
    if (!*d->technique)
        d->technique = b->dropout;
    d->outputs = units_of(b, dense);
    b->n_dropouts++;
    ad_layer *y = ad_build_typed(b, "dropped_dense", network_build_name_of(s, name), 1, in, d);
    ad_free(b->ctx, typed);
    return dense->relu ? ad_build_typed(b, "relu", NULL, 1, &y, NULL) : y;
}

static ad_layer *build_dense(builder *n, const ad_statement *s, ad_dense_settings *dense)
{
    char name[AD_NAME_SIZE];
    ad_layer *x = n->layer[s->in[0]];

    if (n->drop[s->number])
        return build_dropped(n, s, dense);
    dense->out = units_of(n->b, dense);
    ad_layer *y = ad_build_typed(n->b, "dense", network_build_name_of(s, name), s->n_in, &x, dense);
    /* penalties of the technique read the weights that follow */
    if (y && x->type == &ad_layer_dropout && ((ad_dropout_settings *)x->settings)->outputs)
        ((ad_dropout_settings *)x->settings)->next = y;
    return y;
}

static ad_layer *build_other(builder *n, const ad_statement *s, const ad_layer_type *t, void *typed)
{
    ad_layer *in[AD_MAX_INPUTS];
    char name[AD_NAME_SIZE];

    network_build_gather(n, s, in);
    if (t == &ad_layer_dropped_dense) {
        ad_dropout_settings *d = typed;
        if (!*d->technique)
            d->technique = n->b->dropout;
        d->outputs = d->outputs ? d->outputs : n->b->outputs;
        n->b->n_dropouts++;
    }
    return ad_build_typed(n->b, t->name, network_build_name_of(s, name), s->n_in, in, typed);
}

/* The input of a table is already flat, so flatten is omitted, as in mlp: one text suits
 * images and tables. */
static ad_layer *build_flatten(builder *n, const ad_statement *s, const ad_layer_type *t)
{
    ad_layer *x = n->layer[s->in[0]];
    const int is_flat = s->n_in == 1 && !s->in[0] && x->shape.height * x->shape.width == 1;

    return is_flat ? x : build_other(n, s, t, NULL);
}

static ad_layer *build_fit(builder *n, const ad_statement *s)
{
    char name[AD_NAME_SIZE];

    return ad_network_fit(n->b, s, network_build_name_of(s, name), n->layer[s->in[0]]);
}

static ad_layer *build_known(builder *n, const ad_statement *s)
{
    ad_build *b = n->b;
    const ad_layer_type *t;
    char kind[AD_NAME_SIZE];
    void *typed = NULL;
    ad_layer *l = NULL;

    b->status = ad_layer_type_find(b->ctx, ad_network_kind(s, kind), &t);
    if (!b->status && t == &ad_layer_input)
        b->status = ad_fail(b->ctx, ADROP_EINVAL, "the input is there already: leave it out");
    if (!b->status)
        b->status = ad_network_settings(b->ctx, s, t, &typed);
    if (!b->status)
        l = t == &ad_layer_dropout   ? build_dropout(n, s, typed)
            : t == &ad_layer_dense   ? build_dense(n, s, typed)
            : t == &ad_layer_flatten ? build_flatten(n, s, t)
                                     : build_other(n, s, t, typed);
    ad_free(b->ctx, typed);
    return l;
}

static ad_layer *build_statement(builder *n, const ad_statement *s)
{
    ad_build *b = n->b;
    ad_layer *l = is_kind(s, "fit") ? build_fit(n, s) : build_known(n, s);

    if (b->status && b->status != ADROP_ENOMEM)
        b->status = ad_network_fail(b->ctx, b->status, s, "%s", adrop_ctx_message(b->ctx));
    return l;
}

/* -- The network ----------------------------------------------------------------------- */

/* Layers' names must differ, because they name the tensors. A given name could equal the default
 * name, kind and number, of another layer. */
static adrop_status network_build_check_names(const ad_build *b)
{
    const ad_graph *g = b->graph;

    for (size_t i = 0; i < g->n; i++)
        for (size_t k = 0; k < i && g->layer[i]->n_params; k++)
            if (g->layer[k]->n_params && !strcmp(g->layer[i]->name, g->layer[k]->name))
                return ad_fail(b->ctx, ADROP_EINVAL,
                               "layers %zu and %zu are both called '%s', one of them by its kind "
                               "and number: give that one a name of its own",
                               k, i, g->layer[i]->name);
    return ADROP_OK;
}

static adrop_status check_end(const builder *n, const ad_layer *last)
{
    const ad_build *b = n->b;
    const ad_desc *shape = &last->shape;

    for (size_t i = 0; i < n->net->n; i++)
        if (!n->net->statement[i].n_readers)
            return i ? ad_network_fail(b->ctx, ADROP_EINVAL, &n->net->statement[i],
                                       "no layer reads it: leave it out, or name it behind a '<'")
                     : ad_fail(b->ctx, ADROP_EINVAL, "no layer reads the input");
    if (last != b->graph->layer[b->graph->n - 1])
        return ad_fail(b->ctx, ADROP_EINVAL,
                       "the last layer is no layer without its dropout: end "
                       "the network with 'dense'");
    if (shape->channels != b->outputs || shape->height * shape->width != 1)
        return ad_fail(b->ctx, ADROP_ESHAPE,
                       "the network ends with %zu x %zu x %zu numbers, and %zu outputs are wanted: "
                       "end it with 'dense'",
                       shape->channels, shape->height, shape->width, b->outputs);
    return ADROP_OK;
}

static ad_layer *build_all(builder *n, ad_layer *x)
{
    ad_build *b = n->b;

    n->layer[0] = x;
    b->graph->facts.channels_last = n->net->channels_last;
    for (size_t i = 1; i <= n->net->n && !b->status; i++)
        n->layer[i] = build_statement(n, &n->net->statement[i]);
    if (!b->status)
        b->status = check_end(n, n->layer[n->net->n]);
    if (!b->status)
        b->status = network_build_check_names(b);
    return b->status ? NULL : n->layer[n->net->n];
}

ad_layer *ad_network_build(ad_build *b, ad_layer *x, const ad_network_source *source)
{
    ad_net_text net;
    builder n = { .b = b, .net = &net };
    ad_layer *y = NULL;

    if (b->status || (b->status = ad_network_read(b->ctx, source, &net)))
        return NULL;
    b->status = AD_NEW(b->ctx, net.n + 1, "the network's layers", &n.layer);
    if (!b->status)
        b->status = AD_NEW(b->ctx, net.n + 1, "the network's layers", &n.drop);
    if (!b->status)
        y = build_all(&n, x);
    ad_free(b->ctx, n.layer);
    ad_free(b->ctx, (void *)n.drop);
    ad_network_release(b->ctx, &net);
    return y;
}
