/* The kinds of layers, and what they share (layer.h). */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "layer/layer.h"

#define LAYER(kind) extern const ad_layer_type ad_layer_##kind;
#include "layer/layer_list.h"
#undef LAYER

const ad_layer_type *ad_layer_type_at(size_t i)
{
    static const ad_layer_type *const types[] = {
#define LAYER(kind) &ad_layer_##kind,
#include "layer/layer_list.h"
#undef LAYER
    };

    return i < sizeof types / sizeof *types ? types[i] : NULL;
}

const ad_layer_type *ad_layer_type_find(const char *name)
{
    const ad_layer_type *type = NULL;

    for (size_t i = 0; (type = ad_layer_type_at(i)) && strcmp(type->name, name);)
        i++;
    return type;
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
