/* The encoder of advanced dropout (encoder.h), in two exact forms.
 *
 * One pair for the layer. h is linear in x and only two numbers of a row leave
 * it, so h is never formed: with u_mu = Wh' wmu and u_sg = Wh' wsg,
 *
 *     a_i = u_mu . x_i + bh sum(wmu) + bmu,    s_i = u_sg . x_i + bh sum(wsg) + bsg,
 *
 * O(B n + H n) in place of O(B H n). Backward, with e_i = gsigma sigmoid(s_i) / B:
 *
 *     du_mu = gmu mean(x)                      du_sg = sum_i e_i x_i
 *     dWh  = wmu (x) du_mu + wsg (x) du_sg     dbh = gmu sum(wmu) + sum(e) sum(wsg)
 *     dwmu = Wh du_mu + gmu bh                 dbmu = gmu
 *     dwsg = Wh du_sg + sum(e) bh              dbsg = sum(e)
 *     dx_i += (gmu / B) u_mu + e_i u_sg
 *
 * One pair a channel: h (B, H) and s (B, n) are formed by products;
 *
 *     q_ij = gsigma_j sigmoid(s_ij) / B        dh_i = Wmu' gmu / B + Wsg' q_i
 *     dWmu = gmu (x) mean(h)                   dWsg = q' h     dbsg = sum_i q_i
 *     dWh  = dh' x                             dbh = sum dh    dx += dh Wh */
#include "technique/encoder.h"

#include <string.h>

#include "base/memory.h"
#include "dist/special.h"
#include "random/noise.h"
#include "technique/pool.h"
#include "technique/product.h"

#define DOT AD_KERNEL(ad_dot)

ad_encoder AD_KERNEL(ad_encoder_layout)(const ad_site *site, size_t hidden, int per_channel,
                                        ad_tensor_list *params)
{
    const size_t n = site->channels, rows = site->rows;
    const size_t h = hidden ? hidden : n >= 16 ? n / 16 : 1, pairs = per_channel ? n : 1;
    ad_tensor_list own = { 0 }, *list = params ? params : &own;
    const size_t before = list->n_reals;
    ad_encoder e = { .n = n, .hidden = h, .pairs = pairs };

    e.weight = ad_tensor_add(list, "encoder.weight", h, n);
    e.bias = ad_tensor_add(list, "encoder.bias", 1, 0);
    e.mu_weight = ad_tensor_add(list, "mu.weight", pairs, h);
    e.mu_bias = ad_tensor_add(list, "mu.bias", pairs, 0);
    e.sigma_weight = ad_tensor_add(list, "sigma.weight", pairs, h);
    e.sigma_bias = ad_tensor_add(list, "sigma.bias", pairs, 0);
    e.n_params = list->n_reals - before;
    /* saved: the layer's s_i; the channels' h and s; then the averages of a map */
    const size_t kept = per_channel ? rows * (h + n) : rows;
    e.saved_size = ad_round_up(kept * sizeof(real)) + AD_KERNEL(ad_pool_size)(site);
    /* scratch: u, du, and the rows' e_i; or q and dh; then the gradient of the averages */
    const size_t work = per_channel ? rows * (h + n) : 4 * n + 2 * rows;
    e.scratch_size = ad_round_up(work * sizeof(double)) + AD_KERNEL(ad_pool_size)(site);
    return e;
}

void AD_KERNEL(ad_encoder_init)(const ad_encoder *e, const ad_site *site, uint64_t seed, double mu,
                                double sigma, real *params)
{
    const struct {
        size_t offset, n;
    } drawn[] = { { e->weight, e->hidden * e->n },
                  { e->bias, 1 },
                  { e->mu_weight, e->pairs * e->hidden },
                  { e->sigma_weight, e->pairs * e->hidden } };
    ad_address at = { .seed = seed, .layer = site->layer, .purpose = AD_FOR_INIT };

    for (size_t t = 0; t < sizeof drawn / sizeof drawn[0]; t++, at.draw++) {
        real *to = params + drawn[t].offset;
        AD_KERNEL(ad_noise_uniform)(&at, 0, drawn[t].n, to);
        for (size_t i = 0; i < drawn[t].n; i++)
            to[i] *= (real)0.01;
    }
    for (size_t p = 0; p < e->pairs; p++) {
        params[e->mu_bias + p] = (real)mu;
        params[e->sigma_bias + p] = (real)ad_softplus_inverse(sigma);
    }
}

