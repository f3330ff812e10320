/* The rounds of a pruning (prune_impl.h): their record, the size of the network in each, and the
 * planner. A round is a training that depends on the one before it.
 *
 * Round 0 trains with the given settings. Later rounds start from their file: with nodes removed
 * it holds a smaller network, with weights removed it holds zeros, which stay. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/keep.h"
#include "base/memory.h"
#include "study/prune_impl.h"

/* -- The record ------------------------------------------------------------------------------ */

static double number_in(const json_t *from, const char *key)
{
    const json_t *x = json_object_get(from, key);

    return json_is_number(x) && json_number_value(x) >= 0 ? json_number_value(x) : NAN;
}

/* Take the recorded results of the rounds that are still planned. */
static adrop_status prune_take_rounds(ad_study *s, const json_t *record)
{
    adrop_pruning *p = (adrop_pruning *)s;
    const json_t *rounds = json_object_get(record, "rounds");
    const char *before = p->info.classes ? "test_acc_before" : "test_rmse_before";

    for (size_t i = 0; i < json_array_size(rounds) && i < p->n_rounds; i++) {
        const json_t *from = json_array_get(rounds, i);
        ad_prune_round *of = &p->rounds[i];
        size_t units;
        if (!ad_json_count(json_object_get(from, "units"), 1, SIZE_MAX / 2, &units) ||
            units != of->units)
            continue; /* last round of a longer plan, or not one of ours */
        of->before = number_in(from, before);
        of->params = number_in(from, "params");
        of->macs = number_in(from, "macs");
        of->bytes = number_in(from, "bytes");
        of->is_counted = !isnan(of->params) && !isnan(of->macs) && !isnan(of->bytes);
    }
    return ADROP_OK;
}

static json_t *round_of(ad_json *b, const adrop_pruning *p, size_t i)
{
    const adrop_prune_round r = ad_prune_shown(p, i);
    const int classes = p->info.classes != 0;
    json_t *d = json_pack("{s:I, s:b, s:I}", "round", (json_int_t)i, "done", r.is_done, "units",
                          (json_int_t)r.units);

    ad_json_put(b, d, "kept", ad_json_real(r.kept));
    ad_json_put(b, d, "params", ad_json_real(r.params));
    ad_json_put(b, d, "macs", ad_json_real(r.macs));
    ad_json_put(b, d, "bytes", ad_json_real(r.bytes));
    ad_json_put(b, d, classes ? "test_acc_before" : "test_rmse_before",
                ad_json_real(r.test_before));
    ad_json_put(b, d, classes ? "test_acc" : "test_rmse", ad_json_real(r.test));
    ad_json_put(b, d, "run", ad_json_string(r.run));
    return d;
}

static void prune_put_rounds(const ad_study *s, ad_json *b, json_t *record)
{
    const adrop_pruning *p = (const adrop_pruning *)s;
    json_t *rounds = json_array();

    for (size_t i = 0; i < p->n_rounds; i++)
        ad_json_append(b, rounds, round_of(b, p, i));
    ad_json_put(b, record, "rounds", rounds);
}

/* If `keep` is open, a later call may add rounds. */
static void put_prune_settings(const ad_study *s, ad_json *b, json_t *settings)
{
    (void)b;
    if (((const adrop_pruning *)s)->opts.keep >= 1)
        json_object_del(settings, "rounds");
}

/* -- Sizes -------------------------------------------------------------------------------- */

