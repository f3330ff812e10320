/* Making a trainer, and queries (adrop/trainer.h).
 *
 * A trainer has a model (its own or a borrowed one), the training batches, and one set of batches
 * per part to evaluate. The model gets the schema of the data, so that its file says what
 * raw rows mean. What will not fit into memory is refused here, before the first step. */
#include "trainer/trainer.h"

#include <math.h>

#include "base/clock.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "comm/comm.h"
#include "model/warm.h"
#include "rows/batches.h"
#include "trainer/options.h"

static adrop_status open_batches(adrop_trainer *t)
{
    adrop_batches_opts o;
    adrop_status status;

    adrop_batches_opts_init(&o);
    o.rows = t->opts.batch;
    o.seed = t->opts.seed;
    o.shuffle = 1;
    o.augment = ad_trainer_augment(t->opts.augment);
    o.workers = t->opts.workers;
    o.peeks = t->model->response && !t->judges.n;
    status = t->judges.n ? ad_judges_open(t, &o)
                         : adrop_batches_create(t->ctx, t->data, &o, &t->steps);
    o.peeks = 0;
    o.shuffle = 0;
    o.augment = 0;
    for (int p = 0; p < AD_PARTS && !status; p++) {
        size_t n;
        adrop_data_rows(t->data, (adrop_part)p, &n);
        o.part = (adrop_part)p;
        if (n)
            status = adrop_batches_create(t->ctx, t->data, &o, &t->parts[p]);
    }
    return status;
}

/* Bytes of the batches that open_batches makes, including those prepared ahead. */
static size_t batch_bytes(const adrop_trainer *t)
{
    const struct {
        size_t rows;
        unsigned augment;
    } sets[] = { { t->info.n_train, ad_trainer_augment(t->opts.augment) },
                 { t->opts.dropout_judge ? t->info.n_train : 0, 0 },
                 { t->info.n_train, 0 },
                 { t->info.n_val, 0 },
                 { t->info.n_test, 0 } };
    const size_t units = t->info.channels * t->info.height * t->info.width;
    adrop_batches_opts usual;
    size_t rows = 0;

    adrop_batches_opts_init(&usual);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        const int ahead = ad_batches_workers(t->data, sets[i].augment, t->opts.workers) > 0;
        const size_t slots = ahead ? usual.ahead + 1 : 1;
        rows += slots * (sets[i].rows < t->opts.batch ? sets[i].rows : t->opts.batch);
    }
    if (t->opts.r_drop > 0)
        rows += 2 * t->opts.batch;
    return rows * ((t->info.is_sparse ? 0 : units) + 1) * sizeof(float);
}

adrop_model_opts ad_trainer_model_opts(const adrop_data_info *data, const adrop_trainer_opts *opts,
                                       const adrop_model_opts *model)
{
    adrop_model_opts o = *model;

    o.channels = data->channels, o.height = data->height, o.width = data->width;
    o.loss = data->task == ADROP_REGRESSION ? ADROP_LOSS_SQUARED
             : data->is_multi_label         ? ADROP_LOSS_BINARY
                                            : ADROP_LOSS_SOFTMAX;
    o.outputs = data->task == ADROP_REGRESSION ? data->targets : data->classes;
    o.sparse = data->is_sparse;
    o.batch = opts->batch;
    if (opts->r_drop > 0 && o.shards) /* pairs stay in one shard */
        o.batch = 2 * ((opts->batch + o.shards - 1) / o.shards) * o.shards;
    o.n_train = data->n_train;
    o.seed = opts->seed;
    return o;
}

/* Make the trainer's own model. The additional memory of training is known before: the
 * optimiser's state, batches, and checkpoints, which exist in memory twice, as tensors and
 * as a file. */
static adrop_status make_model(adrop_trainer *t, const adrop_model_opts *given, int saves)
{
    const char *text;
    adrop_model_opts model;
    unsigned traits = 0;
    size_t states = 0;
    adrop_status status;

    adrop_model_opts_init(&model);
    if ((status = AD_SETTINGS_READ(t->ctx, adrop_model_opts, adrop_model_options(), &model,
                                   given)) ||
        (status = ad_trainer_optimizer(t->ctx, &t->opts, &text)) ||
        (status = ad_optimizer_states(t->ctx, text, &states)) ||
        (status = ad_technique_traits(t->ctx, model.dropout, &traits)))
        return status;
    const size_t responses = (traits & AD_LEARNS_BY_RESPONSE) != 0; /* 1: a copy of the weights */
    const size_t best = t->opts.keep_best != 0;                     /* likewise */
    const adrop_model_opts o = ad_trainer_model_opts(&t->info, &t->opts, &model);
    const ad_model_create_args args = { .copies = states + responses + best +
                                                  (saves ? 2 * (1 + states + best) : 0),
                                        .bytes = batch_bytes(t),
                                        .held = ad_data_memory(t->data) };

    t->owns_model = 1;
    return ad_model_open(t->ctx, &o, &args, &t->model);
}

