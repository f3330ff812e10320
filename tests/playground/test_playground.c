/* The playground's network: its gradients against differences of its loss, the points, the
 * surfaces, and refusals. Repeating a step repeats its masks, so the loss of a step is a function
 * of the parameters. */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "inside.h"

enum { ROWS = 32, HIDDEN = 5 };

static float points[ROWS * PLAY_INPUTS];
static uint8_t classes[ROWS];

static double loss_at(play_layers *net, int backward)
{
    const play_where where = { ADROP_PHASE_TRAIN, 3, 7, NULL };
    double loss = 0;

    CHECK(!play_forward(net, &where, ROWS, points));
    if (backward) {
        CHECK(!play_backward(net, ROWS, points, classes, &loss));
        return loss;
    }
    for (int i = 0; i < ROWS; i++) { /* apart from loss_of: in double */
        const double z = (double)net->pre[PLAY_DENSE - 1][i];
        loss += log1p(exp(classes[i] ? -z : z)) / ROWS;
    }
    return loss;
}

/* Techniques without an extra loss; loss_at leaves it out. dropconnect and fast replace products,
 * the rest are masks. A kink of ReLU may lie between the two places: nine of ten slopes must agree.
 */
static void gradients_agree_with_differences(void)
{
    static const char *const techniques[] = { "none",        "uniform", "bernoulli:rate=0.3",
                                              "dropconnect", "fast",    "continuous" };

    play_toy_fill(0, 1, 0, 0.1, ROWS, points, classes);
    for (size_t t = 0; t < sizeof techniques / sizeof *techniques; t++) {
        play_layers net;
        double most = 0;
        size_t wrong = 0;
        CHECK_WHERE("%s", techniques[t]);
        CHECK(!play_layers_create(play_context(), techniques[t], HIDDEN, ROWS, 5, &net));
        loss_at(&net, 1);
        float *grads = malloc(net.n_params * sizeof *grads);
        for (size_t i = 0; i < net.n_params; i++)
            grads[i] = net.grads[i];
        for (size_t i = 0; i < net.n_params; i++) {
            const float kept = net.params[i], h = 1e-3f;
            net.params[i] = kept + h;
            const double above = loss_at(&net, 0);
            net.params[i] = kept - h;
            const double below = loss_at(&net, 0);
            net.params[i] = kept;
            const double slope = (above - below) / (2 * (double)h);
            wrong += fabs(slope - (double)grads[i]) > 2e-3 + 0.02 * fabs(slope);
            most = fmax(most, fabs(slope));
        }
        CHECK(most > 0.01);
        CHECK(10 * wrong <= net.n_params);
        free(grads);
        play_layers_free(&net);
    }
}

static void points_are_of_two_classes(void)
{
    static float many[2 * 400], other[2 * 400];
    static uint8_t of_many[400], of_other[400];

    for (size_t toy = 0; play_toy(toy); toy++) {
        CHECK_WHERE("%s", play_toy(toy));
        play_toy_fill(toy, 1, 0, 0, 400, many, of_many);
        play_toy_fill(toy, 1, 1, 0, 400, other, of_other);
        size_t ones = 0, same = 0, outside = 0;
        for (size_t i = 0; i < 400; i++) {
            ones += of_many[i];
            same += many[2 * i] == other[2 * i];
            outside += fabsf(many[2 * i]) > 1.4f || fabsf(many[2 * i + 1]) > 1.4f;
        }
        CHECK_EQ(ones, 200);
        CHECK(same < 4);
        CHECK(outside < 8);
    }
    CHECK(!play_toy(5));
}

enum { GRID = 12 };

static void surfaces_tell_what_is_unsure(void)
{
    static float mean[GRID * GRID], deviation[GRID * GRID], information[GRID * GRID];
    play_net *net = play_net_create("bernoulli:rate=0.3", 1, 80, 0.05, 16, 0.01, 1);

    CHECK(net != NULL);
    CHECK(isfinite(play_net_train(net, 200)));
    CHECK_EQ(play_net_step(net), 200);
    CHECK(play_net_accuracy(net, 1) > 0.9);
    CHECK(!play_net_surface(net, GRID, 1.4, 0, mean, deviation, information));
    for (size_t i = 0; i < GRID * GRID; i++)
        CHECK(deviation[i] < 1e-3f && information[i] < 1e-5f); /* without noise */
    CHECK(mean[0] > 0.5f);                                     /* the outer ring is class 1 */
    CHECK(mean[GRID / 2 * GRID + GRID / 2] < 0.5f);
    CHECK(!play_net_surface(net, GRID, 1.4, 40, mean, deviation, information));
    float most = 0;
    for (size_t i = 0; i < GRID * GRID; i++) {
        CHECK(mean[i] >= 0 && mean[i] <= 1 && information[i] <= 1);
        CHECK(deviation[i] <= 0.5f + 1e-4f);
        most = fmaxf(most, deviation[i]);
    }
    CHECK(most > 0.1f);
    play_net_free(net);
}

static void refusals_have_a_message(void)
{
    CHECK(!play_net_create("nonsense", 0, 80, 0.1, 8, 0.01, 1));
    CHECK(strstr(play_message(), "nonsense") != NULL);
    CHECK(!play_net_create("dropblock", 0, 80, 0.1, 8, 0.01, 1));
    CHECK(strstr(play_message(), "feature map") != NULL);
    CHECK(!play_member_create("gaussian", "sigmoid", 0, 0));
    CHECK(strstr(play_message(), "sigma") != NULL);
    play_net_free(NULL);
}

/* sigma moves by responses alone: the first is adam's, at step 8, of the length of its step. */
static void noise_sets_itself(void)
{
    play_net *net = play_net_create("advanced-cross", 0, 128, 0.2, 16, 0.01, 3);
    const double start = 1.4633, least = 0.02 - 1e-6, most = 8 + 1e-4;

    CHECK(net != NULL);
    CHECK(isfinite(play_net_train(net, 8)));
    CHECK_NEAR(play_net_sigma(net, 0), start, 1e-5);
    CHECK(isfinite(play_net_train(net, 1)));
    for (size_t l = 0; l < PLAY_SITES; l++)
        CHECK_NEAR(fabs(log(play_net_sigma(net, l) / start)), 0.2, 1e-4);
    CHECK(isfinite(play_net_train(net, 400)));
    for (size_t l = 0; l < PLAY_SITES; l++)
        CHECK(play_net_sigma(net, l) > least && play_net_sigma(net, l) < most);
    CHECK(play_net_accuracy(net, 1) > 0.7);
    play_net_free(net);
}

CHECK_MAIN(gradients_agree_with_differences, points_are_of_two_classes,
           surfaces_tell_what_is_unsure, refusals_have_a_message, noise_sets_itself)
