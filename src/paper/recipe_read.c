/* Reading recipes and their index (recipe.h). */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/registry.h"
#include "config/builtin.h"
#include "paper/recipe.h"

#define SECTION(type, member)                                                                      \
  { "says", AD_DOC_TEXT, offsetof(type, member.says), 0, 0, 0, 0 },                                \
      { "data", AD_DOC_TEXTS, offsetof(type, member.data), 0, 0, 0, 0 },                           \
      { "model", AD_DOC_TEXTS, offsetof(type, member.model), 0, 0, 0, 0 },                         \
      { "dropout", AD_DOC_TEXTS, offsetof(type, member.dropout), 0, 0, 0, 0 },                     \
  {                                                                                                \
    "settings", AD_DOC_PAIRS, offsetof(type, member.settings), 0, 0, 0, 0                          \
  }
#define TEXT(type, key, member)                                                                    \
  {                                                                                                \
    key, AD_DOC_TEXT, offsetof(type, member), 0, 0, 0, 0                                           \
  }

typedef struct {
    ad_recipe_section section;
} bare;

static const ad_doc_field section_fields[] = { SECTION(bare, section), { 0 } };

#define SCALES(type)                                                                               \
  { "quick", AD_DOC_STRUCT, offsetof(type, scale[ADROP_SCALE_QUICK]), section_fields, 0, 0, 0 },   \
  {                                                                                                \
    "paper", AD_DOC_STRUCT, offsetof(type, scale[ADROP_SCALE_PAPER]), section_fields, 0, 0, 0      \
  }

static const ad_doc_field part_fields[] = {
    TEXT(ad_recipe_part, "name", name),
    { "per-class", AD_DOC_COUNT, offsetof(ad_recipe_part, per_class), 0, 0, 0, 0 },
    SECTION(ad_recipe_part, all),
    SCALES(ad_recipe_part),
    { 0 },
};

static const ad_doc_field recipe_fields[] = {
    TEXT(ad_recipe, "label", label),
    TEXT(ad_recipe, "kind", kind_word),
    TEXT(ad_recipe, "title", title),
    TEXT(ad_recipe, "claim", claim),
    TEXT(ad_recipe, "missing", missing),
    TEXT(ad_recipe, "table", table),
    TEXT(ad_recipe, "curve", curve_word),
    TEXT(ad_recipe, "from", from),
    { "columns", AD_DOC_TEXTS, offsetof(ad_recipe, columns), 0, 0, 0, 0 },
    { "called", AD_DOC_PAIRS, offsetof(ad_recipe, called), 0, 0, 0, 0 },
    SECTION(ad_recipe, all),
    SCALES(ad_recipe),
    { "parts", AD_DOC_STRUCTS, offsetof(ad_recipe, parts), part_fields, sizeof(ad_recipe_part),
      AD_RECIPE_PARTS, offsetof(ad_recipe, n_parts) },
    { 0 },
};

static const ad_doc_field step_fields[] = {
    { "data", AD_DOC_TEXTS, offsetof(ad_recipe_step, data), 0, 0, 0, 0 },
    TEXT(ad_recipe_step, "model", model),
    { "batch", AD_DOC_COUNT, offsetof(ad_recipe_step, batch), 0, 0, 0, 0 },
    { "ms", AD_DOC_REAL, offsetof(ad_recipe_step, ms), 0, 0, 0, 0 },
    { 0 },
};

static const ad_doc_field index_fields[] = {
    TEXT(ad_recipe_index, "machine", machine),
    { "order", AD_DOC_TEXTS, offsetof(ad_recipe_index, order), 0, 0, 0, 0 },
    { "rows", AD_DOC_PAIRS, offsetof(ad_recipe_index, rows), 0, 0, 0, 0 },
    { "steps", AD_DOC_STRUCTS, offsetof(ad_recipe_index, steps), step_fields,
      sizeof(ad_recipe_step), AD_RECIPE_STEPS, offsetof(ad_recipe_index, n_steps) },
    { 0 },
};

adrop_status ad_recipe_read(adrop_ctx *ctx, const char *path, const char *text, size_t size,
                            ad_recipe **out)
{
    ad_recipe *r;
    adrop_status status = AD_NEW(ctx, 1, "a recipe", &r);

    *out = NULL;
    if (status)
        return status;
    r->ctx = ctx;
    status = ad_doc_read(ctx, path, text, size, recipe_fields, r, &r->memory);
    if (!status)
        status = ad_recipe_check(r, path);
    if (status) {
        ad_recipe_free(r);
        return status;
    }
    *out = r;
    return ADROP_OK;
}

void ad_recipe_free(ad_recipe *r)
{
    if (!r)
        return;
    ad_free(r->ctx, r->plans);
    ad_free(r->ctx, r->opts);
    ad_free(r->ctx, r->memory);
    ad_free(r->ctx, r);
}

static adrop_status recipe_read_unknown(adrop_ctx *ctx, const char *label)
{
    const char *names[AD_DOC_MOST + 1] = { 0 };
    ad_recipe_index *index;
    adrop_status status = ad_recipe_index_open(ctx, &index);

    if (status)
        return status;
    memcpy(names, index->order.text, index->order.n * sizeof *names);
    status = ad_registry_refuse(ctx, &AD_REGISTRY_WORDS("recipe", names), label);
    ad_recipe_index_free(index);
    return status;
}

adrop_status ad_recipe_open(adrop_ctx *ctx, const char *label, ad_recipe **out)
{
    char name[64];
    const ad_builtin_file *file = NULL;

    *out = NULL;
    if (strcmp(label, "index") && snprintf(name, sizeof name, "%s.yaml", label) < (int)sizeof name)
        file = ad_builtin_find(name);
    return file ? ad_recipe_read(ctx, name, file->text, file->size, out)
                : recipe_read_unknown(ctx, label);
}

adrop_status ad_recipe_index_open(adrop_ctx *ctx, ad_recipe_index **out)
{
    const ad_builtin_file *file = ad_builtin_find("index.yaml");
    ad_recipe_index *index;
    adrop_status status = AD_NEW(ctx, 1, "the index of recipes", &index);

    *out = NULL;
    if (status)
        return status;
    index->ctx = ctx;
    status = file ? ad_doc_read(ctx, "index.yaml", file->text, file->size, index_fields, index,
                                &index->memory)
                  : ad_fail(ctx, ADROP_ENOENT, "the library was built without recipes");
    if (!status && !index->machine)
        status = ad_fail(ctx, ADROP_EFORMAT, "'index.yaml': there is no machine");
    if (status) {
        ad_recipe_index_free(index);
        return status;
    }
    *out = index;
    return ADROP_OK;
}

void ad_recipe_index_free(ad_recipe_index *index)
{
    if (!index)
        return;
    ad_free(index->ctx, index->memory);
    ad_free(index->ctx, index);
}
