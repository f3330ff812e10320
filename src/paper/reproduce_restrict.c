/* Selects what to run: the parts, data sets, networks and techniques of a recipe that were asked
 * for and are present (reproduce_impl.h). */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "paper/reproduce_impl.h"

static int has(const adrop_texts *texts, const char *text)
{
    for (size_t i = 0; i < texts->n; i++)
        if (!strcmp(adrop_texts_at(texts, i), text))
            return 1;
    return 0;
}

/* Join the texts as "a, b". */
static char *reproduce_restrict_join(const adrop_texts *texts, char *buffer, size_t size)
{
    *buffer = 0;
    for (size_t i = 0, used = 0; i < texts->n && used < size; i++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", i ? ", " : "",
                                 adrop_texts_at(texts, i));
    return buffer;
}

/* How many of the given texts occur in a part of the recipe? */
static size_t count_known(const adrop_reproduction *r, const adrop_texts *given, int models)
{
    size_t known = 0;
    ad_recipe_plan plan;

    for (size_t g = 0; g < given->n; g++) {
        int found = 0;
        for (size_t i = 0; i < r->recipe->n_parts; i++) {
            ad_recipe_plan_part(r->recipe, i, (adrop_scale)r->opts.scale, &plan);
            const ad_doc_texts *a = models ? &plan.model : &plan.data;
            const ad_doc_texts *b = models ? &plan.models : &plan.data;
            for (size_t k = 0; k < a->n; k++)
                found |= !strcmp(a->text[k], adrop_texts_at(given, g)) ||
                         !strcmp(b->text[k], adrop_texts_at(given, g));
        }
        known += (size_t)found;
    }
    return known;
}

/* Decide whether the given texts are the recipe's or replace them. */
static adrop_status decide(adrop_reproduction *r, const adrop_texts *given, int models, int *other)
{
    const char *what = models ? "networks" : "data sets";
    const size_t known = count_known(r, given, models);
    char names[512];

    *other = given->n && !known;
    if (known && known < given->n)
        return ad_fail(r->ctx, ADROP_EINVAL,
                       "some of %s are %s of '%s' and some are not: give one kind or the other",
                       reproduce_restrict_join(given, names, sizeof names), what, r->recipe->label);
    if (given->n > AD_DOC_MOST)
        return ad_fail(r->ctx, ADROP_EINVAL, "at most %d %s", AD_DOC_MOST, what);
    if (*other)
        ad_phrase(r->restricted, sizeof r->restricted, "%s in place of the recipe's %s",
                  reproduce_restrict_join(given, names, sizeof names), what);
    else if (given->n)
        ad_phrase(r->restricted, sizeof r->restricted, "of the %s only %s", what,
                  reproduce_restrict_join(given, names, sizeof names));
    return ADROP_OK;
}

static void reproduce_restrict_put(const adrop_texts *given, ad_doc_texts *to)
{
    to->n = 0;
    for (size_t i = 0; i < given->n; i++)
        to->text[to->n++] = adrop_texts_at(given, i);
}

static void restrict_data(adrop_reproduction *r, ad_doc_texts *data)
{
    const adrop_texts *given = &r->opts.data;
    size_t n = 0;

    if (r->other_data) {
        reproduce_restrict_put(given, data);
        return;
    }
    for (size_t i = 0; i < data->n; i++) {
        const char *name = data->text[i];
        if (given->n && !has(given, name))
            continue;
        if (ad_recipe_has_data(r->ctx, name, r->opts.data_dir))
            data->text[n++] = name;
        else
            ad_recipe_add_name(r->absent, sizeof r->absent, name);
    }
    data->n = n;
}

static void restrict_models(adrop_reproduction *r, ad_recipe_plan *plan)
{
    const adrop_texts *given = &r->opts.model;
    size_t n = 0;

    if (r->other_model) {
        reproduce_restrict_put(given, &plan->model);
        reproduce_restrict_put(given, &plan->models);
        return;
    }
    for (size_t i = 0; i < plan->model.n; i++)
        if (!given->n || has(given, plan->model.text[i]) || has(given, plan->models.text[i])) {
            plan->model.text[n] = plan->model.text[i];
            plan->models.text[n++] = plan->models.text[i];
        }
    plan->model.n = plan->models.n = n;
}

/* Keep the given techniques; a bare name selects all of the recipe's with that name. */
static void restrict_techniques(const adrop_reproduction *r, ad_doc_texts *dropout)
{
    const ad_doc_texts all = *dropout;

    if (!r->dropout.n)
        return;
    dropout->n = 0;
    for (size_t g = 0; g < r->dropout.n; g++) {
        const char *given = adrop_texts_at(&r->dropout, g);
        int found = 0;
        for (size_t i = 0; i < all.n && dropout->n < AD_DOC_MOST; i++) {
            const size_t name = strcspn(all.text[i], ":");
            if (!strcmp(all.text[i], given) ||
                (strlen(given) == name && !strncmp(all.text[i], given, name))) {
                dropout->text[dropout->n++] = all.text[i];
                found = 1;
            }
        }
        if (!found && dropout->n < AD_DOC_MOST)
            dropout->text[dropout->n++] = given;
    }
}