/* ----- one pair for the layer ----- */

/* u (n) = Wh' w, and returns sum(w). */
static double combine(const ad_encoder *e, const real *weight, const real *w, real *u)
{
    double sum = 0;

    memset(u, 0, e->n * sizeof *u);
    for (size_t k = 0; k < e->hidden; k++) {
        for (size_t j = 0; j < e->n; j++)
            u[j] += w[k] * weight[k * e->n + j];
        sum += (double)w[k];
    }
    return sum;
}

static void layer_forward(const ad_encoder *e, size_t rows, const real *params, const real *x,
                          real *s, real *u, double *mu, double *sigma)
{
    real *u_mu = u, *u_sg = u + e->n;
    const double bh = (double)params[e->bias];
    const double from_mu = bh * combine(e, params + e->weight, params + e->mu_weight, u_mu) +
                           (double)params[e->mu_bias];
    const double from_sg = bh * combine(e, params + e->weight, params + e->sigma_weight, u_sg) +
                           (double)params[e->sigma_bias];

    *mu = *sigma = 0;
    for (size_t i = 0; i < rows; i++) {
        *mu += DOT(e->n, u_mu, x + i * e->n) + from_mu;
        s[i] = (real)(DOT(e->n, u_sg, x + i * e->n) + from_sg);
        *sigma += ad_softplus((double)s[i]);
    }
    *mu /= (double)rows;
    *sigma /= (double)rows;
}

/* Gradients of Wh, bh and one of the two weight vectors w, from that of u = Wh' w
 * and of the constant bh sum(w) + b. */
static void spread_gradient(const ad_encoder *e, const real *params, size_t w_at, size_t b_at,
                            const real *du, double dconst, real *dparams)
{
    const real *w = params + w_at, *weight = params + e->weight;
    double sum = 0;

    for (size_t k = 0; k < e->hidden; k++) {
        for (size_t j = 0; j < e->n; j++)
            dparams[e->weight + k * e->n + j] += w[k] * du[j];
        dparams[w_at + k] += (real)(DOT(e->n, weight + k * e->n, du) +
                                    dconst * (double)params[e->bias]);
        sum += (double)w[k];
    }
    dparams[e->bias] += (real)(dconst * sum);
    dparams[b_at] += (real)dconst;
}

static void layer_backward(const ad_encoder *e, size_t rows, const real *params, const real *x,
                           const real *s, real *work, double gmu, double gsigma, real *dx,
                           real *dparams)
{
    real *u_mu = work, *u_sg = u_mu + e->n, *du_mu = u_sg + e->n, *du_sg = du_mu + e->n;
    const real from_mu = (real)(gmu / (double)rows);
    double sum = 0;

    combine(e, params + e->weight, params + e->mu_weight, u_mu);
    combine(e, params + e->weight, params + e->sigma_weight, u_sg);
    memset(du_mu, 0, 2 * e->n * sizeof *du_mu);
    for (size_t i = 0; i < rows; i++) {
        const double ei = gsigma * ad_sigmoid((double)s[i]) / (double)rows;
        const real from_sg = (real)ei, *xi = x + i * e->n;
        real *dxi = dx + i * e->n;
        sum += ei;
        for (size_t j = 0; j < e->n; j++) {
            du_mu[j] += from_mu * xi[j];
            du_sg[j] += from_sg * xi[j];
            dxi[j] += from_mu * u_mu[j] + from_sg * u_sg[j];
        }
    }
    if (dparams) {
        spread_gradient(e, params, e->mu_weight, e->mu_bias, du_mu, gmu, dparams);
        spread_gradient(e, params, e->sigma_weight, e->sigma_bias, du_sg, sum, dparams);
    }
}

/* ----- one pair a channel ----- */

