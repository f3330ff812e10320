/* The operators that become layers (import_impl.h). An operator that a layer supports only with
 * some settings is refused with others, and listed with the reason. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "exchange/import_impl.h"

typedef struct {
    ad_importing *m;
    const ad_onnx_read_node *n;
    ad_import_value *in[AD_ONNX_MOST_INPUTS]; /* NULL: left out */
} call;

/* The node's output is the output of that layer. */
static adrop_status give(const call *c, size_t layer)
{
    return ad_import_put(c->m, c->n->out, (ad_import_value){ .layer = layer });
}

/* A layer without settings that reads the first input. */
static adrop_status plain(const call *c, const char *kind)
{
    size_t at;
    const adrop_status status = ad_import_add(c->m, kind, c->in[0]->layer, &at);

    return status ? status : give(c, at);
}

static int is_tensor(const call *c, size_t i, size_t n_dims)
{
    return c->in[i] && c->in[i]->is_constant && c->in[i]->constant.n_dims == n_dims;
}

static int is_map(const call *c)
{
    return !c->m->layer[c->in[0]->layer].is_flat;
}

/* "fc1" from "fc1.weight", unless another layer has the name; else the kind and a number. */
static void name_layer(ad_importing *m, size_t at, ad_proto_view tensor)
{
    static const char end[] = ".weight",
                      allowed[] =
                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    const size_t k = sizeof end - 1, n = tensor.n > k ? tensor.n - k : 0;
    int fits = n && n < AD_NAME_SIZE && !memcmp(tensor.at + n, end, k);
    char name[AD_NAME_SIZE] = "";

    for (size_t i = 0; i < n && fits; i++)
        fits = memchr(allowed, tensor.at[i], sizeof allowed - 1) != NULL;
    if (fits)
        memcpy(name, tensor.at, n);
    for (size_t i = 0; i < m->n_layers && fits; i++)
        fits = strcmp(m->layer[i].name, name) != 0;
    if (fits && strncmp(name, "drop", 4) != 0) /* reserved for tensors of techniques */
        memcpy(m->layer[at].name, name, sizeof name);
    else
        snprintf(m->layer[at].name, AD_NAME_SIZE, "layer-%zu", at);
}

/* -- Products ------------------------------------------------------------------------ */

/* (rows, columns) from (columns, rows) */
static void transpose(const float *from, size_t rows, size_t columns, float *to)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t k = 0; k < columns; k++)
            to[r * columns + k] = from[k * rows + r];
}

/* x W' with weights (out, in), or (in, out) if `turned`; bias: NULL, or (out). */
static adrop_status dense(const call *c, int turned, const float *bias)
{
    const ad_onnx_tensor *w = &c->in[1]->constant;
    const size_t out = (size_t)w->dims[turned ? 1 : 0], in = (size_t)w->dims[turned ? 0 : 1];
    const float *given;
    float *weights, *zeros;
    size_t at;
    adrop_status status;

    if ((status = ad_import_floats(c->m, w, &given)))
        return status;
    if (turned) {
        if ((status = ad_import_room(c->m, w->n, &weights)))
            return status;
        transpose(given, out, in, weights);
        given = weights;
    }
    if (!bias) {
        if ((status = ad_import_room(c->m, out, &zeros)))
            return status;
        bias = zeros;
    }
    if ((status = ad_import_add(c->m, "dense", c->in[0]->layer, &at)))
        return status;
    ad_import_layer *l = &c->m->layer[at];
    name_layer(c->m, at, w->name);
    l->is_flat = 1;
    l->units = out;
    ad_import_tensor(l, "weight", 2, (size_t[]){ out, in }, given);
    ad_import_tensor(l, "bias", 1, &out, bias);
    return give(c, at);
}

/* A constant with one number per channel. */
static adrop_status channel_floats(const call *c, size_t i, size_t n, const float **out)
{
    const ad_import_value *v = c->in[i];

    *out = NULL;
    return v && v->is_constant && v->constant.n == n ? ad_import_floats(c->m, &v->constant, out)
                                                     : ADROP_OK;
}

