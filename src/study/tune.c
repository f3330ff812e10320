/* A search (adrop/tune.h): create, show, run, free. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/option_check.h"
#include "rows/hold_out.h"
#include "study/tune_impl.h"
#include "train/settings.h"

/* -- Options --------------------------------------------------------------------- */

static adrop_status take_options(adrop_tune *t, const adrop_tune_opts *opts,
                                 const adrop_data_opts *data, const adrop_train_opts *train)
{
    ad_study *s = &t->study;
    adrop_status status;

    adrop_tune_opts_init(&t->opts);
    s->opts = &t->opts;
    if ((status = ad_study_begin(s, t->ctx, &ad_planner_tune, data, train)) ||
        (status = AD_SETTINGS_READ(t->ctx, adrop_tune_opts, adrop_tune_options(), &t->opts, opts)))
        return status;
    s->folder = t->opts.out;
    const size_t fit = (size_t)adrop_ctx_threads(t->ctx) / t->opts.run_threads;
    s->run_threads = (int)t->opts.run_threads;
    s->jobs = t->opts.jobs ? t->opts.jobs : fit ? fit : 1;
    t->folds = s->data.folds;
    s->data.folds = 0;
    s->train.seed = t->opts.seed;
    s->data.seed = ad_train_data_seed(&s->train);
    return ADROP_OK;
}

static adrop_status check_options(const adrop_tune *t)
{
    adrop_tune_opts usual;

    adrop_tune_opts_init(&usual);
    if (!*t->opts.out)
        return ad_fail(t->ctx, ADROP_EINVAL, "a search needs a folder: give `out`");
    if (!t->opts.vary.n)
        return ad_fail(t->ctx, ADROP_EINVAL,
                       "there is nothing to search: give `vary`, as in lr=0.001..0.1:log");
    if (t->opts.vary.n > AD_MOST_VARY)
        return ad_fail(t->ctx, ADROP_EINVAL,
                       "`vary` is there %zu times: at most %d settings can be "
                       "searched",
                       t->opts.vary.n, AD_MOST_VARY);
    if (t->folds && t->study.data.val_fraction > 0)
        return ad_fail(t->ctx, ADROP_EINVAL,
                       "`folds` and `val-fraction` contradict each other: trials are judged by one "
                       "of them");
    if (t->folds == 1 || t->study.data.fold)
        return ad_fail(t->ctx, ADROP_EINVAL,
                       "a search takes 2 folds or more, and each in turn: leave `fold` out");
    if (t->opts.trials &&
        (t->opts.method == ADROP_TUNE_GRID || t->opts.method == ADROP_TUNE_HYPERBAND))
        return ad_fail(
            t->ctx, ADROP_EINVAL,
            "`trials` has no effect: %s; leave it out, or give `method` random or halving",
            t->opts.method == ADROP_TUNE_GRID
                ? "a grid takes every combination"
                : "how many hyperband takes follows from `epochs` and `eta`");
    if (t->opts.method < ADROP_TUNE_HALVING &&
        (t->opts.eta != usual.eta || t->opts.min_epochs != usual.min_epochs))
        return ad_fail(t->ctx, ADROP_EINVAL,
                       "`eta` and `min-epochs` have no effect: they are for `method` halving and "
                       "hyperband");
    return ADROP_OK;
}

static adrop_status read_vary(adrop_tune *t)
{
    adrop_status status = AD_NEW(t->ctx, t->opts.vary.n, "what is varied", &t->vary);

    for (size_t i = 0; i < t->opts.vary.n && !status; i++) {
        const ad_vary *v = &t->vary[i];
        status = ad_vary_read(t->ctx, adrop_texts_at(&t->opts.vary, i), &t->vary[i]);
        for (size_t k = 0; k < i && !status; k++)
            if (!strcmp(t->vary[k].key, v->key))
                status = ad_fail(t->ctx, ADROP_EINVAL,
                                 "`vary` has %s twice: give all its values at once", v->key);
        if (!status && !strcmp(v->key, "epochs") && t->opts.method >= ADROP_TUNE_HALVING)
            status = ad_fail(t->ctx, ADROP_EINVAL,
                             "epochs cannot be varied: they are what halving and hyperband give to "
                             "the best; give `epochs`, or `method` grid or random");
        t->n_vary += !status;
    }
    return status;
}

