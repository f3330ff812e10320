/* Shared by the files of the import: an ONNX graph while it becomes a network.
 *
 *     import.c         the call; models exported by adrop, from their metadata
 *     import_graph.c   other models: inputs, outputs, node after node
 *     import_nodes.c   the operators: a function and a row of a table each
 *     import_text.c    the network's text, and the file from which the model is made */
#ifndef AD_EXCHANGE_IMPORT_IMPL_H
#define AD_EXCHANGE_IMPORT_IMPL_H

#include "base/bytes.h"
#include "base/tensorfile.h"
#include "exchange/onnx_read.h"
#include "model/file.h"

enum { AD_IMPORT_TENSORS = 4 };

/* A future layer; layer 0 is the network's input. */
typedef struct ad_import_layer {
    const char *kind;
    char name[AD_NAME_SIZE];        /* "" unless it has tensors, or a later layer needs the name */
    char settings[96];              /* after the kind */
    size_t in[AD_MAX_INPUTS], n_in; /* earlier layers */
    ad_file_tensor tensor[AD_IMPORT_TENSORS];
    const char *leaf[AD_IMPORT_TENSORS]; /* (n_tensors): "weight", .. */
    size_t n_tensors;
    int is_flat;  /* its output is a vector, not a map */
    int is_live;  /* the output depends on it */
    size_t units; /* of a dense layer */
} ad_import_layer;

/* A value of the graph: the output of a layer, or a constant. */
typedef struct ad_import_value {
    ad_proto_view name;
    size_t layer;
    int is_constant;
    ad_onnx_tensor constant;
    int is_last; /* softmax of the layer's output: nothing may read it */
    int is_lost; /* the output of a node that cannot be imported */
    size_t n_readers;
} ad_import_value;

typedef struct ad_importing {
    adrop_ctx *ctx;
    const char *path;
    ad_onnx_file file;
    ad_import_layer *layer; /* (n_layers), owned; room for AD_MAX_LAYERS */
    size_t n_layers;
    ad_import_value *value; /* (n_values), owned */
    size_t n_values;
    float **memory; /* (n_memory), owned: values of tensors */
    size_t n_memory, most_memory;
    size_t floats, most_floats; /* in memory: total, and limit, which depends on the file's size */
    size_t shape[3];            /* of the input: channels, height, width */
    size_t n_dropouts;
    ad_name_list refused; /* nodes that cannot be imported */
} ad_importing;

/* Find a value by name; add a value. */
ad_import_value *ad_import_find(ad_importing *m, ad_proto_view name);
adrop_status ad_import_put(ad_importing *m, ad_proto_view name, ad_import_value value);

/* Values of a constant as floats, kept. */
adrop_status ad_import_floats(ad_importing *m, const ad_onnx_tensor *t, const float **out);
/* n floats, kept, zero. */
adrop_status ad_import_room(ad_importing *m, size_t n, float **out);

/* Add a layer that reads `in`; its number in *at. */
adrop_status ad_import_add(ad_importing *m, const char *kind, size_t in, size_t *at);
void ad_import_tensor(ad_import_layer *l, const char *leaf, size_t n_dims, const size_t *dims,
                      const float *values);

/* List a node as one that cannot be imported. */
__attribute__((format(printf, 3, 4))) adrop_status
ad_import_refuse(ad_importing *m, const ad_onnx_read_node *n, const char *why, ...);

/* import_nodes.c: import one node. */
adrop_status ad_import_node(ad_importing *m, const ad_onnx_read_node *n);

/* import_graph.c: import all nodes; finds the output layer, the number of outputs, and whether
 * they are logits of classes. */
typedef struct ad_import_end {
    size_t layer;
    int is_softmax;
} ad_import_end;
adrop_status ad_import_graph(ad_importing *m, ad_import_end *end);

/* import_text.c: the bytes of a model's file. */
adrop_status ad_import_pack(ad_importing *m, const ad_import_end *end, char **bytes, size_t *size);

/* adrop_model_import from a file's bytes. */
adrop_status ad_model_import_bytes(adrop_ctx *ctx, const char *name, ad_proto_view file,
                                   const adrop_model_file_opts *opts, adrop_model **out);

void ad_import_release(ad_importing *m);

#endif
