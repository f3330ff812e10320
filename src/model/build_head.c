/* The head of a network (build.h): dense layers, the activation between them, and the technique
 * where dropout_at puts it. All decisions on where dropout goes are here, so that an
 * architecture describes only its trunk. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/keep.h"
#include "layer/dense.h"
#include "layer/dropout.h"
#include "model/build.h"

adrop_status ad_build_start(ad_build *b)
{
    b->status = ad_keep(b->ctx, b->dropout, &b->dropout); /* layers keep a pointer to it */
    if (!b->status)
        b->status = ad_technique_traits(b->ctx, b->dropout, &b->traits);
    return b->status;
}

static ad_dropout_settings technique(const ad_build *b, size_t outputs)
{
    return (ad_dropout_settings){ .technique = b->dropout, .outputs = outputs };
}

static int is_none(const ad_build *b)
{
    return !strcmp(b->dropout, "none");
}

static ad_layer *dropout(ad_build *b, ad_layer *x, ad_layer *pre, const ad_dropout_settings *s)
{
    char name[AD_NAME_SIZE];

    if (b->status || is_none(b))
        return x;
    snprintf(name, sizeof name, "drop%zu", ++b->n_dropouts);
    return ad_build_typed(b, "dropout", name, pre ? 2 : 1, (ad_layer *[]){ x, pre }, s);
}

ad_layer *ad_build_dropout(ad_build *b, ad_layer *x, ad_layer *pre, size_t outputs)
{
    const ad_dropout_settings s = technique(b, outputs);

    return dropout(b, x, pre, &s);
}

ad_layer *ad_build_branch(ad_build *b, ad_layer *y, size_t branch, size_t branches)
{
    ad_dropout_settings s = technique(b, 0);

    s.branch = branch;
    s.branches = branches;
    return b->traits & AD_ON_BRANCHES ? dropout(b, y, NULL, &s) : y;
}

/* The technique's text with one mask per channel of a map, unless it sets the mask. */
static adrop_status channel_text(const ad_build *b, const char **text)
{
    const char *settings;
    size_t index;
    adrop_status status = ad_technique_find(b->ctx, b->dropout, &index, &settings);

    if (status)
        return status;
    const ad_technique *t = ad_technique_of(b->ctx, AD_F64, index);
    const adrop_option *row = t->options;
    while (row->name && strcmp(row->name, "mask") != 0)
        row++;
    const int fits = !(b->traits & (AD_REPLACES_PRODUCT | AD_NEEDS_PRE | AD_PENALISES_WEIGHTS));
    if (!fits || (!row->name && !(b->traits & (AD_NEEDS_MAP | AD_BY_CHANNELS))))
        return ad_fail(b->ctx, ADROP_EINVAL,
                       "technique '%.64s' has no masks for the channels of maps, and "
                       "`dropout-at` everywhere needs them: choose another `dropout-at`",
                       b->dropout);
    const int given = !row->name || strstr(settings, "mask=");
    return ad_keep_format(b->ctx, text, "%s%s%s", b->dropout,
                          given       ? ""
                          : *settings ? ","
                                      : ":",
                          given ? "" : "mask=channel");
}

ad_layer *ad_build_on_map(ad_build *b, ad_layer *x)
{
    ad_dropout_settings s = { 0 };

    if (b->at != ADROP_AT_EVERYWHERE || b->status || is_none(b) || b->traits & AD_ON_BRANCHES)
        return x;
    b->status = channel_text(b, &s.technique);
    return dropout(b, x, NULL, &s);
}

ad_layer *ad_build_global_pool(ad_build *b, ad_layer *x)
{
    if (b->traits & AD_NEEDS_MAP && b->at != ADROP_AT_EVERYWHERE)
        x = ad_build_dropout(b, x, NULL, 0);
    return ad_build_flatten(b, ad_build_average_pool(b, x, 0, 1));
}

/* The product of a dense layer, preceded by the technique if `drop`. A technique that
 * replaces the product forms one layer with it. */
