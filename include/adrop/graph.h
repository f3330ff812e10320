/* Networks built layer by layer, or read from texts and files.
 *
 *     adrop_graph *g;
 *     char *text;
 *     adrop_graph_create(ctx, &g);
 *     adrop_graph_add(g, "a", "conv 16 3 pad=1", NULL);      // reads the network's input
 *     adrop_graph_add(g, NULL, "norm relu=yes", NULL);       // reads the layer before it
 *     adrop_graph_add(g, NULL, "dropout spatial:rate=0.1", NULL);
 *     adrop_graph_add(g, "b", "conv 16 3 pad=1", NULL);
 *     adrop_graph_add(g, NULL, "add", "a, b");               // a residual block
 *     adrop_graph_add(g, NULL, "relu", NULL);
 *     adrop_graph_add(g, NULL, "flatten", NULL);
 *     adrop_graph_add(g, NULL, "dropout", NULL);             // the technique of the model
 *     adrop_graph_add(g, NULL, "dense", NULL);               // the network's outputs
 *     adrop_graph_text(g, &text);
 *
 *     adrop_model_opts o;
 *     adrop_model_opts_init(&o);
 *     o.model = text, o.dropout = "advanced", ..
 *     adrop_model_create(ctx, &o, &model);
 *
 * A graph is a description: it does not know the sizes of inputs and holds no weights. When a model
 * is made from its text, shapes are inferred and layers that do not fit are refused.
 * docs/networks.md describes the layers, their settings and the file format. */
#ifndef ADROP_GRAPH_H
#define ADROP_GRAPH_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/model.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_graph adrop_graph;

/* Create a graph without layers. *out is NULL after a failure, here as in all calls that create
 * one. */
ADROP_API adrop_status adrop_graph_create(adrop_ctx *ctx, adrop_graph **out);
/* NULL is fine. */
ADROP_API void adrop_graph_free(adrop_graph *g);

/* Add a layer: its kind and settings, "conv 16 3 pad=1" or "conv out=16 kernel=3 pad=1". name is
 * the prefix of its tensors ("a.weight") and the name by which later layers refer to it; NULL: its
 * kind and number. from names the earlier layers that it reads, "a, b"; "input" is the network's
 * input; NULL: the previous layer. "maps channels-last", before the first layer, is not a layer but
 * sets the memory order of maps. The texts are copied. ADROP_ENOENT or ADROP_EINVAL for an unknown
 * kind, setting or input, with the nearest known name; the graph is then unchanged. */
ADROP_API adrop_status adrop_graph_add(adrop_graph *g, const char *name, const char *layer,
                                       const char *from);

/* The layers of a "net:.." text, or of a YAML file, "net.yaml". ADROP_EFORMAT names file, line,
 * layer and reason; ADROP_EIO if the file cannot be read. */
ADROP_API adrop_status adrop_graph_read(adrop_ctx *ctx, const char *text, adrop_graph **out);

/* The layers of any model: opts->model may be a built-in architecture, "vgg16:width=0.5". Only the
 * options model, dropout, dropout_at, the input's shape and outputs are read. A model made from the
 * graph with the same options is the same, bit for bit; the graph also works with other sizes of
 * inputs and outputs. Layers that use the technique of the options become `dropout` without a
 * technique. */
ADROP_API adrop_status adrop_graph_of(adrop_ctx *ctx, const adrop_model_opts *opts,
                                      adrop_graph **out);

/* The number of layers, without the input. */
ADROP_API size_t adrop_graph_count(const adrop_graph *g);

typedef struct adrop_graph_layer_info {
    const char *text;              /* as given, or as written in the file */
    size_t n_in;                   /* how many layers it reads, */
    size_t in[ADROP_LAYER_INPUTS]; /* and which: 0 is the input, 1 the first layer */
} adrop_graph_layer_info;

/* Layer i, from 1 to count: a listing. The text lives as long as the graph. */
ADROP_API int adrop_graph_layer_sized(const adrop_graph *g, size_t i, adrop_graph_layer_info *info,
                                      size_t size);
#define adrop_graph_layer(g, i, info) adrop_graph_layer_sized((g), (i), (info), sizeof *(info))

/* The graph as a text for adrop_model_opts.model, "net:..", and as a YAML file. Free them with
 * adrop_free. */
ADROP_API adrop_status adrop_graph_text(const adrop_graph *g, char **text);
ADROP_API adrop_status adrop_graph_yaml(const adrop_graph *g, char **yaml);

ADROP_END_DECLS

#endif
