/* A network 2 - hidden - hidden - 1 for two classes (inside.h): dense layers in plain loops, and
 * the library's own dropout layers between them.
 *
 *     z0 = x W0' + b0      a = relu(z)      y = dropout(a)      z(l + 1) = y W' + b
 *     loss = mean of ln(1 + e^-z2) or ln(1 + e^z2), by the class, + what techniques add
 *
 * A technique that replaces the product of the next layer writes z itself. */
#define AD_KERNEL_SET f32 /* its exponential and logarithm are the same everywhere */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/real.h"
#include "inside.h"
#include "random/noise.h"

/* ---- making it ---- */

static void lay_out(play_layers *net)
{
    for (size_t l = 0; l < PLAY_DENSE; l++) {
        net->weight[l] = net->n_params;
        net->bias[l] = net->weight[l] + net->width[l + 1] * net->width[l];
        net->n_params = net->bias[l] + net->width[l + 1];
    }
}

static int allocate(play_layers *net)
{
    const size_t hidden = PLAY_ROWS * net->width[1];
    float **const arrays[] = { &net->params,    &net->grads,   &net->delta,  &net->delta_kept,
                               &net->pre[0],    &net->pre[1],  &net->pre[2], &net->active[0],
                               &net->active[1], &net->kept[0], &net->kept[1] };
    int good = 1;

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = calloc(i < 2 ? net->n_params : hidden, sizeof(float));
        good = good && *arrays[i];
    }
    return good;
}

/* Gaussian weights of variance 2 / inputs (He), biases 0. */
static void initialise(play_layers *net, uint32_t seed)
{
    for (size_t l = 0; l < PLAY_DENSE; l++) {
        const ad_address at = { .seed = seed, .layer = (uint16_t)l, .purpose = AD_FOR_WEIGHTS };
        const size_t n = net->width[l + 1] * net->width[l];
        const float scale = sqrtf(2.0f / (float)net->width[l]);

        ad_noise_normal_f32(&at, 0, n, net->params + net->weight[l]);
        for (size_t i = 0; i < n; i++)
            net->params[net->weight[l] + i] *= scale;
    }
}

adrop_status play_layers_create(adrop_ctx *ctx, const char *technique, size_t hidden,
                                size_t n_train, uint32_t seed, play_layers *out)
{
    adrop_status status = ADROP_OK;

    *out = (play_layers){ .width = { PLAY_INPUTS, hidden, hidden, 1 } };
    lay_out(out);
    if (!allocate(out))
        return ad_fail(ctx, ADROP_ENOMEM, "there is no memory for the network");
    initialise(out, seed);
    for (size_t l = 0; l < PLAY_SITES && !status; l++) {
        adrop_site site;
        adrop_site_dense(&site, PLAY_ROWS, hidden);
        site.outputs = out->width[l + 2];
        site.n_train = n_train;
        site.layer = (uint16_t)(l + 1);
        site.has_pre = 1;
        status = adrop_dropout_create(ctx, technique, &site, seed, &out->drop[l]);
    }
    return status;
}

void play_layers_free(play_layers *net)
{
    float *const arrays[] = { net->params,    net->grads,   net->delta,  net->delta_kept,
                              net->pre[0],    net->pre[1],  net->pre[2], net->active[0],
                              net->active[1], net->kept[0], net->kept[1] };

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    for (size_t l = 0; l < PLAY_SITES; l++)
        adrop_dropout_free(net->drop[l]);
}

/* ---- forward ---- */

/* y = x w' + b: x (rows, n), w (p, n), y (rows, p). */
static void dense(size_t rows, size_t n, size_t p, const float *x, const float *w, const float *b,
                  float *y)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < p; k++) {
            float sum = b[k];
            for (size_t j = 0; j < n; j++)
                sum += x[i * n + j] * w[k * n + j];
            y[i * p + k] = sum;
        }
}

static void fill_pass(const play_layers *net, size_t l, const play_where *where, size_t rows,
                      adrop_pass *pass)
{
    if (where->phase == ADROP_PHASE_TRAIN)
        adrop_pass_train(pass, where->seed, where->step, rows, net->active[l], net->kept[l]);
    else if (where->phase == ADROP_PHASE_SAMPLE)
        adrop_pass_sample(pass, where->seed, where->step, rows, net->active[l], net->kept[l]);
    else
        adrop_pass_mean(pass, rows, net->active[l], net->kept[l]);
    pass->row_numbers = where->row_numbers;
    pass->pre = net->pre[l];
    pass->weight = net->params + net->weight[l + 1];
    pass->bias = net->params + net->bias[l + 1];
    if (adrop_dropout_replaces_product(net->drop[l]))
        pass->y = net->pre[l + 1];
}

