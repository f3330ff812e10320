/* A graph as the text that builds it again (network.h): kind, name, settings that differ from the
 * defaults, and a layer's inputs if they are not the layer before it. */
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "layer/dense.h"
#include "layer/dropout.h"
#include "model/model.h"
#include "model/network.h"

typedef struct {
    adrop_ctx *ctx;
    const ad_graph *g;
    const char *dropout; /* the model's technique */
    size_t outputs;
    const ad_network_change *change; /* (g->n), or NULL */
    ad_bytes text;
    adrop_status status;
    size_t n_dropouts;
    int any_size;
} writer;

static void network_write_add(writer *w, const char *text)
{
    if (!w->status)
        w->status = ad_bytes_append(w->ctx, &w->text, text, strlen(text), "the network's text");
}

/* Does a layer read it that does not follow it, or that reads others too? Then it needs a name. */
static int is_named_elsewhere(const ad_graph *g, const ad_layer *l)
{
    for (size_t i = l->number + 1u; i < g->n; i++)
        for (size_t k = 0; k < g->layer[i]->n_in; k++)
            if (g->layer[i]->in[k] == l && (g->layer[i]->n_in > 1 || i != l->number + 1u))
                return 1;
    return 0;
}

static void write_name(writer *w, const ad_layer *l)
{
    char own[AD_NAME_SIZE + 24];

    if (l->type == &ad_layer_dropout)
        snprintf(own, sizeof own, "drop%zu", w->n_dropouts + 1);
    else
        snprintf(own, sizeof own, "%s%u", l->type->name, l->number);
    if (strcmp(own, l->name) != 0 || is_named_elsewhere(w->g, l)) {
        network_write_add(w, l->name);
        network_write_add(w, "=");
    }
}

/* Does it compute the network's outputs, perhaps before dropout? */
static int is_last(const writer *w, const ad_layer *l)
{
    for (size_t i = l->number + 1u; i < w->g->n; i++)
        if (w->g->layer[i]->type != &ad_layer_dropout)
            return 0;
    return 1;
}

/* Does the builder find the row's value by itself? */
static int is_found(const writer *w, const ad_layer *l, const adrop_option *row)
{
    const int drops = l->type == &ad_layer_dropout;

    if (drops && !strcmp(row->name, "outputs"))
        return 1;
    if (l->type == &ad_layer_dense && !strcmp(row->name, "out"))
        return is_last(w, l) && ((const ad_dense_settings *)l->settings)->out == w->outputs;
    if (l->type == &ad_layer_dropped_dense && !strcmp(row->name, "outputs"))
        return is_last(w, l) && ((const ad_dropout_settings *)l->settings)->outputs == w->outputs;
    return 0;
}

/* The value of a row, from the graph or the change; NULL after a failure. */
static const char *network_write_show(const writer *w, const ad_layer *l, const adrop_option *row,
                                      char number[ADROP_NUMBER_SIZE])
{
    const ad_network_change *c = w->change ? &w->change[l->number] : NULL;
    const int is_size = !strcmp(row->name, "out") ||
                        (l->type == &ad_layer_dropped_dense && !strcmp(row->name, "outputs"));

    if (c && !is_size && !strcmp(row->name, "technique"))
        return c->technique;
    if (!c || !is_size)
        return adrop_option_show(w->ctx, row, l->settings);
    snprintf(number, ADROP_NUMBER_SIZE, "%zu", c->channels);
    return number;
}

/* Is the value the builder's default? */
static int is_usual(writer *w, const ad_layer *l, const adrop_option *row, const char *value,
                    const void *defaults)
{
    if (is_found(w, l, row))
        return 1;
    if (ad_layer_holds_technique(l->type) && !strcmp(row->name, "technique"))
        return !strcmp(value, w->dropout);
    const char *usual = adrop_option_show(w->ctx, row, defaults);
    if (!usual)
        w->status = ADROP_ENOMEM;
    return usual && !strcmp(value, usual);
}

static void write_settings(writer *w, const ad_layer *l)
{
    char number[ADROP_NUMBER_SIZE];
    void *defaults;

    if (w->status || !l->type->options)
        return;
    w->status = AD_NEW_RAW(w->ctx, 1, l->type->settings_size, "a layer's settings", &defaults);
    if (w->status)
        return;
    adrop_options_default_sized(l->type->options, defaults, l->type->settings_size);
    for (const adrop_option *row = l->type->options; row->name && !w->status; row++) {
        const char *value = network_write_show(w, l, row, number);
        if (!value)
            w->status = ADROP_ENOMEM;
        if (!value || is_usual(w, l, row, value, defaults))
            continue;
        network_write_add(w, " ");
        network_write_add(w, row->name);
        network_write_add(w, "=");
        network_write_add(w, value);
    }
    ad_free(w->ctx, defaults);
}

static void write_inputs(writer *w, const ad_layer *l)
{
    if (l->n_in == 1 && l->in[0]->number + 1u == l->number)
        return;
    for (size_t i = 0; i < l->n_in; i++) {
        network_write_add(w, i ? ", " : " < ");
        network_write_add(w, l->in[i]->name);
    }
}

static void write_layer(writer *w, const ad_layer *l)
{
    write_name(w, l);
    network_write_add(w,
                      l->type == &ad_layer_pad && w->any_size ? "fit larger=keep" : l->type->name);
    write_settings(w, l);
    write_inputs(w, l);
    w->n_dropouts += ad_layer_holds_technique(l->type) != 0;
}

static adrop_status write_all(writer *w, char **out)
{
    const ad_graph *g = w->g;

    *out = NULL;
    network_write_add(w, "net:");
    if (g->facts.channels_last)
        network_write_add(w, "maps channels-last; ");
    for (size_t i = 1; i < g->n; i++) {
        if (i > 1)
            network_write_add(w, "; ");
        write_layer(w, g->layer[i]);
    }
    if (!w->status)
        w->status = ad_bytes_append(w->ctx, &w->text, "", 1, "the network's text");
    if (w->status)
        ad_bytes_release(w->ctx, &w->text);
    else
        *out = ad_bytes_take(&w->text);
    return w->status;
}

adrop_status ad_network_write(adrop_ctx *ctx, const ad_graph *g, const char *dropout,
                              size_t outputs, const ad_network_change *change, char **out)
{
    writer w = { .ctx = ctx, .g = g, .dropout = dropout, .outputs = outputs, .change = change };

    return write_all(&w, out);
}

adrop_status ad_network_write_any_size(adrop_ctx *ctx, const ad_graph *g, const char *dropout,
                                       size_t outputs, char **out)
{
    writer w = { .ctx = ctx, .g = g, .dropout = dropout, .outputs = outputs, .any_size = 1 };

    return write_all(&w, out);
}

adrop_status adrop_model_network(const adrop_model *m, char **text)
{
    if (ad_check_given(m->ctx, "text", text))
        return ADROP_EINVAL;

    return ad_network_write(m->ctx, m->graph, m->options.dropout, m->options.outputs, NULL, text);
}
