/* KL of information dropout's noise to its prior, element by element:
 *
 *     relu       KL = -ln(alpha / (A + 0.001))                   log-uniform prior
 *     softplus   KL = (alpha^2 + (ln f - mu1)^2) / (2 s1^2) - 1/2 + ln s1 - ln alpha
 *
 * with f = max(x, 1e-4), and their slopes in alpha, x, mu1 and s1. */
#include <math.h>

#include "base/real.h"
#include "technique/information.h"

static void relu_divergence(const ad_information_prior *prior, size_t n, const real *alpha,
                            const real *x, real *kl, ad_information_slopes *d)
{
    const ad_information *s = prior->settings;
    const real most = (real)log(s->max_alpha + AD_INFORMATION_LEAST);
    const real from = s->count == AD_INFORMATION_ALL ? -INFINITY : 0;

    for (size_t i = 0; i < n; i++)
        kl[i] = x[i] > from ? most - r_log(alpha[i]) : 0;
    for (size_t i = 0; d && i < n; i++) {
        d->alpha[i] = x[i] > from ? -1 / alpha[i] : 0;
        d->x[i] = d->mu1[i] = d->s1[i] = 0;
    }
}

static void softplus_divergence(const ad_information_prior *prior, size_t n, const real *alpha,
                                const real *x, real *kl, ad_information_slopes *d)
{
    const real mu1 = (real)prior->mu1, s1 = (real)prior->s1, over = 1 / (s1 * s1),
               least = (real)1e-4;
    const real constant = (real)(log(prior->s1) - 0.5);

    for (size_t i = 0; i < n; i++) {
        const real off = r_log(r_max(x[i], least)) - mu1, square = alpha[i] * alpha[i] + off * off;
        kl[i] = square * over / 2 + constant - r_log(alpha[i]);
    }
    for (size_t i = 0; d && i < n; i++) {
        const real f = r_max(x[i], least), off = r_log(f) - mu1;
        d->alpha[i] = alpha[i] * over - 1 / alpha[i];
        d->x[i] = x[i] > least ? off * over / f : 0;
        d->mu1[i] = -off * over;
        d->s1[i] = (1 - (alpha[i] * alpha[i] + off * off) * over) / s1;
    }
}

void AD_KERNEL(ad_information_kl)(const ad_information_prior *prior, size_t n, const real *alpha,
                                  const real *x, real *kl, ad_information_slopes *d)
{
    if (prior->settings->prior == AD_INFORMATION_RELU)
        relu_divergence(prior, n, alpha, x, kl, d);
    else
        softplus_divergence(prior, n, alpha, x, kl, d);
}
