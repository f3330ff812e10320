/* The plan of a comparison: what to compare, the runs it needs, their seeds and folders. Writes
 * nothing. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/keep.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/text.h"
#include "model/model.h"
#include "study/compare_impl.h"
#include "train/settings.h"

/* -- Groups -------------------------------------------------------------------- */

static adrop_status add_group(adrop_compare *c, const char *data, const char *model,
                              const adrop_data_info *info)
{
    ad_group *g = &c->groups[c->n_groups];
    adrop_train_opts t = c->study.train;
    char a[AD_SLUG_SIZE], b[AD_SLUG_SIZE];

    t.model = model;
    ad_train_resolve(info, &t);
    adrop_status status = ad_train_check(c->ctx, info, &t);
    if (status)
        return status;
    *g = (ad_group){ .task = info->task,
                     .epochs = t.epochs,
                     .batch = t.batch,
                     .steps = (info->n_train + t.batch - 1) / t.batch,
                     .n_train = info->n_train,
                     .n_test = info->n_test,
                     .data = data,
                     .model = t.model,
                     .set = c->study.n_sets - 1 };
    if ((status = ad_keep_format(c->ctx, &g->folder, "%s/%s", ad_study_slug(data, a),
                                 ad_study_slug(g->model, b))))
        return status;
    for (size_t i = 0; i < c->n_groups; i++)
        if (!strcmp(c->groups[i].folder, g->folder))
            return ad_fail(c->ctx, ADROP_EINVAL, "the network '%.300s' on '%.300s' is there twice",
                           g->model, data);
    if (c->n_groups && c->groups[0].task != g->task)
        return ad_fail(
            c->ctx, ADROP_EINVAL, "'%s' is for %s and '%s' is not: compare them in two comparisons",
            c->groups[0].data,
            c->groups[0].task == ADROP_REGRESSION ? "regression" : "classification", data);
    if (!info->n_test)
        return ad_fail(c->ctx, ADROP_EINVAL,
                       "'%s' has no test rows to compare by: give `test-fraction`", data);
    c->n_groups++;
    return ADROP_OK;
}

/* -- Cells --------------------------------------------------------------------- */

/* Does the text of a technique set the option that its choices vary? */
static int is_settled(const char *text, const char *const *choices)
{
    char key[64];
    const char *settings = strchr(text, ':');

    snprintf(key, sizeof key, "%.*s=", (int)strcspn(choices[0], "="), choices[0]);
    for (const char *at = settings; at; at = strchr(at, ',')) {
        at++;
        if (!strncmp(at, key, strlen(key)))
            return 1;
    }
    return 0;
}

/* Can the group's network use the technique? */
static adrop_status try_model(const adrop_compare *c, const ad_group *g, const char *dropout,
                              const adrop_data_info *info)
{
    adrop_train_opts t = c->study.train;

    t.model = g->model;
    t.dropout = dropout;
    ad_train_resolve(info, &t);
    const adrop_model_opts o = ad_train_model_opts(info, &t);
    return ad_model_try(c->ctx, &o);
}

static adrop_status add_cell(adrop_compare *c, const char *text, int all,
                             const adrop_data_info *info)
{
    ad_cell *cell = &c->cells[c->n_cells];
    const char *resolved, *other;
    size_t index;
    adrop_status status = adrop_technique_check(c->ctx, text, &index, &resolved);

    if (status)
        return status;
    *cell = (ad_cell){ .group = c->n_groups - 1,
                       .asked = text,
                       .dropout = "",
                       .chosen = "",
                       .seconds_per_step = NAN };
    status = try_model(c, &c->groups[cell->group], text, info);
    if (status && status != ADROP_ENOMEM && all) {
        ad_log(c->ctx, ADROP_LOG_INFO, "'%s' is left out: %s", text, adrop_ctx_message(c->ctx));
        return ADROP_OK;
    }
    if (status)
        return status;
    adrop_technique_info technique;
    adrop_technique_known(c->ctx, index, &technique);
    const char *const *choices = technique.choices;
    if (!c->opts.choose || (choices && is_settled(text, choices)))
        choices = NULL;
    if (!choices && technique.by_optimizer && c->rates[0])
        choices = c->rates;
    cell->choices = choices;
    if (!choices)
        cell->dropout = text;
    for (size_t i = 0; i < c->n_cells; i++) {
        const ad_cell *before = &c->cells[i];
        if (before->group != cell->group || !before->choices != !cell->choices)
            continue;
        if ((status = adrop_technique_check(c->ctx, before->asked, NULL, &other)))
            return status;
        if (!strcmp(resolved, other))
            return ad_fail(c->ctx, ADROP_EINVAL, "the technique '%.300s' is there twice", text);
    }
    c->n_cells++;
    return ADROP_OK;
}

