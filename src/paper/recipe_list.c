/* The list of recipes, with what each needs and whether it can run (reproduce.h). */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/struct.h"
#include "paper/recipe.h"

enum { NAMES = 256, SAYS = 2048 };

typedef struct {
    ad_recipe *recipe; /* owned */
    adrop_recipe_state state;
    double hours[ADROP_N_SCALES];
    char needs[NAMES], absent[NAMES], says[ADROP_N_SCALES][SAYS];
} entry;

struct adrop_recipes {
    adrop_ctx *ctx;
    ad_recipe_index *index; /* owned */
    size_t n;
    entry *entries; /* (index->order.n), owned */
};

int ad_recipe_add_name(char *list, size_t size, const char *name)
{
    const size_t used = strlen(list), length = strlen(name);

    for (const char *at = list; *at;) {
        const size_t n = strcspn(at, ",");
        if (n == length && !strncmp(at, name, n))
            return 0;
        at += n + strspn(at + n, ", ");
    }
    snprintf(list + used, size - used, "%s%s", used ? ", " : "", name);
    return 1;
}

int ad_recipe_has_data(adrop_ctx *ctx, const char *name, const char *data_dir)
{
    char path[1];

    return !adrop_known_data_find(ctx, name, data_dir, path, sizeof path);
}

char *ad_recipe_says(const ad_recipe *r, adrop_scale scale, char *buffer, size_t size)
{
    size_t used = 0;

    *buffer = 0;
    if (r->scale[scale].says)
        used = (size_t)snprintf(buffer, size, "%s", r->scale[scale].says);
    for (size_t i = 0; i < r->n_parts && used < size; i++)
        if (r->parts[i].scale[scale].says)
            used += (size_t)snprintf(buffer + used, size - used, "%s%s: %s", used ? "; " : "",
                                     r->parts[i].name, r->parts[i].scale[scale].says);
    return buffer;
}

/* Keep only the data sets that are present. */
static void keep_present(const entry *e, adrop_ctx *ctx, const char *data_dir, ad_doc_texts *data)
{
    size_t n = 0;

    for (size_t i = 0; i < data->n; i++)
        if (e->state == ADROP_RECIPE_NO_DATA || ad_recipe_has_data(ctx, data->text[i], data_dir))
            data->text[n++] = data->text[i];
    data->n = n;
}

static void find_data(entry *e, adrop_ctx *ctx, const char *data_dir)
{
    size_t needed = 0, there = 0;
    ad_recipe_plan plan;

    for (size_t i = 0; i < e->recipe->n_parts; i++) {
        ad_recipe_plan_part(e->recipe, i, ADROP_SCALE_PAPER, &plan);
        for (size_t k = 0; k < plan.data.n; k++) {
            if (!ad_recipe_add_name(e->needs, sizeof e->needs, plan.data.text[k]))
                continue;
            needed++;
            if (ad_recipe_has_data(ctx, plan.data.text[k], data_dir))
                there++;
            else
                ad_recipe_add_name(e->absent, sizeof e->absent, plan.data.text[k]);
        }
    }
    e->state = e->recipe->kind == ADROP_RECIPE_MISSING ? ADROP_RECIPE_NOT_YET
               : there == needed                       ? ADROP_RECIPE_READY
               : there                                 ? ADROP_RECIPE_PARTLY
                                                       : ADROP_RECIPE_NO_DATA;
}

/* Hours on the data sets that are present, or on all if none is. */
static void find_hours(entry *e, adrop_ctx *ctx, const char *data_dir, const ad_recipe_index *index)
{
    ad_recipe_plan plan;

    for (int s = 0; s < ADROP_N_SCALES; s++) {
        ad_recipe_says(e->recipe, (adrop_scale)s, e->says[s], sizeof e->says[s]);
        for (size_t i = 0; i < e->recipe->n_parts; i++) {
            ad_recipe_plan_part(e->recipe, i, (adrop_scale)s, &plan);
            keep_present(e, ctx, data_dir, &plan.data);
            e->hours[s] += ad_recipe_hours(e->recipe, index, &plan);
        }
    }
}

adrop_status adrop_recipes_open(adrop_ctx *ctx, const char *data_dir, adrop_recipes **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_recipes *r;
    adrop_status status = AD_NEW(ctx, 1, "the list of recipes", &r);

    *out = NULL;
    if (status)
        return status;
    r->ctx = ctx;
    status = ad_recipe_index_open(ctx, &r->index);
    if (!status)
        status = AD_NEW(ctx, r->index->order.n, "the list of recipes", &r->entries);
    while (!status && r->n < r->index->order.n) {
        entry *e = &r->entries[r->n];
        status = ad_recipe_open(ctx, r->index->order.text[r->n], &e->recipe);
        if (status)
            break;
        r->n++;
        find_data(e, ctx, data_dir);
        find_hours(e, ctx, data_dir, r->index);
    }
    if (status) {
        adrop_recipes_free(r);
        return status;
    }
    *out = r;
    return ADROP_OK;
}

void adrop_recipes_free(adrop_recipes *recipes)
{
    if (!recipes)
        return;
    for (size_t i = 0; i < recipes->n; i++)
        ad_recipe_free(recipes->entries[i].recipe);
    ad_free(recipes->ctx, recipes->entries);
    ad_recipe_index_free(recipes->index);
    ad_free(recipes->ctx, recipes);
}

static adrop_recipe_info info_of(const entry *e)
{
    const ad_recipe *r = e->recipe;

    return (
        adrop_recipe_info){ .label = r->label,
                            .title = r->title,
                            .claim = r->claim,
                            .missing = r->missing ? r->missing : "",
                            .kind = r->kind,
                            .kind_name = r->kind_word,
                            .state = e->state,
                            .needs = e->needs,
                            .absent = e->absent,
                            .says = { e->says[ADROP_SCALE_QUICK], e->says[ADROP_SCALE_PAPER] },
                            .hours = { e->hours[ADROP_SCALE_QUICK], e->hours[ADROP_SCALE_PAPER] } };
}

int adrop_recipes_at_sized(const adrop_recipes *recipes, size_t i, adrop_recipe_info *info,
                           size_t size)
{
    const int there = i < recipes->n;
    const adrop_recipe_info mine = there ? info_of(&recipes->entries[i]) : (adrop_recipe_info){ 0 };

    ad_struct_write(info, size, &mine, sizeof mine);
    return there;
}

const char *adrop_recipes_machine(const adrop_recipes *recipes)
{
    return recipes->index->machine;
}
