/* Networks as descriptions (adrop/graph.h): a list of statements, each with its own text. */
#include "adrop/graph.h"

#include <string.h>

#include "base/bytes.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/text.h"
#include "model/architecture.h"
#include "model/network.h"

struct adrop_graph {
    adrop_ctx *ctx;
    ad_net_text net;
    char *text[AD_MAX_LAYERS + 1]; /* (n_texts), owned: one per statement */
    size_t n_texts;
};

_Static_assert((int)ADROP_LAYER_INPUTS == (int)AD_MAX_INPUTS, "as many as a layer reads");

adrop_status adrop_graph_create(adrop_ctx *ctx, adrop_graph **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_graph *g;
    adrop_status status = AD_NEW(ctx, 1, "a graph", &g);

    *out = NULL;
    if (status)
        return status;
    g->ctx = ctx;
    if ((status = ad_network_begin(ctx, AD_MAX_LAYERS, &g->net)))
        ad_free(ctx, g);
    else
        *out = g;
    return status;
}

void adrop_graph_free(adrop_graph *g)
{
    if (!g)
        return;
    for (size_t i = 0; i < g->n_texts; i++)
        ad_free(g->ctx, g->text[i]);
    ad_network_release(g->ctx, &g->net);
    ad_free(g->ctx, g);
}

/* -- Adding ---------------------------------------------------------------------------- */

/* Does the kind exist, and does it take these settings? The shape is not checked yet. */
static adrop_status graph_api_check(adrop_ctx *ctx, const ad_statement *s)
{
    const ad_layer_type *type = &ad_network_fit_type;
    char kind[AD_NAME_SIZE];
    void *settings = NULL;
    adrop_status status = ADROP_OK;

    if (!ad_span_is(s->kind, "fit"))
        status = ad_layer_type_find(ctx, ad_network_kind(s, kind), &type);
    if (!status)
        status = ad_network_settings(ctx, s, type, &settings);
    ad_free(ctx, settings);
    if (status && status != ADROP_ENOMEM)
        ad_network_fail(ctx, status, s, "%s", adrop_ctx_message(ctx));
    return status;
}

/* Add a statement. The graph takes ownership of the text. */
static adrop_status graph_api_add(adrop_graph *g, char *text)
{
    const size_t n = g->net.n;
    adrop_status status = ADROP_OK;

    if (g->n_texts > AD_MAX_LAYERS)
        status = ad_fail(g->ctx, ADROP_EINVAL, "a network has at most %d layers", AD_MAX_LAYERS);
    if (!status)
        status = ad_network_add(g->ctx, &g->net, (ad_span){ text, strlen(text) }, NULL, 0);
    if (!status && g->net.n > n && (status = graph_api_check(g->ctx, &g->net.statement[n + 1]))) {
        const ad_statement *s = &g->net.statement[n + 1];
        for (size_t i = 0; i < s->n_in; i++)
            g->net.statement[s->in[i]].n_readers--;
        g->net.n = n;
    }
    if (status)
        ad_free(g->ctx, text);
    else
        g->text[g->n_texts++] = text;
    return status;
}

adrop_status adrop_graph_add(adrop_graph *g, const char *name, const char *layer, const char *from)
{
    const char *const pieces[] = { name, name ? " = " : NULL, layer, from ? " < " : NULL, from };
    ad_bytes text = { 0 };
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < sizeof pieces / sizeof *pieces && !status; i++) {
        if (pieces[i] && strchr(pieces[i], ';'))
            status = ad_fail(g->ctx, ADROP_EINVAL, "'%s' has a ';': add one layer at a time",
                             AD_SHOWN(pieces[i]));
        else if (pieces[i])
            status = ad_bytes_append(g->ctx, &text, pieces[i], strlen(pieces[i]), "a layer");
    }
    if (!status)
        status = ad_bytes_append(g->ctx, &text, "", 1, "a layer");
    if (!status)
        return graph_api_add(g, ad_bytes_take(&text));
    ad_bytes_release(g->ctx, &text);
    return status;
}

/* -- Reading --------------------------------------------------------------------------- */

static adrop_status graph_api_take(adrop_ctx *ctx, const ad_net_text *net, adrop_graph **out)
{
    adrop_status status = adrop_graph_create(ctx, out);

    if (!status && net->channels_last)
        status = adrop_graph_add(*out, NULL, "maps channels-last", NULL);
    for (size_t i = 1; i <= net->n && !status; i++) {
        const ad_span whole = net->statement[i].whole;
        char *text;
        if (!(status = AD_NEW(ctx, whole.n + 1, "a layer", &text))) {
            memcpy(text, whole.at, whole.n);
            if ((status = graph_api_add(*out, text)) && net->statement[i].file &&
                status != ADROP_ENOMEM)
                status = ad_fail(ctx, ADROP_EFORMAT, "'%.200s' line %zu, %s",
                                 net->statement[i].file, net->statement[i].line,
                                 adrop_ctx_message(ctx));
        }
    }
    if (status) {
        adrop_graph_free(*out);
        *out = NULL;
    }
    return status;
}

