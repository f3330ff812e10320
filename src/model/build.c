/* Building a network in few words (build.h): the one function that adds a layer, by kind
 * and settings, and the short calls that architectures use. The head with its
 * dropout is in build_head.c. */
#include "model/build.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/format.h"
#include "base/memory.h"
#include "layer/norm.h"
#include "layer/pad.h"
#include "layer/pooling.h"

size_t ad_build_width(const ad_build *b, size_t channels)
{
    return (size_t)lround((double)channels * b->width);
}

ad_layer *ad_build_typed(ad_build *b, const char *kind, const char *name, size_t n_in,
                         ad_layer *const *in, const void *settings)
{
    const ad_layer_type *type;
    char own[AD_NAME_SIZE];
    ad_layer *l = NULL;

    if (!b->status)
        b->status = ad_layer_type_find(b->ctx, kind, &type);
    if (b->status)
        return NULL;
    snprintf(own, sizeof own, "%s%zu", kind, b->graph->n);
    b->status = ad_graph_add(b->graph, type, name ? name : own, n_in, in, settings, &l);
    return l;
}

ad_layer *ad_build_layer(ad_build *b, const char *kind, const char *name, size_t n_in,
                         ad_layer *const *in, const char *text)
{
    const ad_layer_type *type;
    void *settings = NULL;
    ad_layer *l = NULL;

    if (!b->status)
        b->status = ad_layer_type_find(b->ctx, kind, &type);
    if (!b->status && *text && !type->options)
        b->status = ad_fail(b->ctx, ADROP_EINVAL, "it has no settings");
    if (!b->status)
        b->status = AD_NEW_RAW(b->ctx, 1, type->settings_size, "a layer's settings", &settings);
    if (!b->status && type->options) {
        adrop_options_default_sized(type->options, settings, type->settings_size);
        b->status = adrop_options_parse_sized(b->ctx, type->options, settings, type->settings_size,
                                              text);
    }
    if (!b->status)
        l = ad_build_typed(b, kind, name, n_in, in, settings);
    else if (b->status != ADROP_ENOMEM)
        ad_fail(b->ctx, b->status, "layer '%.64s': %s", name ? name : kind,
                adrop_ctx_message(b->ctx));
    ad_free(b->ctx, settings);
    return l;
}

ad_layer *ad_build_input(ad_build *b, size_t channels, size_t height, size_t width)
{
    ad_layer *l = ad_build_typed(b, b->sparse ? "sparse_input" : "input", "input", 0, NULL, NULL);

    if (l)
        l->shape = (ad_desc){ .channels = channels, .height = height, .width = width };
    return l;
}

ad_layer *ad_build_pad(ad_build *b, ad_layer *x, size_t size)
{
    return ad_build_typed(b, "pad", NULL, 1, &x, &(ad_pad_settings){ size });
}

ad_layer *ad_build_conv(ad_build *b, ad_layer *x, ad_conv_settings s, const char *name, ...)
{
    char text[AD_NAME_SIZE];
    va_list args;

    va_start(args, name);
    ad_print_list(text, sizeof text, name, args);
    va_end(args);
    return ad_build_typed(b, "conv", text, 1, &x, &s);
}

/* ReLU is part of the norm; any other activation is a separate layer. */
ad_layer *ad_build_norm(ad_build *b, ad_layer *x, int activated, const char *name, ...)
{
    const int relu = activated && !strcmp(b->activation, "relu");
    char text[AD_NAME_SIZE];
    va_list args;

    va_start(args, name);
    ad_print_list(text, sizeof text, name, args);
    va_end(args);
    x = ad_build_typed(b, "norm", text, 1, &x, &(ad_norm_settings){ relu });
    if (activated && !relu)
        x = ad_build_activation(b, x);
    return activated ? ad_build_on_map(b, x) : x;
}

ad_layer *ad_build_activation(ad_build *b, ad_layer *x)
{
    return ad_build_typed(b, b->activation, NULL, 1, &x, NULL);
}

ad_layer *ad_build_max_pool(ad_build *b, ad_layer *x, size_t window, size_t stride, size_t pad)
{
    return ad_build_typed(b, "max_pool", NULL, 1, &x, &(ad_pool_settings){ window, stride, pad });
}

ad_layer *ad_build_average_pool(ad_build *b, ad_layer *x, size_t window, size_t stride)
{
    return ad_build_typed(b, "average_pool", NULL, 1, &x, &(ad_pool_settings){ window, stride, 0 });
}

ad_layer *ad_build_add(ad_build *b, ad_layer *x, ad_layer *y)
{
    return ad_build_typed(b, "add", NULL, 2, (ad_layer *[]){ x, y }, NULL);
}

ad_layer *ad_build_concat(ad_build *b, ad_layer *x, ad_layer *y)
{
    return ad_build_typed(b, "concat", NULL, 2, (ad_layer *[]){ x, y }, NULL);
}

ad_layer *ad_build_flatten(ad_build *b, ad_layer *x)
{
    return ad_build_typed(b, "flatten", NULL, 1, &x, NULL);
}
