/* An encoder whose hidden layer is drawn, not taken at its mode (encoder.h):
 *
 *     h_i = Wh x_i + bh + s zeta_i,   zeta_ik ~ N(0, 1) for each (row, hidden unit), s = spread
 *
 * Where h is never formed (encoder_layer_kernel.c) the noise is added to what is computed from it,
 *
 *     a_i += s wmu . zeta_i,    s_i += s wsg . zeta_i,
 *     dwmu += s sum_i g_i zeta_i,    dwsg += s sum_i e_i zeta_i
 *
 * with g_i and e_i the gradients of a_i and s_i. dx and dWh are unaffected. The paper draws Z from
 * a Gaussian and gives no variance: s is ours. zeta has its own addresses, the second draw of
 * the row; backward draws it again. */
#include "base/real.h"
#include "random/noise.h"
#include "random/words.h"
#include "technique/encoder.h"

enum { DRAW = 1 }; /* masks use draw 0 */

/* zeta of hidden units [first, first + n) of a row, times s. */
static void encoder_sampled_draw(const ad_encoder *e, const ad_call *c, size_t row, size_t first,
                                 size_t n, real *zeta)
{
    ad_address at = ad_call_address(c, row);

    at.draw = DRAW;
    AD_KERNEL(ad_noise_normal)(&at, first, n, zeta);
    for (size_t k = 0; k < n; k++)
        zeta[k] *= (real)e->spread;
}

static size_t chunk_of(const ad_encoder *e, size_t first)
{
    return e->hidden - first < AD_CHUNK ? e->hidden - first : AD_CHUNK;
}

void AD_KERNEL(ad_encoder_add_noise)(const ad_encoder *e, const ad_call *c, double *a, real *s)
{
    const real *params = c->params;
    real zeta[AD_CHUNK];

    for (size_t i = 0; i < c->rows; i++) {
        double mu = 0, sigma = 0;
        for (size_t first = 0; first < e->hidden; first += AD_CHUNK) {
            const size_t n = chunk_of(e, first);
            encoder_sampled_draw(e, c, i, first, n, zeta);
            for (size_t k = 0; k < n; k++) {
                mu += (double)params[e->mu_weight + first + k] * (double)zeta[k];
                sigma += (double)params[e->sigma_weight + first + k] * (double)zeta[k];
            }
        }
        a[i] += mu;
        s[i] += (real)sigma;
    }
}

void AD_KERNEL(ad_encoder_noise_gradient)(const ad_encoder *e, const ad_call *c, const double *g,
                                          int own, const double *e_sg, real *dparams)
{
    for (size_t first = 0; first < e->hidden; first += AD_CHUNK) {
        const size_t n = chunk_of(e, first);
        double mu[AD_CHUNK] = { 0 }, sigma[AD_CHUNK] = { 0 };
        for (size_t i = 0; i < c->rows; i++) {
            const double g_i = own ? g[i] : *g / (double)c->rows;
            real zeta[AD_CHUNK];
            encoder_sampled_draw(e, c, i, first, n, zeta);
            for (size_t k = 0; k < n; k++) {
                mu[k] += g_i * (double)zeta[k];
                sigma[k] += e_sg[i] * (double)zeta[k];
            }
        }
        for (size_t k = 0; k < n; k++) {
            dparams[e->mu_weight + first + k] += (real)mu[k];
            dparams[e->sigma_weight + first + k] += (real)sigma[k];
        }
    }
}

void AD_KERNEL(ad_encoder_noisy_hidden)(const ad_encoder *e, const ad_call *c, real *h)
{
    real zeta[AD_CHUNK];

    for (size_t i = 0; i < c->rows; i++)
        for (size_t first = 0; first < e->hidden; first += AD_CHUNK) {
            const size_t n = chunk_of(e, first);
            encoder_sampled_draw(e, c, i, first, n, zeta);
            for (size_t k = 0; k < n; k++)
                h[i * e->hidden + first + k] += zeta[k];
        }
}