static adrop_status take_source(adrop_ctx *ctx, const ad_network_source *source, adrop_graph **out)
{
    ad_net_text net;
    adrop_status status = ad_network_read(ctx, source, &net);

    if (!status)
        status = graph_api_take(ctx, &net, out);
    ad_network_release(ctx, &net);
    return status;
}

adrop_status adrop_graph_read(adrop_ctx *ctx, const char *text, adrop_graph **out)
{
    if (ad_check_given(ctx, "text", text) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    static const char net[] = "net:", yaml[] = "yaml:";
    const int is_file = ad_network_is_file(text);
    char *read;
    size_t *line;

    *out = NULL;
    if (!strncmp(text, net, sizeof net - 1))
        return take_source(ctx, &(ad_network_source){ .text = text + sizeof net - 1 }, out);
    if (!is_file && strncmp(text, yaml, sizeof yaml - 1) != 0)
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' is no network: give 'net:..' or a file called *.yaml", AD_SHOWN(text));
    const char *path = is_file ? text : text + sizeof yaml - 1;
    adrop_status status = ad_network_yaml_read(ctx, path, &read, &line);
    if (!status)
        status = take_source(ctx, &(ad_network_source){ read, path, line }, out);
    ad_free(ctx, read);
    ad_free(ctx, line);
    return status;
}

static adrop_status graph_api_build(adrop_ctx *ctx, const adrop_model_opts *o,
                                    const ad_architecture *type, const void *settings,
                                    ad_graph *graph)
{
    ad_build b = { .ctx = ctx,
                   .graph = graph,
                   .dropout = o->dropout,
                   .at = o->dropout_at,
                   .outputs = o->outputs,
                   .width = 1,
                   .activation = "relu" };

    graph->facts = (ad_net_facts){ .kernels = AD_F64, .rows = 1, .n_shards = 1, .n_train = 1 };
    if (!ad_build_start(&b))
        type->build(&b, ad_build_input(&b, o->channels, o->height, o->width), settings);
    return b.status;
}

adrop_status adrop_graph_of(adrop_ctx *ctx, const adrop_model_opts *opts, adrop_graph **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    const ad_architecture *type;
    adrop_model_opts o;
    ad_graph *graph = NULL;
    void *settings;
    char *text = NULL;
    adrop_status status;

    *out = NULL;
    adrop_model_opts_init(&o);
    if ((status = AD_SETTINGS_READ(ctx, adrop_model_opts, adrop_model_options(), &o, opts)))
        return status;
    if (!o.model || !o.dropout)
        return ad_fail(ctx, ADROP_EINVAL, "a graph needs a model's text and its dropout's");
    if ((status = ad_architecture_read(ctx, o.model, &type, &settings)))
        return status;
    if (!(status = ad_graph_create(ctx, &graph)) &&
        !(status = graph_api_build(ctx, &o, type, settings, graph)) &&
        !(status = ad_network_write_any_size(ctx, graph, o.dropout, o.outputs, &text)))
        status = adrop_graph_read(ctx, text, out);
    ad_free(ctx, text);
    ad_graph_free(graph);
    ad_architecture_release(ctx, type, settings);
    return status;
}

/* -- Queries --------------------------------------------------------------------------- */

size_t adrop_graph_count(const adrop_graph *g)
{
    return g->net.n;
}

int adrop_graph_layer_sized(const adrop_graph *g, size_t i, adrop_graph_layer_info *info,
                            size_t size)
{
    const int there = i >= 1 && i <= g->net.n;
    adrop_graph_layer_info mine = { 0 };

    if (there) {
        const ad_statement *s = &g->net.statement[i];
        mine.text = s->whole.at;
        mine.n_in = s->n_in;
        memcpy(mine.in, s->in, s->n_in * sizeof *s->in);
    }
    ad_struct_write(info, size, &mine, sizeof mine);
    return there;
}

adrop_status adrop_graph_text(const adrop_graph *g, char **out)
{
    if (ad_check_given(g->ctx, "out", out))
        return ADROP_EINVAL;

    ad_bytes text = { 0 };
    adrop_status status = ad_bytes_append(g->ctx, &text, "net:", 4, "the network's text");

    *out = NULL;
    for (size_t i = 0; i < g->n_texts && !status; i++) {
        if (i)
            status = ad_bytes_append(g->ctx, &text, "; ", 2, "the network's text");
        if (!status)
            status = ad_bytes_append(g->ctx, &text, g->text[i], strlen(g->text[i]),
                                     "the network's text");
    }
    if (!status)
        status = ad_bytes_append(g->ctx, &text, "", 1, "the network's text");
    if (status)
        ad_bytes_release(g->ctx, &text);
    else
        *out = ad_bytes_take(&text);
    return status;
}

adrop_status adrop_graph_yaml(const adrop_graph *g, char **yaml)
{
    if (ad_check_given(g->ctx, "yaml", yaml))
        return ADROP_EINVAL;

    return ad_network_yaml_write(g->ctx, &g->net, yaml);
}
