/*
 * concrete+MLP: concrete dropout whose keep probability comes from an encoder.
 *
 *     l = mean_i (w . h_i + b),  h_i = Wh x_i + bh          (encoder.h, mu alone)
 *     p = sigmoid(l),   m_ij = sigmoid((l + L_ij) / t),  L logistic noise
 *     y = x m / c,   c = p, held constant in the gradient
 *
 * Here p is a *keep* probability. With D = G x m (1 - m) / (t c): dL/dl = sum D, the
 * rest as for advanced dropout. It is the Gaussian -> logistic change of seed of
 * that technique with mu = l / t and sigma = 1 / t fixed. The sample phase uses a
 * running average of l.
 *
 * Named in Xie et al., "Advanced Dropout", TPAMI 2021, section 4.5; the encoder, the
 * start b = logit(1 - rate) and t = 0.1 are our reconstruction.
 */
#include <math.h>

#include "base/memory.h"
#include "base/real.h"
#include "dist/family.h"
#include "dist/special.h"
#include "random/noise.h"
#include "random/words.h"
#include "technique/encoder.h"
#include "technique/mask.h"
#include "technique/running.h"

typedef struct {
    double rate, temperature;
    size_t hidden;
    int mask;
} settings;

static const adrop_option options[] = {
    { .name = "rate",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, rate),
      .fallback = 0.5,
      .min = 0,
      .max = 1,
      .open = ADROP_OPEN_MIN | ADROP_OPEN_MAX,
      .help = "drop probability at the start" },
    { .name = "temperature",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, temperature),
      .fallback = 0.1,
      .max = 1e3,
      .open = ADROP_OPEN_MIN,
      .help = "of the relaxed coin" },
    { .name = "hidden",
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(settings, hidden),
      .max = 65536,
      .help = "hidden units of the encoder; 0: a sixteenth of the inputs, at least 1" },
    AD_MASK_ROW(settings),
    { 0 }
};

static const char *const examples[] = { "concrete-mlp", "concrete-mlp:rate=0.2,temperature=0.5",
                                        "concrete-mlp:hidden=4,mask=channel", NULL };

static ad_encoder layout(const settings *s, const ad_site *site, ad_tensor_list *params)
{
    return AD_KERNEL(ad_encoder_layout)(site, s->hidden, AD_ENCODER_MU, params);
}

/* saved: c and l, then the encoder's part. Scratch: the sum's partials, the scale
 * and the sum, then the encoder's. */
static size_t mask_scratch(const ad_site *site)
{
    return ad_round_up(AD_KERNEL(ad_mask_scratch)(site, 1, 0) + 2 * sizeof(double));
}

static void concrete_mlp_plan(const void *self, const ad_site *site, ad_plan *p)
{
    const ad_encoder e = layout(self, site, &p->params);

    ad_tensor_add(&p->buffers, "running_logit", 1, 0);
    p->n_stats = 2;
    p->n_detached = 1;
    p->saved_size = AD_ALIGNMENT + e.saved_size;
    AD_KERNEL(ad_mask_keep)(site, (ad_mask_shape)((const settings *)self)->mask, 1, p);
    p->scratch_size = mask_scratch(site) + e.scratch_size;
}

static void concrete_mlp_init(const ad_technique_view *v, uint64_t seed, void *params,
                              void *buffers)
{
    const settings *s = v->settings;
    const ad_encoder e = layout(s, v->site, NULL);

    AD_KERNEL(ad_encoder_init)(&e, v->site, seed, ad_logit(1 - s->rate), 1, params);
    *(real *)buffers = (real)ad_logit(1 - s->rate);
}

typedef struct {
    real l, over_t;
} noise;

static void concrete_mlp_fill(const void *self, const ad_address *at, size_t first, size_t n,
                              real *m, real *d0, real *d1)
{
    const noise *z = self;
    const real l = z->l, over_t = z->over_t;

    (void)d1;
    AD_KERNEL(ad_noise_logistic)(at, first, n, m);
    for (size_t i = 0; i < n; i++)
        m[i] = (l + m[i]) * over_t;
    if (d0)
        for (size_t i = 0; i < n; i++) {
            const real t = r_exp_minus(m[i]), d = 1 / (1 + t);
            d0[i] = t * d * d * over_t;
            m[i] = m[i] < 0 ? t * d : d;
        }
    else
        for (size_t i = 0; i < n; i++)
            m[i] = r_sigmoid(m[i]);
}

