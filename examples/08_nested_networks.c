/* A network inside a network, with the program's own loss.
 *
 * A noisy curve with a few extreme outliers is learned with the Huber loss, which weights large
 * errors less than the squared loss. The first of two networks computes eight features of x; the
 * second computes y from the features. The program computes the loss: it passes the gradient of the
 * outputs to the second network, receives the gradient of the features, and passes that to the
 * first.
 *
 *     cc 08_nested_networks.c $(pkg-config --cflags --libs adrop) -lm && ./a.out */
#include <adrop/adrop.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 200, FEATURES = 8, STEPS = 600 };

static float x[N], y[N];

/* A number in [0, 1), good enough for an example's data. */
static float number(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

static void make_data(void)
{
    unsigned state = 1;

    for (int i = 0; i < N; i++) {
        x[i] = 2 * number(&state) - 1;
        y[i] = sinf(3 * x[i]) + 0.1f * (number(&state) - 0.5f);
        if (i % 20 == 0)
            y[i] += 5; /* an outlier */
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

static adrop_model *make_model(adrop_ctx *ctx, size_t inputs, size_t outputs, int input_gradient)
{
    adrop_model_opts o;
    adrop_model *model;

    adrop_model_opts_init(&o);
    o.model = "mlp:32,activation=tanh";
    o.dropout = "none";
    o.channels = inputs;
    o.outputs = outputs;
    o.loss = ADROP_LOSS_SQUARED; /* not used by backward_from */
    o.batch = o.n_train = N;
    o.seed = 1;
    o.input_gradient = input_gradient;
    must(adrop_model_create(ctx, &o, &model), ctx);
    must(adrop_model_optimizer(model, "adam"), ctx);
    return model;
}

/* The mean of e^2 / 2 where |e| is at most 1, else |e| - 1/2; and its gradient. */
static double huber(const float *answer, float *gradient)
{
    double loss = 0;

    for (int i = 0; i < N; i++) {
        const float e = answer[i] - y[i];
        loss += (double)(fabsf(e) <= 1 ? e * e / 2 : fabsf(e) - 0.5f) / N;
        gradient[i] = fmaxf(-1, fminf(1, e)) / N;
    }
    return loss;
}

/* Run both networks forward; returns the predictions, (N). */
static const float *forward(adrop_ctx *ctx, adrop_model *first, adrop_model *second,
                            adrop_phase phase, adrop_batch *inputs, adrop_batch *features)
{
    must(adrop_model_forward(first, phase, inputs), ctx);
    features->x = adrop_model_outputs(first);
    must(adrop_model_forward(second, phase, features), ctx);
    return adrop_model_outputs(second);
}

int main(void)
{
    static float of_answers[N], of_features[N * FEATURES];
    adrop_ctx *ctx;
    adrop_batch inputs, features;
    adrop_rates rates;
    double off = 0;

    if (adrop_ctx_create(NULL, &ctx))
        return EXIT_FAILURE;
    make_data();
    adrop_model *first = make_model(ctx, 1, FEATURES, 0);
    adrop_model *second = make_model(ctx, FEATURES, 1, 1);
    adrop_rates_init(&rates);
    rates.lr = 0.01;
    rates.weight_decay = 0;
    for (uint32_t step = 0; step <= STEPS; step++) {
        adrop_batch_input(&inputs, step, N, x);
        adrop_batch_input(&features, step, N, NULL);
        const float *answers = forward(ctx, first, second, ADROP_PHASE_TRAIN, &inputs, &features);
        const double loss = huber(answers, of_answers);
        must(adrop_model_backward_from(second, &features, of_answers, of_features, NULL), ctx);
        must(adrop_model_backward_from(first, &inputs, of_features, NULL, NULL), ctx);
        must(adrop_model_step(second, &rates, NULL), ctx);
        must(adrop_model_step(first, &rates, NULL), ctx);
        if (step % 200 == 0)
            printf("step %3u: loss %.2f\n", step, loss);
    }
    const float *answers = forward(ctx, first, second, ADROP_PHASE_MEAN, &inputs, &features);
    for (int i = 0; i < N; i++)
        off += fabs((double)answers[i] - sin(3 * (double)x[i])) / N;
    printf("the answers are %s 0.1 away from the curve on average, outliers or not\n",
           off < 0.1 ? "less than" : "more than");
    adrop_model_free(first);
    adrop_model_free(second);
    adrop_ctx_free(ctx);
    return EXIT_SUCCESS;
}
