/* The runs of a comparison: their seeds, their folders, their settings. All follow from the
 * plan alone, so that a comparison that is begun again finds its runs by name. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/struct.h"
#include "study/compare_impl.h"

/* Of run `number`; a technique of "" is all of them. Never 0. */
static uint64_t seed_of(const adrop_compare *c, const char *technique, size_t number)
{
    return ad_experiment_seed(c->how.seed, technique, number);
}

static adrop_status add_run(adrop_compare *c, size_t cell, size_t number, const char *candidate)
{
    ad_comparison_run *r = &c->runs[c->n_runs++];
    const ad_cell *of = &c->cells[cell];
    char slug[ADROP_TEXT_SIZE], last[ADROP_TEXT_SIZE + 8];

    *r = (ad_comparison_run){ .cell = cell,
                              .number = number,
                              .candidate = candidate,
                              .seed = seed_of(c, c->how.paired ? "" : of->asked, number) };
    if (number)
        snprintf(last, sizeof last, "%llu", (unsigned long long)r->seed);
    else
        snprintf(last, sizeof last, "choice/%s", candidate);
    const int n = snprintf(r->path, sizeof r->path, "%s/%s/%s/%s", c->how.out,
                           c->groups[of->group].folder,
                           ad_experiment_slug(of->asked, slug, sizeof slug), last);
    return n < (int)sizeof r->path ? ADROP_OK
                                   : ad_fail(c->ctx, ADROP_EINVAL,
                                             "the path of '%s' would have %d characters: give a "
                                             "shorter `out`",
                                             of->asked, n);
}

int ad_compare_candidate(const ad_cell *cell, const char *candidate, char text[ADROP_TEXT_SIZE])
{
    const size_t length = strlen(cell->asked), more = strlen(candidate);

    if (ad_compare_rate(candidate) > 0) {
        memcpy(text, cell->asked, length + 1);
        return 1;
    }
    if (length + 1 + more >= ADROP_TEXT_SIZE)
        return 0;
    memcpy(text, cell->asked, length);
    text[length] = strchr(cell->asked, ':') ? ',' : ':';
    memcpy(text + length + 1, candidate, more + 1);
    return 1;
}

adrop_status ad_compare_plan_runs(adrop_compare *c)
{
    adrop_status status;
    size_t n = c->n_cells * c->how.runs;

    for (size_t i = 0; i < c->n_cells; i++)
        for (const char *const *k = c->cells[i].choices; k && *k; k++)
            n++;
    if ((status = AD_NEW(c->ctx, n, "the plan", &c->runs)))
        return status;
    for (size_t i = 0; i < c->n_cells && !status; i++) {
        c->cells[i].first_choice = c->n_runs;
        for (const char *const *k = c->cells[i].choices; k && *k && !status; k++)
            status = add_run(c, i, 0, *k);
        c->cells[i].n_choices = c->n_runs - c->cells[i].first_choice;
    }
    c->n_choices = c->n_runs;
    for (size_t run = 1; run <= c->how.runs; run++) /* the first of every technique first */
        for (size_t i = 0; i < c->n_cells && !status; i++)
            status = add_run(c, i, run, "");
    return status;
}

/* Rows are of the run, not of the technique. */
static uint64_t data_seed_of(const adrop_compare *c, const ad_comparison_run *r)
{
    return c->train.data_seed ? c->train.data_seed : seed_of(c, "", r->number);
}

adrop_planned_run ad_compare_shown(const adrop_compare *c, const ad_comparison_run *r)
{
    const ad_cell *cell = &c->cells[r->cell];
    const ad_group *g = &c->groups[cell->group];

    return (adrop_planned_run){ .data = g->data,
                                .model = g->model,
                                .dropout = r->number ? cell->dropout : cell->asked,
                                .candidate = r->candidate,
                                .run = r->number,
                                .seed = r->seed,
                                .path = r->path,
                                .state = r->state,
                                .message = r->message,
                                .data_seed = data_seed_of(c, r) };
}

int adrop_compare_run_at_sized(const adrop_compare *c, size_t i, adrop_planned_run *run,
                               size_t size)
{
    const int there = i < c->n_runs;
    const adrop_planned_run mine = there ? ad_compare_shown(c, &c->runs[i])
                                         : (adrop_planned_run){ 0 };

    ad_struct_write(run, size, &mine, sizeof mine);
    return there;
}

void ad_compare_set_epochs(adrop_train_opts *train, size_t epochs)
{
    adrop_list *drops = &train->lr_drop;
    size_t n = 0;

    for (size_t i = 0; i < drops->n; i++) {
        const double at = floor(drops->value[i] * (double)epochs / (double)train->epochs);
        if (at > (n ? drops->value[n - 1] : 0))
            drops->value[n++] = at;
    }
    drops->n = n;
    train->epochs = epochs;
}

void ad_compare_settings(const adrop_compare *c, const ad_comparison_run *r, adrop_data_opts *data,
                         adrop_train_opts *train)
{
    const ad_cell *cell = &c->cells[r->cell];
    const ad_group *g = &c->groups[cell->group];

    *data = c->data;
    *train = c->train;
    data->data = g->data;
    train->seed = r->seed;
    data->seed = data_seed_of(c, r);
    train->data_seed = data->seed == r->seed ? 0 : data->seed;
    if (c->how.by_split && r->number)
        data->split = r->number - 1;
    snprintf(train->model, sizeof train->model, "%s", g->model);
    train->resume = 1;
    snprintf(train->out, sizeof train->out, "%s", r->path);
    if (r->number) {
        snprintf(train->dropout, sizeof train->dropout, "%s", cell->dropout);
        if (cell->dropout_lr > 0)
            train->dropout_lr = cell->dropout_lr;
        return;
    }
    ad_compare_candidate(cell, r->candidate, train->dropout);
    if (ad_compare_rate(r->candidate) > 0)
        train->dropout_lr = ad_compare_rate(r->candidate);
    if (data->val_fraction <= 0)
        data->val_fraction = 0.1;
    if (c->how.choose_epochs) {
        train->epochs = g->epochs;
        ad_compare_set_epochs(train, c->how.choose_epochs);
    }
}