static adrop_status check_parts(adrop_reproduction *r)
{
    const char *names[AD_RECIPE_PARTS + 1] = { 0 };
    char buffer[512];

    for (size_t i = 0; i < r->recipe->n_parts; i++)
        names[i] = r->recipe->parts[i].name;
    for (size_t g = 0; g < r->opts.part.n; g++) {
        size_t i = 0;
        while (names[i] && strcmp(names[i], adrop_texts_at(&r->opts.part, g)))
            i++;
        if (names[i])
            continue;
        const char *near = adrop_nearest(adrop_texts_at(&r->opts.part, g), names);
        return ad_fail(r->ctx, ADROP_ENOENT, "'%s' has no part '%.60s': %s '%s'%s",
                       r->recipe->label, adrop_texts_at(&r->opts.part, g),
                       near ? "did you mean" : "the first is", near ? near : names[0],
                       near ? "?" : "");
    }
    if (r->opts.part.n)
        ad_phrase(r->restricted, sizeof r->restricted, "of the parts only %s",
                  reproduce_restrict_join(&r->opts.part, buffer, sizeof buffer));
    return ADROP_OK;
}

/* Report all other differences from the recipe. */
static void say_rest(adrop_reproduction *r)
{
    char buffer[512];

    if (r->other_data || r->other_model)
        ad_phrase(r->restricted, sizeof r->restricted, "so the paper's numbers do not apply");
    if (r->dropout.n)
        ad_phrase(r->restricted, sizeof r->restricted, "techniques: %s",
                  reproduce_restrict_join(&r->dropout, buffer, sizeof buffer));
    if (r->opts.runs)
        ad_phrase(r->restricted, sizeof r->restricted, "%zu run%s of each", r->opts.runs,
                  r->opts.runs == 1 ? "" : "s");
    if (r->opts.epochs)
        ad_phrase(r->restricted, sizeof r->restricted,
                  "%zu epoch%s, drops of the rate at the same place in training", r->opts.epochs,
                  r->opts.epochs == 1 ? "" : "s");
    if (r->opts.change.n)
        ad_phrase(r->restricted, sizeof r->restricted, "changed: %s",
                  reproduce_restrict_join(&r->opts.change, buffer, sizeof buffer));
}

static adrop_status nothing_left(const adrop_reproduction *r)
{
    char path[1];

    if (!*r->absent)
        return ad_fail(r->ctx, ADROP_EINVAL,
                       "nothing of '%s' is left: its parts, data sets and networks that were asked "
                       "for do not go together",
                       r->recipe->label);
    if (!r->opts.data_dir)
        return ad_fail(r->ctx, ADROP_ENOENT,
                       "'%s' needs %s, not built in: give `data-dir`, the "
                       "folder of the data sets",
                       r->recipe->label, r->absent);
    if (!strchr(r->absent, ','))
        return adrop_known_data_find(r->ctx, r->absent, r->opts.data_dir, path, sizeof path);
    return ad_fail(
        r->ctx, ADROP_ENOENT,
        "none of %s is in '%s': 'adrop data list' says where they are looked for, 'adrop data "
        "get' fetches some",
        r->absent, r->opts.data_dir);
}

adrop_status ad_reproduce_restrict(adrop_reproduction *r)
{
    adrop_status status = check_parts(r);

    if (!status)
        status = decide(r, &r->opts.data, 0, &r->other_data);
    if (!status)
        status = decide(r, &r->opts.model, 1, &r->other_model);
    if (!status && r->opts.dropout.n)
        status = adrop_compare_techniques(r->ctx, &r->opts.dropout, &r->dropout);
    for (size_t i = 0; !status && i < r->dropout.n; i++)
        status = ad_recipe_check_method(r->ctx, r->recipe->kind, adrop_texts_at(&r->dropout, i));
    if (status)
        return status;
    say_rest(r);
    for (size_t i = 0; i < r->recipe->n_parts; i++) {
        ad_recipe_plan *plan = &r->parts[r->n_parts].plan;
        if (r->opts.part.n && !has(&r->opts.part, r->recipe->parts[i].name))
            continue;
        ad_recipe_plan_part(r->recipe, i, (adrop_scale)r->opts.scale, plan);
        restrict_data(r, &plan->data);
        restrict_models(r, plan);
        restrict_techniques(r, &plan->dropout);
        r->n_parts += plan->data.n && plan->model.n;
    }
    return r->n_parts ? ADROP_OK : nothing_left(r);
}
