/* The encoder of advanced dropout (encoder.h): its layout, and the form with one pair
 * for the layer; encoder_channel.c has the other.
 *
 * h is linear in x and only two numbers of a row leave
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
 *     dx_i += (gmu / B) u_mu + e_i u_sg */
#include "technique/encoder.h"

#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "dist/special.h"
#include "random/noise.h"
#include "technique/mask.h"
#include "technique/pool.h"
#include "technique/product.h"

#define DOT AD_KERNEL(ad_dot)

static int mu_only(const ad_encoder *e)
{
    return e->kind == AD_ENCODER_MU;
}

ad_encoder AD_KERNEL(ad_encoder_layout)(const ad_site *site, size_t hidden, ad_encoder_kind kind,
                                        ad_tensor_list *params)
{
    const int per_channel = kind == AD_ENCODER_CHANNEL;
    const size_t n = site->channels, rows = site->rows;
    const size_t h = hidden ? hidden : n >= 16 ? n / 16 : 1, pairs = per_channel ? n : 1;
    ad_tensor_list own = { 0 }, *list = params ? params : &own;
    const size_t before = list->n_reals;
    ad_encoder e = { .n = n, .hidden = h, .pairs = pairs, .kind = kind };

    e.weight = ad_tensor_add(list, "encoder.weight", h, n);
    e.bias = ad_tensor_add(list, "encoder.bias", 1, 0);
    e.mu_weight = ad_tensor_add(list, "mu.weight", pairs, h);
    e.mu_bias = ad_tensor_add(list, "mu.bias", pairs, 0);
    if (!mu_only(&e)) {
        e.sigma_weight = ad_tensor_add(list, "sigma.weight", pairs, h);
        e.sigma_bias = ad_tensor_add(list, "sigma.bias", pairs, 0);
    }
    e.n_params = list->n_reals - before;
    /* saved: the layer's s_i; the channels' h and s; then the averages of a map */
    const size_t kept = per_channel ? rows * (h + n) : rows;
    e.saved_size = ad_round_up(kept * sizeof(real)) + AD_KERNEL(ad_pool_size)(site);
    /* scratch: a number a row, u, and du of every block; or q and dh; then the gradient
     * of the averages */
    const size_t blocks = ad_n_blocks(site, rows);
    const size_t work = per_channel ? rows * (h + n) : rows + 2 * n * (1 + blocks);
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

    for (size_t t = 0; t < (mu_only(e) ? 3 : 4); t++, at.draw++) {
        real *to = params + drawn[t].offset;
        AD_KERNEL(ad_noise_uniform)(&at, 0, drawn[t].n, to);
        for (size_t i = 0; i < drawn[t].n; i++)
            to[i] *= (real)0.01;
    }
    for (size_t p = 0; p < e->pairs; p++) {
        params[e->mu_bias + p] = (real)mu;
        if (!mu_only(e))
            params[e->sigma_bias + p] = (real)ad_softplus_inverse(sigma);
    }
}

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

/* The constant of one head, bh sum(w) + b; u (n) gets Wh' w. */
static double head(const ad_encoder *e, const real *params, size_t w_at, size_t b_at, real *u)
{
    const double sum = combine(e, params + e->weight, params + w_at, u);

    return (double)params[e->bias] * sum + (double)params[b_at];
}

/* One pass over the rows in blocks. Forward: a_i and s_i. Backward: e_i (of sigma; that
 * of mu is the same for all rows), dx, and the block's share of du. */
typedef struct {
    const ad_encoder *e;
    const ad_site *site;
    size_t rows;
    const real *x, *u_mu, *u_sg; /* (rows, n), (n), (n) */
    double *a;                   /* (rows) */
    real *s;                     /* (rows) */
    double mu_constant, sg_constant;
    real e_mu;
    const double *e_sg; /* (rows) */
    real *du;           /* (blocks, 2, n) */
    real *dx;
} pass;

static void forward_rows(void *arg, size_t block)
{
    const pass *p = arg;
    const size_t n = p->e->n, per_block = ad_block_rows(p->site);

    for (size_t i = block * per_block; i < (block + 1) * per_block && i < p->rows; i++) {
        p->a[i] = DOT(n, p->u_mu, p->x + i * n) + p->mu_constant;
        if (!mu_only(p->e))
            p->s[i] = (real)(DOT(n, p->u_sg, p->x + i * n) + p->sg_constant);
    }
}

