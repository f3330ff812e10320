/* KL of information dropout's noise to its prior, element by element:
 *
 *     relu       KL = -ln(alpha / (A + 0.001))                   log-uniform prior
 *     softplus   KL = (alpha^2 + (ln f - mu1)^2) / (2 s1^2) - 1/2 + ln s1 - ln alpha
 *
 * with f = max(x, 1e-4), and its derivatives in alpha, x, mu1 and s1. */
#include <math.h>

#include "base/real.h"
#include "random/words.h"
#include "technique/information.h"
#include "technique/mask.h"

enum { TOGETHER = 8 };

static const real least = (real)1e-4;

/* Sum of ln a (n), n <= AD_CHUNK: one logarithm per product of eight. Noise levels are in
 * [0.001, 10.001], so the product neither underflows nor overflows a float. */
static double sum_of_logs(size_t n, const real *a)
{
    const size_t groups = n / TOGETHER;
    real log_of[AD_CHUNK / TOGETHER + TOGETHER];
    size_t count = groups;

    for (size_t i = 0; i < groups; i++) {
        real product = a[i];
        for (size_t k = 1; k < TOGETHER; k++)
            product *= a[k * groups + i];
        log_of[i] = r_log(product);
    }
    for (size_t i = groups * TOGETHER; i < n; i++)
        log_of[count++] = r_log(a[i]);
    return ad_add_up(count, log_of);
}

/* Counts only the elements with x > 0. */
static double relu_active(double most, size_t n, const real *alpha, const real *x)
{
    real level[AD_CHUNK], counts[AD_CHUNK];

    for (size_t i = 0; i < n; i++) {
        level[i] = x[i] > 0 ? alpha[i] : 1;
        counts[i] = x[i] > 0 ? 1 : 0;
    }
    return most * ad_add_up(n, counts) - sum_of_logs(n, level);
}

static double softplus_sum(const ad_information_prior *prior, size_t n, const real *alpha,
                           const real *x)
{
    const real mu1 = (real)prior->mu1;
    real square[AD_CHUNK];

    for (size_t i = 0; i < n; i++) {
        const real off = r_log(r_max(x[i], least)) - mu1;
        square[i] = alpha[i] * alpha[i] + off * off;
    }
    return ad_add_up(n, square) / (2 * prior->s1 * prior->s1) + (double)n * (log(prior->s1) - 0.5) -
           sum_of_logs(n, alpha);
}

double AD_KERNEL(ad_information_kl)(const ad_information_prior *prior, size_t n, const real *alpha,
                                    const real *x)
{
    const ad_information *s = prior->settings;
    const double most = log(s->max_alpha + AD_INFORMATION_LEAST);

    if (s->prior == AD_INFORMATION_SOFTPLUS)
        return softplus_sum(prior, n, alpha, x);
    if (s->count == AD_INFORMATION_ACTIVE)
        return relu_active(most, n, alpha, x);
    return most * (double)n - sum_of_logs(n, alpha);
}

static void softplus_slopes(const ad_information_prior *prior, real weight, size_t n,
                            const real *alpha, const real *x, real *dalpha, real *dx,
                            double dprior[2])
{
    const real mu1 = (real)prior->mu1, s1 = (real)prior->s1, over = 1 / (s1 * s1);
    real dmu1[AD_CHUNK], ds1[AD_CHUNK];

    for (size_t i = 0; i < n; i++) {
        const real f = r_max(x[i], least), off = r_log(f) - mu1;
        dalpha[i] += weight * (alpha[i] * over - 1 / alpha[i]);
        dx[i] += x[i] > least ? weight * (off * over / f) : 0;
        dmu1[i] = -off * over;
        ds1[i] = (1 - (alpha[i] * alpha[i] + off * off) * over) / s1;
    }
    dprior[0] += ad_add_up(n, dmu1);
    dprior[1] += ad_add_up(n, ds1);
}

void AD_KERNEL(ad_information_kl_slopes)(const ad_information_prior *prior, real weight, size_t n,
                                         const real *alpha, const real *x, real *dalpha, real *dx,
                                         double dprior[2])
{
    const ad_information *s = prior->settings;
    const real from = s->count == AD_INFORMATION_ALL ? -INFINITY : 0;

    if (s->prior == AD_INFORMATION_SOFTPLUS)
        softplus_slopes(prior, weight, n, alpha, x, dalpha, dx, dprior);
    else
        for (size_t i = 0; i < n; i++)
            dalpha[i] -= x[i] > from ? weight / alpha[i] : 0;
}
