/* Lists of names, and of the built-in networks (list.h). */
#include "list.h"

#include <stdio.h>
#include <string.h>

#include "adrop/graph.h"
#include "adrop/model.h"
#include "adrop/option.h"
#include "document_out.h"
#include "out.h"

void list_names_add(list_names *list, const char *name, const char *summary)
{
    if (list->n == MOST_NAMES)
        return;
    list->names[list->n] = name;
    list->summaries[list->n++] = summary;
}

/* Report an unknown name, and suggest the nearest. Returns the exit status. */
static int list_names_unknown(const list_names *list, const char *word)
{
    const char *near = adrop_nearest(word, list->names);

    if (near)
        out_complain("list", "there is no %s '%s': did you mean '%s'?", list->one, word, near);
    else
        out_complain("list", "there is no %s '%s': see 'adrop list %s'", list->one, word,
                     list->many);
    return OUT_USAGE;
}

int list_names_show(const command_call *call, const list_names *list, const char *only)
{
    size_t found = 0;

    for (size_t i = 0; i < list->n; i++)
        found += !only || !strcmp(only, list->names[i]);
    if (only && !found)
        return list_names_unknown(list, only);
    adrop_document *d = document_start(call->ctx, "");
    adrop_document_table(d, list->many, "", 0);
    adrop_document_column(d, "name", list->one, 'l', "", 0);
    adrop_document_column(d, "summary", "summary", 'l', "", 0);
    for (size_t i = 0; i < list->n; i++) {
        if (only && strcmp(only, list->names[i]))
            continue;
        adrop_document_cell_text(d, list->names[i]);
        adrop_document_cell_text(d, list->summaries[i]);
    }
    adrop_document_end(d);
    return document_print(call, d);
}

/* The network of a text as a file. The data determine inputs and classes. */
static int print_yaml(const command_call *call, const list_yaml *asked, const char *text)
{
    adrop_model_opts o;
    adrop_graph *graph = NULL;
    char *yaml = NULL;

    adrop_model_opts_init(&o);
    o.model = text;
    o.dropout = asked->dropout;
    o.dropout_at = (adrop_dropout_at)asked->at;
    o.channels = 3, o.height = o.width = asked->side;
    adrop_status status = adrop_graph_of(call->ctx, &o, &graph);
    if (!status && !(status = adrop_graph_yaml(graph, &yaml)))
        printf("# %s\n%s", OUT_CLEAN(text), yaml);
    adrop_free(call->ctx, yaml);
    adrop_graph_free(graph);
    return status ? command_fail(call, status) : OUT_OK;
}

/* All networks, or one, with their options. */
static int models_in_full(const command_call *call, const char *only)
{
    adrop_document *d = document_start(call->ctx, "");
    adrop_architecture_info info;

    adrop_document_list(d, "models", "");
    for (size_t i = 0; adrop_architecture_at(i, &info); i++)
        if (!only || !strcmp(only, info.name))
            model_document(d, call->ctx, &info);
    adrop_document_end(d);
    return document_print(call, d);
}

int list_models(const command_call *call, const list_yaml *asked, const char *only, int as_json)
{
    list_names list = { .many = "models", .one = "model" };
    adrop_architecture_info info;
    int found = !only;

    if (asked->on && only)
        return print_yaml(call, asked, only);
    for (size_t i = 0; adrop_architecture_at(i, &info); i++) {
        list_names_add(&list, info.name, info.summary);
        found |= only && !strcmp(only, info.name);
    }
    if (!found)
        return list_names_unknown(&list, only);
    return only || as_json ? models_in_full(call, only) : list_names_show(call, &list, NULL);
}