static void layer_forward(const ad_encoder *e, const ad_call *c, const real *params, const real *x,
                          real *s, double *work, double *mu, double *sigma)
{
    real *u = (real *)(work + c->site->rows);
    pass p = { .e = e,
               .site = c->site,
               .rows = c->rows,
               .x = x,
               .u_mu = u,
               .u_sg = u + e->n,
               .a = work,
               .s = s };
    double mean_a = 0, mean_s = 0;

    p.mu_constant = head(e, params, e->mu_weight, e->mu_bias, u);
    if (!mu_only(e))
        p.sg_constant = head(e, params, e->sigma_weight, e->sigma_bias, u + e->n);
    ad_parallel(c->threads, ad_n_blocks(c->site, c->rows), forward_rows, &p);
    for (size_t i = 0; i < c->rows; i++) {
        mean_a += work[i];
        if (!mu_only(e))
            mean_s += ad_softplus((double)s[i]);
    }
    *mu = mean_a / (double)c->rows;
    if (!mu_only(e))
        *sigma = mean_s / (double)c->rows;
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

/* One row's part of du and dx. */
static void back_row(size_t n, real e_mu, real e_sg, const real *restrict x,
                     const real *restrict u_mu, const real *restrict u_sg, real *restrict du_mu,
                     real *restrict du_sg, real *restrict dx)
{
    for (size_t j = 0; j < n; j++) {
        du_mu[j] += e_mu * x[j];
        du_sg[j] += e_sg * x[j];
        dx[j] += e_mu * u_mu[j] + e_sg * u_sg[j];
    }
}

static void backward_rows(void *arg, size_t block)
{
    const pass *p = arg;
    const size_t n = p->e->n, per_block = ad_block_rows(p->site);
    real *du_mu = p->du + 2 * n * block, *du_sg = du_mu + n;

    memset(du_mu, 0, 2 * n * sizeof *du_mu);
    for (size_t i = block * per_block; i < (block + 1) * per_block && i < p->rows; i++)
        back_row(n, p->e_mu, mu_only(p->e) ? 0 : (real)p->e_sg[i], p->x + i * n, p->u_mu, p->u_sg,
                 du_mu, du_sg, p->dx + i * n);
}

/* work: e (rows doubles), then u (2, n) and du (blocks, 2, n). */
static void layer_backward(const ad_encoder *e, const ad_call *c, const real *params, const real *x,
                           const real *s, double *work, double gmu, const double *gsigma, real *dx)
{
    const size_t rows = c->rows, n = e->n, n_blocks = ad_n_blocks(c->site, rows);
    real *u = (real *)(work + c->site->rows), *du = u + 2 * n;
    pass p = { .e = e,
               .site = c->site,
               .rows = rows,
               .x = x,
               .u_mu = u,
               .u_sg = u + n,
               .e_mu = (real)(gmu / (double)rows),
               .e_sg = work,
               .du = du,
               .dx = dx };
    double sum = 0;

    memset(u, 0, 2 * n * sizeof *u);
    combine(e, params + e->weight, params + e->mu_weight, u);
    if (!mu_only(e))
        combine(e, params + e->weight, params + e->sigma_weight, u + n);
    for (size_t i = 0; !mu_only(e) && i < rows; i++) {
        work[i] = *gsigma * ad_sigmoid((double)s[i]) / (double)rows;
        sum += work[i];
    }
    ad_parallel(c->threads, n_blocks, backward_rows, &p);
    for (size_t b = 1; b < n_blocks; b++)
        for (size_t j = 0; j < 2 * n; j++)
            du[j] += du[2 * n * b + j];
    if (!c->dparams)
        return;
    spread_gradient(e, params, e->mu_weight, e->mu_bias, du, gmu, c->dparams);
    if (!mu_only(e))
        spread_gradient(e, params, e->sigma_weight, e->sigma_bias, du + n, sum, c->dparams);
}

void AD_KERNEL(ad_encoder_forward)(const ad_encoder *e, const ad_call *call, void *saved,
                                   void *scratch, double *mu, double *sigma)
{
    real *kept = saved;
    void *averages = (char *)saved + e->saved_size - AD_KERNEL(ad_pool_size)(call->site);
    const real *x = AD_KERNEL(ad_pool)(call, call->x, averages);

    if (e->kind != AD_ENCODER_CHANNEL)
        layer_forward(e, call, call->params, x, kept, scratch, mu, sigma);
    else
        AD_KERNEL(ad_encoder_channel_forward)(e, call, x, kept, scratch, mu, sigma);
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

    if (e->kind != AD_ENCODER_CHANNEL)
        layer_backward(e, call, params, x, kept, scratch, *gmu, gsigma, dx);
    else
        AD_KERNEL(ad_encoder_channel_backward)(e, call, x, kept, scratch, gmu, gsigma, dx);
    if (pool_size)
        AD_KERNEL(ad_pool_back)(call, dx, call->dx);
}