/* Count the weights that are zero, and the multiplications they save. */
static adrop_status count_zeros(const adrop_pruning *p, const adrop_model *m, double *weights,
                                double *macs)
{
    float *values;
    adrop_status status = AD_NEW(p->ctx, m->most, "a tensor", &values);

    *weights = *macs = 0;
    for (size_t i = 0; i < m->n_tensors && !status; i++) {
        const ad_param *t = m->tensor[i];
        size_t zeros = 0;
        if (t->group != ADROP_TENSOR_WEIGHTS || t->n_dims < 2)
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

/* Parameters, multiplications and bytes of a finished round. */
static adrop_status prune_count(adrop_pruning *p, size_t round)
{
    ad_prune_round *of = &p->rounds[round];
    const char *path;
    adrop_model *m = NULL;
    adrop_model_info info;
    struct stat file;
    double zeros = 0, less = 0;
    adrop_status status = ad_prune_path(p, "rounds/%zu/model.safetensors", round, &path);

    if (!status)
        status = ad_prune_open_model(p, path, &m);
    if (!status && p->opts.unit == ADROP_PRUNE_WEIGHTS)
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

void ad_prune_clean(const adrop_pruning *p, size_t round)
{
    static const char *const names[] = { "checkpoint", "checkpoint.prev", "checkpoint.next" };
    char path[AD_PATH_SIZE];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/rounds/%zu/%s.safetensors", p->opts.out, round, names[i]);
        unlink(path);
    }
}

/* -- The planner ------------------------------------------------------------------------------- */

static void begin_rounds(ad_study *s)
{
    adrop_pruning *p = (adrop_pruning *)s;

    p->at = p->first = 0;
}

/* Every round depends on the one before it. */
static adrop_status next_round(ad_study *s, ad_training **list, size_t *n)
{
    adrop_pruning *p = (adrop_pruning *)s;

    *n = p->at < p->n_rounds;
    *list = &p->training;
    p->training = (ad_training){ .subject = p->at };
    return *n ? ad_prune_path(p, "rounds/%zu", p->at, &p->training.path) : ADROP_OK;
}

static adrop_status round_settings(const ad_study *s, adrop_ctx *ctx, const ad_training *t,
                                   ad_launch_task *task)
{
    const adrop_pruning *p = (const adrop_pruning *)s;
    adrop_train_opts *train = &task->train;
    const char *path;

    if (!t->subject)
        return ADROP_OK;
    const adrop_status status = ad_prune_path(p, "starts/%zu.safetensors", t->subject, &path);
    if (status)
        return status;
    train->init = path;
    if (p->opts.unit == ADROP_PRUNE_NODES)
        return ad_keep_format(ctx, &train->model, "file:%s", path);
    train->keep_zeros = 1;
    return ADROP_OK;
}

static adrop_status find_round(ad_study *s, ad_training *t, const json_t *record)
{
    const adrop_pruning *p = (const adrop_pruning *)s;
    const json_t *result = json_object_get(json_object_get(record, "result"),
                                           p->info.classes ? "test_acc" : "test_rmse");

    t->is_there &= json_is_number(result);
    t->value = t->is_there ? json_number_value(result) : NAN;
    return ADROP_OK;
}

static adrop_status prepare_round(ad_study *s, ad_training *t)
{
    return t->subject ? ad_prune_start((adrop_pruning *)s, t->subject) : ADROP_OK;
}

/* After epoch K of round 0, save the weights that survivors are rewound to. The file is written
 * before the checkpoint of that epoch. */
static adrop_status keep_rewind(ad_study *s, const ad_training *t, const adrop_model *model,
                                const adrop_epoch *e)
{
    adrop_pruning *p = (adrop_pruning *)s;
    const char *path;

    if (t->subject || p->rewind <= 0 || e->epoch != (size_t)p->rewind)
        return ADROP_OK;
    adrop_status status = ad_prune_path(p, "starts/rewind.safetensors", 0, &path);
    if (!status)
        status = adrop_model_save(model, path);
    p->is_rewind_lost |= status != ADROP_OK;
    return status;
}

/* Count a finished round, and report it. */
static adrop_status take_round(ad_study *s, ad_training *list, size_t n)
{
    adrop_pruning *p = (adrop_pruning *)s;
    ad_prune_round *of = &p->rounds[p->at];
    adrop_status status = ADROP_OK;

    (void)n;
    if (list->status)
        return ad_fail(p->ctx, list->status, "%s", list->message);
    of->is_done = list->is_there;
    of->test = list->value;
    if (s->is_training && !of->is_done)
        return ad_fail(p->ctx, ADROP_EFORMAT, "'%s/run.json' does not say how its run ended",
                       list->path);
    if (s->is_training && !of->is_counted) {
        s->is_changed = 1;
        if ((status = prune_count(p, p->at)) || (status = ad_study_write(s)))
            return status;
    }
    if (s->is_training) {
        const adrop_prune_round shown = ad_prune_shown(p, p->at);
        ad_prune_clean(p, p->at);
        if (p->hooks->round)
            p->hooks->round(p->hooks->user, &shown);
    }
    p->at++;
    return status;
}

static void tell_round(const ad_study *s, const ad_training *t, const adrop_progress *at,
                       const ad_study_progress *how_far)
{
    const adrop_pruning *p = (const adrop_pruning *)s;
    const double all = (double)p->n_rounds, begun = (double)t->subject;
    const double of_round = at ? ((double)at->epoch - 1 + (double)at->step / (double)at->steps) /
                                     (double)at->epochs
                               : 1;
    const double here = how_far->done;
    const adrop_prune_progress progress = {
        .round = t->subject,
        .rounds = p->n_rounds - 1,
        .at = at,
        .done = (begun + of_round) / all,
        .seconds_left = here > 0.02 ? how_far->seconds / here * (all - begun - of_round) : NAN,
    };

    if (at && p->hooks->progress)
        p->hooks->progress(p->hooks->user, &progress);
}

static void end_round(ad_study *s, const ad_training *t, const adrop_train_result *result)
{
    (void)s;
    (void)t;
    (void)result;
}

const ad_planner ad_planner_prune = {
    .what = "pruning",
    .verb = "train",
    .record = "prune.json",
    .options = adrop_prune_options,
    .is_strict = 1,
    .put_settings = put_prune_settings,
    .put = prune_put_rounds,
    .take = prune_take_rounds,
    .begin = begin_rounds,
    .next = next_round,
    .reduce = take_round,
    .settings = round_settings,
    .found = find_round,
    .prepare = prepare_round,
    .epoch = keep_rewind,
    .moved = tell_round,
    .ended = end_round,
};
