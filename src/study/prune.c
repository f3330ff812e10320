/* A pruning (adrop/pruning.h): create, show, run, free. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "study/prune_impl.h"
#include "train/settings.h"

/* -- Options --------------------------------------------------------------------------------- */

static adrop_status take_options(adrop_pruning *p, const adrop_prune_opts *opts,
                                 const adrop_data_opts *data, const adrop_train_opts *train)
{
    adrop_status status;

    adrop_prune_opts_init(&p->opts);
    p->study.opts = &p->opts;
    if ((status = ad_study_begin(&p->study, p->ctx, &ad_planner_prune, data, train)) ||
        (status = AD_SETTINGS_READ(p->ctx, adrop_prune_opts, adrop_prune_options(), &p->opts,
                                   opts)))
        return status;
    p->study.folder = p->opts.out;
    p->study.train.command = NULL;
    p->study.data.seed = ad_train_data_seed(&p->study.train);
    return ADROP_OK;
}

/* "init", "epoch:3", "none". */
static adrop_status read_rewind(adrop_pruning *p)
{
    const char *text = p->opts.rewind;
    char *end;

    if (!strcmp(text, "init") || !strcmp(text, "none")) {
        p->rewind = *text == 'n' ? AD_REWIND_NONE : 0;
        return ADROP_OK;
    }
    p->rewind = !strncmp(text, "epoch:", 6) ? strtol(text + 6, &end, 10) : 0;
    if (p->rewind > 0 && text[6] >= '0' && text[6] <= '9' && !*end)
        return ADROP_OK;
    return ad_fail(p->ctx, ADROP_EINVAL,
                   "there is no `rewind` '%.100s': give init, none, or epoch:K with K of 1 or more",
                   text);
}

static adrop_status check_options(adrop_pruning *p)
{
    const adrop_prune_opts *o = &p->opts;
    adrop_status status;

    if (!*o->out)
        return ad_fail(p->ctx, ADROP_EINVAL, "a pruning needs a folder: give `out`");
    if (!(o->rate > 0 && o->rate < 100))
        return ad_fail(p->ctx, ADROP_EINVAL,
                       "a `rate` of %g removes %s: give a share of what remains in per cent, as 10",
                       o->rate, o->rate > 0 ? "everything" : "nothing");
    if (!(o->keep > 0 && o->keep <= 1))
        return ad_fail(p->ctx, ADROP_EINVAL, "`keep` is a share in (0, 1], not %g", o->keep);
    if (p->study.data.folds || p->study.data.fold)
        return ad_fail(p->ctx, ADROP_EINVAL, "a pruning has one split: leave `folds` out");
    if ((status = read_rewind(p)) ||
        (status = ad_criterion_find(p->ctx, o->criterion, &p->criterion)))
        return status;
    if (!*p->study.train.dropout && p->criterion->technique[o->unit])
        p->study.train.dropout = p->criterion->technique[o->unit];
    else if (!*p->study.train.dropout)
        p->study.train.dropout = "none";
    return ADROP_OK;
}

/* -- The network ----------------------------------------------------------------------------- */

/* Can the criterion rank the units? Tried once, with initial weights. */
static adrop_status try_criterion(adrop_pruning *p, adrop_model *m)
{
    const adrop_choose_opts opts = { .size = sizeof opts,
                                     .criterion = p->criterion->name,
                                     .data = p->rows,
                                     .batch = p->study.train.batch,
                                     .seed = 1 };
    const ad_quota nothing = { .is_global = 1 };
    adrop_units *units = NULL;
    unsigned char *keep = NULL;
    adrop_status status;

    if (p->opts.unit == ADROP_PRUNE_WEIGHTS)
        return ad_weights_remove(m, &opts, &nothing, NULL);
    if (!(status = adrop_units_create(m, &units)) &&
        !(status = AD_NEW(p->ctx, adrop_units_count(units), "the units", &keep)))
        status = ad_nodes_remove(m, units, &opts, &nothing, keep);
    ad_free(p->ctx, keep);
    adrop_units_free(units);
    return status;
}

