/* Train your own small network around an adrop dropout layer.
 *
 * The data are two noisy interleaved half-moons, the network is 2-32-2 in plain C, with advanced
 * dropout on the hidden layer. Each step runs forward and backward, then gradient descent on the
 * weights and, with its own rate, on the dropout's parameters. Finally, fifty Monte Carlo passes
 * show how certain the network is at a point in the middle of a moon and at one between the two.
 *
 *     cc 01_own_loop.c $(pkg-config --cflags --libs adrop) -lm && ./a.out */
#include <adrop/adrop.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 400, IN = 2, HIDDEN = 32, OUT = 2, STEPS = 600 };

typedef struct {
    float w1[HIDDEN][IN], b1[HIDDEN], w2[OUT][HIDDEN], b2[OUT];
} network;

static float points[N][IN];
static int labels[N];

/* A number in [0, 1), good enough for an example's data and initial weights. */
static float number(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

static void make_data(void)
{
    unsigned state = 1;

    for (int i = 0; i < N; i++) {
        const float angle = 3.1415927f * number(&state), noise = 0.3f * (number(&state) - 0.5f);
        labels[i] = i % 2;
        points[i][0] = cosf(angle) * (labels[i] ? -1.0f : 1.0f) + (labels[i] ? 1.0f : 0.0f) + noise;
        points[i][1] = sinf(angle) * (labels[i] ? -1.0f : 1.0f) + (labels[i] ? 0.5f : 0.0f) +
                       0.3f * (number(&state) - 0.5f);
    }
}

static void make_network(network *net)
{
    float *p = (float *)net;
    unsigned state = 7;

    for (size_t i = 0; i < sizeof *net / sizeof *p; i++)
        p[i] = number(&state) - 0.5f;
}

/* hidden = relu(x w1' + b1) */
static void hidden_layer(const network *net, int n, float (*x)[IN], float (*hidden)[HIDDEN])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < HIDDEN; j++) {
            const float z = net->b1[j] + net->w1[j][0] * x[i][0] + net->w1[j][1] * x[i][1];
            hidden[i][j] = z > 0 ? z : 0;
        }
}

/* Class probabilities of the (dropped-out) hidden layer. */
static void output_layer(const network *net, int n, float (*hidden)[HIDDEN], float (*p)[OUT])
{
    for (int i = 0; i < n; i++) {
        float z[OUT];
        for (int o = 0; o < OUT; o++) {
            z[o] = net->b2[o];
            for (int j = 0; j < HIDDEN; j++)
                z[o] += net->w2[o][j] * hidden[i][j];
        }
        p[i][1] = 1 / (1 + expf(z[0] - z[1]));
        p[i][0] = 1 - p[i][1];
    }
}

/* One step of gradient descent; returns the mean cross-entropy. */
static float train_step(network *net, adrop_dropout *drop, unsigned step)
{
    static float hidden[N][HIDDEN], kept[N][HIDDEN], p[N][OUT], dkept[N][HIDDEN],
        dhidden[N][HIDDEN];
    const float rate = 0.5f, dropout_rate = 0.05f;
    network grad = { 0 };
    float loss = 0;

    hidden_layer(net, N, points, hidden);
    adrop_pass pass;
    adrop_pass_train(&pass, 1, step, N, hidden[0], kept[0]);
    adrop_dropout_forward(drop, &pass);
    output_layer(net, N, kept, p);
    for (int i = 0; i < N; i++) {
        loss -= logf(p[i][labels[i]]) / N;
        for (int j = 0; j < HIDDEN; j++)
            dkept[i][j] = 0;
        for (int o = 0; o < OUT; o++) {
            const float dz = (p[i][o] - (o == labels[i] ? 1.0f : 0.0f)) / N;
            grad.b2[o] += dz;
            for (int j = 0; j < HIDDEN; j++) {
                grad.w2[o][j] += dz * kept[i][j];
                dkept[i][j] += dz * net->w2[o][j];
            }
        }
    }
    adrop_dropout_zero_grads(drop);
    pass.dy = dkept[0];
    pass.dx = dhidden[0];
    adrop_dropout_backward(drop, &pass);
    loss += (float)adrop_dropout_extra_loss(drop, &pass);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < HIDDEN; j++) {
            const float dz = hidden[i][j] > 0 ? dhidden[i][j] : 0;
            grad.b1[j] += dz;
            grad.w1[j][0] += dz * points[i][0];
            grad.w1[j][1] += dz * points[i][1];
        }
    for (size_t k = 0; k < sizeof *net / sizeof(float); k++)
        ((float *)net)[k] -= rate * ((float *)&grad)[k];
    for (size_t k = 0; k < adrop_dropout_n_params(drop); k++)
        adrop_dropout_params(drop)[k] -= dropout_rate * adrop_dropout_grads(drop)[k];
    adrop_dropout_finish_step(drop);
    return loss;
}

static float accuracy(const network *net)
{
    static float hidden[N][HIDDEN], p[N][OUT];
    int right = 0;

    hidden_layer(net, N, points, hidden); /* no noise: the dropout layer is the identity */
    output_layer(net, N, hidden, p);
    for (int i = 0; i < N; i++)
        right += (p[i][1] > 0.5f) == labels[i];
    return 100.0f * (float)right / N;
}

/* Mean and standard deviation of P(second moon) over fifty stochastic passes. */
static void how_sure(const network *net, adrop_dropout *drop, float a, float b)
{
    float x[1][IN] = { { a, b } }, hidden[1][HIDDEN], kept[1][HIDDEN], p[1][OUT];
    float sum = 0, square = 0;

    hidden_layer(net, 1, x, hidden);
    for (unsigned t = 0; t < 50; t++) {
        adrop_pass pass;
        adrop_pass_sample(&pass, 1, t, 1, hidden[0], kept[0]);
        adrop_dropout_forward(drop, &pass);
        output_layer(net, 1, kept, p);
        sum += p[0][1] / 50;
        square += p[0][1] * p[0][1] / 50;
    }
    printf("at (%.1f, %.1f): %.2f, standard deviation %.2f\n", (double)a, (double)b, (double)sum,
           sqrt((double)(square - sum * sum)));
}

int main(void)
{
    adrop_site site;
    adrop_dropout *drop;
    adrop_ctx *ctx;
    network net;

    adrop_site_dense(&site, N, HIDDEN);
    site.n_train = N;
    if (adrop_ctx_create(NULL, &ctx))
        return EXIT_FAILURE;
    if (adrop_dropout_create(ctx, "advanced", &site, 1, &drop)) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        adrop_ctx_free(ctx);
        return EXIT_FAILURE;
    }
    make_data();
    make_network(&net);
    for (unsigned step = 0; step < STEPS; step++) {
        const float loss = train_step(&net, drop, step);
        if (step % 200 == 0 || step == STEPS - 1)
            printf("step %3u: loss %.3f, dropout rate %.3f\n", step, (double)loss,
                   adrop_dropout_rate(drop));
    }
    printf("accuracy %.1f %%\n", (double)accuracy(&net));
    how_sure(&net, drop, 1.0f, -0.5f);
    how_sure(&net, drop, 0.5f, 0.25f);
    adrop_dropout_free(drop);
    adrop_ctx_free(ctx);
    return EXIT_SUCCESS;
}