static void channel_forward(const ad_encoder *e, const ad_call *c, const real *params,
                            const real *x, real *h, real *s, double *mu, double *sigma)
{
    const size_t rows = c->rows;

    AD_KERNEL(ad_product)(c->threads, rows, e->n, e->hidden, x, params + e->weight, NULL, h);
    for (size_t i = 0; i < rows * e->hidden; i++)
        h[i] += params[e->bias];
    AD_KERNEL(ad_product)
    (c->threads, rows, e->hidden, e->n, h, params + e->sigma_weight, params + e->sigma_bias, s);
    for (size_t j = 0; j < e->n; j++) {
        double a = 0, b = 0;
        for (size_t i = 0; i < rows; i++) {
            a += DOT(e->hidden, params + e->mu_weight + j * e->hidden, h + i * e->hidden);
            b += ad_softplus((double)s[i * e->n + j]);
        }
        mu[j] = a / (double)rows + (double)params[e->mu_bias + j];
        sigma[j] = b / (double)rows;
    }
}

/* q (rows, n) and dh (rows, H). */
static void channel_inner(const ad_encoder *e, const ad_call *c, const real *params, const real *s,
                          const double *gmu, const double *gsigma, real *q, real *dh)
{
    const double over_rows = 1 / (double)c->rows;

    for (size_t i = 0; i < c->rows; i++)
        for (size_t j = 0; j < e->n; j++)
            q[i * e->n + j] = (real)(gsigma[j] * ad_sigmoid((double)s[i * e->n + j]) * over_rows);
    for (size_t k = 0; k < e->hidden; k++) {
        double common = 0;
        for (size_t j = 0; j < e->n; j++)
            common += (double)params[e->mu_weight + j * e->hidden + k] * gmu[j];
        for (size_t i = 0; i < c->rows; i++)
            dh[i * e->hidden + k] = (real)(common * over_rows);
    }
    AD_KERNEL(ad_product_back)
    (c->threads, c->rows, e->hidden, e->n, q, params + e->sigma_weight, 1, dh);
}

static void channel_params(const ad_encoder *e, const ad_call *c, const real *x, const real *h,
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
    for (size_t j = 0; j < e->n; j++) {
        double column = 0;
        for (size_t i = 0; i < rows; i++)
            column += (double)q[i * e->n + j];
        dparams[e->mu_bias + j] += (real)gmu[j];
        dparams[e->sigma_bias + j] += (real)column;
    }
    AD_KERNEL(ad_product_weight)
    (c->threads, rows, e->hidden, e->n, q, h, dparams + e->sigma_weight);
    AD_KERNEL(ad_product_weight)(c->threads, rows, e->n, e->hidden, dh, x, dparams + e->weight);
}

/* ----- both ----- */

void AD_KERNEL(ad_encoder_forward)(const ad_encoder *e, const ad_call *call, void *saved,
                                   void *scratch, double *mu, double *sigma)
{
    real *kept = saved;
    void *averages = (char *)saved + e->saved_size - AD_KERNEL(ad_pool_size)(call->site);
    const real *x = AD_KERNEL(ad_pool)(call, call->x, averages);

    if (e->pairs == 1)
        layer_forward(e, call->rows, call->params, x, kept, scratch, mu, sigma);
    else
        channel_forward(e, call, call->params, x, kept, kept + call->site->rows * e->hidden, mu,
                        sigma);
}

void AD_KERNEL(ad_encoder_backward)(const ad_encoder *e, const ad_call *call, const void *saved,
                                    void *scratch, const double *gmu, const double *gsigma)
{
    const size_t pool_size = AD_KERNEL(ad_pool_size)(call->site);
    const real *kept = saved, *params = call->params;
    const real *x = pool_size ? (const void *)((const char *)saved + e->saved_size - pool_size)
                              : call->x;
    void *beside = (char *)scratch + e->scratch_size - pool_size;
    real *dx = pool_size ? memset(beside, 0, pool_size) : call->dx;

    if (e->pairs == 1) {
        layer_backward(e, call->rows, params, x, kept, scratch, *gmu, *gsigma, dx, call->dparams);
    } else {
        real *q = scratch, *dh = q + call->site->rows * e->n;
        channel_inner(e, call, params, kept + call->site->rows * e->hidden, gmu, gsigma, q, dh);
        AD_KERNEL(ad_product_back)
        (call->threads, call->rows, e->n, e->hidden, dh, params + e->weight, 1, dx);
        if (call->dparams)
            channel_params(e, call, x, kept, gmu, q, dh, call->dparams);
    }
    if (pool_size)
        AD_KERNEL(ad_pool_back)(call, dx, call->dx);
}
