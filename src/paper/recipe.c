/* Recipes at a scale: the contents of a part, its options, its hours (recipe.h). */
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
            continue; /* counted by ad_recipe_check */
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

static ad_recipe_plan *plan_of(const ad_recipe *r, size_t part, adrop_scale scale)
{
    return &r->plans[part * ADROP_N_SCALES + (size_t)scale];
}

void ad_recipe_plan_part(const ad_recipe *r, size_t part, adrop_scale scale, ad_recipe_plan *plan)
{
    *plan = *plan_of(r, part, scale);
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

/* Collect the rows that recipes may set; for equal names, the comparison's row wins. */
static void make_rows(ad_recipe *r)
{
    const struct {
        const adrop_option *table;
        size_t offset;
    } parts[] = { { adrop_compare_options(), offsetof(ad_recipe_opts, compare) },
                  { adrop_train_options(), offsetof(ad_recipe_opts, train) },
                  { adrop_data_options(), offsetof(ad_recipe_opts, data) },
                  { adrop_prune_options(), offsetof(ad_recipe_opts, prune) } };
    size_t n = 0, kept = 0;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        n = adrop_options_append(r->rows, n, parts[i].table, parts[i].offset);
    assert(n < sizeof r->rows / sizeof *r->rows);
    for (size_t i = 0; i < n; i++)
        if (!(r->rows[i].traits & ADROP_TRAIT_STUDY))
            r->rows[kept++] = r->rows[i];
    r->rows[kept].name = NULL;
}

adrop_status ad_recipe_make_plans(ad_recipe *r)
{
    const size_t n = r->n_parts * ADROP_N_SCALES;
    adrop_status status;

    if ((status = AD_NEW(r->ctx, n + 1, "a recipe's plans", &r->plans)) ||
        (status = AD_NEW(r->ctx, n + 1, "a recipe's options", &r->opts)))
        return status;
    make_rows(r);
    for (size_t i = 0; i < n; i++) {
        const size_t scale = i % ADROP_N_SCALES;
        const ad_recipe_part *p = &r->parts[i / ADROP_N_SCALES];
        ad_recipe_plan *plan = &r->plans[i];
        *plan = (ad_recipe_plan){ .part = p, .opts = &r->opts[i] };
        put_section(plan, &r->all);
        put_section(plan, &p->all);
        plan->models = plan->model;
        put_section(plan, &r->scale[scale]);
        put_section(plan, &p->scale[scale]);
    }
    return ADROP_OK;
}

static const char *row_at(const void *rows, size_t i)
{
    return ((const adrop_option *)rows)[i].name;
}

adrop_status ad_recipe_set(const ad_recipe *r, ad_recipe_opts *o, const char *key,
                           const char *value)
{
    const ad_registry settings = { "setting", row_at, r->rows };

    return adrop_option_find(r->rows, key) ? adrop_option_set(r->ctx, r->rows, o, key, value)
                                           : ad_registry_refuse(r->ctx, &settings, key);
}

adrop_status ad_recipe_parse_plan(ad_recipe *r, size_t part, adrop_scale scale)
{
    const ad_recipe_plan *plan = plan_of(r, part, scale);
    ad_recipe_opts *o = &r->opts[plan - r->plans];
    adrop_status status = ADROP_OK;

    adrop_train_opts_init(&o->train);
    adrop_data_opts_init(&o->data);
    adrop_compare_opts_init(&o->compare);
    adrop_prune_opts_init(&o->prune);
    for (size_t i = 0; !status && i < plan->settings.n; i++)
        status = ad_recipe_set(r, o, plan->settings.pair[i].key, plan->settings.pair[i].value);
    return status;
}

/* -- Hours ------------------------------------------------------------------------- */

/* Milliseconds per training row; NaN if not measured. */
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

double ad_recipe_rows(const ad_recipe_index *index, const char *data, const adrop_data_opts *opts)
{
    adrop_known_data known;
    double rows = NAN;

    for (size_t i = 0; i < index->rows.n; i++)
        if (!strcmp(index->rows.pair[i].key, data))
            adrop_number_read(index->rows.pair[i].value, &rows);
    for (size_t i = 0; opts->train_per_class && adrop_known_data_at(i, &known); i++)
        if (!strcmp(known.name, data))
            rows = fmin(rows, (double)(opts->train_per_class * known.classes));
    return opts->train_limit ? fmin(rows, (double)opts->train_limit) : rows;
}

/* Runs of a cell: those of the table, and those that choose open settings. */
static double runs_of(const char *dropout, const adrop_compare_opts *opts)
{
    double runs = (double)opts->runs;
    adrop_technique_info t;

    for (size_t i = 0; adrop_technique_at(i, &t); i++) {
        const size_t n = strlen(t.name);
        const int bare = !strcmp(t.name, dropout);
        for (size_t k = 0; opts->choose && bare && t.choices && t.choices[k]; k++)
            runs += 0.9;
        if (!strncmp(t.name, dropout, n) && (!dropout[n] || dropout[n] == ':') && t.by_optimizer &&
            !t.choices)
            runs += 0.9 * (double)opts->choose_dropout_lr.n;
    }
    return runs;
}

double ad_recipe_hours(const ad_recipe *r, const ad_recipe_index *index, const ad_recipe_plan *plan)
{
    enum { TIMED_STEPS = 100 }; /* per technique in a timing pass, about */
    const ad_recipe_opts *o = plan->opts;
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
