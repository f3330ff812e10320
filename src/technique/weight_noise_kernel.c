/* Independent Gaussian weights by local reparameterisation, in place of a dense
 * layer's product: type B of variational dropout, where alpha is learned, and fast dropout,
 * where it is given. With W (p, n) the mean weights, V = alpha W^2 and zeta normal for
 * each (row, output):
 *
 *     gamma = x W' + b,   delta = x^2 V',   y = gamma + s sqrt(delta + 1e-8) zeta
 *
 * s is the strength (strength.h), 1 unless it is scheduled; 0 if alpha is given as 0.
 * Backward, with C = dL/dy and Q = s C zeta / (2 sqrt(delta + 1e-8)), R = Q' x^2:
 *
 *     dW = C' x + 2 alpha W R,  dla = V R,  dx = C W + 2 x (Q V),  db = sum_i C_i
 *
 * Kingma, Salimans, Welling, NIPS 2015, section 3.2; Wang, Manning, ICML 2013. */
#include "technique/weight_noise.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/real.h"
#include "random/noise.h"
#include "random/words.h"
#include "technique/product.h"

static const double tiny = 1e-8; /* the root has an infinite slope at 0 */

/* The arrays that both passes use, in saved and in scratch. */
typedef struct {
    size_t rows, n, p;
    real *delta;    /* saved: (rows, p) */
    real *variance; /* scratch: V (p, n) */
    real *square;   /* scratch: x^2 (rows, n), then Q V */
    real *q;        /* scratch: zeta, then Q (rows, p) */
    real *r;        /* scratch: R (p, n) */
} arrays;

void AD_KERNEL(ad_weight_noise_plan)(const ad_site *site, ad_plan *plan)
{
    const size_t n = site->channels, p = site->outputs;

    plan->saved_size = site->rows * p * sizeof(real);
    plan->scratch_size = (2 * p * n + site->rows * (n + p)) * sizeof(real);
    plan->multiplies = 1;
}

adrop_status AD_KERNEL(ad_weight_noise_check)(adrop_ctx *ctx, const char *what, const ad_site *site)
{
    if (site && (!site->outputs || ad_site_area(site) > 1))
        return ad_fail(ctx, ADROP_ESHAPE,
                       "%s replaces the product of a dense layer: it cannot stand where none "
                       "follows",
                       what);
    return ADROP_OK;
}

static arrays arrays_of(const ad_call *c)
{
    const size_t n = c->site->channels, p = c->site->outputs;
    real *scratch = c->scratch;

    return (arrays){ c->rows,
                     n,
                     p,
                     c->saved,
                     scratch,
                     scratch + 2 * p * n,
                     scratch + 2 * p * n + c->site->rows * n,
                     scratch + p * n };
}

static real weight_noise_alpha_of(const ad_weight_noise *noise, size_t weight)
{
    return noise->log_alpha ? r_exp(noise->log_alpha[noise->each ? weight : 0])
                            : (real)noise->alpha;
}

static real strength_of(const ad_call *c, const ad_weight_noise *noise)
{
    return noise->log_alpha ? (real)c->strength : noise->alpha > 0 ? 1 : 0;
}

static void make_variance(const ad_call *c, const ad_weight_noise *noise, const arrays *a)
{
    const real *w = c->weight;

    for (size_t i = 0; i < a->p * a->n; i++)
        a->variance[i] = weight_noise_alpha_of(noise, i) * w[i] * w[i];
}

static void make_square(const ad_call *c, const arrays *a)
{
    const real *x = c->x;

    for (size_t i = 0; i < a->rows * a->n; i++)
        a->square[i] = x[i] * x[i];
}

static void make_zeta(const ad_call *c, const arrays *a)
{
    for (size_t row = 0; row < a->rows; row++) {
        const ad_address at = ad_call_address(c, row);
        AD_KERNEL(ad_noise_normal)(&at, 0, a->p, a->q + row * a->p);
    }
}

void AD_KERNEL(ad_weight_noise_forward)(const ad_call *c, const ad_weight_noise *noise)
{
    const arrays a = arrays_of(c);
    const real strength = strength_of(c, noise);
    real *y = c->y;

    AD_KERNEL(ad_product)(c, a.rows, a.n, a.p, c->x, c->weight, c->bias, y);
    if (c->where.phase == ADROP_PHASE_MEAN)
        return;
    make_variance(c, noise, &a);
    make_square(c, &a);
    make_zeta(c, &a);
    AD_KERNEL(ad_product)(c, a.rows, a.n, a.p, a.square, a.variance, NULL, a.delta);
    for (size_t i = 0; i < a.rows * a.p; i++)
        y[i] += strength * r_sqrt(a.delta[i] + (real)tiny) * a.q[i];
}

/* dW and dla from R = Q' x^2. */
static void add_weight_gradient(const ad_call *c, const ad_weight_noise *noise, const arrays *a)
{
    const real *w = c->weight;
    real *dw = c->dweight, *dla = noise->log_alpha ? c->dparams : NULL;
    double shared = 0;

    memset(a->r, 0, a->p * a->n * sizeof *a->r);
    AD_KERNEL(ad_product_weight)(c, a->rows, a->n, a->p, a->q, a->square, a->r);
    for (size_t i = 0; i < a->p * a->n; i++) {
        if (dw)
            dw[i] += 2 * weight_noise_alpha_of(noise, i) * w[i] * a->r[i];
        if (dla && noise->each)
            dla[i] += a->variance[i] * a->r[i];
        shared += (double)(a->variance[i] * a->r[i]);
    }
    if (dla && !noise->each)
        dla[0] += (real)shared;
}

void AD_KERNEL(ad_weight_noise_backward)(const ad_call *c, const ad_weight_noise *noise)
{
    const arrays a = arrays_of(c);
    const real *g = c->dy, *x = c->x;
    const real strength = strength_of(c, noise);
    real *dx = c->dx, *db = c->dbias;

    make_variance(c, noise, &a);
    make_square(c, &a);
    make_zeta(c, &a);
    for (size_t i = 0; i < a.rows * a.p; i++)
        a.q[i] = strength * g[i] * a.q[i] / (2 * r_sqrt(a.delta[i] + (real)tiny));
    add_weight_gradient(c, noise, &a);
    if (c->dweight)
        AD_KERNEL(ad_product_weight)(c, a.rows, a.n, a.p, g, x, c->dweight);
    if (db)
        AD_KERNEL(ad_add_rows)(a.rows, a.p, g, db);
    AD_KERNEL(ad_product_back)(c, a.rows, a.n, a.p, a.q, a.variance, 0, a.square);
    AD_KERNEL(ad_product_back)(c, a.rows, a.n, a.p, g, c->weight, 0, dx);
    for (size_t i = 0; i < a.rows * a.n; i++)
        dx[i] += 2 * x[i] * a.square[i];
}