static adrop_status gemm(const call *c)
{
    const int64_t turned = !ad_onnx_integer(c->n, "transB", 0);
    const float *bias = NULL;
    adrop_status status;

    if (!is_tensor(c, 1, 2) || is_map(c) || ad_onnx_integer(c->n, "transA", 0) ||
        ad_onnx_real(c->n, "alpha", 1) != 1)
        return ad_import_refuse(c->m, c->n, "x W' + b with constant W is expected");
    const size_t out = (size_t)c->in[1]->constant.dims[turned ? 1 : 0];
    if ((status = channel_floats(c, 2, out, &bias)))
        return status;
    if (c->in[2] && (!bias || ad_onnx_real(c->n, "beta", 1) != 1))
        return ad_import_refuse(c->m, c->n, "the bias is not a number for each unit");
    return dense(c, turned != 0, bias);
}

static adrop_status matmul(const call *c)
{
    if (!is_tensor(c, 1, 2) || is_map(c))
        return ad_import_refuse(c->m, c->n, "rows by a constant matrix are expected");
    return dense(c, 1, NULL);
}

/* Add of a constant to a product that has no bias yet and no other reader. */
static adrop_status add_bias(const call *c, size_t x, size_t b)
{
    ad_import_value *v = c->in[x];
    ad_import_layer *l = &c->m->layer[v->layer];
    const float *bias;
    adrop_status status;

    if (strcmp(l->kind, "dense") != 0 || v->n_readers != 1 ||
        (status = channel_floats(c, b, l->units, &bias)) || !bias)
        return ad_import_refuse(c->m, c->n, "a constant is added to what is no product");
    float *sum;
    if ((status = ad_import_room(c->m, l->units, &sum)))
        return status;
    for (size_t i = 0; i < l->units; i++)
        sum[i] = l->tensor[1].values[i] + bias[i];
    l->tensor[1].values = sum;
    return give(c, v->layer);
}

/* -- Windows ------------------------------------------------------------------------- */

typedef struct {
    int64_t kernel, stride, pad;
} window;

/* Read two numbers that must be equal; the fallback if the node has none. */
static int square(const call *c, const char *name, int64_t fallback, int64_t *out)
{
    int64_t list[2] = { 0 };
    const size_t n = ad_onnx_list(c->n, name, list, 2);

    *out = n ? list[0] : fallback;
    return !n || (n == 2 && list[0] == list[1]);
}

/* Kernels must be square, strides equal, and padding the same on every side. Returns what differs,
 * or NULL. */
static const char *read_window(const call *c, int64_t kernel, window *w)
{
    int64_t pads[4] = { 0 }, dilation;
    const size_t n = ad_onnx_list(c->n, "pads", pads, 4);
    const ad_proto_view automatic = ad_onnx_word(c->n, "auto_pad");

    if (!square(c, "kernel_shape", kernel, &w->kernel) || w->kernel < 1 || w->kernel > AD_MOST_SIDE)
        return "its window is not square";
    if (!square(c, "strides", 1, &w->stride) || w->stride < 1 || w->stride > AD_MOST_SIDE)
        return "its strides differ";
    if (!square(c, "dilations", 1, &dilation) || dilation != 1)
        return "it is dilated";
    w->pad = pads[0];
    if (w->pad >= w->kernel)
        return "it pads by as much as its window";
    if (n && (n != 4 || pads[1] != pads[0] || pads[2] != pads[0] || pads[3] != pads[0] ||
              pads[0] < 0 || pads[0] > AD_MOST_SIDE))
        return "its sides are padded differently";
    if (automatic.n && !ad_proto_is(automatic, "NOTSET") && !ad_proto_is(automatic, "VALID"))
        return "it pads by itself";
    if (ad_onnx_integer(c->n, "ceil_mode", 0))
        return "it rounds the map's size up";
    return NULL;
}

/* Expand grouped weights (out, in / groups, k, k) to one group, with zeros between groups. */
static adrop_status ungroup(const call *c, const ad_onnx_tensor *w, size_t groups,
                            const float **values)
{
    const size_t out = (size_t)w->dims[0], part = (size_t)w->dims[1];
    const size_t area = w->n / (out * part);
    float *whole;
    const adrop_status status = ad_import_room(c->m, w->n * groups, &whole);

    for (size_t o = 0; o < out && !status; o++)
        memcpy(whole + (o * groups + o / (out / groups)) * part * area, *values + o * part * area,
               part * area * sizeof *whole);
    *values = whole;
    return status;
}

