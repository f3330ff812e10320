/* An untrusted ONNX file as lists of its parts; nothing is computed here. Texts and numbers stay in
 * the file's bytes. The names are those of onnx.proto. */
#ifndef AD_EXCHANGE_ONNX_READ_H
#define AD_EXCHANGE_ONNX_READ_H

#include "adrop/context.h"
#include "exchange/proto_read.h"

enum {
    AD_ONNX_MOST = 65536,    /* nodes, tensors and texts, each */
    AD_ONNX_MOST_DIMS = 8,   /* per tensor */
    AD_ONNX_MOST_INPUTS = 16 /* per node */
};

typedef struct ad_onnx_tensor {
    ad_proto_view name, whole; /* whole: the message */
    size_t n_dims;
    uint64_t dims[AD_ONNX_MOST_DIMS];
    uint64_t type; /* TensorProto.DataType */
    size_t n;      /* values: the product of dims */
} ad_onnx_tensor;

typedef struct ad_onnx_read_node {
    ad_proto_view name, op, domain, whole;
    ad_proto_view in[AD_ONNX_MOST_INPUTS]; /* (n_in) */
    ad_proto_view out;                     /* the first */
    size_t n_in, n_out;
} ad_onnx_read_node;

/* An input or output of the graph; an unspecified side is 0. */
typedef struct ad_onnx_port {
    ad_proto_view name;
    size_t n_dims;
    uint64_t dims[AD_ONNX_MOST_DIMS];
} ad_onnx_port;

typedef struct ad_onnx_text {
    ad_proto_view key, value;
} ad_onnx_text;

typedef struct ad_onnx_file {
    adrop_ctx *ctx;
    const char *name;        /* for messages */
    ad_onnx_read_node *node; /* (n_nodes), owned, as the rest */
    ad_onnx_tensor *tensor;  /* (n_tensors): initializers */
    ad_onnx_port *in, *out;  /* (n_in), (n_out) */
    ad_onnx_text *text;      /* (n_texts): metadata_props */
    size_t n_nodes, n_tensors, n_in, n_out, n_texts;
    uint64_t opset; /* of the standard operators */
} ad_onnx_file;

/* Read the bytes, which must outlive the lists. ADROP_EFORMAT with file, part and reason. The
 * caller releases *file after a success; it is empty after a failure. */
adrop_status ad_onnx_read(adrop_ctx *ctx, const char *name, ad_proto_view bytes,
                          ad_onnx_file *file);
void ad_onnx_file_release(ad_onnx_file *file);

/* A text of the metadata, or NULL. */
const ad_onnx_text *ad_onnx_text_of(const ad_onnx_file *file, const char *key);

/* Open a tensor from its message (onnx_read_tensor.c); read its values as floats (t->n) or as
 * integers. ADROP_EFORMAT for unsupported types and forms, and if the number of values does not
 * match dims. */
adrop_status ad_onnx_tensor_open(adrop_ctx *ctx, const char *file, ad_proto_view whole,
                                 ad_onnx_tensor *t);
adrop_status ad_onnx_tensor_floats(adrop_ctx *ctx, const char *file, const ad_onnx_tensor *t,
                                   float *out);
adrop_status ad_onnx_tensor_integers(adrop_ctx *ctx, const char *file, const ad_onnx_tensor *t,
                                     int64_t *out);

/* Attributes of a node (onnx_read_tensor.c); the fallback if there is no such attribute. */
int64_t ad_onnx_integer(const ad_onnx_read_node *n, const char *name, int64_t fallback);
double ad_onnx_real(const ad_onnx_read_node *n, const char *name, double fallback);
ad_proto_view ad_onnx_word(const ad_onnx_read_node *n, const char *name);
/* The number of integers in a list; at most `room` of them are copied. */
size_t ad_onnx_list(const ad_onnx_read_node *n, const char *name, int64_t *out, size_t room);
/* The message of a tensor attribute; n is 0 if there is none. */
ad_proto_view ad_onnx_value_of(const ad_onnx_read_node *n, const char *name);

/* A view as a text for messages. */
#define AD_ONNX_SHOWN_SIZE  72
#define AD_ONNX_SHOWN(view) ad_onnx_shown((char[AD_ONNX_SHOWN_SIZE]){ 0 }, (view))
const char *ad_onnx_shown(char text[AD_ONNX_SHOWN_SIZE], ad_proto_view view);

#endif