/* -- Rows ------------------------------------------------------------------------ */

/* The rows of a trial and of the final runs, and the identity of the data. */
static adrop_status look_at_rows(adrop_tune *t)
{
    ad_study *s = &t->study;
    adrop_data *all, *rows = NULL;
    adrop_status status = ad_sets_view(&s->open, t->ctx, &s->data, &all);

    if (status)
        return status;
    adrop_data_describe(all, &t->info);
    if (!t->folds && !t->info.n_val) {
        adrop_data_free(all);
        s->data.val_fraction = 0.1;
        if ((status = ad_sets_view(&s->open, t->ctx, &s->data, &all)))
            return status;
    }
    adrop_data_describe(all, &t->info);
    t->n_test = t->info.n_test;
    if (!(status = ad_data_hold_out(t->ctx, all, t->folds, 1, &rows))) {
        adrop_data_describe(rows, &t->info);
        status = ad_study_add_set(s, s->data.data, all, &t->info);
    }
    adrop_data_free(rows);
    adrop_data_free(all);
    if (status)
        return status;
    t->info = s->set[0].info;
    if (!t->info.n_val)
        return ad_fail(t->ctx, ADROP_EINVAL,
                       "'%s' has no rows to judge trials by: give a larger `val-fraction`, or "
                       "`folds`",
                       s->data.data);
    if (!t->n_test)
        return ad_fail(t->ctx, ADROP_EINVAL,
                       "'%s' has no test rows to report the winner by: give `test-fraction`",
                       s->data.data);
    return ADROP_OK;
}

/* -- The plan -------------------------------------------------------------------- */

static void count_epochs(adrop_tune *t)
{
    adrop_tune_result *s = &t->shown;

    for (size_t b = 0; b < t->n_brackets; b++) {
        const ad_bracket *of = &t->brackets[b];
        for (size_t rung = 0, before = 0; rung < of->rungs; rung++) {
            const size_t until = ad_rung_epochs(t, of, rung);
            s->epochs_all += ad_rung_trials(t, of, rung) * (until - before) * ad_tune_parts(t);
            before = until;
        }
    }
    for (size_t i = 0; i < t->n_trials; i++)
        if (t->trials[i].same_as == i && !t->trials[i].is_left_out)
            s->epochs_full += t->trials[i].own_epochs * ad_tune_parts(t);
    if (t->opts.method < ADROP_TUNE_HALVING) /* epochs may be a varied setting */
        s->epochs_all = s->epochs_full;
    s->epochs_final = t->study.train.epochs * t->opts.runs * (t->opts.no_baseline ? 1 : 2);
}

static void describe_search(adrop_tune *t)
{
    const int errors = t->info.task == ADROP_REGRESSION;
    adrop_tune_result *s = &t->shown;

    s->by = t->opts.by ? "val_loss" : errors ? "val_rmse" : "val_acc";
    s->metric = errors ? "test_rmse" : "test_acc";
    s->by_less = t->opts.by || errors;
    s->metric_less = errors;
    s->n_train = t->info.n_train;
    s->n_val = t->info.n_val;
    s->n_test = t->n_test;
    s->folds = t->folds;
    s->jobs = ad_study_jobs(&t->study);
}

