/* The encoder of advanced dropout with a pair (mu, sigma) for each channel (encoder.h).
 * h (B, H) and s (B, n) are formed by products:
 *
 *     mu = Wmu mean(h) + bmu        s_i = Wsg h_i + bsg        sigma = mean_i softplus(s_i)
 *
 *     q_ij = gsigma_j sigmoid(s_ij) / B        dh_i = Wmu' gmu / B + Wsg' q_i
 *     dWmu = gmu (x) mean(h)                   dWsg = q' h     dbsg = sum_i q_i
 *     dWh  = dh' x                             dbh = sum dh    dx += dh Wh */
#include <string.h>

#include "base/real.h"
#include "technique/encoder.h"
#include "technique/product.h"

/* mean (H) = the average of h over the rows. */
static void average(const ad_encoder *e, size_t rows, const real *h, double *mean)
{
    memset(mean, 0, e->hidden * sizeof *mean);
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < e->hidden; k++)
            mean[k] += (double)h[i * e->hidden + k];
    for (size_t k = 0; k < e->hidden; k++)
        mean[k] /= (double)rows;
}

void AD_KERNEL(ad_encoder_channel_forward)(const ad_encoder *e, const ad_call *call, const real *x,
                                           real *kept, double *mean, double *mu, double *sigma)
{
    const size_t rows = call->rows, n = e->n;
    const real *params = call->params;
    real *h = kept, *s = kept + call->site->rows * e->hidden;

    AD_KERNEL(ad_product)(call, rows, n, e->hidden, x, params + e->weight, NULL, h);
    for (size_t i = 0; i < rows * e->hidden; i++)
        h[i] += params[e->bias];
    if (e->spread > 0)
        AD_KERNEL(ad_encoder_noisy_hidden)(e, call, h);
    AD_KERNEL(ad_product)
    (call, rows, e->hidden, n, h, params + e->sigma_weight, params + e->sigma_bias, s);
    average(e, rows, h, mean);
    for (size_t j = 0; j < n; j++) {
        mu[j] = (double)params[e->mu_bias + j];
        for (size_t k = 0; k < e->hidden; k++)
            mu[j] += (double)params[e->mu_weight + j * e->hidden + k] * mean[k];
    }
    memset(sigma, 0, n * sizeof *sigma);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < n; j++) {
            const real sij = s[i * n + j];
            sigma[j] += (double)(r_max(sij, 0) + r_log1p(r_exp_minus(sij)));
        }
    for (size_t j = 0; j < n; j++)
        sigma[j] /= (double)rows;
}

/* q (rows, n) and dh (rows, H). */
static void inner(const ad_encoder *e, const ad_call *c, const real *s, const double *gmu,
                  const double *gsigma, real *q, real *dh)
{
    const real *params = c->params;
    const double over_rows = 1 / (double)c->rows;

    for (size_t i = 0; i < c->rows; i++)
        for (size_t j = 0; j < e->n; j++)
            q[i * e->n + j] = (real)(gsigma[j] * over_rows) * r_sigmoid(s[i * e->n + j]);
    for (size_t k = 0; k < e->hidden; k++) {
        double common = 0;
        for (size_t j = 0; j < e->n; j++)
            common += (double)params[e->mu_weight + j * e->hidden + k] * gmu[j];
        for (size_t i = 0; i < c->rows; i++)
            dh[i * e->hidden + k] = (real)(common * over_rows);
    }
    AD_KERNEL(ad_product_back)
    (c, c->rows, e->hidden, e->n, q, params + e->sigma_weight, 1, dh);
}

static void add_params(const ad_encoder *e, const ad_call *c, const real *x, const real *h,
                       const double *gmu, const real *q, const real *dh, real *dparams)
{
    const size_t rows = c->rows;
    double sum = 0;

    for (size_t k = 0; k < e->hidden; k++) {
        double mean = 0;
        for (size_t i = 0; i < rows; i++) {
            mean += (double)h[i * e->hidden + k];
            sum += (double)dh[i * e->hidden + k];
        }
        mean /= (double)rows;
        for (size_t j = 0; j < e->n; j++)
            dparams[e->mu_weight + j * e->hidden + k] += (real)(gmu[j] * mean);
    }
    dparams[e->bias] += (real)sum;
    for (size_t j = 0; j < e->n; j++)
        dparams[e->mu_bias + j] += (real)gmu[j];
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < e->n; j++)
            dparams[e->sigma_bias + j] += q[i * e->n + j];
    AD_KERNEL(ad_product_weight)
    (c, rows, e->hidden, e->n, q, h, dparams + e->sigma_weight);
    AD_KERNEL(ad_product_weight)(c, rows, e->n, e->hidden, dh, x, dparams + e->weight);
}

void AD_KERNEL(ad_encoder_channel_backward)(const ad_encoder *e, const ad_call *call, const real *x,
                                            const real *kept, void *scratch, const double *gmu,
                                            const double *gsigma, real *dx)
{
    const real *h = kept, *s = kept + call->site->rows * e->hidden, *params = call->params;
    real *q = scratch, *dh = q + call->site->rows * e->n;

    inner(e, call, s, gmu, gsigma, q, dh);
    if (dx) {
        AD_KERNEL(ad_product_back)
        (call, call->rows, e->n, e->hidden, dh, params + e->weight, 1, dx);
    }
    if (call->dparams)
        add_params(e, call, x, h, gmu, q, dh, call->dparams);
}
