/* One model, four threads: predictors that share its weights.
 *
 * A small classifier is trained on arrays. Every thread has its own context and a predictor that
 * reads the same weights; each predicts a quarter of a thousand rows, with fifty noisy passes per
 * row. Noise is addressed by row numbers, so the four threads together give the same bits as one
 * thread alone.
 *
 *     cc 06_predictor_threads.c $(pkg-config --cflags --libs adrop) -lm -lpthread && ./a.out */
#include <adrop/adrop.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 1000, COLUMNS = 2, CLASSES = 2, THREADS = 4, SHARE = ROWS / THREADS, SAMPLES = 50 };

static float x[ROWS][COLUMNS];
static int32_t labels[ROWS];
static uint32_t numbers[ROWS];
static double alone[2][ROWS][CLASSES], together[2][ROWS][CLASSES]; /* means, standard deviations */

static float number(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

static void must(adrop_status status, const adrop_ctx *ctx)
{
    if (status) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        exit(EXIT_FAILURE);
    }
}

static adrop_ctx *make_context(void)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = 1; /* per context; the rows are split among threads */
    if (adrop_ctx_create(&opts, &ctx))
        exit(EXIT_FAILURE);
    return ctx;
}

/* A ring around a disc. */
static adrop_trainer *train(adrop_ctx *ctx, adrop_data **data)
{
    adrop_arrays arrays;
    adrop_model_opts model;
    adrop_trainer_opts opts;
    adrop_trainer *t;
    unsigned state = 3;

    for (uint32_t i = 0; i < ROWS; i++) {
        x[i][0] = 2 * number(&state) - 1;
        x[i][1] = 2 * number(&state) - 1;
        labels[i] = x[i][0] * x[i][0] + x[i][1] * x[i][1] < 0.5f;
        numbers[i] = i;
    }
    adrop_arrays_init(&arrays);
    arrays.rows = ROWS, arrays.channels = COLUMNS, arrays.values = x[0], arrays.labels = labels;
    must(adrop_data_from_arrays(ctx, &arrays, NULL, data), ctx);
    adrop_model_opts_init(&model);
    model.model = "mlp:32,32", model.dropout = "advanced", model.dropout_at = ADROP_AT_HIDDEN;
    adrop_trainer_opts_init(&opts);
    opts.epochs = 60, opts.batch = 50, opts.lr = 0.05;
    must(adrop_trainer_create(ctx, *data, &model, &opts, &t), ctx);
    must(adrop_trainer_run(t), ctx);
    return t;
}

typedef struct {
    pthread_t thread;
    adrop_ctx *ctx;
    adrop_predictor *predictor;
    size_t first; /* row */
    adrop_status status;
} worker;

static void *work(void *user)
{
    worker *w = user;
    const size_t first = w->first;

    w->status = adrop_predictor_predict(w->predictor, SHARE, x[first], numbers + first, SAMPLES,
                                        together[0][first], together[1][first]);
    return NULL;
}

int main(void)
{
    adrop_ctx *ctx = make_context();
    worker workers[THREADS];
    adrop_predictor *p;
    adrop_data *data;
    int right = 0;
    adrop_trainer *t = train(ctx, &data);

    must(adrop_predictor_create(ctx, adrop_trainer_model(t), &p), ctx);
    for (size_t first = 0; first < ROWS; first += SHARE)
        must(adrop_predictor_predict(p, SHARE, x[first], numbers + first, SAMPLES, alone[0][first],
                                     alone[1][first]),
             ctx);
    for (size_t i = 0; i < THREADS; i++) {
        workers[i] = (worker){ .ctx = make_context(), .first = i * SHARE };
        must(adrop_predictor_share(p, workers[i].ctx, &workers[i].predictor), workers[i].ctx);
    }
    for (size_t i = 0; i < THREADS; i++)
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
            return EXIT_FAILURE;
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        must(workers[i].status, workers[i].ctx);
        adrop_predictor_free(workers[i].predictor);
        adrop_ctx_free(workers[i].ctx);
    }
    for (size_t i = 0; i < ROWS; i++)
        right += (together[0][i][1] > together[0][i][0]) == labels[i];
    printf("%d threads, %d rows, %d passes\n", THREADS, ROWS, SAMPLES);
    printf("more than 95 %% right: %s\n", right > 950 ? "yes" : "no");
    printf("the same bits as one thread: %s\n",
           memcmp(alone, together, sizeof alone) ? "no" : "yes");
    adrop_predictor_free(p);
    adrop_trainer_free(t);
    adrop_data_free(data);
    adrop_ctx_free(ctx);
    return EXIT_SUCCESS;
}
