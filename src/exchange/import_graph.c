/* The graph of a foreign ONNX file as layers (import_impl.h): its single input, its nodes in the
 * order of the file, which must be that of the pass, and its outputs. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/format.h"
#include "base/memory.h"
#include "exchange/import_impl.h"

static int same(ad_proto_view a, ad_proto_view b)
{
    return a.n == b.n && (!a.n || !memcmp(a.at, b.at, a.n));
}

ad_import_value *ad_import_find(ad_importing *m, ad_proto_view name)
{
    for (size_t i = m->n_values; i-- > 0;)
        if (same(m->value[i].name, name))
            return &m->value[i];
    return NULL;
}

/* The array has room for every node and every constant. */
adrop_status ad_import_put(ad_importing *m, ad_proto_view name, ad_import_value value)
{
    if (ad_import_find(m, name))
        return ad_fail(m->ctx, ADROP_EFORMAT, "'%.300s': two values are called '%s'", m->path,
                       AD_ONNX_SHOWN(name));
    value.name = name;
    m->value[m->n_values++] = value;
    return ADROP_OK;
}

adrop_status ad_import_room(ad_importing *m, size_t n, float **out)
{
    if (m->n_memory == m->most_memory)
        return ad_fail(m->ctx, ADROP_EFORMAT, "'%.300s' has too many constants", m->path);
    if (n > m->most_floats - m->floats)
        return ad_fail(
            m->ctx, ADROP_EFORMAT,
            "'%.300s': its layers would have far more weights than the file, which many of "
            "them share",
            m->path);
    m->floats += n;
    const adrop_status status = AD_NEW(m->ctx, n, "the weights", &m->memory[m->n_memory]);
    *out = m->memory[m->n_memory];
    m->n_memory += !status;
    return status;
}

adrop_status ad_import_floats(ad_importing *m, const ad_onnx_tensor *t, const float **out)
{
    float *values = NULL;
    adrop_status status = ad_import_room(m, t->n, &values);

    *out = values;
    return status ? status : ad_onnx_tensor_floats(m->ctx, m->path, t, values);
}

adrop_status ad_import_add(ad_importing *m, const char *kind, size_t in, size_t *at)
{
    if (m->n_layers == AD_MAX_LAYERS / 2) /* a dropout may come before each */
        return ad_fail(m->ctx, ADROP_EFORMAT, "'%.300s' has more than %d layers", m->path,
                       AD_MAX_LAYERS / 2);
    *at = m->n_layers++;
    m->layer[*at] =
        (ad_import_layer){ .kind = kind, .in = { in }, .n_in = 1, .is_flat = m->layer[in].is_flat };
    return ADROP_OK;
}

void ad_import_tensor(ad_import_layer *l, const char *leaf, size_t n_dims, const size_t *dims,
                      const float *values)
{
    ad_file_tensor *t = &l->tensor[l->n_tensors];

    l->leaf[l->n_tensors++] = leaf;
    *t = (ad_file_tensor){ .n_dims = n_dims, .values = values };
    memcpy(t->dims, dims, n_dims * sizeof *dims);
}

/* List "node 'conv1' (Conv: why)", and mark its output as lost. */
adrop_status ad_import_refuse(ad_importing *m, const ad_onnx_read_node *n, const char *why, ...)
{
    char reason[128];
    va_list args;

    va_start(args, why);
    ad_print_list(reason, sizeof reason, why, args);
    va_end(args);
    ad_name_list_add(&m->refused, "'%s' (%s%s%s)", AD_ONNX_SHOWN(n->name.n ? n->name : n->out),
                     AD_ONNX_SHOWN(n->op), *reason ? ": " : "", reason);
    return ad_import_put(m, n->out, (ad_import_value){ .is_lost = 1 });
}

/* -- Input and output ---------------------------------------------------------------- */

static adrop_status take_shape(ad_importing *m, const ad_onnx_port *port)
{
    const size_t n = port->n_dims;

    m->shape[1] = m->shape[2] = 1;
    for (size_t i = 1; i < n && i < 4; i++)
        m->shape[i - 1] = (size_t)port->dims[i];
    const int is_known = m->shape[0] && m->shape[1] && m->shape[2] &&
                         m->shape[0] <= AD_MOST_UNITS && m->shape[1] <= AD_MOST_SIDE &&
                         m->shape[2] <= AD_MOST_SIDE &&
                         m->shape[0] * m->shape[1] * m->shape[2] <= AD_MOST_UNITS;
    if ((n != 2 && n != 4) || !is_known)
        return ad_fail(m->ctx, ADROP_EFORMAT,
                       "'%.300s': the input '%s' has no shape that a network takes: [N, columns] "
                       "or [N, C, H, W] is expected, all but N as numbers",
                       m->path, AD_ONNX_SHOWN(port->name));
    m->layer[0] = (ad_import_layer){ .kind = "input", .name = "input", .is_flat = n == 2 };
    m->n_layers = 1;
    return ad_import_put(m, port->name, (ad_import_value){ 0 });
}

