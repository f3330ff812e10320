/*
 * Concrete dropout: a learned drop probability p through a relaxed coin.
 *
 *     z = sigmoid((a + L) / t),  a = logit p,  L = logit u logistic noise
 *     m = 1 - z,   y = x m / (1 - p)
 *
 * E[m] = 1 - p holds exactly only at p = 1/2 and as t -> 0 (at p = 0.1, t = 0.1:
 * 0.9987 of it). Learned: a, for the layer or for each unit (or channel). With
 * T = sum G y:
 *
 *     dL/dx = G m / (1 - p),   dL/da = sum G x (-m (1 - m) / t) / (1 - p) + p T
 *
 * Extra loss, once per step, with K the number of features (or channels) that share p and W the
 * following layer's weights (and bias):
 *
 *     R = wr sum W^2 / (1 - p) + dr K (p ln p + (1 - p) ln(1 - p))
 *     dR/dW = 2 wr W / (1 - p),  dR/da = wr sum W^2 p / (1 - p) + dr K p (1 - p) a
 *
 * dr = entropy / N, wr = lengthscale^2 / (2 N). lengthscale is 0 by default: combined
 * with ordinary weight decay it would decay the weights twice. With unit=node each
 * unit's own column of W counts and the bias does not.
 *
 * Gal, Hron, Kendall, "Concrete dropout", NIPS 2017 (p0 = 0.1; t = 0.1, and 2/3 for
 * masks by channel, as in the authors' code).
 */
#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/real.h"
#include "dist/family.h"
#include "dist/special.h"
#include "random/noise.h"
#include "random/words.h"
#include "technique/mask.h"

enum share { SHARE_LAYER, SHARE_UNIT };

static const char *const unit_words[] = { "layer", "node", NULL };

typedef struct {
    double rate, temperature, entropy, lengthscale;
    int share, with_bias, mask;
} settings;

static const adrop_option options[] = {
    { .name = "rate",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, rate),
      .fallback = 0.1,
      .min = 0,
      .max = 1,
      .open = ADROP_OPEN_MIN | ADROP_OPEN_MAX,
      .help = "drop probability at the start" },
    { .name = "temperature",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, temperature),
      .max = 1e3,
      .help = "of the relaxed coin; 0: 0.1, or 2/3 for masks by channel" },
    { .name = "unit",
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(settings, share),
      .words = unit_words,
      .help = "one probability for the layer or one for each unit" },
    { .name = "entropy",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, entropy),
      .fallback = 1,
      .max = 1e6,
      .help = "factor of the entropy term, divided by N" },
    { .name = "lengthscale",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, lengthscale),
      .max = 1e6,
      .help = "of the weight term; 0: leave it to weight decay" },
    { .name = "with-bias",
      .kind = ADROP_OPT_FLAG,
      .offset = offsetof(settings, with_bias),
      .fallback = 1,
      .help = "the weight term counts the bias too" },
    AD_MASK_ROW(settings),
    { 0 }
};

static const char *const examples[] = { "concrete",
                                        "concrete:rate=0.3,temperature=0.6667",
                                        "concrete:rate=0.2,unit=node,mask=channel",
                                        "concrete:rate=0.5,temperature=1,entropy=2",
                                        "concrete:lengthscale=0.5",
                                        "concrete:lengthscale=0.5,unit=node",
                                        NULL };

static unsigned traits_of(const void *self)
{
    return ((const settings *)self)->lengthscale > 0 ? AD_LEARNS | AD_PENALISES_WEIGHTS : AD_LEARNS;
}

static adrop_status concrete_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    const int on_map = site && ad_site_area(site) > 1;

    if (site && ((const settings *)self)->lengthscale > 0 && (on_map || !site->outputs))
        return ad_fail(ctx, ADROP_ESHAPE,
                       "technique 'concrete': lengthscale needs the weights of a dense layer that "
                       "follows at once: use lengthscale=0");
    return ADROP_OK;
}

static double temperature_of(const settings *s)
{
    return s->temperature > 0 ? s->temperature : s->mask == AD_BY_CHANNEL ? 2.0 / 3 : 0.1;
}

