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
 * With prior=sampled the encoder's hidden layer is drawn around its mode
 * (encoder_sampled_kernel.c).
 *
 * With encoder-step=matched the encoder learns mu and sigma no faster than free parameters would
 * (encoder_match_kernel.c): a control, whose parameters do not follow their gradient.
 *
 * sigma starts at 1.4633 = softplus(1.2): the authors' 1.2 is the bias before it.
 *
 * The sample phase uses running averages of mu and sigma (weight 0.1 for the new
 * value), so that a prediction does not depend on the other rows of its batch. With unit=sample
 * each row has its own mu and sigma from the encoder, in every phase; the running averages then
 * only describe an average row.
 *
 * Xie et al., "Advanced Dropout: A Model-free Methodology for Bayesian Dropout
 * Optimization", TPAMI 2021. unit=node, maps and the other seeds and mappings are
 * our extensions; the limits on mu and sigma guard against saturation.
 */
#include "technique/advanced.h"

#include <math.h>

#include "base/context.h"
#include "technique/running.h"

static const char *const unit_words[] = { "layer", "node", "sample", NULL };
static const char *const input_words[] = { "attached", "detached", NULL };
static const char *const step_words[] = { "own", "matched", NULL };
static const char *const prior_words[] = { "mode", "sampled", NULL };

static const adrop_option options[] = {
    AD_MODEL_FREE_ROWS(ad_advanced, 0, 1.4633, " at the start"),
    { .name = "unit",
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(ad_advanced, unit),
      .words = unit_words,
      .help = "one (mu, sigma) for the layer, for each node or channel, or for each row" },
    AD_DETACH_ROW(ad_advanced),
    AD_MASK_ROW(ad_advanced),
    { .name = "hidden",
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(ad_advanced, hidden),
      .max = 65536,
      .help = "hidden units of the encoder; 0: a sixteenth of the inputs, at least 1" },
    { .name = "encoder-input",
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(ad_advanced, input),
      .words = input_words,
      .help = "does the gradient go on through the encoder to its input? detached: no" },
    { .name = "encoder-step",
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(ad_advanced, step),
      .words = step_words,
      .help = "matched: a step of sgd moves mu and sigma as far as without the prior" },
    { .name = "prior",
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(ad_advanced, prior),
      .words = prior_words,
      .help = "the encoder's hidden layer: its mode, or drawn around it" },
    { .name = "prior-sigma",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(ad_advanced, prior_sigma),
      .fallback = 0.1,
      .max = 1e6,
      .help = "with prior=sampled: the standard deviation it is drawn with" },
    { .name = "mu-limit",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(ad_advanced, mu_limit),
      .max = 1e6,
      .help = "largest |mu|; 0: no limit" },
    { .name = "sigma-limit",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(ad_advanced, sigma_limit),
      .max = 1e6,
      .help = "largest sigma; 0: no limit" },
    AD_MODEL_FREE_KL_ROWS(ad_advanced),
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
    "advanced:unit=sample",
    "advanced:unit=sample,detach=no,encoder-input=detached",
    "advanced:unit=sample,kl=gaussian,mask=channel,mu=1,sigma=2",
    "advanced:prior=sampled",
    "advanced:prior=sampled,prior-sigma=2,unit=node,detach=no",
    "advanced:prior=sampled,prior-sigma=3,unit=sample,detach=no",
    "advanced:kl=log-uniform",
    "advanced:kl=log-uniform,seed-dist=laplace,map=probit,unit=node,kl-weight=0.5",
    "advanced:kl=gaussian,kl-mu=0.5,kl-sigma=2,mask=channel",
    "advanced:map=formula(1/(1+exp(-r^3))),unit=node",
    NULL
};

static void advanced_settle(void *self)
{
    ad_advanced *s = self;

    ad_model_free_kl_settle(&s->kl, s->seed.sets, s->map.sets, &s->mean, &s->detach);
}

static adrop_status advanced_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    const ad_advanced *s = self;
    const ad_model_free f = ad_advanced_noise(s);
    const adrop_status status = ad_model_free_check(ctx, "advanced", &f);

    if (!status && s->step == AD_STEP_MATCHED &&
        (s->unit != AD_UNIT_LAYER || s->prior != AD_PRIOR_MODE))
        return ad_fail(
            ctx, ADROP_EINVAL,
            "technique 'advanced': encoder-step=matched needs unit=layer and prior=mode");
    return status ? status : ad_model_free_kl_check(ctx, "advanced", &f, &s->kl, site);
}