/* Returns the sum of D. */
static double concrete_mlp_run(const ad_call *c, double l, int n_slopes,
                               void (*kernel)(const ad_mask *))
{
    const settings *s = c->settings;
    double *scale = (double *)((char *)c->scratch + AD_KERNEL(ad_mask_scratch)(c->site, 1, 0));
    const noise z = { (real)l, (real)(1 / s->temperature) };

    scale[0] = 1 / ad_sigmoid(l);
    kernel(&(ad_mask){ .call = c,
                       .shape = (ad_mask_shape)s->mask,
                       .fill = concrete_mlp_fill,
                       .self = &z,
                       .scale = scale,
                       .n_slopes = n_slopes,
                       .sums = scale + 1 });
    return scale[1];
}

static void concrete_mlp_forward(const ad_call *c)
{
    const ad_encoder e = layout(c->settings, c->site, NULL);
    double *kept = c->saved; /* c, l */

    if (c->where.phase == ADROP_PHASE_TRAIN)
        AD_KERNEL(ad_encoder_forward)
    (&e, c, (char *)c->saved + AD_ALIGNMENT, (char *)c->scratch + mask_scratch(c->site), &kept[1],
     NULL);
    else kept[1] = (double)*(const real *)c->buffers;
    kept[0] = ad_sigmoid(kept[1]);
    if (c->where.phase == ADROP_PHASE_TRAIN) {
        c->stats[0] = kept[0];
        c->stats[1] = kept[1];
    }
    concrete_mlp_run(c, kept[1], 0, AD_KERNEL(ad_mask_forward));
}

static void concrete_mlp_backward(const ad_call *c)
{
    const ad_encoder e = layout(c->settings, c->site, NULL);
    const double *kept = c->saved;
    const double g = concrete_mlp_run(c, kept[1], 1, AD_KERNEL(ad_mask_backward));

    AD_KERNEL(ad_encoder_backward)
    (&e, c, (const char *)c->saved + AD_ALIGNMENT, (char *)c->scratch + mask_scratch(c->site), &g,
     NULL);
}

static void concrete_mlp_commit(const ad_technique_view *v, const double *sums, double rows,
                                void *buffers)
{
    (void)v;
    AD_KERNEL(ad_running_average)(1, sums + 1, rows, buffers);
}

static ad_family family(const ad_technique_view *v)
{
    const double t = ((const settings *)v->settings)->temperature;

    return (ad_family){ ad_seed_named("logistic"), ad_map_named("sigmoid"),
                        (double)*(const real *)v->buffers / t, 1 / t };
}

static void concrete_mlp_moments(const ad_technique_view *v, size_t unit, double pre,
                                 adrop_moments *out)
{
    const ad_family f = family(v);
    const double mean = ad_family_mean(&f);

    (void)unit, (void)pre;
    *out = (adrop_moments){ .mean = mean,
                            .variance = ad_family_variance(&f),
                            .scale = 1 / ad_sigmoid(f.mu / f.sigma),
                            .rate = 1 - mean,
                            .mu = f.mu,
                            .sigma = f.sigma };
}

static void concrete_mlp_distribution(const ad_technique_view *v, size_t unit, double pre, double m,
                                      double *pdf, double *cdf)
{
    const ad_family f = family(v);

    (void)unit, (void)pre;
    *pdf = ad_family_pdf(&f, m);
    *cdf = ad_family_cdf(&f, m);
}

const ad_technique AD_KERNEL(ad_technique_concrete_mlp) = {
    .name = "concrete-mlp",
    .summary = "a relaxed coin whose keep probability comes from an encoder",
    .reference = "Xie et al., TPAMI 2021, ablation",
    .traits = AD_LEARNS,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .plan = concrete_mlp_plan,
    .init = concrete_mlp_init,
    .forward = concrete_mlp_forward,
    .backward = concrete_mlp_backward,
    .commit = concrete_mlp_commit,
    .moments = concrete_mlp_moments,
    .distribution = concrete_mlp_distribution,
};
