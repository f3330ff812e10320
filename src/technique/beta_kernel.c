/*
 * beta-dropout.
 *
 *     m ~ Beta(beta, beta)        y = 2 x m
 *
 * E[m] = 1/2, Var[m] = 1 / (4 (2 beta + 1)): from Bernoulli(1/2) as beta -> 0 through
 * the arcsine distribution (1/2) and the uniform (1) to a bell. Nothing is learned:
 * dL/dx = 2 G m. "Advanced Dropout" picks beta from {0.001, 0.1, 0.2, 0.5, 1, 3}.
 *
 * Sampling: beta = 1 is u itself; beta = 1/2 is sin^2(pi u / 2); an integer beta up to 4
 * is the median of 2 beta - 1 uniforms; otherwise the sigmoid of the difference of two
 * log-gamma variables (random/gamma_kernel.c), which avoids 0 / 0 at small beta. With a
 * small beta many masks are near 1e-40; they become 0, because their products with x would be
 * denormal, and products of such matrices a hundred times slower.
 *
 * Liu et al., "beta-dropout: a unified dropout", IEEE Access 2019.
 */

#include <math.h>

#include "base/real.h"
#include "dist/special.h"
#include "random/noise.h"
#include "random/words.h"
#include "technique/mask.h"

typedef struct {
    double beta;
    int mask;
} settings;

static const adrop_option options[] = { { .name = "beta",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, beta),
                                          .fallback = 0.5,
                                          .max = 1e4,
                                          .open = ADROP_OPEN_MIN,
                                          .help = "both parameters of the beta distribution" },
                                        AD_MASK_ROW(settings),
                                        { 0 } };

static const char *const examples[] = {
    "beta", "beta:beta=0.001", "beta:beta=0.2,mask=channel", "beta:beta=1", "beta:beta=3", NULL
};

static const char *const choices[] = { "beta=0.001", "beta=0.1", "beta=0.2", "beta=0.5",
                                       "beta=1",     "beta=3",   NULL };

#define LEAST 0x1p-63 /* the smallest mask that is not 0 */

enum { MOST_UNIFORMS = 7, PART = AD_CHUNK * sizeof(float) / sizeof(real) };

/* The median of 2 beta - 1 uniforms, one per draw; n <= PART. */
static void fill_median(const ad_address *at, size_t n_uniforms, size_t first, size_t n, real *m)
{
    real u[MOST_UNIFORMS][PART];
    ad_address there = *at;

    for (size_t k = 0; k < n_uniforms; k++, there.draw++)
        AD_KERNEL(ad_noise_uniform)(&there, first, n, u[k]);
    /* half a bubble sort, without branches: the largest goes last, down to the middle */
    for (size_t last = n_uniforms - 1; last >= n_uniforms / 2 && last > 0; last--)
        for (size_t k = 0; k < last; k++)
            for (size_t i = 0; i < n; i++) {
                const real low = r_min(u[k][i], u[k + 1][i]), high = r_max(u[k][i], u[k + 1][i]);
                u[k][i] = low;
                u[k + 1][i] = high;
            }
    for (size_t i = 0; i < n; i++)
        m[i] = u[n_uniforms / 2][i];
}

static void beta_fill(const void *self, const ad_address *at, size_t first, size_t n, real *m,
                      real *d0, real *d1)
{
    const double beta = *(const double *)self;

    (void)d0, (void)d1;
    if (beta == 0.5) {
        AD_KERNEL(ad_noise_uniform)(at, first, n, m);
        for (size_t i = 0; i < n; i++) {
            const real s = r_sin_quarter(m[i]);
            m[i] = s * s;
        }
    } else if (beta == 1 || beta == 2 || beta == 3 || beta == 4) {
        for (size_t done = 0; done < n; done += PART)
            fill_median(at, 2 * (size_t)beta - 1, first + done, n - done < PART ? n - done : PART,
                        m + done);
    } else {
        AD_KERNEL(ad_noise_beta)(at, beta, beta, first, n, m);
        for (size_t i = 0; i < n; i++)
            m[i] = r_unless_tiny(m[i], (real)LEAST);
    }
}

static void beta_plan(const void *self, const ad_site *site, ad_plan *p)
{
    AD_KERNEL(ad_mask_keep)(site, (ad_mask_shape)((const settings *)self)->mask, 0, p);
}

static void beta_apply(const ad_call *c, void (*kernel)(const ad_mask *))
{
    const settings *s = c->settings;
    const double scale = 2;

    kernel(&(ad_mask){ .call = c,
                       .shape = (ad_mask_shape)s->mask,
                       .fill = beta_fill,
                       .self = &s->beta,
                       .scale = &scale });
}

static void beta_forward(const ad_call *c)
{
    beta_apply(c, AD_KERNEL(ad_mask_forward));
}

static void beta_backward(const ad_call *c)
{
    beta_apply(c, AD_KERNEL(ad_mask_backward));
}

static void beta_moments(const ad_technique_view *view, size_t unit, double pre, adrop_moments *out)
{
    const double beta = ((const settings *)view->settings)->beta;

    (void)unit, (void)pre;
    *out = (adrop_moments){ .mean = 0.5,
                            .variance = 1 / (4 * (2 * beta + 1)),
                            .scale = 2,
                            .rate = 0.5,
                            .mu = NAN,
                            .sigma = NAN };
}

static void beta_distribution(const ad_technique_view *view, size_t unit, double pre, double m,
                              double *pdf, double *cdf)
{
    const double beta = ((const settings *)view->settings)->beta;

    (void)unit, (void)pre;
    *pdf = ad_beta_pdf(beta, beta, m);
    *cdf = m <= 0 ? 0 : m < 1 ? ad_beta_cdf(beta, beta, m) : 1;
}

const ad_technique AD_KERNEL(ad_technique_beta) = {
    .name = "beta",
    .summary = "beta masks, from coin flips to a bell",
    .reference = "Liu et al., IEEE Access 2019",
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .choices = choices,
    .plan = beta_plan,
    .forward = beta_forward,
    .backward = beta_backward,
    .moments = beta_moments,
    .distribution = beta_distribution,
};
