/* The file that a round starts from (prune_impl.h): starts/R.safetensors.
 *
 * Round R ranks the units by what round R - 1 learned, and removes them from the weights that round
 * R - 1 started from. Survivors so keep their values bit for bit, and starts/0.safetensors has the
 * initial weights. With rewind=epoch:K the first removal works on the weights of round 0 after K
 * epochs; with rewind=none every removal works on trained weights. With one-shot, ranks and values
 * of every round come from round 0. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adrop/rows.h"
#include "base/context.h"
#include "base/keep.h"
#include "base/memory.h"
#include "model/file.h"
#include "model/warm.h"
#include "predict/newest.h"
#include "rows/dataset.h"
#include "study/prune_impl.h"
#include "train/settings.h"
#include "trainer/score.h"

adrop_status ad_prune_path(const adrop_pruning *p, const char *format, size_t round,
                           const char **path)
{
    char name[64];

    snprintf(name, sizeof name, format, round); /* "rounds/%zu/.." from this file */
    return ad_keep_format(p->ctx, path, "%s/%s", p->opts.out, name);
}

/* Every model of the folder carries the schema of its rows. */
static adrop_status put_schema(const adrop_pruning *p, adrop_model *m)
{
    char *schema = NULL;
    adrop_status status = ad_schema_write(ad_data_schema(p->rows), p->ctx, &schema);

    if (!status)
        status = adrop_model_set_schema(m, schema);
    ad_free(p->ctx, schema);
    return status;
}

adrop_status ad_prune_open_model(const adrop_pruning *p, const char *path, adrop_model **out)
{
    adrop_model_opts o = ad_train_model_opts(&p->info, &p->study.train);
    char *network = NULL;
    adrop_status status = ad_model_file_network(p->ctx, path, &network);

    *out = NULL;
    if (!status && !network)
        status = ad_fail(p->ctx, ADROP_EFORMAT, "'%s' does not say which network it holds", path);
    o.model = network;
    if (!status && !(status = adrop_model_create(p->ctx, &o, out)) &&
        !(status = adrop_model_load(*out, path)))
        status = put_schema(p, *out);
    ad_free(p->ctx, network);
    if (status) {
        adrop_model_free(*out);
        *out = NULL;
    }
    return status;
}

/* The result on test rows, accuracy or RMSE. */
static adrop_status prune_evaluate(const adrop_pruning *p, adrop_model *m, double *result)
{
    adrop_batches_opts o;
    adrop_batches *batches = NULL;
    ad_score score = { 0 };

    adrop_batches_opts_init(&o);
    o.part = ADROP_PART_TEST;
    o.rows = p->study.train.batch;
    o.shuffle = 0;
    adrop_status status = adrop_batches_create(p->ctx, p->rows, &o, &batches);
    if (!status)
        status = ad_score_rows(m, &p->info, batches, &score);
    adrop_batches_free(batches);
    const adrop_score shown = ad_score_shown(&score, &p->info);
    *result = p->info.classes ? shown.acc : shown.rmse;
    return status;
}

/* -- Round 0 ----------------------------------------------------------------------------- */

/* Load the weights that the user gave, as a run does. */
static adrop_status warm(const adrop_pruning *p, adrop_model *m)
{
    char path[AD_PATH_SIZE], record[AD_PATH_SIZE];
    adrop_status status = ADROP_OK;

    snprintf(path, sizeof path, "%s", p->study.train.init);
    snprintf(record, sizeof record, "%s/run.json", p->study.train.init);
    if (!access(record, F_OK))
        status = ad_newest_file(p->ctx, p->study.train.init, path);
    return status ? status : ad_model_warm(m, path);
}

/* The network of round 0 with initial weights. */
adrop_status ad_prune_initial(adrop_pruning *p, adrop_model **out)
{
    const adrop_model_opts o = ad_train_model_opts(&p->info, &p->study.train);
    adrop_status status = adrop_model_create(p->ctx, &o, out);

    if (!status && *p->study.train.init)
        status = warm(p, *out);
    if (!status)
        status = put_schema(p, *out);
    if (status) {
        adrop_model_free(*out);
        *out = NULL;
    }
    return status;
}

/* -- Removing ---------------------------------------------------------------------------- */

