/* Dropout that learns whether noise helps, in your own loop.
 *
 * The same network, 8-64-64-1, learns two tasks from 128 rows. In the first, the target is the
 * exact sum of two inputs: noise can only hurt. In the second, the target is mostly error:
 * memorised rows are worthless, and noise prevents memorising. advanced-cross starts with the same
 * noise in both tasks. Every eighth step it estimates how noise in the steps on one half of the
 * rows changes the loss of the other half (adrop/model.h), and adjusts the noise. The program
 * prints the noise level, Var[m] / E[m]^2, at the start and at the end. With so few rows the result
 * depends on the seed: three of the seeds 1 to 4 end like this; with the fourth, noise also stays
 * in the first task.
 *
 *     cc 10_noise_sets_itself.c $(pkg-config --cflags --libs adrop) && ./a.out */
#include <adrop/adrop.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 128, HALF = N / 2, IN = 8, STEPS = 1600, EVERY = 8 };

static float inputs[N][IN], targets[N];

/* A number in [-1, 1), good enough for an example's data. */
static float number(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 8388608.0f - 1;
}

static void make_data(float error)
{
    unsigned state = 1;

    for (int i = 0; i < N; i++) {
        for (int k = 0; k < IN; k++)
            inputs[i][k] = 2 * number(&state);
        targets[i] = (1 - error) * (inputs[i][0] + inputs[i][1]) + 3 * error * number(&state);
    }
}

/* Every call returns a status; the message is in the context. */
static void must(adrop_status status, const adrop_ctx *ctx)
{
    if (status) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        exit(EXIT_FAILURE);
    }
}

static adrop_model *make_model(adrop_ctx *ctx)
{
    adrop_model_opts o;
    adrop_model *model;

    adrop_model_opts_init(&o);
    o.model = "mlp:64,64";
    o.dropout = "advanced-cross";
    o.dropout_at = ADROP_AT_HIDDEN;
    o.loss = ADROP_LOSS_SQUARED;
    o.channels = IN;
    o.outputs = 1;
    o.batch = HALF;
    o.n_train = N;
    o.seed = 1;
    must(adrop_model_create(ctx, &o, &model), ctx);
    must(adrop_model_optimizer(model, "sgd:momentum=0.9"), ctx);
    return model;
}

/* One half of the rows; the other half evaluates the noise. */
static adrop_batch half(uint32_t step, int which)
{
    adrop_batch b;

    adrop_batch_train(&b, step, HALF, inputs[which * HALF], NULL);
    b.targets = targets + which * HALF;
    return b;
}

static void train(adrop_ctx *ctx, adrop_model *model)
{
    adrop_response response;
    adrop_rates rates;
    adrop_losses losses;

    adrop_rates_init(&rates);
    adrop_response_init(&response);
    response.lr = rates.lr;
    response.horizon = 100; /* of the 1,600 steps, after which noise is evaluated */
    for (uint32_t step = 0; step < STEPS; step++) {
        const adrop_batch rows = half(step, step % 2), others = half(step, 1 - step % 2);
        if (step % EVERY == 0)
            must(adrop_model_response(model, &rows, &others, &response, NULL), ctx);
        must(adrop_model_gradients(model, &rows, &losses), ctx);
        must(adrop_model_step(model, &rates, NULL), ctx);
    }
}

static double noise_level(const adrop_model *model)
{
    double sum = 0;
    size_t n = 0;
    adrop_moments m;

    while (adrop_model_dropout_average(model, n, &m)) {
        sum += m.level;
        n++;
    }
    return sum / (double)n;
}

static void show(const char *what, float error)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = 1;
    if (adrop_ctx_create(&opts, &ctx))
        exit(EXIT_FAILURE);
    make_data(error);
    adrop_model *model = make_model(ctx);
    const double start = noise_level(model);
    train(ctx, model);
    const double end = noise_level(model);
    printf("%s: noise level %.2f, in the end %s\n", what, start,
           end < 0.01    ? "none"
           : end < start ? "less"
                         : "more");
    adrop_model_free(model);
    adrop_ctx_free(ctx);
}

int main(void)
{
    show("targets without error", 0);
    show("targets of error", 0.9f);
    return EXIT_SUCCESS;
}
