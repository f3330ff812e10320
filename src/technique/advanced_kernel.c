/*
 * Advanced dropout: masks of the model-free family with a parametric prior.
 *
 *     m_ij = k(mu + sigma eps_ij),  eps from any seed,  k any mapping
 *     (mu, sigma) = encoder(batch)                          (encoder.h)
 *     y_ij = x_ij m_ij / c,  c = E[m]
 *
 * Gaussian seed and sigmoid give the paper's logit-normal mask; the masks and
 * their gradients are model_free.h's. With detach=yes, as in the authors' code, c
 * is held constant in the gradient.
 *
 * With kl=log-uniform or kl=gaussian the KL of the masks to a prior is added to the loss
 * (model_free_kl.h): the term of the paper's lower bound that the authors' code leaves out.
 *
 * With encoder-input=detached the encoder reads x without passing a gradient back to it: dx is
 * G m / c alone. The authors' code has it attached.
 *
 * sigma starts at 1.4633 = softplus(1.2): the authors' 1.2 is the bias before it.
 *
 * The sample phase uses running averages of mu and sigma (weight 0.1 for the new
 * value), so that a prediction does not depend on what else is in its batch.
 *
 * Xie et al., "Advanced Dropout: A Model-free Methodology for Bayesian Dropout
 * Optimization", TPAMI 2021. unit=node, maps and the other seeds and mappings are
 * our extensions; the limits on mu and sigma guard against saturation.
 */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "technique/encoder.h"
#include "technique/model_free.h"
#include "technique/model_free_kl.h"
#include "technique/running.h"

enum unit { UNIT_LAYER, UNIT_NODE };
enum input { INPUT_ATTACHED, INPUT_DETACHED };

static const char *const unit_words[] = { "layer", "node", NULL };
static const char *const input_words[] = { "attached", "detached", NULL };

typedef struct {
    double mu, sigma, mu_limit, sigma_limit;
    int seed, map, unit, mean, detach, mask, input;
    ad_model_free_kl kl;
    size_t hidden;
} settings;

static const adrop_option options[] = {
    AD_MODEL_FREE_ROWS(settings, 0, 1.4633, " at the start"),
    { .name = "unit",
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(settings, unit),
      .words = unit_words,
      .help = "one (mu, sigma) for the layer or one for each node or channel" },
    AD_DETACH_ROW(settings),
    AD_MASK_ROW(settings),
    { .name = "hidden",
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(settings, hidden),
      .max = 65536,
      .help = "hidden units of the encoder; 0: a sixteenth of the inputs, at least 1" },
    { .name = "encoder-input",
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(settings, input),
      .words = input_words,
      .help = "does the gradient go on through the encoder to its input? detached: no" },
    { .name = "mu-limit",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, mu_limit),
      .max = 1e6,
      .help = "largest |mu|; 0: no limit" },
    { .name = "sigma-limit",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, sigma_limit),
      .max = 1e6,
      .help = "largest sigma; 0: no limit" },
    AD_MODEL_FREE_KL_ROWS(settings),
    { 0 }
};

static const char *const examples[] = {
    "advanced",
    "advanced:unit=node",
    "advanced:detach=no",
    "advanced:detach=no,mean=exact,mu=0.5,sigma=2",
    "advanced:map=probit,mask=channel",
    "advanced:seed-dist=logistic,map=atan,unit=node,detach=no",
    "advanced:seed-dist=laplace,map=tanh,hidden=3",
    "advanced:seed-dist=uniform,map=clamp,mu=0.5,sigma=0.9",
    "advanced:seed-dist=exponential,map=one-minus-exp,sigma=0.8",
    "advanced:encoder-input=detached",
    "advanced:encoder-input=detached,unit=node",
    "advanced:kl=log-uniform",
    "advanced:kl=log-uniform,seed-dist=laplace,map=probit,unit=node,kl-weight=0.5",
    "advanced:kl=gaussian,kl-mu=0.5,kl-sigma=2,mask=channel",
    NULL
};

/* What forward leaves for backward and for the statistics: c, mu, sigma of each
 * pair, and the gradients of the KL; then the encoder's part. */