static size_t n_rates(const settings *s, const ad_site *site)
{
    return s->share == SHARE_UNIT ? site->channels : 1;
}

/* Scratch: the sums' partials; then the sums (2), the scale and a. */
static size_t partials_size(const settings *s, const ad_site *site)
{
    return ad_round_up(AD_KERNEL(ad_mask_scratch)(site, 2, s->share == SHARE_UNIT));
}

static void concrete_plan(const void *self, const ad_site *site, ad_plan *p)
{
    const settings *s = self;

    ad_tensor_add(&p->params, "p_logit", n_rates(s, site), 0);
    p->distribution_share = s->share == SHARE_UNIT ? AD_DISTRIBUTION_OF_CHANNEL
                                                   : AD_DISTRIBUTION_OF_LAYER;
    AD_KERNEL(ad_mask_keep)(site, (ad_mask_shape)s->mask, 1, p);
    p->scratch_size = partials_size(s, site) + 4 * n_rates(s, site) * sizeof(double);
}

static void concrete_init(const ad_technique_view *v, uint64_t seed, void *params, void *buffers)
{
    const settings *s = v->settings;
    real *a = params;

    (void)seed, (void)buffers;
    for (size_t i = 0; i < n_rates(s, v->site); i++)
        a[i] = (real)ad_logit(s->rate);
}

typedef struct {
    const real *a;
    real over_t;
    size_t draws; /* draws that share an a; 0: all do */
} noise;

/* r = -(a + L) / t over the chunk. */
static void shift(const noise *z, size_t first, size_t n, real *r)
{
    const real over_t = z->over_t, a = z->a[0];

    if (!z->draws) {
        for (size_t i = 0; i < n; i++)
            r[i] = -(r[i] + a) * over_t;
    } else {
        for (size_t i = 0; i < n; i++)
            r[i] = -(r[i] + z->a[(first + i) / z->draws]) * over_t;
    }
}

static void concrete_fill(const void *self, const ad_address *at, size_t first, size_t n, real *m,
                          real *d0, real *d1)
{
    const noise *z = self;
    const real over_t = z->over_t;

    (void)d1;
    AD_KERNEL(ad_noise_logistic)(at, first, n, m);
    shift(z, first, n, m);
    if (d0)
        for (size_t i = 0; i < n; i++) {
            const real t = r_exp_minus(m[i]), d = 1 / (1 + t);
            d0[i] = -t * d * d * over_t;
            m[i] = m[i] < 0 ? t * d : d;
        }
    else
        for (size_t i = 0; i < n; i++)
            m[i] = r_sigmoid(m[i]);
}

static double *concrete_run(const ad_call *c, int backward, void (*kernel)(const ad_mask *))
{
    const settings *s = c->settings;
    const size_t n = n_rates(s, c->site);
    double *sums = (double *)((char *)c->scratch + partials_size(s, c->site));
    double *scale = sums + 2 * n;
    const real *a = c->params;
    const size_t draws = s->mask == AD_BY_CHANNEL ? 1 : ad_site_area(c->site);
    const noise z = { a, (real)(1 / temperature_of(s)), s->share == SHARE_UNIT ? draws : 0 };

    for (size_t i = 0; i < n; i++)
        scale[i] = 1 / ad_sigmoid(-(double)a[i]);
    kernel(&(ad_mask){ .call = c,
                       .shape = (ad_mask_shape)s->mask,
                       .fill = concrete_fill,
                       .self = &z,
                       .scale = scale,
                       .per_channel = s->share == SHARE_UNIT,
                       .n_slopes = backward,
                       .with_total = backward,
                       .sums = sums });
    return sums;
}

static void concrete_forward(const ad_call *c)
{
    concrete_run(c, 0, AD_KERNEL(ad_mask_forward));
}

static void concrete_backward(const ad_call *c)
{
    const size_t n = n_rates(c->settings, c->site);
    const double *sums = concrete_run(c, 1, AD_KERNEL(ad_mask_backward));
    const real *a = c->params;
    real *da = c->dparams;

    for (size_t i = 0; da && i < n; i++)
        da[i] += (real)(sums[i] + ad_sigmoid((double)a[i]) * sums[n + i]);
}

/* ----- the extra loss ----- */

