/* The kinds of layers, and what they share (layer.h). */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "layer/layer.h"

#define LAYER(kind) extern const ad_layer_type ad_layer_##kind;
#include "layer/layer_list.h"
#undef LAYER

enum { MOST_TYPES = 64 };

const ad_layer_type *ad_layer_type_at(size_t i)
{
    static const ad_layer_type *const types[] = {
#define LAYER(kind) &ad_layer_##kind,
#include "layer/layer_list.h"
#undef LAYER
    };
    _Static_assert(sizeof types / sizeof *types <= MOST_TYPES, "raise MOST_TYPES");

    return i < sizeof types / sizeof *types ? types[i] : NULL;
}

adrop_status ad_layer_type_find(adrop_ctx *ctx, const char *name, const ad_layer_type **out)
{
    const char *names[MOST_TYPES + 1] = { 0 };

    for (size_t i = 0; (*out = ad_layer_type_at(i)); i++) {
        names[i] = (*out)->name;
        if (!strcmp(names[i], name))
            return ADROP_OK;
    }
    const char *near = adrop_nearest(name, names);
    return ad_fail(ctx, ADROP_ENOENT,
                   near ? "there is no layer '%.64s': did you mean '%s'?"
                        : "there is no layer '%.64s'%s",
                   name, near ? near : "");
}

ad_dropout *ad_layer_technique(const ad_layer *l)
{
    return l->type->technique ? l->type->technique(l) : NULL;
}

adrop_status ad_layer_param(adrop_ctx *ctx, ad_layer *l, const char *leaf, adrop_tensor_group group,
                            const size_t *dims)
{
    ad_param *p = &l->param[l->n_params];

    if (l->n_params == AD_MAX_PARAMS)
        return ad_fail(ctx, ADROP_EINVAL, "layer '%s' has more than %d tensors", l->name,
                       AD_MAX_PARAMS);
    *p = (ad_param){ .group = group, .n = 1 };
    snprintf(p->name, sizeof p->name, "%s.%s", l->name, leaf);
    for (; dims[p->n_dims]; p->n_dims++) {
        p->dim[p->n_dims] = dims[p->n_dims];
        if (__builtin_mul_overflow(p->n, dims[p->n_dims], &p->n))
            return ad_fail(ctx, ADROP_ENOMEM, "layer '%s' is too big", l->name);
    }
    p->stored = p->n;
    l->n_params++;
    return ADROP_OK;
}