/* Statistics: c of every pair, then the values to average: mu and sigma of every pair, or their
 * means over the rows. */
static void advanced_plan(const void *self, const ad_site *site, ad_plan *p)
{
    const ad_advanced *s = self;
    const ad_model_free f = ad_advanced_noise(s);
    const ad_encoder e = AD_KERNEL(ad_advanced_encoder)(s, site, &p->params);
    const size_t pairs = ad_advanced_pairs(s, site);

    ad_tensor_add(&p->buffers, "running_mu", e.pairs, 0);
    ad_tensor_add(&p->buffers, "running_sigma", e.pairs, 0);
    p->distribution_share = s->unit == AD_UNIT_NODE ? AD_DISTRIBUTION_OF_CHANNEL
                                                    : AD_DISTRIBUTION_OF_LAYER;
    p->n_stats = pairs + 2 * e.pairs;
    p->n_detached = s->detach == AD_DETACH_YES ? pairs : 0;
    p->detached_by_row = f.per_row;
    p->saved_size = AD_KERNEL(ad_advanced_saved)(s, site) + e.saved_size;
    AD_KERNEL(ad_mask_keep)(site, f.shape, 0, p); /* the noise */
    p->scratch_size = AD_KERNEL(ad_advanced_scratch)(&f, site) + e.scratch_size;
    p->multiplies = e.kind == AD_ENCODER_CHANNEL;
}

static void advanced_init(const ad_technique_view *v, uint64_t seed, void *params, void *buffers)
{
    const ad_advanced *s = v->settings;
    const ad_encoder e = AD_KERNEL(ad_advanced_encoder)(s, v->site, NULL);
    real *running = buffers;

    AD_KERNEL(ad_encoder_init)(&e, v->site, seed, s->mu, s->sigma, params);
    for (size_t p = 0; p < e.pairs; p++) {
        running[p] = (real)s->mu;
        running[e.pairs + p] = (real)s->sigma;
    }
}

static void advanced_commit(const ad_technique_view *v, const double *sums, double rows,
                            void *buffers)
{
    const size_t n = v->plan->buffers.n_reals; /* values to average; c precedes them */

    AD_KERNEL(ad_running_average)(n, sums + v->plan->n_stats - n, rows, buffers);
}

/* mu and sigma of a unit in the sample phase; those of the average row if rows have their own. */
static void pair_of(const ad_technique_view *v, size_t unit, double *mu, double *sigma)
{
    const ad_advanced *s = v->settings;
    const size_t p = s->unit == AD_UNIT_NODE ? unit / ad_site_area(v->site) : 0;
    const real *running = v->buffers;

    *mu = ad_limited_mu(s, (double)running[p]);
    *sigma = ad_limited_sigma(s, (double)running[v->plan->buffers.n_reals / 2 + p]);
}

static void advanced_moments(const ad_technique_view *v, size_t unit, double pre,
                             adrop_moments *out)
{
    const ad_model_free f = ad_advanced_noise(v->settings);
    double mu, sigma;

    (void)pre;
    pair_of(v, unit, &mu, &sigma);
    ad_model_free_moments(&f, mu, sigma, out);
}

static void advanced_distribution(const ad_technique_view *v, size_t unit, double pre, double m,
                                  double *pdf, double *cdf)
{
    const ad_model_free f = ad_advanced_noise(v->settings);
    double mu, sigma;

    (void)pre;
    pair_of(v, unit, &mu, &sigma);
    ad_model_free_distribution(&f, mu, sigma, m, pdf, cdf);
}

static unsigned traits_of(const void *self)
{
    const ad_advanced *s = self;

    return AD_LEARNS | (unsigned)(s->input == AD_INPUT_DETACHED ? AD_DETACHED_INPUT : 0) |
           (unsigned)(s->unit == AD_UNIT_SAMPLE ? AD_DISTRIBUTION_BY_ROW : 0);
}

const ad_technique AD_KERNEL(ad_technique_advanced) = {
    .name = "advanced",
    .summary = "learned masks of the model-free family, with the parametric prior",
    .reference = "Xie et al., TPAMI 2021",
    .traits = AD_LEARNS,
    .traits_of = traits_of,
    .options = options,
    .settings_size = sizeof(ad_advanced),
    .examples = examples,
    .settle = advanced_settle,
    .check = advanced_check,
    .plan = advanced_plan,
    .init = advanced_init,
    .forward = AD_KERNEL(ad_advanced_forward),
    .backward = AD_KERNEL(ad_advanced_backward),
    .commit = advanced_commit,
    .moments = advanced_moments,
    .distribution = advanced_distribution,
};
