/* The encoder of advanced dropout with one pair (mu, sigma) for the layer, or one for each row
 * (encoder.h).
 *
 * h is linear in x and only two numbers per row are read from it, so h is never formed: with
 * u_mu = Wh' wmu and u_sg = Wh' wsg,
 *
 *     a_i = u_mu . x_i + bh sum(wmu) + bmu,    s_i = u_sg . x_i + bh sum(wsg) + bsg,
 *
 * O(B n + H n) instead of O(B H n). Backward, with e_i = gsigma sigmoid(s_i) / B:
 *
 *     du_mu = gmu mean(x)                      du_sg = sum_i e_i x_i
 *     dWh  = wmu (x) du_mu + wsg (x) du_sg     dbh = gmu sum(wmu) + sum(e) sum(wsg)
 *     dwmu = Wh du_mu + gmu bh                 dbmu = gmu
 *     dwsg = Wh du_sg + sum(e) bh              dbsg = sum(e)
 *     dx_i += (gmu / B) u_mu + e_i u_sg
 *
 * With a pair per row, mu_i = a_i and sigma_i = softplus(s_i): gmu_i replaces gmu / B and
 * gsigma_i replaces gsigma / B above. */
#include <string.h>

#include "base/parallel.h"
#include "base/real.h"
#include "technique/encoder.h"
#include "technique/mask.h"
#include "technique/product.h"

#define DOT AD_KERNEL(ad_dot)

/* A head: offsets of its weight vector w (H) and its bias b among the parameters. There is one
 * for mu and one for sigma; AD_ENCODER_MU has the first alone. */
typedef struct {
    size_t w, b;
} head;

enum { HEADS = 2, TOGETHER = 4 /* rows processed at once */ };

static size_t heads_of(const ad_encoder *e, head heads[HEADS])
{
    heads[0] = (head){ e->mu_weight, e->mu_bias };
    heads[1] = (head){ e->sigma_weight, e->sigma_bias };
    return e->kind == AD_ENCODER_MU ? 1 : HEADS;
}

/* u (2, n) += w of both heads (count each) times the rows of weight (count, n), in order. */
__attribute__((always_inline)) static inline void
encoder_layer_add_rows(size_t count, size_t n, const real *w_mu, const real *w_sg,
                       const real *restrict weight, real *restrict u)
{
    for (size_t j = 0; j < n; j++) {
        real mu = u[j], sg = u[n + j];
        for (size_t k = 0; k < count; k++) {
            mu += w_mu[k] * weight[k * n + j];
            sg += w_sg[k] * weight[k * n + j];
        }
        u[j] = mu;
        u[n + j] = sg;
    }
}

/* u (2, n) = Wh' w of the heads, and their constants bh sum(w) + b. A missing head has u and
 * constant 0. */
static void combine(const ad_encoder *e, const real *params, real *u, double constant[HEADS])
{
    const real *weight = params + e->weight, none[TOGETHER] = { 0 };
    const size_t n = e->n;
    head heads[HEADS];
    const size_t n_heads = heads_of(e, heads);
    const real *w_mu = params + heads[0].w, *w_sg = n_heads > 1 ? params + heads[1].w : NULL;
    size_t k = 0;

    memset(u, 0, HEADS * n * sizeof *u);
    for (; k + TOGETHER <= e->hidden; k += TOGETHER)
        encoder_layer_add_rows(TOGETHER, n, w_mu + k, w_sg ? w_sg + k : none, weight + k * n, u);
    for (; k < e->hidden; k++)
        encoder_layer_add_rows(1, n, w_mu + k, w_sg ? w_sg + k : none, weight + k * n, u);
    for (size_t h = 0; h < HEADS; h++) {
        double sum = 0;
        for (k = 0; h < n_heads && k < e->hidden; k++)
            sum += (double)params[heads[h].w + k];
        constant[h] = h < n_heads ? (double)params[e->bias] * sum + (double)params[heads[h].b] : 0;
    }
}

/* One pass over the rows in blocks. Forward: a_i and s_i. Backward: dx, from e_i of sigma and e_mu
 * (one for all rows, unless own_mu), and the block's share of du. */
typedef struct {
    const ad_encoder *e;
    const ad_site *site;
    size_t rows;
    const real *x, *u; /* (rows, n), (2, n) */
    double *a;         /* (rows) */
    real *s;           /* (rows) */
    double constant[HEADS];
    real e_mu;
    const double *own_mu; /* (rows): e_mu of each row, or NULL */
    const double *e_sg;   /* (rows) */
    real *du;             /* (blocks, 2, n) */
    real *dx;
} pass;

static size_t last_row(const pass *p, size_t block)
{
    const size_t end = (block + 1) * ad_block_rows(p->site);

    return end < p->rows ? end : p->rows;
}

/* out[i][h] = x_i . u_h for two rows of x and both heads: four sums side by side, each in
 * the order of ad_dot. */
