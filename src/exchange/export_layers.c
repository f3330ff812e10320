/* A network, layer by layer: each kind of layer is a function of this file and a row of its table.
 *
 * Values without noise are computed once per row. The first layer that draws repeats its rows; a
 * later layer that reads both kinds repeats the values without noise. */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "exchange/export_impl.h"
#include "layer/conv.h"
#include "layer/dense.h"
#include "layer/norm.h"
#include "layer/pad.h"
#include "layer/pooling.h"

typedef ad_onnx_value put_fn(ad_exporting *e, const ad_layer *l, const ad_exported *in);

ad_onnx_value ad_export_tensor(const ad_layer *l, size_t i)
{
    return ad_onnx_named(l->param[i].name);
}

/* -- Kinds --------------------------------------------------------------------------- */

ad_onnx_value ad_export_product(ad_exporting *e, const ad_layer *l, ad_onnx_value x)
{
    const ad_onnx_value in[] = { x, ad_export_tensor(l, 0), ad_export_tensor(l, 1) };

    return ad_onnx_node(&e->g, "Gemm", 3, in,
                        (const ad_onnx_attribute[]){ AD_ONNX_INT("transB", 1), { 0 } });
}

static ad_onnx_value activated(ad_exporting *e, ad_onnx_value x, int relu)
{
    return relu ? ad_onnx_1(&e->g, "Relu", x) : x;
}

static ad_onnx_value dense(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    return activated(e, ad_export_product(e, l, in[0].value),
                     ((const ad_dense_settings *)l->settings)->relu);
}

static ad_onnx_value conv(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    const ad_conv_settings *s = l->settings;
    const int64_t kernel[] = { (int64_t)s->kernel, (int64_t)s->kernel };
    const int64_t stride[] = { (int64_t)s->stride, (int64_t)s->stride };
    const int64_t pad = (int64_t)s->pad, pads[] = { pad, pad, pad, pad };
    const ad_onnx_value all[] = { in[0].value, ad_export_tensor(l, 0),
                                  s->bias ? ad_export_tensor(l, 1) : ad_onnx_named("") };

    return ad_onnx_node(
        &e->g, "Conv", s->bias ? 3 : 2, all,
        (const ad_onnx_attribute[]){ AD_ONNX_INTS("kernel_shape", 2, kernel),
                                     AD_ONNX_INTS("strides", 2, stride),
                                     AD_ONNX_INTS("pads", 4, pads),
                                     AD_ONNX_INT("group", s->depthwise ? (int64_t)s->out : 1),
                                     { 0 } });
}

static ad_onnx_value norm(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    const ad_onnx_value all[] = { in[0].value, ad_export_tensor(l, 0), ad_export_tensor(l, 1),
                                  ad_export_tensor(l, 2), ad_export_tensor(l, 3) };

    return activated(
        e,
        ad_onnx_node(&e->g, "BatchNormalization", 5, all,
                     (const ad_onnx_attribute[]){ AD_ONNX_REAL("epsilon", 1e-5), { 0 } }),
        ((const ad_norm_settings *)l->settings)->relu);
}

static ad_onnx_value pool(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    const int average = !strcmp(l->type->name, "average_pool");
    const ad_pool_settings *s = l->settings;
    const int64_t window[] = { (int64_t)s->window, (int64_t)s->window };
    const int64_t stride[] = { (int64_t)s->stride, (int64_t)s->stride };
    const int64_t pad = (int64_t)s->pad, pads[] = { pad, pad, pad, pad };

    if (!s->window)
        return ad_onnx_1(&e->g, average ? "GlobalAveragePool" : "GlobalMaxPool", in[0].value);
    return ad_onnx_node(&e->g, average ? "AveragePool" : "MaxPool", 1, &in[0].value,
                        (const ad_onnx_attribute[]){ AD_ONNX_INTS("kernel_shape", 2, window),
                                                     AD_ONNX_INTS("strides", 2, stride),
                                                     AD_ONNX_INTS("pads", 4, pads),
                                                     { 0 } });
}

