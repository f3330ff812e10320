/* An ONNX model while it is made: nodes, constants, inputs and outputs of its graph, and metadata,
 * each a run of protocol buffers (proto_write.h), and then its file.
 *
 * A value of the graph is a name. Nodes are called by the part of the network that they stand for
 * (`part`) and a number, "fc1/2", and so are the values that they leave. Names are those of
 * onnx.proto, IR version 7. */
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
    adrop_status status; /* of what is not the protos' own */
    const char *part;    /* what nodes are named by; not owned */
    size_t count;        /* of names so far */
    int uses_words;      /* a node of ai.onnx.ml is there */
} ad_onnx;

ad_onnx ad_onnx_begin(adrop_ctx *ctx);
void ad_onnx_release(ad_onnx *g);
/* A failure beside those of the writers; the first one stays. Returns it. */
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

/* A node of one output; attributes may be NULL. The op is of ai.onnx.ml if it begins with "ml:". */
ad_onnx_value ad_onnx_node(ad_onnx *g, const char *op, size_t n_in, const ad_onnx_value *in,
                           const ad_onnx_attribute *attributes);
ad_onnx_value ad_onnx_1(ad_onnx *g, const char *op, ad_onnx_value x);
ad_onnx_value ad_onnx_2(ad_onnx *g, const char *op, ad_onnx_value x, ad_onnx_value y);
ad_onnx_value ad_onnx_cast(ad_onnx *g, ad_onnx_value x, ad_onnx_type to);

/* A value by its name. */
ad_onnx_value ad_onnx_named(const char *name);

/* Constants of the graph: (n_dims) sides; a number without any. */
ad_onnx_value ad_onnx_reals(ad_onnx *g, ad_onnx_type type, size_t n_dims, const size_t *dims,
                            const double *values);
ad_onnx_value ad_onnx_integers(ad_onnx *g, size_t n, const int64_t *values);
ad_onnx_value ad_onnx_number(ad_onnx *g, ad_onnx_type type, double value);

/* An input or an output, (N, dims..), n_dims sides behind the rows. */
void ad_onnx_input(ad_onnx *g, const char *name, ad_onnx_type type, size_t n_dims,
                   const size_t *dims);
/* x under that name. */
void ad_onnx_output(ad_onnx *g, const char *name, ad_onnx_type type, ad_onnx_value x, size_t n_dims,
                    const size_t *dims);

void ad_onnx_metadata(ad_onnx *g, const char *key, const char *value);

/* onnx_write_file.c: the file, with the model's weights and running averages of batch norm as
 * initializers under their own names, one after the other through memory for the largest. */
adrop_status ad_onnx_write(ad_onnx *g, const adrop_model *m, const char *path);

/* Is tensor i of the model an initializer? Those of techniques are not. */
int ad_onnx_has_tensor(const adrop_model *m, size_t i);

#endif
