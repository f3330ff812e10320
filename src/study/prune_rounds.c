/* A round (prune_impl.h): what the folder has of it, its training, and what is left of the network.
 *
 * Round 0 is trained with the settings that were given. Later rounds start from their file: of
 * nodes with its network, of weights with its zeros, which stay. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/context.h"
#include "base/memory.h"
#include "study/prune_impl.h"

static adrop_status settings_of(const adrop_pruning *p, size_t round, adrop_train_opts *train)
{
    char path[ADROP_TEXT_SIZE];
    adrop_status status = ad_prune_path(p, "rounds/%zu", round, path);

    *train = p->train;
    train->resume = 1;
    snprintf(train->out, sizeof train->out, "%s", path);
    if (status || !round)
        return status;
    if ((status = ad_prune_path(p, "starts/%zu.safetensors", round, path)))
        return status;
    snprintf(train->init, sizeof train->init, "%s", path);
    if (p->how.unit == ADROP_PRUNE_NODES) {
        memcpy(train->model, "file:", 6);
        snprintf(train->model + 5, sizeof train->model - 5, "%.*s", ADROP_TEXT_SIZE - 6, path);
    } else {
        train->keep_zeros = 1;
    }
    return ADROP_OK;
}

/* -- What is there ------------------------------------------------------------------------- */

adrop_status ad_prune_look(adrop_pruning *p, size_t round)
{
    ad_prune_round *of = &p->rounds[round];
    adrop_train_opts train;
    json_t *record = NULL;
    int exists;
    adrop_status status = settings_of(p, round, &train);

    if (!status)
        status = ad_run_record(p->ctx, train.out, &exists, &record);
    if (!status && record) {
        const ad_wanted_run wanted = { .path = train.out,
                                       .data = &p->data,
                                       .train = &train,
                                       .info = &p->info,
                                       .identity = p->identity,
                                       .allow_changed_data = p->train.allow_changed_data };
        const json_t *result = json_object_get(json_object_get(record, "result"),
                                               p->info.classes ? "test_acc" : "test_rmse");
        of->is_done = ad_run_is_done(record) && json_is_number(result);
        of->test = of->is_done ? json_number_value(result) : NAN;
        status = of->is_done ? ad_run_check_done(p->ctx, &wanted, record)
                             : ad_run_check(p->ctx, &wanted, record);
    }
    json_decref(record);
    return status;
}

/* -- Training ------------------------------------------------------------------------------ */

/* What the hooks of a training know. */
typedef struct {
    adrop_pruning *p;
    const adrop_prune_hooks *hooks;
    size_t round, first; /* the first that this call trains */
    const adrop_model *model;
    adrop_status status; /* of writing the file to rewind to */
    double began;
} watch;

static void started(void *user, const adrop_model *model, const adrop_data *data)
{
    watch *w = user;

    (void)data;
    w->model = model;
}

static void moved(void *user, const adrop_progress *at)
{
    const watch *w = user;
    const double all = (double)w->p->n_rounds;
    const double of_round = ((double)at->epoch - 1 + (double)at->step / (double)at->steps) /
                            (double)at->epochs;
    const double here = (double)(w->round - w->first) + of_round;
    const adrop_prune_progress p = {
        .round = w->round,
        .rounds = w->p->n_rounds - 1,
        .at = at,
        .done = ((double)w->round + of_round) / all,
        .seconds_left = here > 0.02
                            ? (ad_clock() - w->began) / here * (all - (double)w->first - here)
                            : NAN,
    };

    if (w->hooks->progress)
        w->hooks->progress(w->hooks->user, &p);
}

/* After epoch K of round 0: what survivors will be rewound to. Its file is there before the
 * checkpoint of that epoch is. */
static void epoch_done(void *user, const adrop_epoch *e)
{
    watch *w = user;
    char path[ADROP_TEXT_SIZE];

    if (w->round || w->p->rewind <= 0 || e->epoch != (size_t)w->p->rewind)
        return;
    w->status = ad_prune_path(w->p, "starts/rewind.safetensors", 0, path);
    if (!w->status)
        w->status = adrop_model_save(w->model, path);
}

static int stop(void *user)
{
    const watch *w = user;

    return w->status || (w->hooks->stop && w->hooks->stop(w->hooks->user));
}

void ad_prune_clean(const adrop_pruning *p, size_t round)
{
    static const char *const names[] = { "checkpoint", "checkpoint.prev", "checkpoint.next" };
    char path[AD_PATH_SIZE];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/rounds/%zu/%s.safetensors", p->how.out, round, names[i]);
        unlink(path);
    }
}

adrop_status ad_prune_train(adrop_pruning *p, size_t round, size_t first, double began,
                            const adrop_prune_hooks *hooks)
{
    watch w = { .p = p, .hooks = hooks, .round = round, .first = first, .began = began };
    const adrop_train_hooks mine = { .size = sizeof mine,
                                     .user = &w,
                                     .started = started,
                                     .progress = moved,
                                     .epoch = epoch_done,
                                     .stop = stop };
    adrop_train_result result;
    adrop_train_opts train;
    adrop_status status = settings_of(p, round, &train);

    if (!status)
        status = adrop_train_on(p->ctx, p->rows, &p->data, &train, &mine, &result);
    if (w.status) { /* its checkpoints are behind the epoch whose weights could not be kept */
        ad_prune_clean(p, round);
        return w.status;
    }
    if (!status)
        status = ad_prune_look(p, round);
    if (!status && !p->rounds[round].is_done)
        status = ad_fail(p->ctx, ADROP_EFORMAT, "'%s/run.json' does not say how its run ended",
                         train.out);
    return status;
}

/* -- What is left -------------------------------------------------------------------------- */

/* Weights that are zero, and the multiplications with them. */
static adrop_status count_zeros(const adrop_pruning *p, const adrop_model *m, double *weights,
                                double *macs)
{
    float *values;
    adrop_status status = AD_NEW(p->ctx, m->most, "a tensor", &values);

    *weights = *macs = 0;
    for (size_t i = 0; i < m->n_tensors && !status; i++) {
        const ad_param *t = m->tensor[i];
        size_t zeros = 0;
        if (t->group != ADROP_WEIGHTS || t->n_dims < 2)
            continue;
        status = adrop_model_get(m, i, values);
        for (size_t k = 0; k < t->n && !status; k++)
            zeros += !(values[k] < 0 || values[k] > 0);
        *weights += (double)zeros;
        *macs += m->tensor_layer[i]->macs * (double)zeros / (double)t->n;
    }
    ad_free(p->ctx, values);
    return status;
}

adrop_status ad_prune_count(adrop_pruning *p, size_t round)
{
    ad_prune_round *of = &p->rounds[round];
    char path[ADROP_TEXT_SIZE];
    adrop_model *m = NULL;
    adrop_model_info info;
    struct stat file;
    double zeros = 0, less = 0;
    adrop_status status = ad_prune_path(p, "rounds/%zu/model.safetensors", round, path);

    if (!status)
        status = ad_prune_open_model(p, path, &m);
    if (!status && p->how.unit == ADROP_PRUNE_WEIGHTS)
        status = count_zeros(p, m, &zeros, &less);
    if (!status) {
        adrop_model_describe(m, &info);
        of->params = (double)info.n_params - zeros;
        of->macs = info.macs - less;
        of->bytes = stat(path, &file) ? NAN : (double)file.st_size;
        of->is_counted = 1;
    }
    adrop_model_free(m);
    return status;
}