/* Zeros around the map: as many before as after it, or one fewer. */
static ad_onnx_value pad(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    const ad_desc *from = &l->in[0]->shape;
    const int64_t high = (int64_t)(l->shape.height - from->height),
                  wide = (int64_t)(l->shape.width - from->width);
    const int64_t pads[] = { 0, 0, high / 2, wide / 2, 0, 0, high - high / 2, wide - wide / 2 };

    return ad_onnx_2(&e->g, "Pad", in[0].value, ad_onnx_integers(&e->g, 8, pads));
}

static ad_onnx_value sum(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    ad_onnx_value all[AD_MAX_INPUTS];

    for (size_t i = 0; i < l->n_in; i++)
        all[i] = in[i].value;
    return ad_onnx_node(&e->g, "Sum", l->n_in, all, NULL);
}

static ad_onnx_value concat(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    ad_onnx_value all[AD_MAX_INPUTS];

    for (size_t i = 0; i < l->n_in; i++)
        all[i] = in[i].value;
    return ad_onnx_node(&e->g, "Concat", l->n_in, all,
                        (const ad_onnx_attribute[]){ AD_ONNX_INT("axis", 1), { 0 } });
}

static ad_onnx_value flatten(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    (void)l;
    return ad_onnx_1(&e->g, "Flatten", in[0].value);
}

static ad_onnx_value activation(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    static const char *const names[][2] = {
        { "relu", "Relu" }, { "tanh", "Tanh" }, { "sigmoid", "Sigmoid" }, { "softplus", "Softplus" }
    };
    size_t i = 0;

    while (strcmp(names[i][0], l->type->name) != 0)
        i++;
    return ad_onnx_1(&e->g, names[i][1], in[0].value);
}

static ad_onnx_value leaky_relu(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    (void)l;
    return ad_onnx_node(&e->g, "LeakyRelu", 1, &in[0].value,
                        (const ad_onnx_attribute[]){ AD_ONNX_REAL("alpha", 0.01), { 0 } });
}

static ad_onnx_value silu(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    (void)l;
    return ad_onnx_2(&e->g, "Mul", in[0].value, ad_onnx_1(&e->g, "Sigmoid", in[0].value));
}

/* x (1 + erf(x / sqrt 2)) / 2 */
static ad_onnx_value gelu(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    ad_onnx *g = &e->g;
    ad_onnx_value y = ad_onnx_2(g, "Mul", in[0].value, ad_onnx_number(g, AD_ONNX_FLOAT, sqrt(0.5)));

    (void)l;
    y = ad_onnx_2(g, "Add", ad_onnx_1(g, "Erf", y), ad_onnx_number(g, AD_ONNX_FLOAT, 1));
    y = ad_onnx_2(g, "Mul", y, ad_onnx_number(g, AD_ONNX_FLOAT, 0.5));
    return ad_onnx_2(g, "Mul", in[0].value, y);
}

static ad_onnx_value dropout(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    return in[0].is_noisy ? ad_export_noise(e, l, in) : ad_export_noise_free(e, l, in);
}

enum { AS_IT_IS, MAP, VECTOR };

static const struct {
    const char *kind;
    int takes, gives;
    put_fn *put;
} kinds[] = { { "pad", MAP, MAP, pad },
              { "dense", VECTOR, VECTOR, dense },
              { "sparse_dense", VECTOR, VECTOR, dense },
              { "conv", MAP, MAP, conv },
              { "norm", AS_IT_IS, AS_IT_IS, norm },
              { "relu", AS_IT_IS, AS_IT_IS, activation },
              { "leaky-relu", AS_IT_IS, AS_IT_IS, leaky_relu },
              { "gelu", AS_IT_IS, AS_IT_IS, gelu },
              { "silu", AS_IT_IS, AS_IT_IS, silu },
              { "tanh", AS_IT_IS, AS_IT_IS, activation },
              { "sigmoid", AS_IT_IS, AS_IT_IS, activation },
              { "softplus", AS_IT_IS, AS_IT_IS, activation },
              { "max_pool", MAP, MAP, pool },
              { "average_pool", MAP, MAP, pool },
              { "add", AS_IT_IS, AS_IT_IS, sum },
              { "concat", AS_IT_IS, AS_IT_IS, concat },
              { "flatten", AS_IT_IS, VECTOR, flatten },
              { "dropout", AS_IT_IS, AS_IT_IS, dropout },
              { "dropped_dense", VECTOR, VECTOR, dropout } };

/* -- The graph ----------------------------------------------------------------------- */

