/*
 * Information dropout: log-normal noise whose level is predicted from the input.
 *
 *     alpha = 0.001 + A sigmoid(z),   z = V x + d      m = exp(alpha eps),  eps ~ N(0, 1)
 *     train, sample: y = x m        mean: y = x
 *
 * There is no rescaling: E[m] = exp(alpha^2 / 2). Extra loss beta / N times the batch
 * average of the sum over elements of KL (scaling=batch leaves out the 1 / N):
 *
 *     relu       KL = -ln(alpha / (A + 0.001))                   log-uniform prior
 *     softplus   KL = (alpha^2 + (ln f - mu1)^2) / (2 s1^2) - 1/2 + ln s1 - ln alpha
 *
 * with f = max(x, 1e-4) and a log-normal prior (mu1, s1 = softplus) that is learned.
 * Gradients, w being the KL's weight: dL/dalpha = G x m eps + w dKL/dalpha, dalpha/dz =
 * A s (1 - s), dL/dx = G m + w dKL/dx + the gradient through z.
 *
 * Achille and Soatto, "Information dropout", IEEE TPAMI 2018. There x is the layer's
 * activation and z a second layer of the same size beside it. Our reconstruction stands
 * before a layer and computes z from x itself, with V = V2 V1 of rank n / 16; V2 starts at
 * 0, so alpha starts at 0.001 + A / 2. On a map, z is a function of the channels' averages,
 * one alpha per channel.
 */
#include "technique/information.h"

#include <math.h>

#include "base/context.h"
#include "dist/special.h"
#include "random/noise.h"
#include "technique/mask.h"
#include "technique/running.h"

static const char *const prior_words[] = { "relu", "softplus", NULL };
static const char *const scaling_words[] = { "dataset", "batch", NULL };
static const char *const count_words[] = { "all", "active", NULL };

#define FIELD(name) offsetof(ad_information, name)

static const adrop_option options[] = {
    { .name = "beta",
      .kind = ADROP_OPT_REAL,
      .offset = FIELD(beta),
      .fallback = 0.1,
      .max = 1e6,
      .help = "weight of the KL term" },
    { .name = "max-alpha",
      .kind = ADROP_OPT_REAL,
      .offset = FIELD(max_alpha),
      .fallback = 0.7,
      .max = 10,
      .open = ADROP_OPEN_MIN,
      .help = "standard deviation of ln m at most, 0.001 aside" },
    { .name = "activation",
      .kind = ADROP_OPT_CHOICE,
      .offset = FIELD(prior),
      .words = prior_words,
      .help = "what x went through, which decides the prior" },
    { .name = "scaling",
      .kind = ADROP_OPT_CHOICE,
      .offset = FIELD(scaling),
      .words = scaling_words,
      .help = "KL divided by the size of the training set, or not" },
    { .name = "count",
      .kind = ADROP_OPT_CHOICE,
      .offset = FIELD(count),
      .words = count_words,
      .help = "elements whose KL counts with relu: all, or those above 0" },
    { .name = "hidden",
      .kind = ADROP_OPT_COUNT,
      .offset = FIELD(hidden),
      .max = 65536,
      .help = "rank of V; 0: a sixteenth of the inputs, at least 1" },
    { 0 }
};

static const char *const examples[] = { "information",
                                        "information:max-alpha=0.5,count=active,hidden=2",
                                        "information:activation=softplus,beta=0.5",
                                        "information:beta=1e-3,scaling=batch", NULL };

static adrop_status information_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    if (site && ((const ad_information *)self)->scaling == AD_INFORMATION_DATASET && !site->n_train)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique 'information' divides its extra loss by the size of the training "
                       "set: give n_train");
    return ADROP_OK;
}

static void information_plan(const void *self, const ad_site *site, ad_plan *p)
{
    const ad_information_layout l = AD_KERNEL(ad_information_layout)(self, site, &p->params);

    ad_tensor_add(&p->buffers, "running_alpha", 1, 0);
    p->n_stats = 1;
    p->saved_size = l.saved_size;
    AD_KERNEL(ad_mask_keep)(site, AD_BY_ELEMENT, 0, p);
    p->scratch_size = l.scratch_size + ad_n_blocks(site, site->rows) * 4 * sizeof(double);
    p->multiplies = 1;
}

static void information_init(const ad_technique_view *v, uint64_t seed, void *params, void *buffers)
{
    const ad_information *s = v->settings;
    const ad_information_layout l = AD_KERNEL(ad_information_layout)(s, v->site, NULL);
    const ad_address at = { .seed = seed, .layer = v->site->layer, .purpose = AD_FOR_INIT };
    const real bound = (real)(1 / sqrt((double)l.n));
    real *p = params;

    AD_KERNEL(ad_noise_symmetric)(&at, 0, l.hidden * l.n, p + l.down);
    for (size_t i = 0; i < l.hidden * l.n; i++)
        p[l.down + i] *= bound;
    if (s->prior == AD_INFORMATION_SOFTPLUS)
        p[l.prior + 1] = (real)ad_softplus_inverse(1);
    *(real *)buffers = (real)(AD_INFORMATION_LEAST + s->max_alpha / 2);
}

static void information_commit(const ad_technique_view *v, const double *sums, double rows,
                               void *buffers)
{
    (void)v;
    AD_KERNEL(ad_running_average)(1, sums, rows, buffers);
}

/* At the average noise level; a unit's own depends on its row. */
static void information_moments(const ad_technique_view *v, size_t unit, double pre,
                                adrop_moments *out)
{
    const double a = (double)*(const real *)v->buffers, e = expm1(a * a);

    (void)unit, (void)pre;
    *out = (adrop_moments){ .mean = exp(a * a / 2),
                            .variance = e * exp(a * a),
                            .scale = 1,
                            .rate = e / (1 + e),
                            .mu = NAN,
                            .sigma = NAN };
}

static void information_distribution(const ad_technique_view *v, size_t unit, double pre, double m,
                                     double *pdf, double *cdf)
{
    const double a = (double)*(const real *)v->buffers, z = m > 0 ? log(m) / a : -INFINITY;

    (void)unit, (void)pre;
    *pdf = m > 0 ? ad_normal_pdf(z) / (a * m) : 0;
    *cdf = m > 0 ? ad_normal_cdf(z) : 0;
}

const ad_technique AD_KERNEL(ad_technique_information) = {
    .name = "information",
    .summary = "log-normal noise whose level is predicted from the input",
    .reference = "Achille and Soatto, IEEE TPAMI 2018",
    .traits = AD_LEARNS | AD_SHIFTS_MEAN,
    .options = options,
    .settings_size = sizeof(ad_information),
    .examples = examples,
    .check = information_check,
    .plan = information_plan,
    .init = information_init,
    .forward = AD_KERNEL(ad_information_forward),
    .backward = AD_KERNEL(ad_information_backward),
    .commit = information_commit,
    .moments = information_moments,
    .distribution = information_distribution,
};
