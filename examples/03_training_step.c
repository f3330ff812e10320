/* Train one of the library's networks step by step, and measure its uncertainty.
 *
 * The data are three classes of points, the arms of a spiral. The network is 2-64-64-3 with
 * advanced dropout before the dense layers that read hidden units. One step is done in detail, as
 * forward, loss and backward, and one gradient is printed; two hundred more follow with two calls
 * each. Then the network predicts without noise, and twenty times with noise at a point within an
 * arm and at one far outside, where two arms would meet if they continued: there its predictions
 * vary. (In other places far outside it is certain, like all ReLU networks.) Finally the model is
 * saved and loaded.
 *
 *     cc 03_training_step.c $(pkg-config --cflags --libs adrop) -lm && ./a.out */
#include <adrop/adrop.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, IN = 2, CLASSES = 3, STEPS = 200, PASSES = 20 };

static float points[N][IN];
static int32_t labels[N];

/* A number in [0, 1), good enough for an example's data. */
static float number(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

/* A point on an arm, from 0 at its inner end to 1 at its outer end. */
static void place(int32_t arm, float along, float *point)
{
    const float angle = 2.0943951f * (float)arm + 3.0f * along;

    point[0] = (0.2f + along) * cosf(angle);
    point[1] = (0.2f + along) * sinf(angle);
}

static void make_data(void)
{
    unsigned state = 1;

    for (int i = 0; i < N; i++) {
        labels[i] = i % CLASSES;
        place(labels[i], number(&state), points[i]);
        for (int k = 0; k < IN; k++)
            points[i][k] += 0.6f * (number(&state) - 0.5f);
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

static adrop_model *make_model(adrop_ctx *ctx)
{
    adrop_model_opts o;
    adrop_model *model;

    adrop_model_opts_init(&o);
    o.model = "mlp:64,64";
    o.dropout = "advanced";
    o.dropout_at = ADROP_AT_HIDDEN;
    o.channels = IN;
    o.outputs = CLASSES;
    o.batch = o.n_train = N;
    o.seed = 1;
    must(adrop_model_create(ctx, &o, &model), ctx);
    must(adrop_model_plan(model, N), ctx);
    must(adrop_model_optimizer(model, "sgd:momentum=0.9"), ctx);
    return model;
}

/* Forward, loss and backward in single calls; then the gradient of the last layer's biases. */
static void one_by_hand(adrop_ctx *ctx, adrop_model *model)
{
    adrop_batch batch;
    const size_t n = adrop_model_n_tensors(model);
    adrop_losses losses;
    float gradient[CLASSES];
    double loss;

    adrop_batch_train(&batch, 0, N, points[0], labels);
    must(adrop_model_forward(model, ADROP_PHASE_TRAIN, &batch), ctx);
    must(adrop_model_loss(model, &batch, &loss), ctx);
    must(adrop_model_backward(model, &batch, &losses), ctx);
    printf("by hand: loss %.2f\n", loss);
    for (size_t i = 0; i < n; i++) {
        adrop_tensor_info t;
        adrop_model_tensor(model, i, &t);
        if (t.group != ADROP_TENSOR_WEIGHTS || t.n_dims != 1 || t.n != CLASSES)
            continue;
        must(adrop_model_get_gradient(model, i, gradient), ctx);
        printf("gradient of %s: %.2f %.2f %.2f\n", t.name, (double)gradient[0], (double)gradient[1],
               (double)gradient[2]);
    }
}

static void train(adrop_ctx *ctx, adrop_model *model)
{
    adrop_rates rates;
    adrop_losses losses;

    adrop_rates_init(&rates);
    rates.dropout_lr = 1e-3;
    for (uint32_t step = 0; step <= STEPS; step++) {
        adrop_batch batch;
        adrop_batch_train(&batch, step, N, points[0], labels);
        must(adrop_model_gradients(model, &batch, &losses), ctx);
        if (step % 50 == 0)
            printf("step %3u: loss %.2f\n", step, losses.data);
        must(adrop_model_step(model, &rates, NULL), ctx);
    }
}

static void evaluate(adrop_ctx *ctx, adrop_model *model)
{
    adrop_batch batch;
    int right = 0;

    adrop_batch_input(&batch, 0, N, points[0]);
    must(adrop_model_forward(model, ADROP_PHASE_MEAN, &batch), ctx);
    const float *y = adrop_model_outputs(model);
    for (int i = 0; i < N; i++, y += CLASSES) {
        int best = 0;
        for (int k = 1; k < CLASSES; k++)
            best = y[k] > y[best] ? k : best;
        right += best == labels[i];
    }
    printf("without noise: accuracy %.0f %%\n", 100.0 * right / N);
}

/* The softmax of the outputs for one class. */
static double probability(const float *y, int class)
{
    double sum = 0;

    for (int k = 0; k < CLASSES; k++)
        sum += exp((double)(y[k] - y[class]));
    return 1 / sum;
}

/* Mean and standard deviation of P(first class) at a point over noisy passes. */
static void how_sure(adrop_ctx *ctx, adrop_model *model, const char *where, const float *point)
{
    double sum = 0, square = 0;

    for (uint32_t pass = 0; pass < PASSES; pass++) {
        adrop_batch batch;
        adrop_batch_input(&batch, pass, 1, point);
        must(adrop_model_forward(model, ADROP_PHASE_SAMPLE, &batch), ctx);
        const double p = probability(adrop_model_outputs(model), 0);
        sum += p / PASSES;
        square += p * p / PASSES;
    }
    printf("%s: %.2f, standard deviation %.2f\n", where, sum, sqrt(fmax(square - sum * sum, 0)));
}

static void save_and_load(adrop_ctx *ctx, adrop_model *model)
{
    const char *path = "03_training_step.safetensors";
    adrop_model *other = make_model(ctx);

    must(adrop_model_save(model, path), ctx);
    must(adrop_model_load(other, path), ctx);
    remove(path);
    printf("loaded, ");
    evaluate(ctx, other);
    adrop_model_free(other);
}

int main(void)
{
    adrop_ctx *ctx = make_context();
    adrop_model *model = make_model(ctx);
    const float outside[IN] = { 3, 5 };
    float within[IN];

    make_data();
    place(0, 0.6f, within);
    one_by_hand(ctx, model);
    train(ctx, model);
    evaluate(ctx, model);
    how_sure(ctx, model, "within the first arm", within);
    how_sure(ctx, model, "far outside", outside);
    save_and_load(ctx, model);
    adrop_model_free(model);
    adrop_ctx_free(ctx);
    return EXIT_SUCCESS;
}
