/* The lists of an ONNX file (onnx_read.h). Parts are counted, and their number limited, before
 * memory is allocated; a part takes at least two bytes of the file. */
#include "exchange/onnx_read.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"

/* Field numbers. */
enum { MODEL_GRAPH = 7, MODEL_OPSET = 8, MODEL_METADATA = 14 };
enum { GRAPH_NODE = 1, GRAPH_TENSOR = 5, GRAPH_INPUT = 11, GRAPH_OUTPUT = 12, GRAPH_SPARSE = 15 };
enum { NODE_INPUT = 1, NODE_OUTPUT, NODE_NAME, NODE_OP, NODE_DOMAIN = 7 };

const char *ad_onnx_shown(char text[AD_ONNX_SHOWN_SIZE], ad_proto_view view)
{
    char cut[AD_ONNX_SHOWN_SIZE] = "";
    const size_t n = view.n < sizeof cut ? view.n : sizeof cut - 1;

    if (n)
        memcpy(cut, view.at, n);
    return ad_shown(text, cut);
}

static adrop_status refuse(const ad_onnx_file *f, const char *what)
{
    return ad_fail(f->ctx, ADROP_EFORMAT, "'%.300s' is no ONNX file that can be read: %s", f->name,
                   what);
}

/* Count the fields with this number in a message; *last is the last of them. */
static adrop_status count(const ad_onnx_file *f, ad_proto_view message, uint32_t number, size_t *n,
                          ad_proto_view *last)
{
    ad_proto_cursor c = ad_proto_open(message);
    ad_proto_field field;

    *n = 0;
    while (ad_proto_next(&c, &field))
        if (field.number == number && field.wire == AD_PROTO_BYTES) {
            ++*n;
            *last = field.view;
        }
    if (c.is_bad)
        return refuse(f, "it ends within a field, or is not made of fields");
    return *n > AD_ONNX_MOST ? refuse(f, "it has more than 65536 parts of a kind") : ADROP_OK;
}

/* -- Parts --------------------------------------------------------------------------- */

static adrop_status onnx_read_text(ad_onnx_file *f, ad_proto_view message, size_t i)
{
    ad_proto_cursor c = ad_proto_open(message);
    ad_proto_field field;

    while (ad_proto_next(&c, &field))
        if (field.wire == AD_PROTO_BYTES && field.number == 1)
            f->text[i].key = field.view;
        else if (field.wire == AD_PROTO_BYTES && field.number == 2)
            f->text[i].value = field.view;
    return c.is_bad ? refuse(f, "its metadata are broken") : ADROP_OK;
}

static adrop_status read_tensor(ad_onnx_file *f, ad_proto_view message, size_t i)
{
    return ad_onnx_tensor_open(f->ctx, f->name, message, &f->tensor[i]);
}

static adrop_status read_node(ad_onnx_file *f, ad_proto_view message, size_t i)
{
    ad_onnx_read_node *n = &f->node[i];
    ad_proto_cursor c = ad_proto_open(message);
    ad_proto_field field;

    n->whole = message;
    while (ad_proto_next(&c, &field)) {
        if (field.wire != AD_PROTO_BYTES)
            continue;
        if (field.number == NODE_INPUT && n->n_in++ < AD_ONNX_MOST_INPUTS)
            n->in[n->n_in - 1] = field.view;
        else if (field.number == NODE_OUTPUT && n->n_out++ == 0)
            n->out = field.view;
        else if (field.number == NODE_NAME)
            n->name = field.view;
        else if (field.number == NODE_OP)
            n->op = field.view;
        else if (field.number == NODE_DOMAIN)
            n->domain = field.view;
    }
    if (n->n_in > AD_ONNX_MOST_INPUTS)
        return refuse(f, "a node reads more than 16 values");
    return c.is_bad ? refuse(f, "a node is broken") : ADROP_OK;
}

/* The nested message in field `number`, or nothing. */
static ad_proto_view onnx_read_within(ad_proto_view message, uint32_t number)
{
    ad_proto_cursor c = ad_proto_open(message);
    ad_proto_field field;
    ad_proto_view found = { 0 };

    while (ad_proto_next(&c, &field))
        if (field.number == number && field.wire == AD_PROTO_BYTES)
            found = field.view;
    return found;
}

/* name, type.tensor_type.shape.dim[].dim_value */
static adrop_status read_port(ad_onnx_file *f, ad_proto_view message, ad_onnx_port *port)
{
    ad_proto_cursor c = ad_proto_open(
        onnx_read_within(onnx_read_within(onnx_read_within(message, 2), 1), 2));
    ad_proto_field field;

    port->name = onnx_read_within(message, 1);
    while (ad_proto_next(&c, &field)) {
        ad_proto_cursor side = ad_proto_open(field.view);
        ad_proto_field value;
        if (field.number != 1 || field.wire != AD_PROTO_BYTES)
            continue;
        if (port->n_dims == AD_ONNX_MOST_DIMS)
            return refuse(f, "an input or output has more than 8 dimensions");
        while (ad_proto_next(&side, &value))
            if (value.number == 1 && value.wire == AD_PROTO_VARINT)
                port->dims[port->n_dims] = value.value;
        port->n_dims++;
    }
    return c.is_bad ? refuse(f, "the shape of an input or output is broken") : ADROP_OK;
}