/* Add a data set with every network and every technique. */
static adrop_status add_data(adrop_compare *c, const char *name, const adrop_texts *techniques,
                             int all)
{
    adrop_data_opts opts = c->study.data;
    adrop_data *data;

    opts.data = name;
    opts.seed = c->opts.seed;
    adrop_status status = ad_sets_view(&c->study.open, c->ctx, &opts, &data);
    if (status)
        return status;
    adrop_data_info info;
    adrop_data_describe(data, &info);
    if (c->opts.by_split && (c->study.is_given || strcmp(info.format, "uci") != 0)) {
        status = ad_fail(c->ctx, ADROP_EINVAL,
                         "`by-split` needs data with published splits (uci), and '%s' (format %s) "
                         "has none: leave it out, and the rows are split anew for every run",
                         AD_SHOWN(name), info.format);
    }
    if (!status)
        status = ad_study_add_set(&c->study, name, data, NULL);
    for (size_t m = 0; m < (c->opts.model.n ? c->opts.model.n : 1) && !status; m++) {
        status = add_group(c, name, c->opts.model.n ? adrop_texts_at(&c->opts.model, m) : "",
                           &info);
        for (size_t t = 0; t < techniques->n && !status; t++)
            status = add_cell(c, adrop_texts_at(techniques, t), all, &info);
    }
    adrop_data_free(data);
    return status;
}

adrop_status ad_compare_group_view(adrop_compare *c, adrop_ctx *ctx, const ad_group *g,
                                   adrop_data **out)
{
    adrop_data_opts opts = c->study.data;

    opts.data = g->data;
    opts.seed = c->opts.seed;
    return ad_sets_view(&c->study.open, ctx, &opts, out);
}

/* -- The whole ----------------------------------------------------------------- */

static adrop_status check_options(adrop_compare *c)
{
    if (!*c->opts.out)
        return ad_fail(c->ctx, ADROP_EINVAL, "a comparison needs a folder: give `out`");
    if (!c->opts.data.n)
        return ad_fail(c->ctx, ADROP_EINVAL, "there is nothing to compare on: give `data`");
    return ADROP_OK;
}

/* The baseline must be one of the techniques. The default is `advanced`, or else the first. */
static adrop_status settle_baseline(adrop_compare *c, const adrop_texts *techniques)
{
    const char *wanted = *c->opts.baseline ? c->opts.baseline : "advanced";

    for (size_t i = 0; i < techniques->n; i++)
        if (!strcmp(adrop_texts_at(techniques, i), wanted)) {
            c->opts.baseline = adrop_texts_at(techniques, i);
            return ADROP_OK;
        }
    if (*c->opts.baseline)
        return ad_fail(c->ctx, ADROP_EINVAL,
                       "the baseline '%s' is not among the techniques: give one of them as it is "
                       "written there",
                       c->opts.baseline);
    c->opts.baseline = adrop_texts_at(techniques, 0);
    return ADROP_OK;
}