static adrop_status put_conv(const call *c, const window *w, size_t groups, const float *bias)
{
    enum { MOST_GROUPS = 32 };
    const ad_onnx_tensor *t = &c->in[1]->constant;
    size_t dims[4], at;
    const float *values;
    adrop_status status = ad_import_floats(c->m, t, &values);

    for (size_t i = 0; i < 4; i++)
        dims[i] = (size_t)t->dims[i];
    const int depthwise = groups > 1 && groups == dims[0] && dims[1] == 1;
    if (groups > 1 && !depthwise) {
        if (groups > MOST_GROUPS || dims[0] % groups)
            return ad_import_refuse(c->m, c->n, "%zu groups of channels", groups);
        if (!status)
            status = ungroup(c, t, groups, &values);
        dims[1] *= groups;
    }
    if (status || (status = ad_import_add(c->m, "conv", c->in[0]->layer, &at)))
        return status;
    ad_import_layer *l = &c->m->layer[at];
    name_layer(c->m, at, t->name);
    snprintf(l->settings, sizeof l->settings, " %zu %d stride=%d pad=%d%s%s", dims[0],
             (int)w->kernel, (int)w->stride, (int)w->pad, depthwise ? " depthwise=yes" : "",
             bias ? " bias=yes" : "");
    ad_import_tensor(l, "weight", 4, dims, values);
    if (bias)
        ad_import_tensor(l, "bias", 1, dims, bias);
    return give(c, at);
}

static adrop_status conv(const call *c)
{
    const int64_t groups = ad_onnx_integer(c->n, "group", 1);
    const float *bias = NULL;
    window w;
    adrop_status status;

    if (!is_tensor(c, 1, 4) || !is_map(c) || !c->in[1]->constant.n)
        return ad_import_refuse(c->m, c->n, "maps and constant weights are expected");
    const uint64_t *dims = c->in[1]->constant.dims;
    const char *why = read_window(c, (int64_t)dims[2], &w);
    if (!why && (dims[2] != dims[3] || (uint64_t)w.kernel != dims[2]))
        why = "its kernel is not square";
    if (!why && (groups < 1 || (uint64_t)groups > dims[0]))
        why = "its groups cannot be";
    if (why)
        return ad_import_refuse(c->m, c->n, "%s", why);
    if ((status = channel_floats(c, 2, (size_t)dims[0], &bias)))
        return status;
    if (c->in[2] && !bias)
        return ad_import_refuse(c->m, c->n, "the bias is not a number for each channel");
    return put_conv(c, &w, (size_t)groups, bias);
}

static adrop_status pool(const call *c, const char *kind)
{
    window w;
    size_t at;
    const char *why = !is_map(c) ? "it reads no map" : read_window(c, 0, &w);
    adrop_status status;

    if (!why && w.pad > w.kernel / 2)
        why = "it pads by more than half of its window";
    if (!why && !strcmp(kind, "average_pool") && w.pad &&
        ad_onnx_integer(c->n, "count_include_pad", 0))
        why = "its averages count the padding";
    if (why)
        return ad_import_refuse(c->m, c->n, "%s", why);
    if ((status = ad_import_add(c->m, kind, c->in[0]->layer, &at)))
        return status;
    ad_import_layer *l = &c->m->layer[at];
    snprintf(l->settings, sizeof l->settings, " %d stride=%d pad=%d", (int)w.kernel, (int)w.stride,
             (int)w.pad);
    return give(c, at);
}

static adrop_status max_pool(const call *c)
{
    return pool(c, "max_pool");
}

static adrop_status average_pool(const call *c)
{
    return pool(c, "average_pool");
}

static adrop_status global_pool(const call *c, int flat)
{
    size_t at;
    adrop_status status;

    if (!is_map(c))
        return ad_import_refuse(c->m, c->n, "it reads no map");
    if ((status = ad_import_add(c->m, "average_pool", c->in[0]->layer, &at)))
        return status;
    snprintf(c->m->layer[at].settings, sizeof c->m->layer[at].settings, " 0");
    if (flat && (status = ad_import_add(c->m, "flatten", at, &at)))
        return status;
    c->m->layer[at].is_flat = flat;
    return give(c, at);
}

static adrop_status global_average(const call *c)
{
    return global_pool(c, 0);
}

/* The integers of an attribute or, in later versions, of input i, and their number. */
static adrop_status numbers(const call *c, const char *name, size_t i, int64_t *out, size_t room,
                            size_t *n)
{
    const ad_import_value *v = c->in[i];

    *n = ad_onnx_list(c->n, name, out, room);
    if (*n || !v)
        return ADROP_OK;
    *n = v->is_constant ? v->constant.n : 0;
    return v->is_constant && *n <= room
               ? ad_onnx_tensor_integers(c->m->ctx, c->m->path, &v->constant, out)
               : ADROP_OK;
}

