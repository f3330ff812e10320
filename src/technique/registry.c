/* The list of techniques, for every kernel set; names, and texts that choose one. */
#include <stdio.h>
#include <string.h>

#include "adrop/technique.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/registry.h"
#include "base/struct.h"
#include "dist/pairs.h"
#include "technique/plugin.h"
#include "technique/technique.h"

#define TECHNIQUE(id) AD_DECLARE_EACH_SET(ad_technique, ad_technique_##id);
#include "technique/technique_list.h"
#undef TECHNIQUE

static const ad_technique *const all[][AD_N_KERNEL_SETS] = {
#define TECHNIQUE(id) AD_OF_EACH_SET(ad_technique_##id),
#include "technique/technique_list.h"
#undef TECHNIQUE
};

enum { N_TECHNIQUES = sizeof all / sizeof all[0] };

const ad_technique *ad_technique_at(ad_kernel_set set, size_t i)
{
    return i < N_TECHNIQUES ? all[i][set] : NULL;
}

const ad_technique *ad_technique_of(const adrop_ctx *ctx, ad_kernel_set set, size_t i)
{
    return i < N_TECHNIQUES ? all[i][set] : ad_plugin_at(ctx, set, i - N_TECHNIQUES);
}

static const char *registry_name_at(const void *ctx, size_t i)
{
    const ad_technique *t = ad_technique_of(ctx, AD_F64, i);

    return t ? t->name : NULL;
}

static const char what[] = "technique";

adrop_status ad_technique_find(adrop_ctx *ctx, const char *text, size_t *index,
                               const char **settings)
{
    const ad_registry registry = { what, registry_name_at, ctx };

    return ad_registry_choose(ctx, &registry, text, index, settings);
}

adrop_status ad_technique_settings(adrop_ctx *ctx, const ad_technique *t, const char *text,
                                   void **settings)
{
    adrop_status status = ad_registry_settings(ctx, what, t->name, t->options, t->settings_size,
                                               text, settings);

    if (!status && (status = ad_pairs_choose(ctx, t->options, *settings))) {
        ad_free(ctx, *settings);
        *settings = NULL;
        return ad_fail(ctx, status, "technique '%s': %s", t->name, adrop_ctx_message(ctx));
    }
    if (!status && t->table)
        ((ad_plugin_settings *)*settings)->table = t->table;
    if (!status && t->settle)
        t->settle(*settings);
    return status;
}

/* The technique that a text chooses, and its settings, which the caller frees. */
static adrop_status registry_read_text(adrop_ctx *ctx, const char *text, size_t *index,
                                       void **settings)
{
    const char *rest;
    const adrop_status status = ad_technique_find(ctx, text, index, &rest);

    return status
               ? status
               : ad_technique_settings(ctx, ad_technique_of(ctx, AD_F64, *index), rest, settings);
}

adrop_status ad_technique_traits(adrop_ctx *ctx, const char *text, unsigned *traits)
{
    void *settings;
    size_t i;

    const adrop_status status = registry_read_text(ctx, text, &i, &settings);
    if (status)
        return status;
    *traits = ad_technique_traits_of(ad_technique_of(ctx, AD_F64, i), settings);
    ad_free(ctx, settings);
    return ADROP_OK;
}

size_t ad_tensor_add(ad_tensor_list *list, const char *name, size_t rows, size_t columns)
{
    if (list->n == AD_MAX_TENSORS) {
        list->overflow = 1; /* ad_dropout_plan refuses it */
        return 0;
    }
    ad_tensor *t = &list->tensor[list->n++];

    *t = (ad_tensor){ .name = name, .rows = rows, .columns = columns, .offset = list->n_reals };
    list->n_reals += ad_tensor_size(t);
    return t->offset;
}

size_t adrop_technique_count(void)
{
    return N_TECHNIQUES;
}

/* AD_JUDGED_DIRECTLY: other parameters of the technique follow the optimiser. */
static int is_optimized(unsigned traits)
{
    return traits & AD_LEARNS && (!(traits & AD_LEARNS_BY_RESPONSE) || traits & AD_JUDGED_DIRECTLY);
}

static int registry_tell(const ad_technique *t, adrop_technique_info *info, size_t size)
{
    adrop_technique_info mine = { 0 };

    if (t)
        mine = (adrop_technique_info){ .name = t->name,
                                       .summary = t->summary,
                                       .reference = t->reference,
                                       .options = t->options,
                                       .learns = (t->traits & AD_LEARNS) != 0,
                                       .examples = t->examples,
                                       .choices = t->choices,
                                       .by_response = (t->traits & AD_LEARNS_BY_RESPONSE) != 0,
                                       .by_optimizer = is_optimized(t->traits) };
    ad_struct_write(info, size, &mine, sizeof mine);
    return t != NULL;
}

int adrop_technique_at_sized(size_t i, adrop_technique_info *info, size_t size)
{
    return registry_tell(ad_technique_at(AD_F64, i), info, size);
}

int adrop_technique_known_sized(const adrop_ctx *ctx, size_t i, adrop_technique_info *info,
                                size_t size)
{
    return registry_tell(ad_technique_of(ctx, AD_F64, i), info, size);
}

adrop_status adrop_technique_check(adrop_ctx *ctx, const char *text, size_t *index,
                                   const char **resolved)
{
    if (ad_check_given(ctx, "text", text))
        return ADROP_EINVAL;

    void *settings;
    size_t i;

    adrop_status status = registry_read_text(ctx, text, &i, &settings);
    if (status)
        return status;
    const ad_technique *t = ad_technique_of(ctx, AD_F64, i);
    if (t->check)
        status = t->check(ctx, settings, NULL);
    if (!status && resolved)
        status = ad_options_spell(ctx, t->name, t->options, settings, resolved);
    if (!status && index)
        *index = i;
    ad_free(ctx, settings);
    return status;
}