static adrop_status plan_comparison(adrop_compare *c, adrop_texts *techniques)
{
    adrop_status status = check_options(c);
    int all = 0;

    for (size_t i = 0; i < c->opts.dropout.n; i++)
        all |= !strcmp(adrop_texts_at(&c->opts.dropout, i), "all");
    if (status || (status = adrop_compare_techniques(c->ctx, &c->opts.dropout, techniques)) ||
        (status = settle_baseline(c, techniques)))
        return status;
    const size_t n = c->opts.data.n * (c->opts.model.n ? c->opts.model.n : 1);
    if ((status = AD_NEW(c->ctx, n, "the plan", &c->groups)) ||
        (status = AD_NEW(c->ctx, n * techniques->n, "the plan", &c->cells)))
        return status;
    for (size_t i = 0; i < c->opts.data.n && !status; i++)
        status = add_data(c, adrop_texts_at(&c->opts.data, i), techniques, all);
    if (status || (status = ad_compare_plan_runs(c)) || (status = ad_study_check(&c->study)))
        return status;
    return ad_study_review(&c->study);
}

/* Use the names of data sets that are already open instead of names to read. */
static adrop_status take_given(adrop_compare *c, const ad_given *given)
{
    adrop_status status = ad_study_give(&c->study, given);

    if (!status && given && c->opts.data.n)
        return ad_fail(c->ctx, ADROP_EINVAL, "the data sets are open: leave `data` out");
    for (size_t i = 0; given && i < given->n && !status; i++) {
        adrop_data_info info;
        adrop_data_describe(given->data[i], &info);
        status = adrop_texts_add(c->ctx, &c->opts.data, info.name);
    }
    return status;
}

static adrop_status take_options(adrop_compare *c, const adrop_compare_opts *opts,
                                 const adrop_data_opts *data, const adrop_train_opts *train)
{
    adrop_status status;

    adrop_compare_opts_init(&c->opts);
    c->study.opts = &c->opts;
    if ((status = ad_study_begin(&c->study, c->ctx, &ad_planner_compare, data, train)) ||
        (status = AD_SETTINGS_READ(c->ctx, adrop_compare_opts, adrop_compare_options(), &c->opts,
                                   opts)))
        return status;
    c->study.folder = c->opts.out;
    if (c->opts.unpaired)
        c->opts.paired = c->opts.unpaired = 0;
    c->study.jobs = c->opts.jobs;
    ad_compare_rates(c);
    return ADROP_OK;
}

static adrop_status compare_plan_create(adrop_ctx *ctx, const adrop_compare_opts *opts,
                                        const adrop_data_opts *data, const ad_given *given,
                                        const adrop_train_opts *train, adrop_compare **out)
{
    adrop_compare *c;
    adrop_texts techniques = { 0 };
    adrop_status status = AD_NEW(ctx, 1, "a comparison", &c);

    *out = NULL;
    if (status)
        return status;
    c->ctx = ctx;
    status = take_options(c, opts, data, train);
    if (!status)
        status = take_given(c, given);
    if (!status)
        status = plan_comparison(c, &techniques);
    if (status)
        adrop_compare_free(c);
    else
        *out = c;
    return status;
}

adrop_status adrop_compare_create(adrop_ctx *ctx, const adrop_compare_opts *opts,
                                  const adrop_data_opts *data, const adrop_train_opts *train,
                                  adrop_compare **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    return compare_plan_create(ctx, opts, data, NULL, train, out);
}

adrop_status adrop_compare_on(adrop_ctx *ctx, const adrop_compare_opts *compare_opts, size_t n,
                              const adrop_data *const *data, const adrop_split_opts *split,
                              const adrop_train_opts *train, adrop_compare **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    const ad_given given = { n, data };
    adrop_data_opts opts;
    const adrop_status status = ad_given_opts(ctx, &given, split, &opts);

    *out = NULL;
    return status ? status : compare_plan_create(ctx, compare_opts, &opts, &given, train, out);
}

void adrop_compare_free(adrop_compare *c)
{
    if (!c)
        return;
    for (size_t i = 0; c->rows && i < c->n_cells; i++) {
        ad_free(c->ctx, c->rows[i].values);
        ad_free(c->ctx, c->rows[i].seeds);
        ad_free(c->ctx, c->rows[i].by_run);
    }
    ad_free(c->ctx, c->rows);
    ad_free(c->ctx, c->runs);
    ad_free(c->ctx, c->cells);
    ad_free(c->ctx, c->groups);
    ad_study_end(&c->study);
    ad_free(c->ctx, c);
}