/* R-Drop copies rows densely, so sparse rows are refused. */
static adrop_status check_pairs(const adrop_trainer *t)
{
    return t->opts.r_drop > 0 && t->info.is_sparse
               ? ad_fail(t->ctx, ADROP_EINVAL,
                         "the rows of '%s' are sparse: `r-drop` needs dense ones, as `features` "
                         "lsa:K gives",
                         t->info.name)
               : ADROP_OK;
}

/* A borrowed model must read the rows of these data. */
static adrop_status check_model(adrop_trainer *t)
{
    static const char *const meant[] = { "classes", "target", "classes of which a row has any" };
    const adrop_model_opts *has = &t->model->options;

    const size_t passes = ad_trainer_passes(&t->opts);
    const size_t most = passes == 1 ? has->batch : has->batch / has->shards / passes * has->shards;
    if (!most)
        return ad_fail(t->ctx, ADROP_ESHAPE,
                       "a model for batches of %zu rows has no room for two passes of each row: "
                       "leave `r-drop` out",
                       has->batch);
    if (t->opts.batch > most)
        t->opts.batch = most;
    const adrop_model_opts wants = ad_trainer_model_opts(&t->info, &t->opts, has);
    if (has->channels != wants.channels || has->height != wants.height || has->width != wants.width)
        return ad_fail(t->ctx, ADROP_ESHAPE,
                       "rows of '%s' have %zu x %zu x %zu values, and the model reads %zu x %zu x "
                       "%zu",
                       t->info.name, wants.channels, wants.height, wants.width, has->channels,
                       has->height, has->width);
    if (has->outputs != wants.outputs || has->loss != wants.loss)
        return ad_fail(t->ctx, ADROP_ESHAPE,
                       "'%s' has %zu %s, and the model gives %zu outputs for %s", t->info.name,
                       wants.outputs, meant[wants.loss], has->outputs, meant[has->loss]);
    return ADROP_OK;
}

/* Store the schema of the data in the model. */
static adrop_status take_schema(adrop_trainer *t)
{
    char *text;
    adrop_status status = ad_schema_write(ad_data_schema(t->data), t->ctx, &text);

    if (!status)
        status = adrop_model_set_schema(t->model, text);
    ad_free(t->ctx, text);
    return status;
}

/* Set half the strength first, so that its memory is allocated here, not at a step. */
static adrop_status start_strength(adrop_trainer *t)
{
    adrop_status status = ad_strength_read(t->ctx, t->opts.dropout_schedule, t->opts.epochs,
                                           &t->strength);

    if (!status &&
        (t->strength.kind == AD_STRENGTH_EARLY || t->strength.kind == AD_STRENGTH_LINEAR))
        status = adrop_model_set_dropout_strength(t->model, 0.5);
    return status ? status : ad_trainer_strengthen(t, 0);
}

/* model: options of a model to make; NULL: t->model is set. */
static adrop_status trainer_fill(adrop_trainer *t, const adrop_trainer_opts *opts,
                                 const adrop_model_opts *model, int saves)
{
    const char *text;
    adrop_status status;

    adrop_data_describe(t->data, &t->info);
    if ((status = ad_trainer_opts_read(t->ctx, &t->info, opts, &t->opts)) ||
        (status = check_pairs(t)) ||
        (status = model ? make_model(t, model, saves) : check_model(t)) ||
        (status = take_schema(t)) || (status = ad_model_freeze(t->model, t->opts.freeze)) ||
        (status = ad_trainer_optimizer(t->ctx, &t->opts, &text)) ||
        (status = adrop_model_optimizer(t->model, text)) || (status = ad_judges_choose(t)) ||
        (status = open_batches(t)))
        return status;
    t->model->options.no_finite_check = t->opts.no_finite_check;
    t->width = t->model->options.outputs;
    if (t->opts.r_drop > 0 && !t->model->n_dropouts)
        return ad_fail(t->ctx, ADROP_EINVAL,
                       "`r-drop` compares two noisy passes, and a network with dropout none has no "
                       "noise: leave it out or choose a technique");
    t->schedule = ad_trainer_schedule(&t->opts, adrop_batches_count(t->steps));
    if ((status = ad_pairs_create(t)) || (status = ad_best_create(t)) ||
        (status = start_strength(t)) || (status = ad_trainer_start_responses(t)) ||
        (status = AD_NEW(
             t->ctx, (1 + (size_t)adrop_comm_ranks(t->ctx->comm)) * (t->model->options.shards + 1),
             "the scores of shards", &t->shard_scores)))
        return status;
    ad_trainer_share(t);
    t->state = (ad_trainer_state){ .best = NAN, .best_val = NAN, .last = NAN };
    t->rate_start = ad_clock();
    return ADROP_OK;
}

