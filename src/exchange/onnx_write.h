/* An ONNX model under construction: nodes, constants, inputs and outputs of its graph, and
 * metadata, each a run of protocol buffers (proto_write.h); then its file.
 *
 * A value of the graph is a name. Nodes are named by the part of the network that they belong to
 * (`part`) and a number, "fc1/2", and so are their output values. Names are those of onnx.proto, IR
 * version 7. */
#ifndef AD_EXCHANGE_ONNX_WRITE_H
#define AD_EXCHANGE_ONNX_WRITE_H

#include <stdint.h>

#include "exchange/proto_write.h"
#include "model/model.h"

enum { AD_ONNX_IR = 7, AD_ONNX_OPSET = 13, AD_ONNX_ML_OPSET = 2, AD_ONNX_NAME = 160 };

/* TensorProto.DataType. */
typedef enum ad_onnx_type {
    AD_ONNX_FLOAT = 1,
    AD_ONNX_INT64 = 7,
    AD_ONNX_STRING = 8,
    AD_ONNX_BOOL = 9,
    AD_ONNX_DOUBLE = 11
} ad_onnx_type;

typedef struct ad_onnx_value {
    char name[AD_ONNX_NAME];
} ad_onnx_value;

typedef struct ad_onnx {
    adrop_ctx *ctx;
    ad_proto nodes, constants, inputs, outputs, metadata;
    adrop_status status; /* failures outside the protos */
    const char *part;    /* the part in names of nodes; not owned */
    size_t count;        /* names so far */
    int uses_words;      /* the graph has a node of ai.onnx.ml */
} ad_onnx;

ad_onnx ad_onnx_begin(adrop_ctx *ctx);
void ad_onnx_release(ad_onnx *g);
/* Record a failure outside the protos; the first one stays. Returns the recorded status. */
adrop_status ad_onnx_keep(ad_onnx *g, adrop_status status);
/* The first failure. */
adrop_status ad_onnx_status(const ad_onnx *g);

/* An attribute of a node; an array of them ends with one without a name. */
typedef struct ad_onnx_attribute {
    const char *name;
    enum {
        AD_ONNX_A_FLOAT = 1,
        AD_ONNX_A_INT = 2,
        AD_ONNX_A_FLOATS = 6,
        AD_ONNX_A_INTS = 7,
        AD_ONNX_A_TEXTS = 8
    } kind;
    double real;
    int64_t integer;
    size_t n;
    const int64_t *integers;
    const float *floats;
    const char *const *texts;
} ad_onnx_attribute;

#define AD_ONNX_INT(name_, value)                                                                  \
  {                                                                                                \
    .name = name_, .kind = AD_ONNX_A_INT, .integer = value                                         \
  }
#define AD_ONNX_REAL(name_, value)                                                                 \
  {                                                                                                \
    .name = name_, .kind = AD_ONNX_A_FLOAT, .real = value                                          \
  }
#define AD_ONNX_INTS(name_, n_, list)                                                              \
  {                                                                                                \
    .name = name_, .kind = AD_ONNX_A_INTS, .n = n_, .integers = list                               \
  }

/* Add a node with one output; attributes may be NULL. An op that begins with "ml:" is of
 * ai.onnx.ml. */
ad_onnx_value ad_onnx_node(ad_onnx *g, const char *op, size_t n_in, const ad_onnx_value *in,
                           const ad_onnx_attribute *attributes);
ad_onnx_value ad_onnx_1(ad_onnx *g, const char *op, ad_onnx_value x);
ad_onnx_value ad_onnx_2(ad_onnx *g, const char *op, ad_onnx_value x, ad_onnx_value y);
ad_onnx_value ad_onnx_cast(ad_onnx *g, ad_onnx_value x, ad_onnx_type to);

/* A value by its name. */
ad_onnx_value ad_onnx_named(const char *name);

/* Add a constant with n_dims sides; 0: a scalar. */
ad_onnx_value ad_onnx_reals(ad_onnx *g, ad_onnx_type type, size_t n_dims, const size_t *dims,
                            const double *values);
ad_onnx_value ad_onnx_integers(ad_onnx *g, size_t n, const int64_t *values);
ad_onnx_value ad_onnx_number(ad_onnx *g, ad_onnx_type type, double value);

/* Add an input or an output, (N, dims..), with n_dims sides after the rows. */
void ad_onnx_input(ad_onnx *g, const char *name, ad_onnx_type type, size_t n_dims,
                   const size_t *dims);
/* Output x under that name. */
void ad_onnx_output(ad_onnx *g, const char *name, ad_onnx_type type, ad_onnx_value x, size_t n_dims,
                    const size_t *dims);

void ad_onnx_metadata(ad_onnx *g, const char *key, const char *value);

/* onnx_write_file.c: write the file. The model's weights and running averages of batch norm are
 * initializers under their own names, copied one by one through a buffer for the largest. */
adrop_status ad_onnx_write(ad_onnx *g, const adrop_model *m, const char *path);

/* Is tensor i of the model an initializer? Those of techniques are not. */
int ad_onnx_has_tensor(const adrop_model *m, size_t i);

#endif
