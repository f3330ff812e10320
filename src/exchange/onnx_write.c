/* ONNX graphs, written piece by piece (onnx_write.h). Field numbers are those of onnx.proto. */
#include "exchange/onnx_write.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"

enum {
    NODE_INPUT = 1,
    NODE_OUTPUT = 2,
    NODE_NAME = 3,
    NODE_OP = 4,
    NODE_ATTRIBUTE = 5,
    NODE_DOMAIN = 7
};
enum {
    ATTRIBUTE_NAME = 1,
    ATTRIBUTE_F = 2,
    ATTRIBUTE_I = 3,
    ATTRIBUTE_FLOATS = 7,
    ATTRIBUTE_INTS = 8,
    ATTRIBUTE_STRINGS = 9,
    ATTRIBUTE_TYPE = 20
};
enum { TENSOR_DIMS = 1, TENSOR_TYPE = 2, TENSOR_NAME = 8, TENSOR_RAW = 9 };
enum { GRAPH_NODE = 1, GRAPH_INITIALIZER = 5, GRAPH_INPUT = 11, GRAPH_OUTPUT = 12 };
enum {
    VALUE_NAME = 1,
    VALUE_TYPE = 2,
    TYPE_TENSOR = 1,
    TENSOR_ELEMENT = 1,
    TENSOR_SHAPE = 2,
    SHAPE_DIM = 1,
    DIM_VALUE = 1,
    DIM_PARAM = 2
};
enum { MODEL_METADATA = 14, ENTRY_KEY = 1, ENTRY_VALUE = 2 };

ad_onnx ad_onnx_begin(adrop_ctx *ctx)
{
    const ad_proto empty = { .ctx = ctx };

    return (ad_onnx){ .ctx = ctx,
                      .nodes = empty,
                      .constants = empty,
                      .inputs = empty,
                      .outputs = empty,
                      .metadata = empty,
                      .part = "adrop" };
}

void ad_onnx_release(ad_onnx *g)
{
    ad_proto_release(&g->nodes);
    ad_proto_release(&g->constants);
    ad_proto_release(&g->inputs);
    ad_proto_release(&g->outputs);
    ad_proto_release(&g->metadata);
}

adrop_status ad_onnx_keep(ad_onnx *g, adrop_status status)
{
    if (!g->status)
        g->status = status;
    return status;
}

adrop_status ad_onnx_status(const ad_onnx *g)
{
    const ad_proto *const list[] = { &g->nodes, &g->constants, &g->inputs, &g->outputs,
                                     &g->metadata };
    adrop_status status = g->status;

    for (size_t i = 0; i < 5 && !status; i++)
        status = list[i]->status;
    return status;
}

/* -- Names --------------------------------------------------------------------------- */

ad_onnx_value ad_onnx_named(const char *name)
{
    ad_onnx_value v;

    snprintf(v.name, sizeof v.name, "%s", name);
    return v;
}

static ad_onnx_value fresh(ad_onnx *g)
{
    ad_onnx_value v;

    snprintf(v.name, sizeof v.name, "%s/%zu", g->part, ++g->count);
    return v;
}

/* -- Nodes --------------------------------------------------------------------------- */

static void put_attribute(ad_proto *p, const ad_onnx_attribute *a)
{
    const size_t at = ad_proto_begin(p, NODE_ATTRIBUTE);

    ad_proto_text(p, ATTRIBUTE_NAME, a->name);
    if (a->kind == AD_ONNX_A_FLOAT)
        ad_proto_float(p, ATTRIBUTE_F, (float)a->real);
    if (a->kind == AD_ONNX_A_INT)
        ad_proto_number(p, ATTRIBUTE_I, (uint64_t)a->integer);
    for (size_t i = 0; i < a->n; i++) {
        if (a->kind == AD_ONNX_A_FLOATS)
            ad_proto_float(p, ATTRIBUTE_FLOATS, a->floats[i]);
        if (a->kind == AD_ONNX_A_INTS)
            ad_proto_number(p, ATTRIBUTE_INTS, (uint64_t)a->integers[i]);
        if (a->kind == AD_ONNX_A_TEXTS)
            ad_proto_text(p, ATTRIBUTE_STRINGS, a->texts[i]);
    }
    ad_proto_number(p, ATTRIBUTE_TYPE, a->kind);
    ad_proto_end(p, at);
}

static void put_node(ad_onnx *g, const char *op, size_t n_in, const ad_onnx_value *in,
                     const ad_onnx_value *out, const ad_onnx_attribute *attributes)
{
    const int is_ml = !strncmp(op, "ml:", 3);
    ad_proto *p = &g->nodes;
    const size_t at = ad_proto_begin(p, GRAPH_NODE);

    for (size_t i = 0; i < n_in; i++)
        ad_proto_text(p, NODE_INPUT, in[i].name);
    ad_proto_text(p, NODE_OUTPUT, out->name);
    ad_proto_text(p, NODE_NAME, out->name);
    ad_proto_text(p, NODE_OP, is_ml ? op + 3 : op);
    for (const ad_onnx_attribute *a = attributes; a && a->name; a++)
        put_attribute(p, a);
    if (is_ml)
        ad_proto_text(p, NODE_DOMAIN, "ai.onnx.ml");
    ad_proto_end(p, at);
    g->uses_words |= is_ml;
}