static adrop_status read_input(ad_onnx_file *f, ad_proto_view message, size_t i)
{
    return read_port(f, message, &f->in[i]);
}

static adrop_status read_output(ad_onnx_file *f, ad_proto_view message, size_t i)
{
    return read_port(f, message, &f->out[i]);
}

typedef adrop_status read_part(ad_onnx_file *f, ad_proto_view message, size_t i);

static adrop_status read_parts(ad_onnx_file *f, ad_proto_view message, uint32_t number,
                               read_part *part)
{
    ad_proto_cursor c = ad_proto_open(message);
    ad_proto_field field;
    adrop_status status = ADROP_OK;
    size_t i = 0;

    while (!status && ad_proto_next(&c, &field))
        if (field.number == number && field.wire == AD_PROTO_BYTES)
            status = part(f, field.view, i++);
    return status;
}

/* -- The file ------------------------------------------------------------------------ */

/* The standard operators' version: domain "" or "ai.onnx". */
static adrop_status read_opsets(ad_onnx_file *f, ad_proto_view model)
{
    ad_proto_cursor c = ad_proto_open(model);
    ad_proto_field field;

    while (ad_proto_next(&c, &field)) {
        ad_proto_cursor set = ad_proto_open(field.view);
        ad_proto_view domain = { 0 };
        ad_proto_field value;
        uint64_t version = 0;
        if (field.number != MODEL_OPSET || field.wire != AD_PROTO_BYTES)
            continue;
        while (ad_proto_next(&set, &value))
            if (value.number == 1 && value.wire == AD_PROTO_BYTES)
                domain = value.view;
            else if (value.number == 2 && value.wire == AD_PROTO_VARINT)
                version = value.value;
        if (!domain.n || ad_proto_is(domain, "ai.onnx"))
            f->opset = version;
    }
    return f->opset ? ADROP_OK : refuse(f, "it does not say the version of its operators");
}

static adrop_status make_room(ad_onnx_file *f, ad_proto_view graph)
{
    ad_proto_view last = { 0 };
    size_t sparse;
    adrop_status status;

    if ((status = count(f, graph, GRAPH_SPARSE, &sparse, &last)) ||
        (status = count(f, graph, GRAPH_NODE, &f->n_nodes, &last)) ||
        (status = count(f, graph, GRAPH_TENSOR, &f->n_tensors, &last)) ||
        (status = count(f, graph, GRAPH_INPUT, &f->n_in, &last)) ||
        (status = count(f, graph, GRAPH_OUTPUT, &f->n_out, &last)))
        return status;
    if (sparse)
        return refuse(f, "its weights are sparse tensors");
    if ((status = AD_NEW(f->ctx, f->n_nodes, "the nodes", &f->node)) ||
        (status = AD_NEW(f->ctx, f->n_tensors, "the tensors", &f->tensor)) ||
        (status = AD_NEW(f->ctx, f->n_in, "the inputs", &f->in)))
        return status;
    return AD_NEW(f->ctx, f->n_out, "the outputs", &f->out);
}

static adrop_status read_all(ad_onnx_file *f, ad_proto_view model)
{
    ad_proto_view graph = { 0 }, last;
    size_t n_graphs;
    adrop_status status = count(f, model, MODEL_GRAPH, &n_graphs, &graph);

    if (!status && n_graphs != 1)
        status = refuse(f, "it holds no graph, or several");
    if (status || (status = read_opsets(f, model)) || (status = make_room(f, graph)) ||
        (status = count(f, model, MODEL_METADATA, &f->n_texts, &last)) ||
        (status = AD_NEW(f->ctx, f->n_texts, "the metadata", &f->text)))
        return status;
    if ((status = read_parts(f, model, MODEL_METADATA, onnx_read_text)) ||
        (status = read_parts(f, graph, GRAPH_TENSOR, read_tensor)) ||
        (status = read_parts(f, graph, GRAPH_INPUT, read_input)) ||
        (status = read_parts(f, graph, GRAPH_OUTPUT, read_output)))
        return status;
    return read_parts(f, graph, GRAPH_NODE, read_node);
}

adrop_status ad_onnx_read(adrop_ctx *ctx, const char *name, ad_proto_view bytes, ad_onnx_file *file)
{
    *file = (ad_onnx_file){ .ctx = ctx, .name = name };
    const adrop_status status = read_all(file, bytes);

    if (status)
        ad_onnx_file_release(file);
    return status;
}

void ad_onnx_file_release(ad_onnx_file *f)
{
    if (f->ctx) {
        ad_free(f->ctx, f->node);
        ad_free(f->ctx, f->tensor);
        ad_free(f->ctx, f->in);
        ad_free(f->ctx, f->out);
        ad_free(f->ctx, f->text);
    }
    *f = (ad_onnx_file){ 0 };
}

const ad_onnx_text *ad_onnx_text_of(const ad_onnx_file *f, const char *key)
{
    for (size_t i = 0; i < f->n_texts; i++)
        if (ad_proto_is(f->text[i].key, key))
            return &f->text[i];
    return NULL;
}
