/* Building a network in few words: the calls that models (mlp.c, vgg16.c, ...) are written with.
 *
 *     x = ad_build_conv(b, x, (ad_conv_settings){ .out = 64, .kernel = 3, .stride = 1, .pad = 1 },
 *                       "layer%zu.conv1", i);
 *     x = ad_build_norm(b, x, AD_ACTIVATED, "layer%zu.bn1", i);
 *     x = ad_build_layer(b, "max_pool", NULL, 1, &x, "window=3,stride=2,pad=1");
 *
 * Every call takes a layer and returns the next. After the first failure all return
 * NULL and do nothing; b->status and the context's message describe the failure. */
#ifndef AD_MODEL_BUILD_H
#define AD_MODEL_BUILD_H

#include "adrop/model.h"
#include "adrop/option.h"
#include "layer/conv.h"
#include "layer/layer.h"
#include "model/graph.h"

typedef struct ad_build {
    adrop_ctx *ctx;
    ad_graph *graph;     /* not owned; its facts apply to every layer */
    adrop_status status; /* the first failure */
    const char *dropout; /* the technique's text */
    adrop_dropout_at at;
    size_t outputs;         /* number of the network's outputs */
    double width;           /* multiplies the numbers of channels */
    const char *activation; /* the network's: a row of compute/activation_list.h */
    size_t n_dropouts;
    unsigned traits; /* of the technique */
    int sparse;      /* the network's rows are sparse */
} ad_build;

enum { AD_LINEAR, AD_ACTIVATED };

/* Read the technique's text and set its traits. */
adrop_status ad_build_start(ad_build *b);

/* channels times the width, rounded; the layer refuses 0. */
size_t ad_build_width(const ad_build *b, size_t channels);

/* Add a layer of a kind that reads (n_in) others; all layers are added here. The settings are the
 * kind's own struct, or (ad_build_layer) a text "key=value,..." that its option table reads. A
 * layer without a PyTorch name, NULL, is named by its kind and number. */
ad_layer *ad_build_typed(ad_build *b, const char *kind, const char *name, size_t n_in,
                         ad_layer *const *in, const void *settings);
ad_layer *ad_build_layer(ad_build *b, const char *kind, const char *name, size_t n_in,
                         ad_layer *const *in, const char *settings);

ad_layer *ad_build_input(ad_build *b, size_t channels, size_t height, size_t width);
ad_layer *ad_build_pad(ad_build *b, ad_layer *x, size_t size);
__attribute__((format(printf, 4, 5))) ad_layer *
ad_build_conv(ad_build *b, ad_layer *x, ad_conv_settings s, const char *name, ...);
/* Activated: also adds what follows an activation (ad_build_on_map). */
__attribute__((format(printf, 4, 5))) ad_layer *ad_build_norm(ad_build *b, ad_layer *x,
                                                              int activated, const char *name, ...);
/* Only the network's activation. */
ad_layer *ad_build_activation(ad_build *b, ad_layer *x);
ad_layer *ad_build_max_pool(ad_build *b, ad_layer *x, size_t window, size_t stride, size_t pad);
ad_layer *ad_build_average_pool(ad_build *b, ad_layer *x, size_t window, size_t stride);
ad_layer *ad_build_add(ad_build *b, ad_layer *x, ad_layer *y);
ad_layer *ad_build_concat(ad_build *b, ad_layer *x, ad_layer *y);
ad_layer *ad_build_flatten(ad_build *b, ad_layer *x);

/* The technique on x, whose pre-activation is pre (NULL: unknown); x itself if the
 * technique is none. outputs: of the dense layer that follows, 0 if another kind follows. */
ad_layer *ad_build_dropout(ad_build *b, ad_layer *x, ad_layer *pre, size_t outputs);

/* y at the end of residual branch `branch` (from 1) of `branches`, with the technique if it is
 * one for branches. */
ad_layer *ad_build_branch(ad_build *b, ad_layer *y, size_t branch, size_t branches);

/* x, the map after an activation, with the technique on its channels if dropout is everywhere. */
ad_layer *ad_build_on_map(ad_build *b, ad_layer *x);

/* Global average pooling, and the technique before it if it needs a map. */
ad_layer *ad_build_global_pool(ad_build *b, ad_layer *x);

/* Dense layers with the activation between, dropout where it belongs, the network's outputs last.
 * name(i, text) writes the name of dense layer i. raw: x is the network's input. */
typedef void ad_head_name(size_t i, char text[AD_NAME_SIZE]);
ad_layer *ad_build_head(ad_build *b, ad_layer *x, int raw, size_t n_hidden, const size_t *hidden,
                        ad_head_name *name);

#endif