static void two_rows(size_t n, const real *x, const real *u, double out[2][HEADS])
{
    enum { LANES = AD_LANES };
    real lane[2 * HEADS][LANES] = { { 0 } };
    size_t j = 0;

    for (; j + LANES <= n; j += LANES)
        for (size_t l = 0; l < LANES; l++) {
            const real mu = u[j + l], sg = u[n + j + l];
            lane[0][l] += mu * x[j + l];
            lane[1][l] += sg * x[j + l];
            lane[2][l] += mu * x[n + j + l];
            lane[3][l] += sg * x[n + j + l];
        }
    for (size_t k = 0; k < 2 * HEADS; k++) {
        const real *xk = x + k / HEADS * n, *uk = u + k % HEADS * n;
        for (size_t rest = j; rest < n; rest++)
            lane[k][rest % LANES] += uk[rest] * xk[rest];
        out[k / HEADS][k % HEADS] = ad_sum_lanes(lane[k]);
    }
}

static void forward_rows(void *arg, size_t block)
{
    const pass *p = arg;
    const size_t n = p->e->n, end = last_row(p, block);

    for (size_t i = block * ad_block_rows(p->site), count; i < end; i += count) {
        const real *x = p->x + i * n;
        double out[2][HEADS];
        count = end - i < 2 ? 1 : 2;
        if (count == 2) {
            two_rows(n, x, p->u, out);
        } else {
            out[0][0] = DOT(n, p->u, x);
            out[0][1] = DOT(n, p->u + n, x);
        }
        for (size_t k = 0; k < count; k++) {
            p->a[i + k] = out[k][0] + p->constant[0];
            p->s[i + k] = (real)(out[k][1] + p->constant[1]);
        }
    }
}

/* kept: s (rows), then u (2, n), for backward; work: a (rows). */
void AD_KERNEL(ad_encoder_layer_forward)(const ad_encoder *e, const ad_call *c, const real *x,
                                         real *kept, double *work, double *mu, double *sigma)
{
    real *s = kept, *u = kept + c->site->rows;
    pass p = { .e = e, .site = c->site, .rows = c->rows, .x = x, .u = u, .a = work, .s = s };
    double mean_a = 0, mean_s = 0;

    combine(e, c->params, u, p.constant);
    ad_parallel(c->threads, ad_n_blocks(c->site, c->rows), forward_rows, &p);
    if (e->spread > 0)
        AD_KERNEL(ad_encoder_add_noise)(e, c, work, s);
    for (size_t i = 0; i < c->rows; i++)
        mean_a += work[i];
    if (e->kind == AD_ENCODER_SAMPLE)
        memcpy(mu, work, c->rows * sizeof *mu);
    else
        *mu = mean_a / (double)c->rows;
    if (e->kind == AD_ENCODER_MU)
        return;
    for (size_t i = 0; i < c->rows; i++) /* softplus in its own loop vectorises */
        work[i] = (double)(r_max(s[i], 0) + r_log1p(r_exp_minus(s[i])));
    for (size_t i = 0; i < c->rows; i++)
        mean_s += work[i];
    if (e->kind == AD_ENCODER_SAMPLE)
        memcpy(sigma, work, c->rows * sizeof *sigma);
    else
        *sigma = mean_s / (double)c->rows;
}

/* d (n) += w_mu du_mu + w_sg du_sg, and out = weight . du of both heads, in the order of ad_dot;
 * du (2, n). */
static void spread_row(size_t n, real w_mu, real w_sg, const real *restrict weight,
                       const real *restrict du, real *restrict d, double out[HEADS])
{
    enum { LANES = AD_LANES };
    const real *du_sg = du + n;
    real mu[LANES] = { 0 }, sg[LANES] = { 0 };
    size_t j = 0;

    for (; j + LANES <= n; j += LANES)
        for (size_t l = 0; l < LANES; l++) {
            mu[l] += weight[j + l] * du[j + l];
            sg[l] += weight[j + l] * du_sg[j + l];
            d[j + l] = (d[j + l] + w_mu * du[j + l]) + w_sg * du_sg[j + l];
        }
    for (; j < n; j++) {
        mu[j % LANES] += weight[j] * du[j];
        sg[j % LANES] += weight[j] * du_sg[j];
        d[j] = (d[j] + w_mu * du[j]) + w_sg * du_sg[j];
    }
    out[0] = ad_sum_lanes(mu);
    out[1] = ad_sum_lanes(sg);
}

/* Gradients of Wh, bh and of the heads, from those of u (2, n) and of the constants
 * bh sum(w) + b. */
static void spread_gradient(const ad_encoder *e, const real *params, const real *restrict du,
                            const double dconst[HEADS], real *restrict dparams)
{
    head heads[HEADS];
    const size_t n = e->n, n_heads = heads_of(e, heads);
    double sum[HEADS] = { 0 };

    for (size_t k = 0; k < e->hidden; k++) {
        const real w[HEADS] = { params[heads[0].w + k], n_heads > 1 ? params[heads[1].w + k] : 0 };
        double dots[HEADS];
        spread_row(n, w[0], w[1], params + e->weight + k * n, du, dparams + e->weight + k * n,
                   dots);
        for (size_t h = 0; h < n_heads; h++) {
            dparams[heads[h].w + k] += (real)(dots[h] + dconst[h] * (double)params[e->bias]);
            sum[h] += (double)w[h];
        }
    }
    for (size_t h = 0; h < n_heads; h++) {
        dparams[e->bias] += (real)(dconst[h] * sum[h]);
        dparams[heads[h].b] += (real)dconst[h];
    }
}