/* Sum of the squared weights that share i penalises; adds their gradient unless g is 0. */
static double weight_term(const ad_call *c, size_t i, double g)
{
    const settings *s = c->settings;
    const size_t n = c->site->channels, p = c->site->outputs;
    const size_t from = s->share == SHARE_UNIT ? i : 0, to = s->share == SHARE_UNIT ? i + 1 : n;
    const real *w = c->weight, *b = c->bias;
    real *dw = c->dweight, *db = c->dbias;
    double sum = 0;

    for (size_t o = 0; o < p; o++)
        for (size_t j = from; j < to; j++) {
            sum += (double)w[o * n + j] * (double)w[o * n + j];
            if (dw && g != 0)
                dw[o * n + j] += (real)(2 * g * (double)w[o * n + j]);
        }
    for (size_t o = 0; o < p && b && s->with_bias && s->share == SHARE_LAYER; o++) {
        sum += (double)b[o] * (double)b[o];
        if (db && g != 0)
            db[o] += (real)(2 * g * (double)b[o]);
    }
    return sum;
}

static double penalty(const ad_call *c)
{
    const settings *s = c->settings;
    const size_t n = n_rates(s, c->site);
    const double over_n = c->strength / (double)c->site->n_train;
    const double k = (double)c->site->channels / (double)n, dr = s->entropy * over_n;
    const double wr = s->lengthscale * s->lengthscale * over_n / 2;
    const real *a = c->params;
    real *da = c->dparams;
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        const double ai = (double)a[i], p = ad_sigmoid(ai), q = ad_sigmoid(-ai);
        const double squares = wr > 0 ? weight_term(c, i, wr / q) : 0;
        /* ln p = -softplus(-a), ln q = -softplus(a) */
        sum += wr * squares / q - dr * k * (p * ad_softplus(-ai) + q * ad_softplus(ai));
        if (da)
            da[i] += (real)(wr * squares * p / q + dr * k * p * q * ai);
    }
    return sum;
}

/* Beyond |a| = 9 the slope of p is too small to recover. */
static void concrete_constrain(const ad_technique_view *v, void *params)
{
    real *a = params;

    for (size_t i = 0; i < v->plan->params.n_reals; i++)
        a[i] = a[i] < -9 ? -9 : a[i] > 9 ? 9 : a[i];
}

/* m is the member logistic x sigmoid with mu = -a / t, sigma = 1 / t. */
static ad_family family(const ad_technique_view *v, size_t unit)
{
    const settings *s = v->settings;
    const double t = temperature_of(s);
    const real *a = v->params;
    const size_t i = s->share == SHARE_UNIT ? unit / ad_site_area(v->site) : 0;

    return (ad_family){ ad_seed_named("logistic"), ad_map_named("sigmoid"), -(double)a[i] / t,
                        1 / t };
}

static void concrete_moments(const ad_technique_view *v, size_t unit, double pre,
                             adrop_moments *out)
{
    const ad_family f = family(v, unit);
    const double mean = ad_family_mean(&f);

    (void)pre;
    *out = (adrop_moments){ .mean = mean,
                            .variance = ad_family_variance(&f),
                            .scale = 1 / ad_sigmoid(f.mu / f.sigma),
                            .rate = 1 - mean,
                            .mu = f.mu,
                            .sigma = f.sigma };
}

static void concrete_distribution(const ad_technique_view *v, size_t unit, double pre, double m,
                                  double *pdf, double *cdf)
{
    const ad_family f = family(v, unit);

    (void)pre;
    *pdf = ad_family_pdf(&f, m);
    *cdf = ad_family_cdf(&f, m);
}

const ad_technique AD_KERNEL(ad_technique_concrete) = {
    .name = "concrete",
    .summary = "a learned drop probability through a relaxed coin",
    .reference = "Gal, Hron, Kendall, NIPS 2017",
    .traits = AD_LEARNS,
    .traits_of = traits_of,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .check = concrete_check,
    .plan = concrete_plan,
    .init = concrete_init,
    .forward = concrete_forward,
    .backward = concrete_backward,
    .penalty = penalty,
    .constrain = concrete_constrain,
    .moments = concrete_moments,
    .distribution = concrete_distribution,
};