static adrop_status trainer_make(adrop_ctx *ctx, const adrop_data *data,
                                 const adrop_model_opts *options, adrop_model *model,
                                 const adrop_trainer_opts *opts, int saves, adrop_trainer **out)
{
    adrop_trainer *t;
    adrop_status status = AD_NEW(ctx, 1, "a trainer", &t);

    *out = NULL;
    if (status)
        return status;
    t->ctx = ctx;
    t->data = data;
    t->model = model;
    status = trainer_fill(t, opts, options, saves);
    if (status)
        adrop_trainer_free(t);
    else
        *out = t;
    return status;
}

adrop_status ad_trainer_open(adrop_ctx *ctx, const adrop_data *data, const adrop_model_opts *model,
                             const adrop_trainer_opts *opts, int saves, adrop_trainer **out)
{
    return trainer_make(ctx, data, model, NULL, opts, saves, out);
}

adrop_status adrop_trainer_create(adrop_ctx *ctx, const adrop_data *data,
                                  const adrop_model_opts *model, const adrop_trainer_opts *opts,
                                  adrop_trainer **out)
{
    if (ad_check_given(ctx, "data", data) || ad_check_given(ctx, "model", model) ||
        ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    return trainer_make(ctx, data, model, NULL, opts, 0, out);
}

adrop_status adrop_trainer_create_on(adrop_ctx *ctx, const adrop_data *data, adrop_model *model,
                                     const adrop_trainer_opts *opts, adrop_trainer **out)
{
    if (ad_check_given(ctx, "data", data) || ad_check_given(ctx, "model", model) ||
        ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    return trainer_make(ctx, data, NULL, model, opts, 0, out);
}

void adrop_trainer_free(adrop_trainer *t)
{
    if (!t)
        return;
    adrop_batches_free(t->steps);
    ad_judges_free(t);
    ad_best_free(t);
    for (int p = 0; p < AD_PARTS; p++)
        adrop_batches_free(t->parts[p]);
    if (t->owns_model)
        adrop_model_free(t->model);
    ad_free(t->ctx, t->pairs.x);
    ad_free(t->ctx, t->pairs.labels);
    ad_free(t->ctx, t->pairs.weights);
    ad_free(t->ctx, t->pairs.outputs);
    ad_free(t->ctx, t->row_numbers);
    ad_free(t->ctx, t->shard_scores);
    ad_free(t->ctx, t);
}

adrop_model *adrop_trainer_model(const adrop_trainer *t)
{
    return t->model;
}

const adrop_data *adrop_trainer_data(const adrop_trainer *t)
{
    return t->data;
}

void adrop_trainer_hooks_init_sized(adrop_trainer_hooks *hooks, size_t size)
{
    const adrop_trainer_hooks mine = { .size = sizeof mine };

    ad_struct_init(hooks, size, &mine, sizeof mine);
}

adrop_status adrop_trainer_watch(adrop_trainer *t, const adrop_trainer_hooks *hooks)
{
    adrop_trainer_hooks mine = { .size = sizeof mine };
    const adrop_status status = hooks ? AD_STRUCT_READ(t->ctx, adrop_trainer_hooks, &mine, hooks)
                                      : ADROP_OK;

    if (!status)
        t->hooks = mine;
    return status;
}

void adrop_trainer_describe_sized(const adrop_trainer *t, adrop_trainer_info *info, size_t size)
{
    const adrop_trainer_info mine = { .step = t->state.step,
                                      .epoch = t->state.epoch,
                                      .batch = t->state.batch,
                                      .steps = t->schedule.steps_per_epoch,
                                      .since_best = t->state.since_best,
                                      .best = t->state.best,
                                      .best_val = t->state.best_val,
                                      .last = t->state.last,
                                      .seconds = t->state.seconds };

    ad_struct_write(info, size, &mine, sizeof mine);
}
