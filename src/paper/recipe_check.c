/* Checks the names in recipes: kinds, options, techniques, networks, sets. */
#include <string.h>

#include "adrop/technique.h"
#include "base/context.h"
#include "base/registry.h"
#include "model/architecture.h"
#include "paper/recipe.h"

const char *const ad_recipe_kind_words[] = {
    "comparison", "curves",      "timing",  "paper-pvalue", "paper-ratios",
    "densities",  "divergences", "missing", "uncertainty",  "confusion",
    "examples",   "pruning",     NULL
};
static const char *const curve_words[] = { "none", "test", "rates", "gap", "distribution", NULL };
static const char *const column_words[] = { "accuracy",          "top1", "top5", "rmse",
                                            "seconds_per_epoch", NULL };

static adrop_status word(const ad_recipe *r, const char *path, const char *what, const char *text,
                         const char *const *words, int *index)
{
    const ad_registry registry = AD_REGISTRY_WORDS(what, words);
    const long found = ad_registry_find(&registry, text);

    *index = (int)found;
    if (found >= 0)
        return ADROP_OK;
    ad_registry_refuse(r->ctx, &registry, text);
    return ad_fail(r->ctx, ADROP_EFORMAT, "'%s': %s", path, adrop_ctx_message(r->ctx));
}

static adrop_status check_head(ad_recipe *r, const char *path)
{
    int kind = 0, curve = 0, column;
    const char *const heads[] = { r->label, r->kind_word, r->title, r->claim };
    static const char *const names[] = { "label", "kind", "title", "claim" };

    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (!heads[i] || !*heads[i])
            return ad_fail(r->ctx, ADROP_EFORMAT, "'%s': there is no %s", path, names[i]);
    adrop_status status = word(r, path, "kind", r->kind_word, ad_recipe_kind_words, &kind);
    if (!status && r->curve_word)
        status = word(r, path, "curve", r->curve_word, curve_words, &curve);
    for (size_t i = 0; !status && i < r->columns.n; i++)
        status = word(r, path, "column", r->columns.text[i], column_words, &column);
    r->kind = (adrop_recipe_kind)kind;
    r->curve = (adrop_curve)curve;
    if (!status && (r->kind == ADROP_RECIPE_MISSING) != (r->missing != NULL))
        status = ad_fail(r->ctx, ADROP_EFORMAT,
                         "'%s': 'missing' is for recipes of that kind, and they need it", path);
    return status;
}

static adrop_status in_file(const ad_recipe *r, const char *path, const char *part,
                            adrop_status status)
{
    return status ? ad_fail(r->ctx, ADROP_EFORMAT, "'%s', part '%.60s': %s", path, part,
                            adrop_ctx_message(r->ctx))
                  : ADROP_OK;
}

static const char *known_at(const void *list, size_t i)
{
    adrop_known_data known;

    (void)list;
    return adrop_known_data_at(i, &known) ? known.name : NULL;
}

static adrop_status check_data(const ad_recipe *r, const char *name)
{
    static const ad_registry registry = { "data set", known_at, NULL };

    return ad_registry_find(&registry, name) < 0 ? ad_registry_refuse(r->ctx, &registry, name)
                                                 : ADROP_OK;
}

static adrop_status check_model(const ad_recipe *r, const char *text)
{
    const ad_architecture *type;
    void *settings;
    adrop_status status = ad_architecture_read(r->ctx, text, &type, &settings);

    ad_architecture_release(r->ctx, type, settings);
    return status;
}

static const char *criterion_at(const void *list, size_t i)
{
    adrop_criterion_info info;

    (void)list;
    return adrop_criterion_at(i, &info) ? info.name : NULL;
}

adrop_status ad_recipe_check_method(adrop_ctx *ctx, adrop_recipe_kind kind, const char *text)
{
    static const ad_registry criteria = { "criterion", criterion_at, NULL };

    if (kind != ADROP_RECIPE_PRUNING)
        return adrop_technique_check(ctx, text, NULL, NULL);
    return ad_registry_find(&criteria, text) < 0 ? ad_registry_refuse(ctx, &criteria, text)
                                                 : ADROP_OK;
}

static adrop_status check_plan(const ad_recipe *r, const ad_recipe_plan *plan)
{
    const int trains = ADROP_RECIPE_TRAINS(r->kind);
    adrop_status status = ADROP_OK;

    if (trains && (!plan->data.n || !plan->model.n || !plan->dropout.n))
        return ad_fail(r->ctx, ADROP_EINVAL, "data, model and dropout must be given");
    if (plan->model.n != plan->models.n)
        return ad_fail(r->ctx, ADROP_EINVAL, "a scale must name as many models as the part");
    for (size_t i = 0; !status && i < plan->data.n; i++)
        status = check_data(r, plan->data.text[i]);
    for (size_t i = 0; !status && i < plan->model.n; i++)
        status = check_model(r, plan->model.text[i]);
    for (size_t i = 0; !status && i < plan->dropout.n; i++)
        status = ad_recipe_check_method(r->ctx, r->kind, plan->dropout.text[i]);
    return status;
}

/* Merged settings must fit the array, too. */
static int fits(const ad_recipe *r, const ad_recipe_part *p)
{
    size_t n = r->all.settings.n + p->all.settings.n;

    for (int s = 0; s < ADROP_N_SCALES; s++)
        if (n + r->scale[s].settings.n + p->scale[s].settings.n > AD_DOC_MOST)
            return 0;
    return 1;
}

static adrop_status check_part(ad_recipe *r, const char *path, size_t i)
{
    const ad_recipe_part *p = &r->parts[i];
    ad_recipe_plan plan;
    adrop_status status = ADROP_OK;

    if (!p->name || !*p->name ||
        strspn(p->name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(p->name))
        return ad_fail(r->ctx, ADROP_EFORMAT,
                       "'%s': a part needs a name of small letters, digits and '-'", path);
    for (size_t k = 0; k < i; k++)
        if (!strcmp(r->parts[k].name, p->name))
            return ad_fail(r->ctx, ADROP_EFORMAT, "'%s': there are two parts '%.60s'", path,
                           p->name);
    if (!fits(r, p))
        return ad_fail(r->ctx, ADROP_EFORMAT, "'%s', part '%.60s': too many settings", path,
                       p->name);
    for (int s = 0; !status && s < ADROP_N_SCALES; s++) {
        ad_recipe_plan_part(r, i, (adrop_scale)s, &plan);
        if (!(status = check_plan(r, &plan)))
            status = ad_recipe_parse_plan(r, i, (adrop_scale)s);
    }
    return in_file(r, path, p->name, status);
}

adrop_status ad_recipe_check(ad_recipe *r, const char *path)
{
    adrop_status status = check_head(r, path);

    if (!status && ADROP_RECIPE_TRAINS(r->kind) && !r->n_parts)
        status = ad_fail(r->ctx, ADROP_EFORMAT, "'%s': there are no parts", path);
    if (!status)
        status = ad_recipe_make_plans(r);
    for (size_t i = 0; !status && i < r->n_parts; i++)
        status = check_part(r, path, i);
    return status;
}