adrop_status play_forward(play_layers *net, const play_where *where, size_t rows,
                          const float *points)
{
    dense(rows, PLAY_INPUTS, net->width[1], points, net->params + net->weight[0],
          net->params + net->bias[0], net->pre[0]);
    for (size_t l = 0; l < PLAY_SITES; l++) {
        for (size_t i = 0; i < rows * net->width[l + 1]; i++)
            net->active[l][i] = net->pre[l][i] > 0 ? net->pre[l][i] : 0;
        fill_pass(net, l, where, rows, &net->pass[l]);
        const adrop_status status = adrop_dropout_forward(net->drop[l], &net->pass[l]);
        if (status)
            return status;
        if (!adrop_dropout_replaces_product(net->drop[l]))
            dense(rows, net->width[l + 1], net->width[l + 2], net->kept[l], net->pass[l].weight,
                  net->pass[l].bias, net->pre[l + 1]);
    }
    return ADROP_OK;
}

float play_probability(float logit)
{
    return r_sigmoid(logit);
}

/* ---- backward ---- */

/* The gradients of a dense layer, added to; dx written unless NULL. */
static void dense_back(size_t rows, size_t n, size_t p, const float *x, const float *w,
                       const float *dy, float *dw, float *db, float *dx)
{
    for (size_t i = 0; dx && i < rows * n; i++)
        dx[i] = 0;
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < p; k++) {
            const float d = dy[i * p + k];
            db[k] += d;
            for (size_t j = 0; j < n; j++) {
                dw[k * n + j] += d * x[i * n + j];
                if (dx)
                    dx[i * n + j] += d * w[k * n + j];
            }
        }
}

/* The loss of the logits in pre[2]; they become its gradient. */
static double loss_of(play_layers *net, size_t rows, const uint8_t *classes)
{
    float *z = net->pre[PLAY_DENSE - 1];
    double sum = 0;

    for (size_t i = 0; i < rows; i++) {
        const float wrong = classes[i] ? -z[i] : z[i]; /* how far on the wrong side */
        sum += (double)(r_max(wrong, 0) + r_log1p(r_exp_minus(wrong)));
        z[i] = (r_sigmoid(z[i]) - (float)classes[i]) / (float)rows;
    }
    return sum / (double)rows;
}

/* From dL/dz(l + 1) in pre[l + 1] to dL/dz(l) in pre[l]. */
static adrop_status site_back(play_layers *net, size_t l, size_t rows, double *loss)
{
    const size_t n = net->width[l + 1], p = net->width[l + 2];
    adrop_pass *pass = &net->pass[l];
    float *dw = net->grads + net->weight[l + 1], *db = net->grads + net->bias[l + 1];
    float *const dpre = net->delta;

    memset(dpre, 0, rows * n * sizeof *dpre);
    pass->dx = net->delta_kept;
    pass->dpre = dpre;
    pass->dweight = dw;
    pass->dbias = db;
    if (adrop_dropout_replaces_product(net->drop[l])) {
        pass->dy = net->pre[l + 1];
    } else {
        dense_back(rows, n, p, net->kept[l], pass->weight, net->pre[l + 1], dw, db,
                   net->delta_kept);
        pass->dy = net->delta_kept;
    }
    const adrop_status status = adrop_dropout_backward(net->drop[l], pass);
    if (status)
        return status;
    *loss += adrop_dropout_extra_loss(net->drop[l], pass);
    for (size_t i = 0; i < rows * n; i++)
        net->pre[l][i] = (net->active[l][i] > 0 ? net->delta_kept[i] : 0) + dpre[i];
    return ADROP_OK;
}

adrop_status play_backward(play_layers *net, size_t rows, const float *points,
                           const uint8_t *classes, double *loss)
{
    memset(net->grads, 0, net->n_params * sizeof *net->grads);
    *loss = loss_of(net, rows, classes);
    for (size_t l = PLAY_SITES; l-- > 0;) {
        adrop_dropout_zero_grads(net->drop[l]);
        const adrop_status status = site_back(net, l, rows, loss);
        if (status)
            return status;
    }
    dense_back(rows, PLAY_INPUTS, net->width[1], points, NULL, net->pre[0],
               net->grads + net->weight[0], net->grads + net->bias[0], NULL);
    return ADROP_OK;
}
