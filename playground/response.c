/* Learning by response in the playground's network (src/model/response.h has the formulas): every
 * eighth step the first half of the rows judges what the noise of the second half is good for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/technique.h"
#include "base/context.h"
#include "inside.h"
#include "optim/clip.h"
#include "optim/optimizer.h"

enum { EVERY = 8, LEAST_ROWS = 8, HORIZON = 10 };

static const double reach = 0.1, step = 0.2, beta1 = 0.9, beta2 = 0.99, eps = 1e-12;

int play_learns_by_response(adrop_ctx *ctx, const char *technique)
{
    adrop_technique_info info = { 0 };
    size_t index;

    if (!adrop_technique_check(ctx, technique, &index, NULL))
        adrop_technique_known(ctx, index, &info);
    return info.by_response;
}

adrop_status play_response_create(adrop_ctx *ctx, const play_layers *net, play_response *r)
{
    r->n = 0;
    for (size_t l = 0; l < PLAY_SITES; l++)
        r->n += adrop_dropout_n_params(net->drop[l]);
    r->numbers = calloc(PLAY_ROWS, sizeof *r->numbers);
    r->kept = calloc(net->n_params, sizeof *r->kept);
    r->room = calloc(5 * r->n, sizeof *r->room);
    if (!r->numbers || !r->kept || !r->room)
        return ad_fail(ctx, ADROP_ENOMEM, "there is no memory for responses");
    for (uint32_t i = 0; i < PLAY_ROWS; i++)
        r->numbers[i] = i;
    return ADROP_OK;
}

void play_response_free(play_response *r)
{
    free(r->numbers);
    free(r->kept);
    free(r->room);
}

/* The gradients of rows [first, end), those of the techniques into slope. */
static adrop_status pass(play_net *net, size_t first, size_t end, uint32_t seed, double *slope)
{
    const play_where where = { ADROP_PHASE_TRAIN, seed, net->step, net->response.numbers + first };
    const float *points = net->points[0] + PLAY_INPUTS * first;
    adrop_status status = play_forward(&net->layers, &where, end - first, points);
    double loss;

    if (!status)
        status = play_backward(&net->layers, end - first, points, net->classes[0] + first, &loss);
    for (size_t l = 0; l < PLAY_SITES && !status; l++)
        for (size_t i = 0; i < adrop_dropout_n_params(net->layers.drop[l]); i++)
            *slope++ = (double)adrop_dropout_grads(net->layers.drop[l])[i];
    return status;
}

/* dJ/drho into slope, with the weights left where the last pass was; *found: there is one. */
static adrop_status find_slope(play_net *net, double *slope, int *found)
{
    play_layers *layers = &net->layers;
    play_response *r = &net->response;
    const size_t half = net->rows[0] / 2, rows = net->rows[0], n = layers->n_params;
    double *cost = slope + r->n, *plus = cost + r->n;
    adrop_status status = pass(net, 0, half, ~net->seed, cost);

    if (status)
        return status;
    ad_optimizer_direct(net->optimizer, 0, layers->grads);
    const double norm = ad_global_norm(layers->grads, n, 0, 1), by = reach / norm;
    if (!isfinite(norm) || !(norm > 0))
        return ADROP_OK;
    for (size_t i = 0; i < n; i++)
        layers->params[i] = r->kept[i] + (float)by * layers->grads[i];
    if ((status = pass(net, half, rows, net->seed, plus)))
        return status;
    for (size_t i = 0; i < n; i++)
        layers->params[i] = r->kept[i] - (layers->params[i] - r->kept[i]);
    if ((status = pass(net, half, rows, net->seed, slope)))
        return status;
    *found = 1;
    for (size_t i = 0; i < r->n; i++) {
        slope[i] = cost[i] - HORIZON * net->lr * (plus[i] - slope[i]) / (2 * by);
        *found &= isfinite(slope[i]) != 0;
    }
    return ADROP_OK;
}

/* Adam's step. */
static void learn(play_net *net, const double *slope)
{
    play_response *r = &net->response;
    double *average = r->room + 3 * r->n, *square = average + r->n;
    const double t = ++r->count;

    for (size_t l = 0, k = 0; l < PLAY_SITES; l++) {
        float *rho = adrop_dropout_params(net->layers.drop[l]);
        for (size_t i = 0; i < adrop_dropout_n_params(net->layers.drop[l]); i++, k++) {
            average[k] = beta1 * average[k] + (1 - beta1) * slope[k];
            square[k] = beta2 * square[k] + (1 - beta2) * slope[k] * slope[k];
            const double root = sqrt(square[k] / (1 - pow(beta2, t)));
            rho[i] -= (float)(step * average[k] / (1 - pow(beta1, t)) / (root + eps));
        }
        adrop_dropout_finish_step(net->layers.drop[l]); /* into its range */
    }
}

adrop_status play_respond(play_net *net)
{
    play_response *r = &net->response;
    const size_t bytes = net->layers.n_params * sizeof *r->kept;
    int found = 0;

    if (!r->n || net->step % EVERY || net->rows[0] / 2 < LEAST_ROWS)
        return ADROP_OK;
    memcpy(r->kept, net->layers.params, bytes);
    const adrop_status status = find_slope(net, r->room, &found);
    memcpy(net->layers.params, r->kept, bytes);
    if (!status && found)
        learn(net, r->room);
    return status;
}