static ad_layer *product(ad_build *b, ad_layer *x, ad_layer *pre, int drop,
                         const ad_dense_settings *s, const char *name)
{
    ad_layer *before = x, *y;
    const int is_sparse = b->sparse && x && x->number == 0;

    if (drop && is_sparse) { /* most inputs of a mask would be 0 */
        b->status = ad_fail(b->ctx, ADROP_EINVAL,
                            "the inputs are sparse, and dropout does not go before them: give "
                            "`dropout-at` hidden or preactivation");
        return NULL;
    }

    if (drop && b->traits & AD_REPLACES_PRODUCT) {
        const ad_dropout_settings t = technique(b, s->out);
        b->n_dropouts++;
        return ad_build_typed(b, "dropped_dense", name, pre ? 2 : 1, (ad_layer *[]){ x, pre }, &t);
    }
    if (drop)
        x = ad_build_dropout(b, x, pre, s->out);
    y = ad_build_typed(b, is_sparse ? "sparse_dense" : "dense", name, 1, &x, s);
    if (x && x != before) /* penalties of the technique read the weights that follow */
        ((ad_dropout_settings *)x->settings)->next = y;
    return y;
}

/* One dense layer with its dropout and activation, in this order:
 *
 *     [dropout] product [dropout on the pre-activation] [activation]
 *
 * hidden: with the activation, which the network's last layer lacks. *pre is x's
 * pre-activation, or NULL, and becomes that of the returned layer. */
static ad_layer *dense(ad_build *b, ad_layer *x, ad_layer **pre, int drop, size_t out, int hidden,
                       const char *name)
{
    const int replaced = drop && b->traits & AD_REPLACES_PRODUCT;
    const int drop_after = hidden && b->at == ADROP_AT_PREACTIVATION;
    const int pre_is_read = hidden && b->traits & AD_NEEDS_PRE; /* by the next dropout */
    /* ReLU is part of the product's layer if no layer reads between the two. */
    const int fused = hidden && !replaced && !drop_after && !pre_is_read &&
                      !strcmp(b->activation, "relu");
    ad_layer *y = product(b, x, *pre, drop, &(ad_dense_settings){ out, fused }, name);

    if (drop_after)
        y = ad_build_dropout(b, y, NULL, 0);
    *pre = pre_is_read ? y : NULL;
    return hidden && !fused ? ad_build_activation(b, y) : y;
}

static ad_layer *on_logits(ad_build *b, ad_layer *x)
{
    if (!b->status && b->traits & (AD_NEEDS_PRE | AD_NEEDS_MAP | AD_REPLACES_PRODUCT |
                                   AD_PENALISES_WEIGHTS | AD_ON_BRANCHES))
        b->status = ad_fail(b->ctx, ADROP_EINVAL,
                            "technique '%.64s' cannot sit on logits, which have no pre-activation, "
                            "no map and no dense layer behind them: choose another `dropout-at`",
                            b->dropout);
    return b->status ? NULL : ad_build_dropout(b, x, NULL, 0);
}

ad_layer *ad_build_head(ad_build *b, ad_layer *x, int raw, size_t n_hidden, const size_t *hidden,
                        ad_head_name *name)
{
    /* A technique for maps applies to vectors only if there are no maps: raw inputs. One for
     * residual branches goes there if the network has no branch, so that it is refused. */
    const int on_branches = b->traits & AD_ON_BRANCHES && b->n_dropouts > 0;
    const int on_vectors = !is_none(b) && !on_branches && (raw || !(b->traits & AD_NEEDS_MAP));
    const int on_hidden = b->at == ADROP_AT_HIDDEN || b->at == ADROP_AT_LOGITS_TOO;
    ad_layer *pre = NULL;

    for (size_t i = 0; i <= n_hidden && !b->status && x; i++) {
        const int reads_raw = raw && i == 0;
        const int drop = on_vectors &&
                         (b->at == ADROP_AT_DENSE_INPUTS || (on_hidden && !reads_raw) ||
                          (b->at == ADROP_AT_EVERYWHERE && i > 0)); /* maps have it already */
        char text[AD_NAME_SIZE];
        name(i, text);
        x = dense(b, x, &pre, drop, i < n_hidden ? hidden[i] : b->outputs, i < n_hidden, text);
    }
    if (b->at == ADROP_AT_LOGITS_TOO)
        x = on_logits(b, x);
    if (!b->status && !is_none(b) && !b->n_dropouts)
        b->status = ad_fail(b->ctx, ADROP_EINVAL,
                            "technique '%.64s' finds no place in this network: choose another "
                            "`dropout-at`",
                            b->dropout);
    return x;
}
