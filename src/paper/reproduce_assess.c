/* Measures the runs of a recipe about uncertainty (reproduce_impl.h). Every technique predicts by
 * Monte Carlo passes; Bernoulli dropout, shared by the paper's two rivals, also by moments
 * (ApDeepSense). */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "paper/reproduce_impl.h"

enum { SAMPLES = 50 };

/* The caller's hooks, and overall progress. */
typedef struct {
    const adrop_compare_hooks *to;
    size_t done, all; /* assessments */
} watch;

static int stop(void *user)
{
    const watch *w = user;

    return w->to->stop ? w->to->stop(w->to->user) : 0;
}

static void progress(void *user, size_t done, size_t all)
{
    const watch *w = user;

    if (w->to->timed)
        w->to->timed(w->to->user, w->done * 100 + (all ? done * 100 / all : 0), w->all * 100);
}

static int is_bernoulli(const char *dropout)
{
    return !strncmp(dropout, "bernoulli", 9) && (!dropout[9] || dropout[9] == ':');
}

/* The name of way `which` of a technique to predict; returns 0 past the last. */
static int way_of(const char *dropout, size_t which, const char **name)
{
    *name = !is_bernoulli(dropout) ? dropout : which ? "apdeepsense" : "mc-dropout";
    return which <= (size_t)is_bernoulli(dropout);
}

static adrop_status assess(adrop_reproduction *r, ad_reproduce_assessed *a, watch *w)
{
    const adrop_uncertainty_hooks hooks = {
        .size = sizeof hooks, .user = w, .progress = progress, .stop = stop
    };
    adrop_uncertainty_opts o;
    const char *path = a->path;

    adrop_uncertainty_opts_init(&o);
    o.samples = SAMPLES;
    o.by_moments = !strcmp(a->name, "apdeepsense");
    o.allow_plain = 1;
    o.data_dir = r->opts.data_dir;
    const adrop_status status = adrop_uncertainty_create(r->ctx, 1, &path, &o, &hooks, &a->of);
    w->done += !status;
    return status;
}

/* Finished runs of the part, ordered by way: stored in `to`, or only counted if it is NULL. */
static size_t reproduce_assess_gather(const adrop_reproduction *r, size_t part, size_t n,
                                      ad_reproduce_assessed *to)
{
    const ad_reproduce_part *p = &r->parts[part];
    adrop_planned_run run;
    const char *name;
    size_t way = 0;

    for (size_t t = 0; t < p->plan.dropout.n; t++)
        for (size_t which = 0; way_of(p->plan.dropout.text[t], which, &name); which++, way++)
            for (size_t k = 0; adrop_compare_run_at(p->compare, k, &run); k++) {
                if (run.state != ADROP_RUN_DONE || !run.run ||
                    strcmp(run.dropout, p->plan.dropout.text[t]) != 0)
                    continue;
                if (to) {
                    to[n] = (ad_reproduce_assessed){ .part = part, .way = way, .run = run.run };
                    snprintf(to[n].name, sizeof to[n].name, "%s", name);
                    to[n].path = run.path;
                }
                n++;
            }
    return n;
}

adrop_status ad_reproduce_assess(adrop_reproduction *r, const adrop_compare_hooks *hooks)
{
    static const adrop_compare_hooks none = { .size = sizeof none };
    watch w = { .to = hooks ? hooks : &none };
    const size_t parts = r->recipe->kind == ADROP_RECIPE_UNCERTAINTY ? r->n_parts : 1;

    if (r->recipe->kind <= ADROP_RECIPE_MISSING || r->recipe->kind == ADROP_RECIPE_PRUNING ||
        r->is_assessed)
        return ADROP_OK;
    for (size_t i = 0; i < parts; i++)
        w.all = reproduce_assess_gather(r, i, w.all, NULL);
    adrop_status status = AD_NEW(r->ctx, w.all, "the measured runs", &r->assessed);
    for (size_t i = 0; i < parts && !status; i++)
        r->n_assessed = reproduce_assess_gather(r, i, r->n_assessed, r->assessed);
    for (size_t i = 0; i < r->n_assessed && !status; i++)
        status = assess(r, &r->assessed[i], &w);
    r->is_assessed = !status;
    if (status)
        ad_reproduce_forget_assessed(r);
    return status;
}

void ad_reproduce_forget_assessed(adrop_reproduction *r)
{
    for (size_t i = 0; i < r->n_assessed; i++)
        adrop_uncertainty_free(r->assessed[i].of);
    ad_free(r->ctx, r->assessed);
    r->assessed = NULL;
    r->n_assessed = 0;
    r->is_assessed = 0;
}
