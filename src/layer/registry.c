/* The list of kinds of layers, and functions for all of them (layer.h). */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/registry.h"
#include "layer/layer.h"

const ad_layer_type *ad_layer_type_at(size_t i)
{
    static const ad_layer_type *const types[] = {
#define LAYER(kind) &ad_layer_##kind,
#include "layer/layer_list.h"
#undef LAYER
    };

    return i < sizeof types / sizeof *types ? types[i] : NULL;
}

static const char *registry_name_at(const void *list, size_t i)
{
    const ad_layer_type *type = ad_layer_type_at(i);

    (void)list;
    return type ? type->name : NULL;
}

adrop_status ad_layer_type_find(adrop_ctx *ctx, const char *name, const ad_layer_type **out)
{
    static const ad_registry registry = { "layer", registry_name_at, NULL };
    const long found = ad_registry_find(&registry, name);

    *out = found < 0 ? NULL : ad_layer_type_at((size_t)found);
    return *out ? ADROP_OK : ad_registry_refuse(ctx, &registry, name);
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