/* Contributions of `count` rows to du (2, n) and, unless it is NULL, to dx. */
__attribute__((always_inline)) static inline void
back_rows(size_t count, size_t n, real e_mu, const double *e_sg, const real *restrict x,
          const real *restrict u, real *restrict du, real *restrict dx)
{
    real e[TOGETHER];

    for (size_t i = 0; i < count; i++)
        e[i] = (real)e_sg[i];
    for (size_t j = 0; j < n; j++) {
        const real common = e_mu * u[j], u_sg = u[n + j];
        real du_mu = du[j], du_sg = du[n + j];
        for (size_t i = 0; i < count; i++) {
            du_mu += e_mu * x[i * n + j];
            du_sg += e[i] * x[i * n + j];
            if (dx)
                dx[i * n + j] += common + e[i] * u_sg;
        }
        du[j] = du_mu;
        du[n + j] = du_sg;
    }
}

__attribute__((always_inline)) static inline void
encoder_layer_backward_block(const pass *p, size_t block, real *dx)
{
    const size_t n = p->e->n, end = last_row(p, block);
    real *du = p->du + HEADS * n * block;
    size_t i = block * ad_block_rows(p->site);

    memset(du, 0, HEADS * n * sizeof *du);
    for (; i + TOGETHER <= end; i += TOGETHER)
        back_rows(TOGETHER, n, p->e_mu, p->e_sg + i, p->x + i * n, p->u, du,
                  dx ? dx + i * n : NULL);
    for (; i + 2 <= end; i += 2)
        back_rows(2, n, p->e_mu, p->e_sg + i, p->x + i * n, p->u, du, dx ? dx + i * n : NULL);
    for (; i < end; i++)
        back_rows(1, n, p->e_mu, p->e_sg + i, p->x + i * n, p->u, du, dx ? dx + i * n : NULL);
}

/* The same where each row has its own gradients. */
static void backward_own(const pass *p, size_t block)
{
    const size_t n = p->e->n;
    real *du = p->du + HEADS * n * block;

    memset(du, 0, HEADS * n * sizeof *du);
    for (size_t i = block * ad_block_rows(p->site); i < last_row(p, block); i++) {
        const real mu = (real)p->own_mu[i], sg = (real)p->e_sg[i], *x = p->x + i * n;
        for (size_t j = 0; j < n; j++) {
            du[j] += mu * x[j];
            du[n + j] += sg * x[j];
        }
        for (size_t j = 0; p->dx && j < n; j++)
            p->dx[i * n + j] += mu * p->u[j] + sg * p->u[n + j];
    }
}

static void backward_rows(void *arg, size_t block)
{
    const pass *p = arg;

    if (p->own_mu)
        backward_own(p, block);
    else if (p->dx)
        encoder_layer_backward_block(p, block, p->dx);
    else
        encoder_layer_backward_block(p, block, NULL);
}

/* kept: as forward left it; work: e (one double per row), then du (blocks, 2, n). */
void AD_KERNEL(ad_encoder_layer_backward)(const ad_encoder *e, const ad_call *c, const real *x,
                                          const real *kept, double *work, const double *gmu,
                                          const double *gsigma, real *dx)
{
    const size_t rows = c->rows, n = e->n, n_blocks = ad_n_blocks(c->site, rows);
    const real *s = kept, *u = kept + c->site->rows;
    const int own = e->kind == AD_ENCODER_SAMPLE;
    real *du = (real *)(work + c->site->rows);
    pass p = { .e = e,
               .site = c->site,
               .rows = rows,
               .x = x,
               .u = u,
               .e_mu = (real)(*gmu / (double)rows),
               .own_mu = own ? gmu : NULL,
               .e_sg = work,
               .du = du,
               .dx = dx };
    double sum = 0, sum_mu = own ? 0 : *gmu;

    for (size_t i = 0; own && i < rows; i++)
        sum_mu += gmu[i];
    const double share = e->kind == AD_ENCODER_MU ? 0 : *gsigma / (double)rows;
    for (size_t i = 0; i < rows; i++)
        work[i] = (own ? gsigma[i] : share) * (double)r_sigmoid(s[i]);
    for (size_t i = 0; i < rows; i++)
        sum += work[i];
    ad_parallel(c->threads, n_blocks, backward_rows, &p);
    for (size_t b = 1; b < n_blocks; b++)
        for (size_t j = 0; j < HEADS * n; j++)
            du[j] += du[HEADS * n * b + j];
    if (c->dparams)
        spread_gradient(e, c->params, du, (const double[]){ sum_mu, sum }, c->dparams);
    if (c->dparams && e->spread > 0)
        AD_KERNEL(ad_encoder_noise_gradient)(e, c, gmu, own, work, c->dparams);
}
