/* Dropout and the dense layers of a network's head (build.h). */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "model/build.h"

adrop_status ad_build_start(ad_build *b)
{
    const char *text;
    size_t index;
    void *settings;

    b->status = ad_technique_find(b->ctx, b->dropout, &index, &text);
    if (b->status)
        return b->status;
    const ad_technique *t = ad_technique_at(b->kernels, index);
    b->status = ad_alloc(b->ctx, 1, t->settings_size, "the settings", &settings);
    if (b->status)
        return b->status;
    adrop_options_default(t->options, settings);
    b->status = adrop_options_parse(b->ctx, t->options, settings, text);
    if (!b->status)
        b->traits = t->traits_of ? t->traits_of(settings) : t->traits;
    ad_free(b->ctx, settings);
    return b->status;
}

static ad_layer *add(ad_build *b, const char *kind, const char *name, size_t n_in,
                     ad_layer *const *in, const void *settings)
{
    ad_layer *l = NULL;

    if (!b->status)
        b->status = ad_graph_add(b->graph, ad_layer_type_find(kind), name, n_in, in, settings, &l);
    return l;
}

static ad_dropout_settings technique(const ad_build *b, size_t outputs)
{
    ad_dropout_settings s = { .rows = b->rows,
                              .n_shards = b->n_shards,
                              .n_train = b->n_train,
                              .kernels = b->kernels,
                              .outputs = outputs };

    snprintf(s.text, sizeof s.text, "%s", b->dropout);
    return s;
}

static int is_none(const ad_build *b)
{
    return !strcmp(b->dropout, "none");
}

ad_layer *ad_build_dropout(ad_build *b, ad_layer *x, ad_layer *pre, size_t outputs)
{
    const ad_dropout_settings s = technique(b, outputs);
    char name[AD_NAME_SIZE];

    if (b->status || is_none(b))
        return x;
    snprintf(name, sizeof name, "drop%zu", ++b->n_dropouts);
    return add(b, "dropout", name, pre ? 2 : 1, (ad_layer *[]){ x, pre }, &s);
}

ad_layer *ad_build_global_pool(ad_build *b, ad_layer *x)
{
    if (b->traits & AD_NEEDS_MAP)
        x = ad_build_dropout(b, x, NULL, 0);
    return ad_build_flatten(b, ad_build_average_pool(b, x, 0, 1));
}

/* One dense layer, its dropout before it. *pre becomes its pre-activation if it has one
 * of its own. */
static ad_layer *dense(ad_build *b, ad_layer *x, ad_layer **pre, int drop, size_t out, int relu,
                       const char *name)
{
    const int replaces = drop && b->traits & AD_REPLACES_PRODUCT;
    const int late = relu && b->at == ADROP_AT_PREACTIVATION;
    const int fused = relu && !late && !replaces && !(b->traits & AD_NEEDS_PRE);
    ad_layer *before = x, *y;

    if (replaces) {
        const ad_dropout_settings s = technique(b, out);
        y = add(b, "dropped_dense", name, *pre ? 2 : 1, (ad_layer *[]){ x, *pre }, &s);
        b->n_dropouts++;
    } else {
        if (drop)
            x = ad_build_dropout(b, x, *pre, out);
        y = add(b, "dense", name, 1, &x, &(ad_dense_settings){ out, fused });
        if (x && x != before)
            ((ad_dropout_settings *)x->settings)->next = y;
    }
    if (late)
        y = ad_build_dropout(b, y, NULL, 0);
    *pre = !fused && relu && b->traits & AD_NEEDS_PRE ? y : NULL;
    return relu && !fused && y ? ad_build_relu(b, y) : y;
}

ad_layer *ad_build_head(ad_build *b, ad_layer *x, int raw, size_t n_hidden, const size_t *hidden,
                        ad_head_name *name)
{
    const int on_vectors = !is_none(b) && (raw || !(b->traits & AD_NEEDS_MAP));
    ad_layer *pre = NULL;

    for (size_t i = 0; i <= n_hidden && !b->status && x; i++) {
        const int drop = on_vectors && (b->at == ADROP_AT_DENSE_INPUTS ||
                                        (b->at == ADROP_AT_HIDDEN && !(raw && i == 0)));
        char text[AD_NAME_SIZE];
        name(i, text);
        x = dense(b, x, &pre, drop, i < n_hidden ? hidden[i] : b->outputs, i < n_hidden, text);
    }
    return x;
}