/* x.mean((2, 3)) */
static adrop_status reduce_mean(const call *c)
{
    int64_t axes[2] = { 0 };
    size_t n;
    const adrop_status status = numbers(c, "axes", 1, axes, 2, &n);

    if (status)
        return status;
    for (size_t i = 0; i < 2; i++)
        axes[i] += axes[i] < 0 ? 4 : 0;
    if (n != 2 || !is_map(c) || axes[0] + axes[1] != 5 || axes[0] < 2 || axes[1] < 2)
        return ad_import_refuse(c->m, c->n, "the mean of whole maps is expected");
    return global_pool(c, !ad_onnx_integer(c->n, "keepdims", 1));
}

/* -- Norm, activations --------------------------------------------------------------- */

/* Our layer adds 1e-5 to the variance; the difference to another epsilon goes into the variance. */
static adrop_status shifted(const call *c, const float *var, size_t n, double epsilon,
                            const float **out)
{
    float *mine;
    const adrop_status status = ad_import_room(c->m, n, &mine);

    for (size_t i = 0; i < n && !status; i++)
        mine[i] = (float)((double)var[i] + (epsilon - 1e-5));
    *out = mine;
    return status;
}

static adrop_status batch_norm(const call *c)
{
    static const char *const leaf[] = { "weight", "bias", "running_mean", "running_var" };
    const double epsilon = ad_onnx_real(c->n, "epsilon", (double)1e-5f);
    const float *values[4];
    size_t at;
    adrop_status status = ADROP_OK;

    if (!is_tensor(c, 1, 1) || ad_onnx_integer(c->n, "training_mode", 0) || c->n->n_out > 1)
        return ad_import_refuse(c->m, c->n, "constant statistics are expected");
    const size_t n = c->in[1]->constant.n;
    for (size_t i = 0; i < 4 && !status; i++) {
        if ((status = channel_floats(c, i + 1, n, &values[i])))
            return status;
        if (!values[i])
            return ad_import_refuse(c->m, c->n, "its %s is not a constant of every channel",
                                    leaf[i]);
    }
    for (size_t i = 0; i < n; i++)
        if (!((double)values[3][i] + (epsilon - 1e-5) >= 0))
            return ad_import_refuse(c->m, c->n, "epsilon is %g, and ours 1e-5", epsilon);
    if (fabs(epsilon - 1e-5) > 1e-12 && (status = shifted(c, values[3], n, epsilon, &values[3])))
        return status;
    if ((status = ad_import_add(c->m, "norm", c->in[0]->layer, &at)))
        return status;
    name_layer(c->m, at, c->in[1]->constant.name);
    for (size_t i = 0; i < 4; i++)
        ad_import_tensor(&c->m->layer[at], leaf[i], 1, &n, values[i]);
    return give(c, at);
}

static adrop_status relu(const call *c)
{
    return plain(c, "relu");
}

static adrop_status tanh_(const call *c)
{
    return plain(c, "tanh");
}

static adrop_status sigmoid(const call *c)
{
    return plain(c, "sigmoid");
}

static adrop_status softplus(const call *c)
{
    return plain(c, "softplus");
}

static adrop_status gelu(const call *c)
{
    const ad_proto_view how = ad_onnx_word(c->n, "approximate");

    return !how.n || ad_proto_is(how, "none") ? plain(c, "gelu")
                                              : ad_import_refuse(c->m, c->n, "it is approximate");
}

static adrop_status leaky_relu(const call *c)
{
    const double alpha = ad_onnx_real(c->n, "alpha", 0.01);

    return fabs(alpha - 0.01) < 1e-8
               ? plain(c, "leaky-relu")
               : ad_import_refuse(c->m, c->n, "alpha is %g, and ours 0.01", alpha);
}

/* A bound of Clip: an attribute in old versions, or an input; the fallback if there is none. */
static adrop_status bound(const call *c, const char *name, size_t i, float fallback, float *out)
{
    const float *value;
    adrop_status status = ADROP_OK;

    *out = (float)ad_onnx_real(c->n, name, (double)fallback);
    if (c->in[i] && c->in[i]->is_constant && c->in[i]->constant.n == 1 &&
        !(status = ad_import_floats(c->m, &c->in[i]->constant, &value)))
        *out = *value;
    else if (c->in[i])
        *out = NAN;
    return status;
}