static adrop_status find_groups(adrop_pruning *p, adrop_model *m)
{
    adrop_units *units = NULL;
    adrop_status status;

    if (p->opts.unit == ADROP_PRUNE_WEIGHTS) {
        status = ad_groups_of_weights(m, &p->groups);
    } else if (!(status = adrop_units_create(m, &units))) {
        status = ad_groups_of_nodes(units, &p->groups);
    }
    adrop_units_free(units);
    if (!status && !p->groups.all)
        status = ad_fail(p->ctx, ADROP_EINVAL,
                         "the network '%.100s' has no %s to remove: give one with hidden layers",
                         p->study.train.model,
                         p->opts.unit == ADROP_PRUNE_NODES ? "hidden nodes" : "weights");
    return status;
}

static adrop_status look_at_network(adrop_pruning *p)
{
    adrop_model *m = NULL;
    adrop_status status = ad_prune_initial(p, &m);

    if (!status && !(status = ad_criterion_check(p->criterion, m, p->opts.unit)) &&
        !(status = find_groups(p, m)))
        status = try_criterion(p, m);
    adrop_model_free(m);
    return status;
}

static adrop_status open_rows(adrop_pruning *p)
{
    adrop_status status = ad_sets_view(&p->study.open, p->ctx, &p->study.data, &p->rows);

    if (status)
        return status;
    adrop_data_describe(p->rows, &p->info);
    if (!p->info.n_test)
        return ad_fail(p->ctx, ADROP_EINVAL,
                       "'%s' has no test rows to report rounds by: give `test-fraction`",
                       p->study.data.data);
    ad_train_resolve(&p->info, &p->study.train);
    if (p->rewind > (long)p->study.train.epochs)
        return ad_fail(
            p->ctx, ADROP_EINVAL,
            "`rewind` is to epoch %ld, and a round has %zu: give an earlier one, or more "
            "`epochs`",
            p->rewind, p->study.train.epochs);
    if ((status = ad_train_check(p->ctx, &p->info, &p->study.train)))
        return status;
    return ad_study_add_set(&p->study, p->study.data.data, p->rows, NULL);
}

/* -- The plan ---------------------------------------------------------------------------------- */

static adrop_status plan_pruning(adrop_pruning *p)
{
    adrop_status status;
    const char *path;

    if ((status = check_options(p)) || (status = open_rows(p)) || (status = look_at_network(p)) ||
        (status = ad_prune_plan(p)) ||
        (status = ad_prune_path(p, "starts/%zu.safetensors", AD_MOST_ROUNDS, &path)) ||
        (status = ad_study_check(&p->study)))
        return status;
    return ad_study_review(&p->study);
}

static adrop_status prune_create(adrop_ctx *ctx, const adrop_prune_opts *opts,
                                 const adrop_data_opts *data, const ad_given *given,
                                 const adrop_train_opts *train, adrop_pruning **out)
{
    adrop_pruning *p;
    adrop_status status = AD_NEW(ctx, 1, "a pruning", &p);

    *out = NULL;
    if (status)
        return status;
    p->ctx = ctx;
    if (!(status = take_options(p, opts, data, train)) &&
        !(status = ad_study_give(&p->study, given)))
        status = plan_pruning(p);
    if (status)
        adrop_prune_free(p);
    else
        *out = p;
    return status;
}

adrop_status adrop_prune_create(adrop_ctx *ctx, const adrop_prune_opts *opts,
                                const adrop_data_opts *data, const adrop_train_opts *train,
                                adrop_pruning **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    return prune_create(ctx, opts, data, NULL, train, out);
}

