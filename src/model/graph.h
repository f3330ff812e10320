/* A network as a list of layers, each reading earlier ones. */
#ifndef AD_MODEL_GRAPH_H
#define AD_MODEL_GRAPH_H

#include "layer/layer.h"

enum { AD_MAX_LAYERS = 1024 };

typedef struct ad_graph {
    adrop_ctx *ctx;
    ad_layer *layer[AD_MAX_LAYERS]; /* (n), owned; the first is the input, the last the output */
    size_t n;
    size_t n_with_weights;
    ad_net_facts facts; /* set before the first layer is added */
} ad_graph;

adrop_status ad_graph_create(adrop_ctx *ctx, ad_graph **out);
void ad_graph_free(ad_graph *g);

/* Add a layer of a kind that reads (n_in) others, and set its shape. settings is copied; the
 * layer takes ownership of what the settings own. */
adrop_status ad_graph_add(ad_graph *g, const ad_layer_type *type, const char *name, size_t n_in,
                          ad_layer *const *in, const void *settings, ad_layer **out);

#endif