static adrop_status plan_search(adrop_tune *t)
{
    adrop_train_opts resolved;
    adrop_status status = check_options(t);

    if (status || (status = read_vary(t)) || (status = look_at_rows(t)))
        return status;
    describe_search(t);
    resolved = t->study.train;
    ad_train_resolve(&t->info, &resolved);
    if (!t->study.train.epochs) { /* with its learning-rate drops, where the data set some */
        t->study.train.epochs = resolved.epochs;
        t->study.train.schedule = resolved.schedule;
        t->study.train.lr_drop = resolved.lr_drop;
    }
    if (t->opts.min_epochs > t->study.train.epochs)
        return ad_fail(t->ctx, ADROP_EINVAL, "`min-epochs` is %zu, and `epochs` only %zu",
                       t->opts.min_epochs, t->study.train.epochs);
    if ((status = ad_tune_make_trials(t)) || (status = ad_tune_plan(t)) ||
        (status = ad_study_check(&t->study)))
        return status;
    count_epochs(t);
    for (int kind = 0; kind < 2; kind++)
        if ((status = AD_NEW(t->ctx, t->opts.runs, "the results", &t->results[kind])))
            return status;
    return ad_study_review(&t->study);
}

static adrop_status tune_create(adrop_ctx *ctx, const adrop_tune_opts *opts,
                                const adrop_data_opts *data, const ad_given *given,
                                const adrop_train_opts *train, adrop_tune **out)
{
    adrop_tune *t;
    adrop_status status = AD_NEW(ctx, 1, "a search", &t);

    *out = NULL;
    if (status)
        return status;
    t->ctx = ctx;
    t->best = t->second = SIZE_MAX;
    if (!(status = take_options(t, opts, data, train)) &&
        !(status = ad_study_give(&t->study, given)))
        status = plan_search(t);
    if (status)
        adrop_tune_free(t);
    else
        *out = t;
    return status;
}

adrop_status adrop_tune_create(adrop_ctx *ctx, const adrop_tune_opts *opts,
                               const adrop_data_opts *data, const adrop_train_opts *train,
                               adrop_tune **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    return tune_create(ctx, opts, data, NULL, train, out);
}

adrop_status adrop_tune_on(adrop_ctx *ctx, const adrop_tune_opts *tune_opts, const adrop_data *data,
                           const adrop_split_opts *split, const adrop_train_opts *train,
                           adrop_tune **out)
{
    if (ad_check_given(ctx, "data", data) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    const ad_given given = { 1, &data };
    adrop_data_opts opts;
    const adrop_status status = ad_given_opts(ctx, &given, split, &opts);

    *out = NULL;
    return status ? status : tune_create(ctx, tune_opts, &opts, &given, train, out);
}

void adrop_tune_free(adrop_tune *t)
{
    if (!t)
        return;
    for (size_t i = 0; t->trials && i < t->n_trials; i++) {
        ad_free(t->ctx, t->trials[i].message);
    }
    for (size_t b = 0; b < t->n_brackets; b++)
        ad_free(t->ctx, t->brackets[b].member);
    for (int kind = 0; kind < 2; kind++)
        ad_free(t->ctx, t->results[kind]);
    ad_free(t->ctx, t->trials);
    ad_free(t->ctx, t->vary);
    ad_free(t->ctx, t->list);
    ad_study_end(&t->study);
    ad_free(t->ctx, t);
}

/* -- The search ------------------------------------------------------------------ */

adrop_status adrop_tune_go(adrop_tune *t, const adrop_tune_hooks *given)
{
    adrop_tune_hooks hooks;
    adrop_status status = ADROP_OK;

    adrop_tune_hooks_init(&hooks);
    if (given)
        status = AD_STRUCT_READ(t->ctx, adrop_tune_hooks, &hooks, given);
    t->hooks = &hooks;
    if (!status && t->has_gone) /* an earlier call has trained runs */
        status = ad_study_review(&t->study);
    t->has_gone = 1;
    if (!status)
        status = ad_study_go(&t->study, hooks.launch, hooks.stop, hooks.user);
    t->hooks = NULL;
    return status;
}
