/* Recipes at a scale: what a part has, its options, its hours (recipe.h). */
#include "paper/recipe.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/technique.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/registry.h"

static void put_pairs(ad_doc_pairs *to, const ad_doc_pairs *from)
{
    for (size_t i = 0; i < from->n; i++) {
        size_t at = 0;
        while (at < to->n && strcmp(to->pair[at].key, from->pair[i].key))
            at++;
        if (at == AD_DOC_MOST)
            continue; /* ad_recipe_check has counted them */
        to->pair[at] = from->pair[i];
        to->n += at == to->n;
    }
}

static void put_section(ad_recipe_plan *plan, const ad_recipe_section *s)
{
    if (s->data.n)
        plan->data = s->data;
    if (s->model.n)
        plan->model = s->model;
    if (s->dropout.n)
        plan->dropout = s->dropout;
    put_pairs(&plan->settings, &s->settings);
}

void ad_recipe_plan_part(const ad_recipe *r, size_t part, adrop_scale scale, ad_recipe_plan *plan)
{
    const ad_recipe_part *p = &r->parts[part];

    *plan = (ad_recipe_plan){ .part = p };
    put_section(plan, &r->all);
    put_section(plan, &p->all);
    plan->models = plan->model;
    put_section(plan, &r->scale[scale]);
    put_section(plan, &p->scale[scale]);
}

char *ad_recipe_method(const ad_recipe *r, const char *dropout, char *buffer, size_t size)
{
    const char *found = NULL;

    snprintf(buffer, size, "%.*s", (int)strcspn(dropout, ":"), dropout);
    for (size_t i = 0; i < r->called.n; i++)
        if (!strcmp(r->called.pair[i].key, dropout) ||
            (!found && !strcmp(r->called.pair[i].key, buffer)))
            found = r->called.pair[i].value;
    if (found)
        snprintf(buffer, size, "%s", found);
    return buffer;
}

void ad_recipe_opts_default(ad_recipe_opts *o)
{
    const struct {
        const adrop_option *table;
        size_t offset;
    } parts[] = { /* seed is the comparison's */
                  { adrop_compare_options(), offsetof(ad_recipe_opts, compare) },
                  { adrop_train_options(), offsetof(ad_recipe_opts, train) },
                  { adrop_data_options(), offsetof(ad_recipe_opts, data) },
                  { adrop_prune_options(), offsetof(ad_recipe_opts, prune) }
    };
    size_t n = 0, kept = 0;

    adrop_train_opts_init(&o->train);
    adrop_data_opts_init(&o->data);
    adrop_compare_opts_init(&o->compare);
    adrop_prune_opts_init(&o->prune);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        n = adrop_options_append(o->rows, n, parts[i].table, parts[i].offset);
    assert(n < sizeof o->rows / sizeof *o->rows);
    for (size_t i = 0; i < n; i++)
        if (!(o->rows[i].traits & ADROP_TRAIT_STUDY))
            o->rows[kept++] = o->rows[i];
    o->rows[kept].name = NULL;
}

static const char *row_at(const void *rows, size_t i)
{
    return ((const adrop_option *)rows)[i].name;
}

adrop_status ad_recipe_set(adrop_ctx *ctx, ad_recipe_opts *o, const char *key, const char *value)
{
    const ad_registry settings = { "setting", row_at, o->rows };

    return adrop_option_find(o->rows, key) ? adrop_option_set(ctx, o->rows, o, key, value)
                                           : ad_registry_refuse(ctx, &settings, key);
}

adrop_status ad_recipe_apply(adrop_ctx *ctx, const ad_recipe_plan *plan, ad_recipe_opts *o)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; !status && i < plan->settings.n; i++)
        status = ad_recipe_set(ctx, o, plan->settings.pair[i].key, plan->settings.pair[i].value);
    return status;
}

/* -- Hours ------------------------------------------------------------------------- */

/* Milliseconds that a training row takes; NaN if it was not measured. */
static double row_cost(const ad_recipe_index *index, const char *data, const char *model)
{
    for (size_t i = 0; i < index->n_steps; i++) {
        const ad_recipe_step *s = &index->steps[i];
        for (size_t k = 0; s->model && s->batch && k < s->data.n; k++)
            if (!strcmp(s->data.text[k], data) && !strcmp(s->model, model))
                return s->ms / (double)s->batch;
    }
    return NAN;
}

double ad_recipe_rows(const ad_recipe_index *index, const char *data, const adrop_data_opts *how)
{
    adrop_known_data known;
    double rows = NAN;

    for (size_t i = 0; i < index->rows.n; i++)
        if (!strcmp(index->rows.pair[i].key, data))
            adrop_number_read(index->rows.pair[i].value, &rows);
    for (size_t i = 0; how->train_per_class && adrop_known_data_at(i, &known); i++)
        if (!strcmp(known.name, data))
            rows = fmin(rows, (double)(how->train_per_class * known.classes));
    return how->train_limit ? fmin(rows, (double)how->train_limit) : rows;
}

/* Runs of a cell: those of the table, and those by which open settings are chosen. */
static double runs_of(const char *dropout, const adrop_compare_opts *how)
{
    double runs = (double)how->runs;
    adrop_technique_info t;

    for (size_t i = 0; adrop_technique_at(i, &t); i++) {
        const size_t n = strlen(t.name);
        const int bare = !strcmp(t.name, dropout);
        for (size_t k = 0; how->choose && bare && t.choices && t.choices[k]; k++)
            runs += 0.9;
        if (!strncmp(t.name, dropout, n) && (!dropout[n] || dropout[n] == ':') && t.by_optimizer &&
            !t.choices)
            runs += 0.9 * (double)how->choose_dropout_lr.n;
    }
    return runs;
}

/* The hours of a plan with these settings. */
static double hours_of(const ad_recipe *r, const ad_recipe_index *index, const ad_recipe_plan *plan,
                       const ad_recipe_opts *o)
{
    enum { TIMED_STEPS = 100 }; /* of a technique in a timing pass, about */
    double ms = 0;

    for (size_t d = 0; d < plan->data.n; d++)
        for (size_t m = 0; m < plan->model.n; m++) {
            const double row = row_cost(index, plan->data.text[d], plan->model.text[m]);
            const double rows = ad_recipe_rows(index, plan->data.text[d], &o->data);
            for (size_t t = 0; t < plan->dropout.n; t++)
                ms += r->kind == ADROP_RECIPE_TIMING
                          ? row * (double)o->train.batch * TIMED_STEPS
                          : row * rows * (double)o->train.epochs *
                                runs_of(plan->dropout.text[t], &o->compare);
        }
    if (r->kind == ADROP_RECIPE_PRUNING)
        ms *= (double)o->prune.rounds + 1;
    return ms / 3.6e6;
}

adrop_status ad_recipe_hours(const ad_recipe *r, const ad_recipe_index *index,
                             const ad_recipe_plan *plan, double *hours)
{
    ad_recipe_opts *o;
    adrop_status status = AD_NEW(r->ctx, 1, "a recipe's options", &o);

    *hours = NAN;
    if (status)
        return status;
    ad_recipe_opts_default(o);
    if (!(status = ad_recipe_apply(r->ctx, plan, o)))
        *hours = hours_of(r, index, plan, o);
    ad_free(r->ctx, o);
    return status;
}
