/* Building a network in few words (build.h): everything but the head. */
#include "model/build.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/context.h"

#define LAYER(kind) extern const ad_layer_type ad_layer_##kind;
#include "layer/layer_list.h"
#undef LAYER

size_t ad_build_width(const ad_build *b, size_t channels)
{
    return (size_t)lround((double)channels * b->width);
}

static ad_layer *add(ad_build *b, const ad_layer_type *type, const char *name, size_t n_in,
                     ad_layer *const *in, const void *settings)
{
    ad_layer *l = NULL;

    for (size_t i = 0; i < n_in && !b->status; i++)
        if (!in[i])
            return NULL;
    if (!b->status)
        b->status = ad_graph_add(b->graph, type, name, n_in, in, settings, &l);
    return l;
}

/* A layer without a name of PyTorch's: its kind and number. */
static ad_layer *add_nameless(ad_build *b, const ad_layer_type *type, size_t n_in,
                              ad_layer *const *in, const void *settings)
{
    char name[AD_NAME_SIZE];

    snprintf(name, sizeof name, "%s%zu", type->name, b->graph->n);
    return add(b, type, name, n_in, in, settings);
}

ad_layer *ad_build_input(ad_build *b, size_t channels, size_t height, size_t width)
{
    ad_layer *l = add(b, &ad_layer_input, "input", 0, NULL, NULL);

    if (l)
        l->shape = (ad_desc){ .channels = channels, .height = height, .width = width };
    return l;
}

ad_layer *ad_build_pad(ad_build *b, ad_layer *x, size_t size)
{
    return add_nameless(b, &ad_layer_pad, 1, &x, &(ad_pad_settings){ size });
}

ad_layer *ad_build_conv(ad_build *b, ad_layer *x, ad_conv_settings s, const char *name, ...)
{
    char text[AD_NAME_SIZE];
    va_list args;

    va_start(args, name);
    vsnprintf(text, sizeof text, name, args);
    va_end(args);
    s.channels_last = b->channels_last;
    s.direct_only = b->direct_only;
    return add(b, &ad_layer_conv, text, 1, &x, &s);
}

ad_layer *ad_build_norm(ad_build *b, ad_layer *x, int relu, const char *name, ...)
{
    char text[AD_NAME_SIZE];
    va_list args;

    va_start(args, name);
    vsnprintf(text, sizeof text, name, args);
    va_end(args);
    return add(b, &ad_layer_norm, text, 1, &x, &(ad_norm_settings){ relu });
}

ad_layer *ad_build_relu(ad_build *b, ad_layer *x)
{
    return add_nameless(b, &ad_layer_relu, 1, &x, NULL);
}

ad_layer *ad_build_max_pool(ad_build *b, ad_layer *x, size_t window, size_t stride, size_t pad)
{
    return add_nameless(b, &ad_layer_max_pool, 1, &x, &(ad_pool_settings){ window, stride, pad });
}

ad_layer *ad_build_average_pool(ad_build *b, ad_layer *x, size_t window, size_t stride)
{
    return add_nameless(b, &ad_layer_average_pool, 1, &x, &(ad_pool_settings){ window, stride, 0 });
}

ad_layer *ad_build_add(ad_build *b, ad_layer *x, ad_layer *y)
{
    return add_nameless(b, &ad_layer_add, 2, (ad_layer *[]){ x, y }, NULL);
}

ad_layer *ad_build_concat(ad_build *b, ad_layer *x, ad_layer *y)
{
    return add_nameless(b, &ad_layer_concat, 2, (ad_layer *[]){ x, y }, NULL);
}

ad_layer *ad_build_flatten(ad_build *b, ad_layer *x)
{
    return add_nameless(b, &ad_layer_flatten, 1, &x, NULL);
}
