/* The keys that can be searched (adrop/tune.h): rows of the tables of training and data, and
 * options of techniques and networks after "dropout." and "model.". An unknown key is refused, and
 * the nearest one named. */
#include <string.h>

#include "adrop/technique.h"
#include "base/registry.h"
#include "study/tune_impl.h"

static int is_fixed(const adrop_option *row)
{
    return (row->traits & (ADROP_TRAIT_FIXED | ADROP_TRAIT_FREE)) != 0;
}

/* Refuse a key that is not among all that can be searched, rows of training first. */
static const char *key_at(const void *list, size_t i)
{
    return ((const char *const *)list)[i];
}

static adrop_status refuse_key(adrop_ctx *ctx, const char *key)
{
    const adrop_option *const tables[] = { adrop_train_options(), adrop_split_options() };
    const char *all[AD_REGISTRY_MOST + 1] = { 0 };
    const ad_registry keys = { "setting to vary", key_at, all };
    size_t n = 0;

    for (size_t k = 0; k < 2; k++) {
        const adrop_option *meant = adrop_option_meant(tables[k], key);
        if (meant)
            return ad_fail(ctx, ADROP_ENOENT, "the setting to vary '%s' is '%s' here", key,
                           meant->name);
        for (const adrop_option *row = tables[k]; row->name && n < AD_REGISTRY_MOST; row++)
            if (!is_fixed(row))
                all[n++] = row->name;
    }
    return ad_registry_refuse(ctx, &keys, key);
}

/* Option i of all techniques, or of all networks; NULL past the last. */
static const adrop_option *option_at(ad_vary_owner owner, size_t i)
{
    adrop_technique_info technique;
    adrop_architecture_info network;

    for (size_t k = 0;; k++) {
        const int there = owner == AD_VARY_DROPOUT ? adrop_technique_at(k, &technique)
                                                   : adrop_architecture_at(k, &network);
        if (!there)
            return NULL;
        const adrop_option *row = owner == AD_VARY_DROPOUT ? technique.options : network.options;
        for (; row && row->name; row++)
            if (!i--)
                return row;
    }
}

static const char *technique_option_at(const void *list, size_t i)
{
    const adrop_option *row = option_at(AD_VARY_DROPOUT, i);

    (void)list;
    return row ? row->name : NULL;
}

static const char *network_option_at(const void *list, size_t i)
{
    const adrop_option *row = option_at(AD_VARY_MODEL, i);

    (void)list;
    return row ? row->name : NULL;
}

/* An option of a technique or of a network: the first row of that name. */
static adrop_status find_option(adrop_ctx *ctx, ad_vary *v, const adrop_option **row)
{
    static const ad_registry of_techniques = { "option of a technique", technique_option_at, NULL };
    static const ad_registry of_networks = { "option of a network", network_option_at, NULL };
    const ad_registry *options = v->owner == AD_VARY_DROPOUT ? &of_techniques : &of_networks;

    for (size_t i = 0; (*row = option_at(v->owner, i)) != NULL; i++)
        if (!strcmp((*row)->name, v->name))
            return ADROP_OK;
    return ad_registry_refuse(ctx, options, v->name);
}

adrop_status ad_vary_find(adrop_ctx *ctx, ad_vary *v, const adrop_option **row)
{
    const char *dot = strchr(v->key, '.');

    v->name = dot ? dot + 1 : v->key;
    if (dot && (!strncmp(v->key, "model.", 6) || !strncmp(v->key, "dropout.", 8))) {
        v->owner = *v->key == 'm' ? AD_VARY_MODEL : AD_VARY_DROPOUT;
        return find_option(ctx, v, row);
    }
    if (dot)
        return ad_fail(ctx, ADROP_EINVAL,
                       "`vary` has the key '%s': before a dot stands dropout or model, as in "
                       "dropout.rate",
                       v->key);
    v->owner = AD_VARY_TRAIN;
    if (!(*row = adrop_option_find(adrop_train_options(), v->key))) {
        v->owner = AD_VARY_DATA;
        *row = adrop_option_find(adrop_data_options(), v->key);
    }
    if (*row && is_fixed(*row))
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' cannot be varied: it decides which rows trials are compared by, or "
                       "changes nothing that they learn",
                       v->key);
    if (*row && (v->owner == AD_VARY_TRAIN || adrop_option_find(adrop_split_options(), v->key)))
        return ADROP_OK;
    if (*row)
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' cannot be varied: it decides how the data are read, which is done "
                       "once for all trials",
                       v->key);
    return refuse_key(ctx, v->key);
}