ad_onnx_value ad_onnx_node(ad_onnx *g, const char *op, size_t n_in, const ad_onnx_value *in,
                           const ad_onnx_attribute *attributes)
{
    const ad_onnx_value out = fresh(g);

    put_node(g, op, n_in, in, &out, attributes);
    return out;
}

ad_onnx_value ad_onnx_1(ad_onnx *g, const char *op, ad_onnx_value x)
{
    return ad_onnx_node(g, op, 1, &x, NULL);
}

ad_onnx_value ad_onnx_2(ad_onnx *g, const char *op, ad_onnx_value x, ad_onnx_value y)
{
    return ad_onnx_node(g, op, 2, (const ad_onnx_value[]){ x, y }, NULL);
}

ad_onnx_value ad_onnx_cast(ad_onnx *g, ad_onnx_value x, ad_onnx_type to)
{
    return ad_onnx_node(g, "Cast", 1, &x,
                        (const ad_onnx_attribute[]){ AD_ONNX_INT("to", to), { 0 } });
}

/* -- Constants ----------------------------------------------------------------------- */

static size_t begin_tensor(ad_onnx *g, ad_onnx_type type, size_t n_dims, const size_t *dims,
                           const ad_onnx_value *name)
{
    ad_proto *p = &g->constants;
    const size_t at = ad_proto_begin(p, GRAPH_INITIALIZER);

    for (size_t i = 0; i < n_dims; i++)
        ad_proto_number(p, TENSOR_DIMS, dims[i]);
    ad_proto_number(p, TENSOR_TYPE, type);
    ad_proto_text(p, TENSOR_NAME, name->name);
    return at;
}

ad_onnx_value ad_onnx_reals(ad_onnx *g, ad_onnx_type type, size_t n_dims, const size_t *dims,
                            const double *values)
{
    const ad_onnx_value name = fresh(g);
    const size_t at = begin_tensor(g, type, n_dims, dims, &name);
    ad_proto *p = &g->constants;
    ad_bytes raw = { 0 };
    size_t n = 1;

    for (size_t i = 0; i < n_dims; i++)
        n *= dims[i];
    for (size_t i = 0; i < n && !p->status; i++) {
        const float narrow = (float)values[i];
        p->status = type == AD_ONNX_DOUBLE
                        ? ad_bytes_append(g->ctx, &raw, &values[i], sizeof values[i], "the file")
                        : ad_bytes_append(g->ctx, &raw, &narrow, sizeof narrow, "the file");
    }
    ad_proto_bytes(p, TENSOR_RAW, raw.data, raw.size);
    ad_proto_end(p, at);
    ad_bytes_release(g->ctx, &raw);
    return name;
}

ad_onnx_value ad_onnx_integers(ad_onnx *g, size_t n, const int64_t *values)
{
    const ad_onnx_value name = fresh(g);
    const size_t at = begin_tensor(g, AD_ONNX_INT64, 1, &n, &name);

    ad_proto_bytes(&g->constants, TENSOR_RAW, values, n * sizeof *values);
    ad_proto_end(&g->constants, at);
    return name;
}

ad_onnx_value ad_onnx_number(ad_onnx *g, ad_onnx_type type, double value)
{
    return ad_onnx_reals(g, type, 0, NULL, &value);
}

/* -- Inputs, outputs, metadata ------------------------------------------------------- */

static void onnx_write_put_value(ad_proto *p, unsigned field, const char *name, ad_onnx_type type,
                                 size_t n_dims, const size_t *dims)
{
    const size_t value = ad_proto_begin(p, field);

    ad_proto_text(p, VALUE_NAME, name);
    const size_t outer = ad_proto_begin(p, VALUE_TYPE), tensor = ad_proto_begin(p, TYPE_TENSOR);
    ad_proto_number(p, TENSOR_ELEMENT, type);
    const size_t shape = ad_proto_begin(p, TENSOR_SHAPE);
    for (size_t i = 0; i <= n_dims; i++) {
        const size_t dim = ad_proto_begin(p, SHAPE_DIM);
        if (i)
            ad_proto_number(p, DIM_VALUE, dims[i - 1]);
        else
            ad_proto_text(p, DIM_PARAM, "N");
        ad_proto_end(p, dim);
    }
    ad_proto_end(p, shape);
    ad_proto_end(p, tensor);
    ad_proto_end(p, outer);
    ad_proto_end(p, value);
}

void ad_onnx_input(ad_onnx *g, const char *name, ad_onnx_type type, size_t n_dims,
                   const size_t *dims)
{
    onnx_write_put_value(&g->inputs, GRAPH_INPUT, name, type, n_dims, dims);
}

void ad_onnx_output(ad_onnx *g, const char *name, ad_onnx_type type, ad_onnx_value x, size_t n_dims,
                    const size_t *dims)
{
    const ad_onnx_value out = ad_onnx_named(name);

    put_node(g, "Identity", 1, &x, &out, NULL);
    onnx_write_put_value(&g->outputs, GRAPH_OUTPUT, name, type, n_dims, dims);
}

void ad_onnx_metadata(ad_onnx *g, const char *key, const char *value)
{
    const size_t at = ad_proto_begin(&g->metadata, MODEL_METADATA);

    ad_proto_text(&g->metadata, ENTRY_KEY, key);
    ad_proto_text(&g->metadata, ENTRY_VALUE, value);
    ad_proto_end(&g->metadata, at);
}