/* Clip from 0 to infinity is ReLU; without bounds it does nothing. */
static adrop_status clip(const call *c)
{
    float low, high;
    adrop_status status = bound(c, "min", 1, -INFINITY, &low);

    if (status || (status = bound(c, "max", 2, INFINITY, &high)))
        return status;
    if (low == 0 && high >= 3e38f)
        return plain(c, "relu");
    return low <= -3e38f && high >= 3e38f
               ? give(c, c->in[0]->layer)
               : ad_import_refuse(c->m, c->n, "it clips to %g and %g", (double)low, (double)high);
}

/* x sigmoid(x) */
static adrop_status mul(const call *c)
{
    for (size_t i = 0; i < 2; i++) {
        ad_import_value *s = c->in[i];
        ad_import_layer *l = &c->m->layer[s ? s->layer : 0];
        if (s && !s->is_constant && c->in[1 - i] && !c->in[1 - i]->is_constant &&
            !strcmp(l->kind, "sigmoid") && l->in[0] == c->in[1 - i]->layer && s->n_readers == 1) {
            l->kind = "silu";
            return give(c, s->layer);
        }
    }
    return ad_import_refuse(c->m, c->n, "x times its own sigmoid is expected");
}

/* -- Joining and shape --------------------------------------------------------------- */

static adrop_status import_nodes_join(const call *c, const char *kind)
{
    size_t at;
    adrop_status status;

    if (c->n->n_in > AD_MAX_INPUTS)
        return ad_import_refuse(c->m, c->n, "it reads %zu values", c->n->n_in);
    for (size_t i = 0; i < c->n->n_in; i++)
        if (!c->in[i] || c->in[i]->is_constant)
            return ad_import_refuse(c->m, c->n, "it reads a constant");
    if ((status = ad_import_add(c->m, kind, c->in[0]->layer, &at)))
        return status;
    c->m->layer[at].n_in = c->n->n_in;
    for (size_t i = 0; i < c->n->n_in; i++)
        c->m->layer[at].in[i] = c->in[i]->layer;
    return give(c, at);
}

static adrop_status add(const call *c)
{
    for (size_t i = 0; i < 2 && c->n->n_in == 2; i++)
        if (c->in[i] && c->in[i]->is_constant && c->in[1 - i] && !c->in[1 - i]->is_constant)
            return add_bias(c, 1 - i, i);
    return import_nodes_join(c, "add");
}

static adrop_status concat(const call *c)
{
    const int64_t axis = ad_onnx_integer(c->n, "axis", 1), last = is_map(c) ? -3 : -1;

    return axis == 1 || axis == last ? import_nodes_join(c, "concat")
                                     : ad_import_refuse(c->m, c->n, "it does not join channels");
}

static adrop_status same(const call *c)
{
    return give(c, c->in[0]->layer);
}

static adrop_status flat(const call *c)
{
    size_t at = c->in[0]->layer;
    const adrop_status status = is_map(c) ? ad_import_add(c->m, "flatten", at, &at) : ADROP_OK;

    if (status)
        return status;
    c->m->layer[at].is_flat = 1;
    return give(c, at);
}

static adrop_status flatten(const call *c)
{
    const int64_t axis = ad_onnx_integer(c->n, "axis", 1);

    return axis == 1 ? flat(c) : ad_import_refuse(c->m, c->n, "axis is %d", (int)axis);
}

/* Only to (rows, values per row). */
static adrop_status reshape(const call *c)
{
    int64_t shape[2] = { 0 };
    size_t n;
    const adrop_status status = numbers(c, "shape", 1, shape, 2, &n);

    if (status)
        return status;
    if (n != 2 || !c->in[1] || (shape[0] > 1 && shape[1] > 0))
        return ad_import_refuse(c->m, c->n, "vectors are expected");
    return flat(c);
}

/* A pad of zero width does nothing. */
static adrop_status pad(const call *c)
{
    int64_t pads[2 * AD_ONNX_MOST_DIMS] = { 0 };
    size_t n;
    const adrop_status status = numbers(c, "pads", 1, pads, 2 * AD_ONNX_MOST_DIMS, &n);
    int none = n > 0;

    if (status)
        return status;
    for (size_t i = 0; i < n && i < 2 * AD_ONNX_MOST_DIMS; i++)
        none &= !pads[i];
    return none ? give(c, c->in[0]->layer)
                : ad_import_refuse(c->m, c->n, "pad in the convolution or the pooling");
}

