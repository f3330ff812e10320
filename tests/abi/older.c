/* A program compiled against other headers than its library's: ages.py makes headers with shorter
 * or longer structs. Every struct is followed by a guard, and the compiler guards the stack
 * (-fstack-protector-all). */
#include <stdio.h>
#include <string.h>

#include "adrop/lab.h"

static int failed;

static void check(int ok, const char *what)
{
    if (!ok)
        printf("FAILED: %s\n", what), failed = 1;
}

/* A struct and what must stay as it is behind it. */
#define GUARDED(type, name)                                                                        \
  struct {                                                                                         \
    type it;                                                                                       \
    unsigned char guard[65536];                                                                    \
  } name;                                                                                          \
  memset(&name, 0xa5, sizeof name)

static int whole(const unsigned char *guard, size_t n)
{
    while (n--)
        if (*guard++ != 0xa5)
            return 0;
    return 1;
}

#define INTACT(name) check(whole(name.guard, sizeof name.guard), "behind " #name)

/* Call it, and see that nothing behind the struct was touched. */
#define INIT(type, name, call)                                                                     \
  GUARDED(type, name);                                                                             \
  call(&name.it);                                                                                  \
  check(name.it.size == sizeof(type), #type " has its size");                                      \
  INTACT(name)

#define TELL(type, name, expected, call)                                                           \
  do {                                                                                             \
    GUARDED(type, name);                                                                           \
    check((call) == (expected), #call);                                                            \
    INTACT(name);                                                                                  \
  } while (0)

#define TELL_VOID(type, name, call) TELL(type, name, 1, ((call), 1))

static void dropout(adrop_ctx *ctx)
{
    float x[4 * 8] = { 0 }, y[4 * 8];
    adrop_dropout *d = NULL;
    GUARDED(adrop_site, site);
    GUARDED(adrop_pass, pass);

    adrop_site_dense(&site.it, 4, 8);
    INTACT(site);
    check(!adrop_dropout_create(ctx, "advanced", &site.it, 1, &d), "a layer");
    adrop_pass_train(&pass.it, 1, 0, 4, x, y);
    INTACT(pass);
    check(!adrop_dropout_forward(d, &pass.it), "a pass");
    TELL(adrop_moments, moments, 1, adrop_dropout_moments(d, 0, 0, &moments.it));
    TELL(adrop_moments, moments, 0, adrop_dropout_moments(d, 99, 0, &moments.it));
    adrop_dropout_free(d);
}

static void model(adrop_ctx *ctx)
{
    float x[4 * 784] = { 0 };
    const int32_t labels[4] = { 0, 1, 2, 3 };
    adrop_model *m = NULL;
    INIT(adrop_model_opts, opts, adrop_model_opts_init);
    INIT(adrop_rates, rates, adrop_rates_init);
    GUARDED(adrop_batch, batch);
    float *values;

    opts.it.model = "mlp:8";
    check(!adrop_model_create(ctx, &opts.it, &m), "a model");
    check(!adrop_model_optimizer(m, "sgd"), "an optimiser");
    adrop_batch_train(&batch.it, 0, 4, x, labels);
    INTACT(batch);
    TELL(adrop_losses, losses, ADROP_OK, adrop_model_gradients(m, &batch.it, &losses.it));
    check(!adrop_model_step(m, &rates.it, NULL), "a step");
    TELL_VOID(adrop_model_info, info, adrop_model_describe(m, &info.it));
    TELL(adrop_layer_info, layer, 1, adrop_model_layer(m, 0, &layer.it));
    TELL(adrop_layer_info, layer, 0, adrop_model_layer(m, 999, &layer.it));
    TELL(adrop_tensor_info, tensor, 1, adrop_model_tensor(m, 0, &tensor.it));
    TELL(adrop_tensor_info, tensor, 0, adrop_model_tensor(m, 999, &tensor.it));
    values = x;
    check(adrop_model_get(m, 999, values) == ADROP_EINVAL, "no such tensor");
    check(adrop_model_set(m, 999, values) == ADROP_EINVAL, "no such tensor");
    check(adrop_model_get_gradient(m, 999, values) == ADROP_EINVAL, "no such tensor");
    adrop_model_free(m);
}

static void data(adrop_ctx *ctx)
{
    adrop_data *d = NULL;
    adrop_batches *b = NULL;
    INIT(adrop_data_opts, opts, adrop_data_opts_init);
    INIT(adrop_batches_opts, batches, adrop_batches_opts_init);

    opts.it.data = "digits";
    check(!adrop_data_open(ctx, &opts.it, &d), "digits");
    TELL_VOID(adrop_data_info, info, adrop_data_describe(d, &info.it));
    check(!adrop_batches_create(ctx, d, &batches.it, &b), "batches");
    TELL(adrop_data_batch, batch, ADROP_OK, adrop_batches_next(b, &batch.it));
    TELL(adrop_data_file, file, 0, adrop_data_file_at(d, 0, &file.it));
    adrop_batches_free(b);
    adrop_data_free(d);
    TELL(adrop_known_data, known, 1, adrop_known_data_at(0, &known.it));
    TELL(adrop_known_data, known, 0, adrop_known_data_at(999, &known.it));
    TELL(adrop_data_format, format, 1, adrop_data_format_at(0, &format.it));
    TELL(adrop_data_format, format, 0, adrop_data_format_at(999, &format.it));
}

static void arrays(adrop_ctx *ctx)
{
    const float x[] = { 1, 2, 3, 4, 5, 6 };
    const int32_t labels[] = { 0, 1, 0, 1, 0, 1 };
    adrop_data *d = NULL, *view = NULL;
    INIT(adrop_arrays, of, adrop_arrays_init);
    INIT(adrop_split_opts, opts, adrop_split_opts_init);

    of.it.rows = 6;
    of.it.channels = 1;
    of.it.values = x;
    of.it.labels = labels;
    opts.it.seed = 3;
    check(!adrop_data_from_arrays(ctx, &of.it, &opts.it, &d), "arrays");
    TELL_VOID(adrop_split_opts, split, adrop_data_split(d, &split.it));
    check(!adrop_data_view(ctx, d, &opts.it, &view), "a view");
    adrop_data_free(d);
    adrop_data_free(view);
}

static int stop_at_once(void *user)
{
    (void)user;
    return 1;
}

static void train(adrop_ctx *ctx)
{
    INIT(adrop_data_opts, set, adrop_data_opts_init);
    INIT(adrop_train_opts, training, adrop_train_opts_init);
    INIT(adrop_train_hooks, hooks, adrop_train_hooks_init);
    GUARDED(adrop_train_result, result);

    set.it.data = "digits";
    training.it.model = "mlp:8";
    training.it.epochs = 1;
    check(!adrop_train(ctx, &set.it, &training.it, NULL, &result.it), "training");
    INTACT(result);
    check(result.it.epochs == 1, "an epoch was done");
    hooks.it.stop = stop_at_once;
    adrop_train(ctx, &set.it, &training.it, &hooks.it, &result.it); /* stopped: status or result */
    INTACT(result);
}

/* Trainers and predictors on arrays. */
static void trainer(adrop_ctx *ctx)
{
    const float x[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
    const int32_t labels[] = { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 };
    adrop_data *d = NULL;
    adrop_trainer *t = NULL;
    adrop_predictor *p = NULL, *q = NULL;
    double mean[2];
    void *bytes = NULL;
    size_t size;
    INIT(adrop_arrays, of, adrop_arrays_init);
    INIT(adrop_model_opts, model, adrop_model_opts_init);
    INIT(adrop_trainer_opts, training, adrop_trainer_opts_init);
    INIT(adrop_trainer_hooks, hooks, adrop_trainer_hooks_init);
    INIT(adrop_predictor_opts, plain, adrop_predictor_opts_init);
    INIT(adrop_model_file_opts, file, adrop_model_file_opts_init);

    of.it.rows = 10;
    of.it.channels = 1;
    of.it.values = x;
    of.it.labels = labels;
    check(!adrop_data_from_arrays(ctx, &of.it, NULL, &d), "arrays");
    model.it.model = "mlp:8";
    training.it.epochs = 2;
    check(!adrop_trainer_create(ctx, d, &model.it, &training.it, &t), "a trainer");
    check(!adrop_trainer_watch(t, &hooks.it), "hooks");
    TELL(adrop_step, step, ADROP_OK, adrop_trainer_step(t, &step.it));
    TELL(adrop_epoch, epoch, ADROP_OK, adrop_trainer_epoch(t, &epoch.it));
    TELL(adrop_score, score, ADROP_OK, adrop_trainer_evaluate(t, ADROP_PART_TEST, &score.it));
    TELL_VOID(adrop_trainer_info, info, adrop_trainer_describe(t, &info.it));
    check(!adrop_model_write(adrop_trainer_model(t), &bytes, &size), "a buffer");
    check(!adrop_predictor_read(ctx, bytes, size, &plain.it, &p), "a predictor");
    TELL_VOID(adrop_predictor_info, info, adrop_predictor_describe(p, &info.it));
    check(!adrop_predictor_predict(p, 1, x, NULL, 3, mean, NULL), "a prediction");
    check(!adrop_predictor_create(ctx, adrop_trainer_model(t), &q), "a predictor in memory");
    adrop_free(ctx, bytes);
    adrop_predictor_free(p);
    adrop_predictor_free(q);
    adrop_trainer_free(t);
    adrop_data_free(d);
}

static void lists(void)
{
    TELL(adrop_technique_info, info, 1, adrop_technique_at(0, &info.it));
    TELL(adrop_technique_info, info, 0, adrop_technique_at(99, &info.it));
    TELL(adrop_architecture_info, info, 1, adrop_architecture_at(0, &info.it));
    TELL(adrop_architecture_info, info, 0, adrop_architecture_at(99, &info.it));
}

static void statistics(adrop_ctx *ctx)
{
    const double x[] = { 1, 2, 3 }, y[] = { 2, 4, 7 };

    TELL_VOID(adrop_summary, sum, adrop_summarize(3, x, &sum.it));
    TELL(adrop_t_result, t, ADROP_OK,
         adrop_t_test(ctx, ADROP_TEST_WELCH, ADROP_SIDE_TWO, 3, x, 3, y, 0.95, &t.it));
    TELL(adrop_rank_result, r, ADROP_OK, adrop_rank_sum(ctx, ADROP_SIDE_TWO, 3, x, 3, y, &r.it));
}

/* Options of the experiments: made, and refused or not as the library can. */
static void experiments(adrop_ctx *ctx)
{
    adrop_reproduction *r = NULL;
    INIT(adrop_compare_opts, compare, adrop_compare_opts_init);
    INIT(adrop_report_opts, report, adrop_report_opts_init);
    INIT(adrop_reproduce_opts, opts, adrop_reproduce_opts_init);
    INIT(adrop_get_opts, get, adrop_get_opts_init);

    check(!adrop_reproduce_create(ctx, "pvalue", &opts.it, &r), "a reproduction");
    TELL_VOID(adrop_reproduce_info, info, adrop_reproduce_describe(r, &info.it));
    check(!adrop_reproduce_table(r), "its table");
    TELL(adrop_reproduced, row, 0, adrop_reproduced_at(r, 999, &row.it));
    TELL(adrop_reproduce_part, part, 0, adrop_reproduce_part_at(r, 999, &part.it));
    adrop_reproduce_free(r);
}

#ifdef LONGER
/* The last member is unknown to the library: zero is fine, and anything else is refused. */
static void asks_for_more(adrop_ctx *ctx)
{
    adrop_model_opts opts;
    adrop_model *m = NULL;

    adrop_model_opts_init(&opts);
    opts.model = "mlp:8";
    opts.unknown[1] = 1;
    check(adrop_model_create(ctx, &opts, &m) == ADROP_EINVAL, "an unknown member is refused");
    check(strstr(adrop_ctx_message(ctx), "newer") != NULL, "and the message says why");
    adrop_model_free(m);
}
#endif

/* What a struct has is checked, whatever its age; what it lacks keeps its default. */
static void out_of_range(adrop_ctx *ctx)
{
    adrop_model *m = NULL;
    INIT(adrop_model_opts, opts, adrop_model_opts_init);
    INIT(adrop_data_opts, set, adrop_data_opts_init);
    INIT(adrop_train_opts, training, adrop_train_opts_init);

    opts.it.model = "mlp:8";
    opts.it.dropout_at = (adrop_dropout_at)77;
    check(adrop_model_create(ctx, &opts.it, &m) == ADROP_EINVAL, "a place without a name");
    check(strstr(adrop_ctx_message(ctx), "adrop_model_opts: '77'") != NULL, "which struct");
    set.it.data = "digits";
    training.it.dropout_at = -1;
    TELL(adrop_train_result, result, ADROP_EINVAL,
         adrop_train(ctx, &set.it, &training.it, NULL, &result.it));
    for (const adrop_option *row = adrop_train_options(); row->name; row++)
        check(row->help != NULL, row->name);
}

int main(void)
{
    adrop_ctx *ctx = NULL;
    INIT(adrop_ctx_opts, opts, adrop_ctx_opts_init);

    check(!adrop_ctx_create(&opts.it, &ctx), "a context");
    dropout(ctx);
    model(ctx);
    data(ctx);
    arrays(ctx);
    train(ctx);
    trainer(ctx);
    lists();
    statistics(ctx);
    experiments(ctx);
    out_of_range(ctx);
#ifdef LONGER
    asks_for_more(ctx);
#endif
    if (*adrop_ctx_message(ctx) && failed)
        printf("the last message: %s\n", adrop_ctx_message(ctx));
    adrop_ctx_free(ctx);
    return failed;
}
