/* Train on arrays in memory, without reading or requiring files.
 *
 * The table has four columns on very different scales. The target is a function of three of them;
 * the last column is irrelevant. The library splits the rows, fits the scaling on the training rows
 * and trains. The caller watches every epoch, stops early, and saves the state of training. A
 * second trainer resumes from that file and gives the same results as an uninterrupted one. Finally
 * the model predicts unscaled rows, in the target's own units.
 *
 *     cc 04_train_arrays.c $(pkg-config --cflags --libs adrop) -lm && ./a.out */
#include <adrop/adrop.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 600, COLUMNS = 4 };

static float x[ROWS][COLUMNS], y[ROWS];
static const char *const columns[COLUMNS] = { "age", "income", "rooms", "noise" };

/* A number in [0, 1), good enough for an example's data. */
static float number(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

static void make_row(unsigned *state, float row[COLUMNS], float *target)
{
    row[0] = 20 + 60 * number(state);
    row[1] = 10000 + 90000 * number(state);
    row[2] = 1 + floorf(6 * number(state));
    row[3] = number(state);
    *target = 200 + 0.003f * row[1] + 40 * row[2] + 0.05f * (row[0] - 50) * (row[0] - 50);
}

/* Every call returns a status; the message is in the context. */
static void must(adrop_status status, const adrop_ctx *ctx)
{
    if (status && status != ADROP_EINTR) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        exit(EXIT_FAILURE);
    }
}

static adrop_ctx *make_context(void)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = 1;
    if (adrop_ctx_create(&opts, &ctx))
        exit(EXIT_FAILURE);
    return ctx;
}

static adrop_data *make_data(adrop_ctx *ctx)
{
    adrop_arrays arrays;
    adrop_split_opts opts;
    adrop_data *data;
    unsigned state = 7;

    for (int i = 0; i < ROWS; i++)
        make_row(&state, x[i], &y[i]);
    adrop_arrays_init(&arrays);
    arrays.rows = ROWS, arrays.channels = COLUMNS;
    arrays.values = x[0], arrays.targets = y, arrays.column_names = columns;
    arrays.borrow = 1; /* the arrays outlive the data set */
    adrop_split_opts_init(&opts);
    opts.test_fraction = 0.25;
    must(adrop_data_from_arrays(ctx, &arrays, &opts, &data), ctx);
    return data;
}

static adrop_trainer *make_trainer(adrop_ctx *ctx, const adrop_data *data)
{
    adrop_model_opts model;
    adrop_trainer_opts opts;
    adrop_trainer *t;

    adrop_model_opts_init(&model);
    model.model = "mlp:32,32", model.dropout = "gaussian:rate=0.02";
    model.dropout_at = ADROP_AT_HIDDEN;
    adrop_trainer_opts_init(&opts);
    opts.epochs = 60, opts.batch = 25, opts.lr = 0.02;
    must(adrop_trainer_create(ctx, data, &model, &opts, &t), ctx);
    return t;
}

/* Called after every step; stops after 500 of them. */
static int enough(void *user)
{
    size_t *steps = user;

    return ++*steps == 500;
}

static void predict(adrop_ctx *ctx, adrop_model *model)
{
    adrop_predictor *p;
    unsigned state = 99;
    float row[COLUMNS], target;
    double mean, std;
    int close = 0;

    must(adrop_predictor_create(ctx, model, &p), ctx);
    for (int i = 0; i < 100; i++) { /* rows not seen in training */
        make_row(&state, row, &target);
        must(adrop_predictor_predict(p, 1, row, NULL, 50, &mean, &std), ctx);
        close += fabs(mean - (double)target) < 30;
    }
    printf("column 2 is called %s\n", adrop_predictor_column_name(p, 2));
    printf("within 30 of the truth: %s of 100 new rows\n",
           close >= 80 ? "more than 80" : "too few");
    adrop_predictor_free(p);
}

int main(void)
{
    const char *file = "/tmp/adrop-example-04.safetensors";
    adrop_ctx *ctx = make_context();
    adrop_data *data = make_data(ctx);
    adrop_trainer *whole = make_trainer(ctx, data), *t = make_trainer(ctx, data);
    size_t steps = 0;
    const adrop_trainer_hooks hooks = { .size = sizeof hooks, .user = &steps, .stop = enough };
    adrop_data_info info;
    adrop_trainer_info at;
    adrop_score before, after;
    adrop_epoch e;

    adrop_data_describe(data, &info);
    printf("%zu training rows, %zu test rows\n", info.n_train, info.n_test);
    must(adrop_trainer_evaluate(whole, ADROP_PART_TEST, &before), ctx);
    while (!adrop_trainer_is_done(whole))
        must(adrop_trainer_epoch(whole, &e), ctx);
    must(adrop_trainer_evaluate(whole, ADROP_PART_TEST, &after), ctx);
    printf("the error on test rows falls to a tenth or less: %s\n",
           after.rmse < 0.1 * before.rmse ? "yes" : "no");

    must(adrop_trainer_watch(t, &hooks), ctx);
    const int stopped = adrop_trainer_run(t) == ADROP_EINTR;
    adrop_trainer_describe(t, &at);
    printf("stopped: %s, after %zu steps, in epoch %zu\n", stopped ? "yes" : "no", at.step,
           at.epoch + 1);
    must(adrop_trainer_save(t, file), ctx);
    adrop_trainer_free(t);

    t = make_trainer(ctx, data); /* possibly in another program */
    must(adrop_trainer_resume(t, file), ctx);
    must(adrop_trainer_run(t), ctx);
    adrop_score resumed;
    must(adrop_trainer_evaluate(t, ADROP_PART_TEST, &resumed), ctx);
    printf("resumed, it ends in the same number: %s\n", resumed.rmse == after.rmse ? "yes" : "no");
    predict(ctx, adrop_trainer_model(t));
    remove(file);
    adrop_trainer_free(t);
    adrop_trainer_free(whole);
    adrop_data_free(data);
    adrop_ctx_free(ctx);
    return EXIT_SUCCESS;
}