typedef struct {
    double *c, *mu, *sigma;   /* (pairs) each; c first: they are the statistics */
    double *kl_mu, *kl_sigma; /* (pairs) each */
    void *encoder;
} kept;

static ad_model_free noise_of(const settings *s)
{
    return (ad_model_free){ .seed = s->seed,
                            .map = s->map,
                            .mean = (ad_mean)s->mean,
                            .shape = (ad_mask_shape)s->mask,
                            .per_channel = s->unit == UNIT_NODE };
}

static ad_encoder layout(const settings *s, const ad_site *site, ad_tensor_list *params)
{
    ad_encoder e = AD_KERNEL(ad_encoder_layout)(
        site, s->hidden, s->unit == UNIT_NODE ? AD_ENCODER_CHANNEL : AD_ENCODER_LAYER, params);

    e.detached = s->input == INPUT_DETACHED;
    return e;
}

static kept kept_in(void *saved, size_t pairs)
{
    double *first = saved;

    return (kept){ first,
                   first + pairs,
                   first + 2 * pairs,
                   first + 3 * pairs,
                   first + 4 * pairs,
                   (char *)saved + ad_round_up(5 * pairs * sizeof *first) };
}

static void settle(void *self)
{
    settings *s = self;

    ad_model_free_kl_settle(&s->kl, s->seed, s->map, &s->mean, &s->detach);
}

static adrop_status check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    const settings *s = self;
    const ad_model_free f = noise_of(s);
    const adrop_status status = ad_model_free_check(ctx, "advanced", &f);

    return status ? status : ad_model_free_kl_check(ctx, "advanced", &f, &s->kl, site);
}

static void plan(const void *self, const ad_site *site, ad_plan *p)
{
    const settings *s = self;
    const ad_model_free f = noise_of(s);
    const ad_encoder e = layout(s, site, &p->params);

    ad_tensor_add(&p->buffers, "running_mu", e.pairs, 0);
    ad_tensor_add(&p->buffers, "running_sigma", e.pairs, 0);
    p->law_share = s->unit == UNIT_NODE ? AD_LAW_OF_CHANNEL : AD_LAW_OF_LAYER;
    p->n_stats = 3 * e.pairs;
    p->n_detached = s->detach == AD_DETACH_YES ? e.pairs : 0;
    p->saved_size = ad_round_up(5 * e.pairs * sizeof(double)) + e.saved_size;
    AD_KERNEL(ad_mask_keep)(site, f.shape, 2, p);
    p->scratch_size = AD_KERNEL(ad_model_free_scratch)(&f, site) + e.scratch_size;
    p->multiplies = e.kind == AD_ENCODER_CHANNEL;
}

static void init(const ad_technique_view *v, uint64_t seed, void *params, void *buffers)
{
    const settings *s = v->settings;
    const ad_encoder e = layout(s, v->site, NULL);
    real *running = buffers;

    AD_KERNEL(ad_encoder_init)(&e, v->site, seed, s->mu, s->sigma, params);
    for (size_t p = 0; p < e.pairs; p++) {
        running[p] = (real)s->mu;
        running[e.pairs + p] = (real)s->sigma;
    }
}

static double limited_mu(const settings *s, double mu)
{
    return s->mu_limit > 0 ? fmax(-s->mu_limit, fmin(s->mu_limit, mu)) : mu;
}

static double limited_sigma(const settings *s, double sigma)
{
    return s->sigma_limit > 0 ? fmin(s->sigma_limit, sigma) : sigma;
}

/* The encoder works behind the mask's part of the scratch. */
static void *encoder_scratch(const ad_call *c, const ad_model_free *f)
{
    return (char *)c->scratch + AD_KERNEL(ad_model_free_scratch)(f, c->site);
}

