/* Your own loss: quantiles, by the pinball loss.
 *
 * y is a function of x with noise that grows with x. The network's three outputs shall be the 10 %,
 * 50 % and 90 % quantiles of y given x. The library does not have the loss for this:
 *
 *     l_q(y, o) = max(q (y - o), (q - 1) (y - o)),   dl/do = -q if y > o, else 1 - q
 *
 * So the program runs forward, computes dl/do itself, and passes it back; the library adds the loss
 * of dropout. At the end, the band between the outer quantiles contains four of five rows, and it
 * is wider where there is more noise.
 *
 *     cc 05_own_loss.c $(pkg-config --cflags --libs adrop) -lm && ./a.out */
#include <adrop/adrop.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 2000, QUANTILES = 3, BATCH = 100, STEPS = 4000 };

static const double quantile[QUANTILES] = { 0.1, 0.5, 0.9 };
static float x[ROWS], y[ROWS];

/* A number in [0, 1), good enough for an example's data. */
static float number(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

static void make_data(void)
{
    unsigned state = 5;

    for (int i = 0; i < ROWS; i++) {
        x[i] = number(&state);
        y[i] = sinf(4 * x[i]) + (0.1f + x[i]) * (number(&state) - 0.5f);
    }
}

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
    o.model = "mlp:32,32", o.dropout = "gaussian:rate=0.01", o.dropout_at = ADROP_AT_HIDDEN;
    o.channels = 1, o.outputs = QUANTILES;
    o.batch = BATCH, o.n_train = ROWS, o.seed = 1;
    must(adrop_model_create(ctx, &o, &model), ctx);
    must(adrop_model_optimizer(model, "adam"), ctx);
    return model;
}

/* The mean loss of a batch, and its gradient dy (BATCH, QUANTILES). */
static double pinball(const float *target, const float *output, float *dy)
{
    double loss = 0;

    for (int r = 0; r < BATCH; r++)
        for (int k = 0; k < QUANTILES; k++) {
            const double off = (double)target[r] - (double)output[r * QUANTILES + k];
            loss += fmax(quantile[k] * off, (quantile[k] - 1) * off) / BATCH;
            dy[r * QUANTILES + k] = (float)((off > 0 ? -quantile[k] : 1 - quantile[k]) / BATCH);
        }
    return loss;
}

static double train_step(adrop_ctx *ctx, adrop_model *model, uint32_t step)
{
    const size_t first = step * BATCH % ROWS;
    float dy[BATCH * QUANTILES];
    adrop_rates rates;
    adrop_batch batch;

    adrop_batch_train(&batch, step, BATCH, x + first, NULL);
    must(adrop_model_forward(model, ADROP_PHASE_TRAIN, &batch), ctx);
    const double loss = pinball(y + first, adrop_model_outputs(model), dy);
    must(adrop_model_backward_from(model, &batch, dy, NULL, NULL), ctx);
    adrop_rates_init(&rates);
    rates.lr = step < STEPS / 2 ? 2e-3 : 2e-4;
    rates.weight_decay = 0;
    must(adrop_model_step(model, &rates, NULL), ctx);
    return loss;
}

int main(void)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;
    double first = 0, last = 0, width[2] = { 0 };
    int below[QUANTILES] = { 0 };

    make_data();
    adrop_ctx_opts_init(&opts);
    opts.threads = 1;
    if (adrop_ctx_create(&opts, &ctx))
        return EXIT_FAILURE;
    adrop_model *model = make_model(ctx);
    for (uint32_t step = 0; step < STEPS; step++) {
        const double loss = train_step(ctx, model, step);
        first += step < 20 ? loss : 0;
        last += step >= STEPS - 20 ? loss : 0;
    }
    printf("the loss has fallen to less than half: %s\n", last < 0.5 * first ? "yes" : "no");

    for (size_t i = 0; i < ROWS; i += BATCH) {
        adrop_batch batch;
        adrop_batch_input(&batch, 0, BATCH, x + i);
        must(adrop_model_forward(model, ADROP_PHASE_MEAN, &batch), ctx);
        const float *o = adrop_model_outputs(model);
        for (int r = 0; r < BATCH; r++, o += QUANTILES) {
            for (int k = 0; k < QUANTILES; k++)
                below[k] += y[i + (size_t)r] < o[k];
            width[x[i + (size_t)r] > 0.5f] += (double)(o[2] - o[0]);
        }
    }
    for (int k = 0; k < QUANTILES; k++)
        printf("%2.0f %% quantile: within 5 points of its share of rows below: %s\n",
               100 * quantile[k],
               fabs((double)below[k] / ROWS - quantile[k]) < 0.05 ? "yes" : "no");
    printf("the band is wider where there is more noise: %s\n",
           width[1] > 1.5 * width[0] ? "yes" : "no");
    adrop_model_free(model);
    adrop_ctx_free(ctx);
    return EXIT_SUCCESS;
}
