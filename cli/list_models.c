/* adrop list models: networks, their options, and one as a file (list_models.h). */
#include "list_models.h"

#include <stdio.h>
#include <string.h>

#include "adrop/graph.h"
#include "adrop/model.h"
#include "list_names.h"
#include "out.h"
#include "technique_show.h"

/* The network of a text as a file; what it says of inputs and classes comes from the data. */
static int print_yaml(const command_call *call, const list_yaml *how, const char *text)
{
    adrop_model_opts o;
    adrop_graph *graph = NULL;
    char *yaml = NULL;

    adrop_model_opts_init(&o);
    o.model = text;
    o.dropout = how->dropout;
    o.dropout_at = (adrop_dropout_at)how->at;
    o.channels = 3, o.height = o.width = how->side;
    adrop_status status = adrop_graph_of(call->ctx, &o, &graph);
    if (!status && !(status = adrop_graph_yaml(graph, &yaml)))
        printf("# %s\n%s", OUT_CLEAN(text), yaml);
    adrop_free(call->ctx, yaml);
    adrop_graph_free(graph);
    return status ? command_fail(call, status) : OUT_OK;
}

static void models_json(adrop_ctx *ctx, const char *only)
{
    json j = { .file = stdout };
    adrop_architecture_info info;

    list_open(&j, "models");
    for (size_t i = 0; adrop_architecture_at(i, &info); i++)
        if (!only || !strcmp(only, info.name))
            model_json(&j, ctx, &info);
    list_close(&j);
}

int list_models(const command_call *call, const list_yaml *yaml, const char *only, int as_json)
{
    list_names list = { .many = "models", .one = "model" };
    adrop_architecture_info info;
    size_t i, found = SIZE_MAX;

    if (yaml->on && only)
        return print_yaml(call, yaml, only);
    for (i = 0; adrop_architecture_at(i, &info); i++) {
        list_names_add(&list, info.name, info.summary);
        if (only && !strcmp(only, info.name))
            found = i;
    }
    if (only && found == SIZE_MAX)
        return list_names_unknown(&list, only);
    if (as_json)
        models_json(call->ctx, only);
    else if (only && adrop_architecture_at(found, &info))
        model_print(stdout, call->ctx, &info);
    else
        list_names_print(&list, NULL);
    return OUT_OK;
}