static void forward(const ad_call *c)
{
    const settings *s = c->settings;
    const ad_model_free f = noise_of(s);
    const ad_encoder e = layout(s, c->site, NULL);
    const kept k = kept_in(c->saved, e.pairs);
    const real *running = c->buffers;

    if (c->where.phase == ADROP_TRAIN)
        AD_KERNEL(ad_encoder_forward)(&e, c, k.encoder, encoder_scratch(c, &f), k.mu, k.sigma);
    for (size_t p = 0; p < e.pairs; p++) {
        if (c->where.phase != ADROP_TRAIN) {
            k.mu[p] = (double)running[p];
            k.sigma[p] = (double)running[e.pairs + p];
        }
        k.mu[p] = limited_mu(s, k.mu[p]);
        k.sigma[p] = limited_sigma(s, k.sigma[p]);
        k.c[p] = ad_model_free_mean(&f, k.mu[p], k.sigma[p]);
    }
    if (c->where.phase == ADROP_TRAIN && s->kl.prior)
        *c->row_loss += ad_model_free_kl_loss(&f, &s->kl, c, e.pairs, k.mu, k.sigma, k.kl_mu,
                                              k.kl_sigma);
    if (c->where.phase == ADROP_TRAIN)
        memcpy(c->stats, k.c, 3 * e.pairs * sizeof *k.c);
    AD_KERNEL(ad_model_free_forward)(&f, c, k.mu, k.sigma, k.c);
}

static void backward(const ad_call *c)
{
    const settings *s = c->settings;
    const ad_model_free f = noise_of(s);
    const ad_encoder e = layout(s, c->site, NULL);
    const kept k = kept_in(c->saved, e.pairs);
    double *gmu = AD_KERNEL(ad_model_free_backward)(&f, c, k.mu, k.sigma, k.c,
                                                    s->detach == AD_DETACH_NO);
    double *gsigma = gmu + e.pairs;

    for (size_t p = 0; s->kl.prior && p < e.pairs; p++) {
        gmu[p] += k.kl_mu[p];
        gsigma[p] += k.kl_sigma[p];
    }
    for (size_t p = 0; p < e.pairs; p++) { /* a limit that acts stops the gradient */
        if (s->mu_limit > 0 && fabs(k.mu[p]) >= s->mu_limit)
            gmu[p] = 0;
        if (s->sigma_limit > 0 && k.sigma[p] >= s->sigma_limit)
            gsigma[p] = 0;
    }
    AD_KERNEL(ad_encoder_backward)(&e, c, k.encoder, encoder_scratch(c, &f), gmu, gsigma);
}

static void commit(const ad_technique_view *v, const double *sums, double rows, void *buffers)
{
    const size_t pairs = v->plan->n_stats / 3; /* the statistics are c, mu, sigma */

    AD_KERNEL(ad_running_average)(2 * pairs, sums + pairs, rows, buffers);
}

/* mu and sigma that the sample phase uses for a unit. */
static void pair_of(const ad_technique_view *v, size_t unit, double *mu, double *sigma)
{
    const settings *s = v->settings;
    const size_t p = s->unit == UNIT_NODE ? unit / ad_site_area(v->site) : 0;
    const real *running = v->buffers;

    *mu = limited_mu(s, (double)running[p]);
    *sigma = limited_sigma(s, (double)running[v->plan->n_stats / 3 + p]);
}

static void moments(const ad_technique_view *v, size_t unit, double pre, adrop_moments *out)
{
    const ad_model_free f = noise_of(v->settings);
    double mu, sigma;

    (void)pre;
    pair_of(v, unit, &mu, &sigma);
    ad_model_free_moments(&f, mu, sigma, out);
}

static void law(const ad_technique_view *v, size_t unit, double pre, double m, double *pdf,
                double *cdf)
{
    const ad_model_free f = noise_of(v->settings);
    double mu, sigma;

    (void)pre;
    pair_of(v, unit, &mu, &sigma);
    ad_model_free_law(&f, mu, sigma, m, pdf, cdf);
}

static unsigned traits_of(const void *self)
{
    return ((const settings *)self)->input == INPUT_DETACHED ? AD_LEARNS | AD_DETACHED_INPUT
                                                             : AD_LEARNS;
}

const ad_technique AD_KERNEL(ad_technique_advanced) = {
    .name = "advanced",
    .summary = "learned masks of the model-free family, with the parametric prior",
    .reference = "Xie et al., TPAMI 2021",
    .traits = AD_LEARNS,
    .traits_of = traits_of,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .settle = settle,
    .check = check,
    .plan = plan,
    .init = init,
    .forward = forward,
    .backward = backward,
    .commit = commit,
    .moments = moments,
    .law = law,
};