/* Find the one input that is not an initializer. */
static adrop_status take_input(ad_importing *m)
{
    const ad_onnx_port *found = NULL;
    size_t n = 0;

    for (size_t i = 0; i < m->file.n_in; i++)
        if (!ad_import_find(m, m->file.in[i].name)) {
            found = &m->file.in[i];
            n++;
        }
    return n == 1 ? take_shape(m, found)
                  : ad_fail(m->ctx, ADROP_EFORMAT, "'%.300s' has %zu inputs, and a network has one",
                            m->path, n);
}

static adrop_status take_output(ad_importing *m, ad_import_end *end)
{
    for (size_t i = 0; i < m->file.n_out; i++) {
        const ad_import_value *v = ad_import_find(m, m->file.out[i].name);
        if (!v || v->is_constant)
            return ad_fail(m->ctx, ADROP_EFORMAT, "'%.300s': no node computes the output '%s'",
                           m->path, AD_ONNX_SHOWN(m->file.out[i].name));
        if (i && v->layer != end->layer)
            return ad_fail(m->ctx, ADROP_EFORMAT,
                           "'%.300s' has outputs of several layers, and a network has one: keep "
                           "'%s' alone",
                           m->path, AD_ONNX_SHOWN(m->file.out[0].name));
        end->layer = v->layer;
        end->is_softmax |= v->is_last;
    }
    if (!m->file.n_out || !end->layer)
        return ad_fail(m->ctx, ADROP_EFORMAT, "'%.300s' computes nothing that can be learned",
                       m->path);
    return ADROP_OK;
}

/* -- The whole ----------------------------------------------------------------------- */

static adrop_status make_room(ad_importing *m)
{
    const ad_onnx_file *f = &m->file;
    adrop_status status = AD_NEW(m->ctx, AD_MAX_LAYERS / 2, "the layers", &m->layer);

    m->most_memory = 2 * f->n_nodes + 2 * f->n_tensors + 8;
    if (!status)
        status = AD_NEW(m->ctx, m->most_memory, "the weights", &m->memory);
    return status ? status
                  : AD_NEW(m->ctx, f->n_nodes + f->n_tensors + f->n_in, "the values", &m->value);
}

static void count_readers(ad_importing *m, const ad_onnx_read_node *n)
{
    for (size_t i = 0; i < n->n_in; i++) {
        ad_import_value *v = ad_import_find(m, n->in[i]);
        if (v)
            v->n_readers++;
    }
}

adrop_status ad_import_graph(ad_importing *m, ad_import_end *end)
{
    enum { MOST = 4096 }; /* nodes and constants, since each searches the others */
    const ad_onnx_file *f = &m->file;
    adrop_status status;

    *end = (ad_import_end){ 0 };
    if (f->n_nodes + f->n_tensors > MOST)
        return ad_fail(m->ctx, ADROP_EFORMAT,
                       "'%.300s' has %zu nodes and %zu tensors, and a network that can be imported "
                       "has at most %d",
                       m->path, f->n_nodes, f->n_tensors, MOST);
    if ((status = make_room(m)))
        return status;
    for (size_t i = 0; i < f->n_tensors && !status; i++)
        status = ad_import_put(m, f->tensor[i].name,
                               (ad_import_value){ .is_constant = 1, .constant = f->tensor[i] });
    if (!status)
        status = take_input(m);
    for (size_t i = 0; i < f->n_nodes && !status; i++) {
        count_readers(m, &f->node[i]);
        status = ad_import_node(m, &f->node[i]);
    }
    if (!status && m->refused.n)
        status = ad_fail(m->ctx, ADROP_EINVAL, "'%.300s' has nodes that no layer here computes: %s",
                         m->path, m->refused.text);
    return status ? status : take_output(m, end);
}

void ad_import_release(ad_importing *m)
{
    for (size_t i = 0; i < m->n_memory; i++)
        ad_free(m->ctx, m->memory[i]);
    ad_free(m->ctx, m->memory);
    ad_free(m->ctx, m->layer);
    ad_free(m->ctx, m->value);
    ad_onnx_file_release(&m->file);
}