/* State of a removal. */
typedef struct {
    adrop_pruning *p;
    size_t from, to;    /* rounds */
    adrop_model *model; /* trained model of round `from` */
    adrop_model *start; /* source of the survivors' values; NULL: model */
    adrop_choose_opts opts;
    ad_quota quota;
    size_t *of_group;  /* owned */
    adrop_model *made; /* owned: model that round `to` starts from; NULL: start or model */
} removal;

static adrop_status remove_nodes(removal *x)
{
    adrop_ctx *ctx = x->p->ctx;
    adrop_units *units = NULL, *of_start = NULL;
    adrop_model *pruned = NULL;
    unsigned char *keep = NULL;
    adrop_status status = adrop_units_create(x->model, &units);

    if (!status && !(status = AD_NEW(ctx, adrop_units_count(units), "the units", &keep)) &&
        !(status = ad_nodes_remove(x->model, units, &x->opts, &x->quota, keep)) &&
        !(status = adrop_model_compact(x->model, units, keep, &pruned)))
        status = prune_evaluate(x->p, pruned, &x->p->rounds[x->to].before);
    if (!status && !x->start) {
        x->made = pruned;
        pruned = NULL;
    } else if (!status && !(status = adrop_units_create(x->start, &of_start))) {
        status = adrop_units_count(of_start) == adrop_units_count(units)
                     ? adrop_model_compact(x->start, of_start, keep, &x->made)
                     : ad_fail(
                           ctx, ADROP_EFORMAT,
                           "'%s/starts/%zu.safetensors' has %zu nodes and round %zu %zu: remove "
                           "the folders of both to do them again",
                           x->p->opts.out, x->from, adrop_units_count(of_start), x->from,
                           adrop_units_count(units));
    }
    adrop_units_free(of_start);
    adrop_units_free(units);
    adrop_model_free(pruned);
    ad_free(ctx, keep);
    return status;
}

static adrop_status remove_weights(removal *x)
{
    const adrop_status status = ad_weights_remove(x->model, &x->opts, &x->quota, x->start);

    return status ? status : prune_evaluate(x->p, x->model, &x->p->rounds[x->to].before);
}

/* Open both model files. */
static adrop_status open_both(removal *x)
{
    const adrop_pruning *p = x->p;
    const char *path;
    adrop_status status = ad_prune_path(p, "rounds/%zu/model.safetensors", x->from, &path);

    if (!status)
        status = ad_prune_open_model(p, path, &x->model);
    if (status || p->rewind == AD_REWIND_NONE)
        return status;
    if (p->rewind && !x->from)
        status = ad_prune_path(p, "starts/rewind.safetensors", 0, &path);
    else
        status = ad_prune_path(p, "starts/%zu.safetensors", x->from, &path);
    return status ? status : ad_prune_open_model(p, path, &x->start);
}

static adrop_status prune_start_make(removal *x)
{
    adrop_pruning *p = x->p;
    adrop_status status = open_both(x);

    if (!status && !(status = AD_NEW(p->ctx, p->groups.n, "the layers", &x->of_group))) {
        ad_prune_quota(p, x->from, x->to, x->of_group, &x->quota);
        status = p->opts.unit == ADROP_PRUNE_NODES ? remove_nodes(x) : remove_weights(x);
    }
    return status;
}

adrop_status ad_prune_start(adrop_pruning *p, size_t round)
{
    removal x = { .p = p,
                  .from = p->opts.one_shot ? 0 : round - 1,
                  .to = round,
                  .opts = { .size = sizeof x.opts,
                            .criterion = p->criterion->name,
                            .data = p->rows,
                            .batch = p->study.train.batch,
                            .seed = p->study.train.seed,
                            .round = p->opts.one_shot ? 1 : round } };
    const char *path;
    adrop_status status = ad_prune_path(p, "starts/%zu.safetensors", round, &path);

    if (status || !access(path, F_OK))
        return status;
    if (!(status = prune_start_make(&x)))
        status = ad_study_write(
            &p->study); /* record the result before training before its file appears */
    if (!status)
        status = adrop_model_save(x.made ? x.made : x.start ? x.start : x.model, path);
    adrop_model_free(x.made);
    adrop_model_free(x.start);
    adrop_model_free(x.model);
    ad_free(p->ctx, x.of_group);
    return status;
}
