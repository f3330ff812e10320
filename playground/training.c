/* A network in training on a set of points (module.h): all rows at once, Adam on the weights and on
 * what the techniques learn. */
#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "inside.h"
#include "optim/optimizer.h"

enum { TEST_ROWS = 512 };

static adrop_status make_rows(adrop_ctx *ctx, play_net *net, size_t toy, double noise)
{
    for (uint32_t part = 0; part < 2; part++) {
        const size_t n = net->rows[part];
        net->points[part] = malloc(n * PLAY_INPUTS * sizeof(float));
        net->classes[part] = malloc(n);
        if (!net->points[part] || !net->classes[part])
            return ad_fail(ctx, ADROP_ENOMEM, "there is no memory for the points");
        play_toy_fill(toy, net->seed, part, noise, n, net->points[part], net->classes[part]);
    }
    return ADROP_OK;
}

static adrop_status make_optimizer(adrop_ctx *ctx, size_t n, ad_optimizer **out)
{
    const ad_range all = { 0, n, 0 };

    return ad_optimizer_create(ctx, "adam", 0, n, &all, 1, 1, out);
}

static adrop_status make_optimizers(adrop_ctx *ctx, play_net *net)
{
    adrop_status status = make_optimizer(ctx, net->layers.n_params, &net->optimizer);

    for (size_t l = 0; l < PLAY_SITES && !status; l++) {
        const size_t n = adrop_dropout_n_params(net->layers.drop[l]);
        if (n)
            status = make_optimizer(ctx, n, &net->drop_optimizer[l]);
    }
    return status;
}

play_net *play_net_create(const char *technique, size_t toy, size_t rows, double noise,
                          size_t hidden, double lr, uint32_t seed)
{
    adrop_ctx *ctx = play_context();
    play_net *net = ctx ? calloc(1, sizeof *net) : NULL;

    if (!net)
        return NULL;
    rows = rows < 2 ? 2 : rows > PLAY_ROWS ? PLAY_ROWS : rows;
    hidden = hidden < 1 ? 1 : hidden > PLAY_MOST_HIDDEN ? PLAY_MOST_HIDDEN : hidden;
    *net = (play_net){ .lr = lr, .seed = seed, .rows = { rows, TEST_ROWS } };
    adrop_status status = play_layers_create(ctx, technique, hidden, rows, seed, &net->layers);
    if (!status)
        status = make_rows(ctx, net, toy, noise);
    if (!status)
        status = play_learns_by_response(ctx, technique)
                     ? make_optimizer(ctx, net->layers.n_params, &net->optimizer)
                     : make_optimizers(ctx, net);
    if (!status && play_learns_by_response(ctx, technique))
        status = play_response_create(ctx, &net->layers, &net->response);
    if (status) {
        play_net_free(net);
        return NULL;
    }
    return net;
}

void play_net_free(play_net *net)
{
    if (!net)
        return;
    play_layers_free(&net->layers);
    play_response_free(&net->response);
    ad_optimizer_free(net->optimizer);
    for (size_t l = 0; l < PLAY_SITES; l++)
        ad_optimizer_free(net->drop_optimizer[l]);
    for (int part = 0; part < 2; part++) {
        free(net->points[part]);
        free(net->classes[part]);
    }
    free(net);
}

static adrop_status train_step(play_net *net, double *loss)
{
    play_layers *layers = &net->layers;
    const ad_group_rule rule = { net->lr, 0 };
    const play_where where = { ADROP_PHASE_TRAIN, net->seed, net->step, NULL };
    adrop_status status = play_respond(net);

    if (!status)
        status = play_forward(layers, &where, net->rows[0], net->points[0]);
    if (!status)
        status = play_backward(layers, net->rows[0], net->points[0], net->classes[0], loss);
    if (!status && !isfinite(*loss))
        status = ad_fail(play_context(), ADROP_ENUMERIC,
                         "the loss is not finite at step %u: take a smaller learning rate",
                         (unsigned)net->step);
    if (status)
        return status;
    ad_optimizer_step(net->optimizer, layers->params, layers->grads, 1, &rule);
    for (size_t l = 0; l < PLAY_SITES; l++) {
        if (net->drop_optimizer[l])
            ad_optimizer_step(net->drop_optimizer[l], adrop_dropout_params(layers->drop[l]),
                              adrop_dropout_grads(layers->drop[l]), 1, &rule);
        adrop_dropout_finish_step(layers->drop[l]);
    }
    net->step++;
    return ADROP_OK;
}

double play_net_train(play_net *net, uint32_t steps)
{
    double loss = NAN;

    for (uint32_t i = 0; i < steps; i++)
        if (train_step(net, &loss))
            return NAN;
    return loss;
}

uint32_t play_net_step(const play_net *net)
{
    return net->step;
}

double play_net_accuracy(play_net *net, int test)
{
    const int part = test != 0;
    const play_where where = { .phase = ADROP_PHASE_MEAN };
    size_t right = 0;

    for (size_t first = 0; first < net->rows[part]; first += PLAY_ROWS) {
        const size_t left = net->rows[part] - first, rows = left < PLAY_ROWS ? left : PLAY_ROWS;
        if (play_forward(&net->layers, &where, rows, net->points[part] + PLAY_INPUTS * first))
            return NAN;
        for (size_t i = 0; i < rows; i++)
            right += (net->layers.pre[PLAY_DENSE - 1][i] > 0) == net->classes[part][first + i];
    }
    return (double)right / (double)net->rows[part];
}

double play_net_rate(const play_net *net, size_t layer)
{
    return layer < PLAY_SITES ? adrop_dropout_rate(net->layers.drop[layer]) : NAN;
}

static adrop_moments moments_of(const play_net *net, size_t layer)
{
    adrop_moments m = { .mu = NAN, .sigma = NAN };

    if (layer < PLAY_SITES)
        adrop_dropout_moments(net->layers.drop[layer], 0, 0, &m);
    return m;
}

double play_net_mu(const play_net *net, size_t layer)
{
    return moments_of(net, layer).mu;
}

double play_net_sigma(const play_net *net, size_t layer)
{
    return moments_of(net, layer).sigma;
}

size_t play_net_rows(const play_net *net, int test)
{
    return net->rows[test != 0];
}

const float *play_net_points(const play_net *net, int test)
{
    return net->points[test != 0];
}

const uint8_t *play_net_classes(const play_net *net, int test)
{
    return net->classes[test != 0];
}