/* Does nothing without noise; its position is kept for the network's own dropout. */
static adrop_status dropout(const call *c)
{
    const int counts = !c->in[2] || !c->in[2]->is_constant || c->in[2]->constant.n == 1;

    c->m->n_dropouts++;
    return counts ? plain(c, "dropout") : ad_import_refuse(c->m, c->n, "it is in training");
}

/* Only at the end: the network returns logits. */
static adrop_status softmax(const call *c)
{
    const int64_t axis = ad_onnx_integer(c->n, "axis", c->m->file.opset < 13 ? 1 : -1);

    if ((axis != 1 && axis != -1) || is_map(c))
        return ad_import_refuse(c->m, c->n, "it is not over classes");
    return ad_import_put(c->m, c->n->out,
                         (ad_import_value){ .layer = c->in[0]->layer, .is_last = 1 });
}

static adrop_status constant(const call *c)
{
    ad_import_value v = { .is_constant = 1 };
    const ad_proto_view tensor = ad_onnx_value_of(c->n, "value");
    adrop_status status;

    if (!tensor.at)
        return ad_import_refuse(c->m, c->n, "it has no tensor");
    status = ad_onnx_tensor_open(c->m->ctx, c->m->path, tensor, &v.constant);
    return status ? status : ad_import_put(c->m, c->n->out, v);
}

static const struct {
    const char *op;
    adrop_status (*take)(const call *c);
} operators[] = {
    { "Gemm", gemm },
    { "MatMul", matmul },
    { "Conv", conv },
    { "BatchNormalization", batch_norm },
    { "Relu", relu },
    { "LeakyRelu", leaky_relu },
    { "Gelu", gelu },
    { "Tanh", tanh_ },
    { "Sigmoid", sigmoid },
    { "Softplus", softplus },
    { "Clip", clip },
    { "Mul", mul },
    { "MaxPool", max_pool },
    { "AveragePool", average_pool },
    { "Add", add },
    { "GlobalAveragePool", global_average },
    { "Sum", add },
    { "Concat", concat },
    { "ReduceMean", reduce_mean },
    { "Flatten", flatten },
    { "Reshape", reshape },
    { "Pad", pad },
    { "Dropout", dropout },
    { "Identity", same },
    { "Softmax", softmax },
    { "LogSoftmax", softmax },
};

/* Find the inputs. *is_lost: one of them is lost, which was reported before. */
static adrop_status gather(call *c, int *is_lost)
{
    *is_lost = 0;
    for (size_t i = 0; i < c->n->n_in; i++) {
        c->in[i] = c->n->in[i].n ? ad_import_find(c->m, c->n->in[i]) : NULL;
        if (c->n->in[i].n && !c->in[i])
            return ad_fail(c->m->ctx, ADROP_EFORMAT,
                           "'%.300s': node '%s' reads '%s', which no earlier node computes",
                           c->m->path, AD_ONNX_SHOWN(c->n->name), AD_ONNX_SHOWN(c->n->in[i]));
        *is_lost |= c->in[i] && c->in[i]->is_lost;
        if (c->in[i] && c->in[i]->is_last)
            return ad_import_refuse(c->m, c->n, "it reads a softmax");
    }
    return ADROP_OK;
}

adrop_status ad_import_node(ad_importing *m, const ad_onnx_read_node *n)
{
    call c = { .m = m, .n = n };
    int is_lost;
    const size_t known = m->n_values;
    const adrop_status status = gather(&c, &is_lost);

    if (status || m->n_values > known) /* refused in gather */
        return status;
    if (is_lost)
        return ad_import_put(m, n->out, (ad_import_value){ .is_lost = 1 });
    if (n->domain.n && !ad_proto_is(n->domain, "ai.onnx"))
        return ad_import_refuse(m, n, "of another set of operators");
    if (ad_proto_is(n->op, "Constant"))
        return constant(&c);
    if (ad_proto_is(n->op, "Identity") && c.in[0] && c.in[0]->is_constant) {
        ad_import_value v = *c.in[0];
        v.n_readers = 0;
        return ad_import_put(m, n->out, v);
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (ad_proto_is(n->op, operators[i].op)) {
            const int adds = operators[i].take == add;
            if (!c.in[0] || (c.in[0]->is_constant && !adds))
                return ad_import_refuse(m, n, "it reads a constant");
            return operators[i].take(&c);
        }
    return ad_import_refuse(m, n, "no such layer");
}