adrop_status adrop_prune_on(adrop_ctx *ctx, const adrop_prune_opts *prune_opts,
                            const adrop_data *data, const adrop_split_opts *split,
                            const adrop_train_opts *train, adrop_pruning **out)
{
    if (ad_check_given(ctx, "data", data) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    const ad_given given = { 1, &data };
    adrop_data_opts opts;
    const adrop_status status = ad_given_opts(ctx, &given, split, &opts);

    *out = NULL;
    return status ? status : prune_create(ctx, prune_opts, &opts, &given, train, out);
}

void adrop_prune_free(adrop_pruning *p)
{
    if (!p)
        return;
    for (size_t r = 0; p->rounds && r < p->n_rounds; r++)
        ad_free(p->ctx, p->rounds[r].group);
    ad_free(p->ctx, p->rounds);
    ad_groups_release(p->ctx, &p->groups);
    adrop_data_free(p->rows);
    ad_study_end(&p->study);
    ad_free(p->ctx, p);
}

/* -- Messages ---------------------------------------------------------------------------------- */

adrop_prune_round ad_prune_shown(const adrop_pruning *p, size_t i)
{
    const ad_prune_round *r = &p->rounds[i];
    const double none = NAN;

    return (adrop_prune_round){ .round = i,
                                .is_done = r->is_done,
                                .units = r->units,
                                .kept = (double)r->units / (double)p->rounds[0].units,
                                .params = r->is_done ? r->params : none,
                                .macs = r->is_done ? r->macs : none,
                                .bytes = r->is_done ? r->bytes : none,
                                .test_before = r->before,
                                .test = r->test,
                                .ms_per_batch = r->ms[0],
                                .ms_per_input = r->ms[1],
                                .whole_ms_per_batch = r->ms[2],
                                .whole_ms_per_input = r->ms[3],
                                .run = r->run };
}

int adrop_prune_round_at_sized(const adrop_pruning *p, size_t i, adrop_prune_round *round,
                               size_t size)
{
    const int there = i < p->n_rounds;
    const adrop_prune_round mine = there ? ad_prune_shown(p, i) : (adrop_prune_round){ 0 };

    ad_struct_write(round, size, &mine, sizeof mine);
    return there;
}

void adrop_prune_describe_sized(const adrop_pruning *p, adrop_prune_info *info, size_t size)
{
    adrop_prune_info mine = { .task = p->info.task,
                              .rounds = p->n_rounds,
                              .epochs = p->study.train.epochs,
                              .batch = p->study.train.batch,
                              .unit = ad_prune_units[p->opts.unit],
                              .criterion = p->criterion->name,
                              .dropout = p->study.train.dropout,
                              .model = p->study.train.model };

    for (size_t r = 0; r < p->n_rounds; r++)
        mine.done += p->rounds[r].is_done != 0;
    ad_struct_write(info, size, &mine, sizeof mine);
}

/* -- The rounds -------------------------------------------------------------------------------- */

/* Make the folder and the file that round 0 starts from. */
static adrop_status make_first_start(adrop_pruning *p)
{
    const char *path;
    adrop_model *m = NULL;
    adrop_status status = ad_study_write(&p->study);

    if (status || (status = ad_prune_path(p, "starts", 0, &path)) ||
        (status = ad_file_make_folders(p->ctx, path)))
        return status;
    ad_file_sweep(path);
    if ((status = ad_prune_path(p, "starts/%zu.safetensors", 0, &path)) || !access(path, F_OK))
        return status;
    if (!(status = ad_prune_initial(p, &m)))
        status = adrop_model_save(m, path);
    adrop_model_free(m);
    return status;
}

adrop_status adrop_prune_go(adrop_pruning *p, const adrop_prune_hooks *given)
{
    adrop_prune_hooks hooks;
    adrop_status status = ADROP_OK;

    adrop_prune_hooks_init(&hooks);
    if (given)
        status = AD_STRUCT_READ(p->ctx, adrop_prune_hooks, &hooks, given);
    p->hooks = &hooks;
    p->is_rewind_lost = 0;
    if (!status)
        status = make_first_start(p);
    if (!status)
        status = ad_study_go(&p->study, NULL, hooks.stop, hooks.user);
    if (p->is_rewind_lost) /* the checkpoint precedes the epoch whose weights were not kept */
        ad_prune_clean(p, 0);
    p->hooks = NULL;
    return status;
}