/* A map of one pixel as a vector, or a vector as such a map. */
static ad_exported as(ad_exporting *e, const ad_layer *l, ad_exported x, int is_map)
{
    const int64_t shape[] = { -1, (int64_t)l->shape.channels, (int64_t)l->shape.height,
                              (int64_t)l->shape.width };

    if (x.is_map != is_map)
        x.value = is_map ? ad_onnx_2(&e->g, "Reshape", x.value, ad_onnx_integers(&e->g, 4, shape))
                         : ad_onnx_1(&e->g, "Flatten", x.value);
    x.is_map = is_map;
    return x;
}

ad_exported ad_export_repeated(ad_exporting *e, const ad_layer *l, ad_exported x)
{
    const int64_t passes = (int64_t)e->opts.samples, one = 1;
    const int64_t times[] = { 1, passes, 1, 1, 1 };
    const int64_t shape[] = { -1, (int64_t)l->shape.channels, (int64_t)l->shape.height,
                              (int64_t)l->shape.width };

    if (x.is_noisy)
        return x;
    x.value = ad_onnx_2(&e->g, "Unsqueeze", x.value, ad_onnx_integers(&e->g, 1, &one));
    x.value = ad_onnx_2(&e->g, "Expand", x.value, ad_onnx_integers(&e->g, x.is_map ? 5 : 3, times));
    x.value = ad_onnx_2(&e->g, "Reshape", x.value,
                        ad_onnx_integers(&e->g, x.is_map ? 4 : 2, shape));
    x.is_noisy = 1;
    return x;
}

static size_t index_of(const ad_graph *graph, const ad_layer *l)
{
    size_t i = 0;

    while (graph->layer[i] != l)
        i++;
    return i;
}

static adrop_status put_layer(ad_exporting *e, const ad_layer *l, ad_exported *out)
{
    const size_t n_kinds = sizeof kinds / sizeof *kinds;
    ad_exported in[AD_MAX_INPUTS];
    int noisy = e->opts.samples && ad_layer_technique(l) && ad_layer_technique(l)->strength > 0;
    size_t k = 0;

    while (k < n_kinds && strcmp(kinds[k].kind, l->type->name) != 0)
        k++;
    if (k == n_kinds)
        return ad_fail(e->ctx, ADROP_EINVAL, "layer '%s': a layer of kind '%s' cannot be exported",
                       l->name, l->type->name);
    e->g.part = l->name;
    for (size_t i = 0; i < l->n_in; i++) {
        const ad_exported *from = &e->layer[index_of(e->m->graph, l->in[i])];
        const int as_first = i ? in[0].is_map : from->is_map;
        in[i] = as(e, l->in[i], *from, kinds[k].takes ? kinds[k].takes == MAP : as_first);
        noisy |= in[i].is_noisy;
    }
    for (size_t i = 0; noisy && i < l->n_in; i++)
        in[i] = ad_export_repeated(e, l->in[i], in[i]);
    *out = (ad_exported){ .value = kinds[k].put(e, l, in),
                          .is_map = kinds[k].gives ? kinds[k].gives == MAP : in[0].is_map,
                          .is_noisy = noisy };
    return ad_onnx_status(&e->g);
}

adrop_status ad_export_layers(ad_exporting *e, ad_exported *out)
{
    const ad_graph *graph = e->m->graph;
    const ad_shape made = e->has_schema ? e->schema.inputs.out : (ad_shape){ 0 };
    const ad_desc *asked = &graph->layer[0]->shape;
    adrop_status status;

    if (e->has_schema && (made.channels != asked->channels || made.height != asked->height ||
                          made.width != asked->width))
        return ad_fail(e->ctx, ADROP_EFORMAT,
                       "the schema makes rows of %zu x %zu x %zu, and the network takes %zu x %zu "
                       "x %zu",
                       made.channels, made.height, made.width, asked->channels, asked->height,
                       asked->width);
    e->layer[0] = ad_export_rows(e);
    if ((status = ad_onnx_status(&e->g)))
        return status;
    for (size_t i = 1; i < graph->n && !status; i++)
        status = put_layer(e, graph->layer[i], &e->layer[i]);
    *out = as(e, graph->layer[graph->n - 1], e->layer[graph->n - 1], 0);
    return status;
}
