/* The targets: their settings, and quantile functions.
 *
 *   bernoulli         1 with probability p, else 0
 *   uniform           U(0, 1); member uniform x clamp (1/2, 1/2)
 *   beta              Beta(a, b)
 *   clipped-gaussian  N(mu, sigma^2) cut to [0, 1]; member gaussian x clamp
 *   log-normal        exp(mu + sigma z)
 *   concrete          sigmoid((logit(1 - rate) + logit u) / temperature); member
 *                     logistic x sigmoid (logit(1 - rate) / temperature, 1 / temperature) */
#include "dist/target.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/option_check.h"
#include "base/registry.h"
#include "dist/special.h"

/* ---- settings ---- */

#define REAL(name_, field_)                                                                        \
  .name = name_, .kind = ADROP_OPT_REAL, .offset = offsetof(ad_target_settings, field_)
#define OPEN (ADROP_OPEN_MIN | ADROP_OPEN_MAX)

static const adrop_option bernoulli_options[] = {
    { REAL("p", p), .fallback = 0.5, .max = 1, .open = OPEN, .help = "probability of a mask of 1" },
    { 0 },
};
static const adrop_option no_options[] = { { 0 } };
static const adrop_option beta_options[] = {
    { REAL("a", a), .fallback = 1, .min = 1e-3, .max = 1e4, .help = "first shape" },
    { REAL("b", b), .fallback = 1, .min = 1e-3, .max = 1e4, .help = "second shape" },
    { 0 },
};
static const adrop_option clipped_options[] = {
    { REAL("mu", mu), .fallback = 0.5, .min = -100, .max = 100,
      .help = "mean of the Gaussian, before clipping" },
    { REAL("sigma", sigma), .fallback = 0.25, .min = 1e-4, .max = 1e4,
      .help = "its standard deviation, before clipping" },
    { 0 },
};
static const adrop_option log_normal_options[] = {
    { REAL("mu", mu), .min = -10, .max = 10, .help = "mean of the logarithm" },
    { REAL("sigma", sigma), .fallback = 0.3, .min = 1e-3, .max = 3,
      .help = "standard deviation of the logarithm" },
    { 0 },
};
static const adrop_option concrete_options[] = {
    { REAL("rate", rate), .fallback = 0.1, .max = 1, .open = OPEN, .help = "drop probability" },
    { REAL("temperature", temperature), .fallback = 0.1, .min = 1e-3, .max = 1e3,
      .help = "of the relaxed coin" },
    { 0 },
};

/* ---- members of the family ---- */

static void prepare_uniform(ad_target *t)
{
    t->member = (ad_family){ ad_seed_named("uniform"), ad_map_named("clamp"), 0.5, 0.5 };
}

static void prepare_clipped(ad_target *t)
{
    t->member = (ad_family){ ad_seed_named("gaussian"), ad_map_named("clamp"), t->settings.mu,
                             t->settings.sigma };
}

static void prepare_concrete(ad_target *t)
{
    const double temperature = t->settings.temperature;

    t->member = (ad_family){ ad_seed_named("logistic"), ad_map_named("sigmoid"),
                             -ad_logit(t->settings.rate) / temperature, 1 / temperature };
}

static double member_quantile(const ad_target *t, double p)
{
    return ad_family_quantile(&t->member, p);
}

static size_t keep_inside(double *p, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        if (p[i] > 0 && p[i] < 1)
            p[kept++] = p[i];
    return kept;
}

static size_t member_breaks(const ad_target *t, double p[AD_TARGET_BREAKS])
{
    p[0] = ad_family_mass_at_zero(&t->member);
    p[1] = 1 - ad_family_mass_at_one(&t->member);
    return keep_inside(p, 2);
}

/* ---- Bernoulli, log-normal ---- */

static void prepare_nothing(ad_target *t)
{
    (void)t;
}

static double bernoulli_quantile(const ad_target *t, double p)
{
    return p > 1 - t->settings.p ? 1 : 0;
}

static size_t bernoulli_breaks(const ad_target *t, double p[AD_TARGET_BREAKS])
{
    p[0] = 1 - t->settings.p;
    return keep_inside(p, 1);
}

static double log_normal_quantile(const ad_target *t, double p)
{
    return exp(t->settings.mu + t->settings.sigma * ad_normal_quantile(p));
}

static size_t log_normal_breaks(const ad_target *t, double p[AD_TARGET_BREAKS])
{
    p[0] = ad_normal_cdf(-t->settings.mu / t->settings.sigma);
    return keep_inside(p, 1);
}

/* ---- beta ---- */

static void prepare_beta(ad_target *t)
{
    const double a = t->settings.a, b = t->settings.b;

    t->log_density = ad_log_gamma(a + b) - ad_log_gamma(a) - ad_log_gamma(b);
}

/* The x with I_x(a, b) = p, for p up to 1/2, by Newton's method on ln I as a function of
 * y = logit x, which is concave and nearly linear for small x; a shrinking bracket bounds it. Below
 * e^-700 the mask is 0. */
static double beta_lower_quantile(const ad_target *t, double a, double b, double p)
{
    double low = -700, high = 700, y = (log(p) + log(a) - t->log_density) / a;

    if (!(y > low))
        y = low;
    if (!(y < high))
        y = 0;
    for (int i = 0; i < 200 && high - low > 1e-13 * (1 + fabs(y)); i++) {
        const double x = ad_sigmoid(y), cdf = ad_beta_cdf(a, b, x);
        *(cdf < p ? &low : &high) = y;
        const double log_slope = t->log_density - a * ad_softplus(-y) - b * ad_softplus(y);
        const double step = cdf > 0 ? log(p / cdf) * cdf / exp(log_slope) : INFINITY;
        const double next = y + step;
        if (fabs(step) <= 1e-14 * (1 + fabs(y)))
            break;
        y = next > low && next < high ? next : 0.5 * (low + high);
    }
    return y <= -699 ? 0 : ad_sigmoid(y);
}

static double beta_quantile(const ad_target *t, double p)
{
    const double a = t->settings.a, b = t->settings.b;

    if (p <= 0.5)
        return beta_lower_quantile(t, a, b, p);
    return 1 - beta_lower_quantile(t, b, a, 1 - p);
}

/* With small shapes nearly all masks are 0 or 1, so the quantile function nearly jumps. */
static size_t beta_breaks(const ad_target *t, double p[AD_TARGET_BREAKS])
{
    p[0] = t->settings.b / (t->settings.a + t->settings.b);
    return keep_inside(p, 1);
}

/* ---- the list ---- */

static const ad_target_kind kinds[] = {
    { "bernoulli", "1 with probability p, else 0", bernoulli_options, prepare_nothing,
      bernoulli_quantile, bernoulli_breaks, ad_target_kl_bernoulli },
    { "uniform", "uniform on (0, 1)", no_options, prepare_uniform, member_quantile, NULL,
      ad_target_kl_member },
    { "beta", "Beta(a, b)", beta_options, prepare_beta, beta_quantile, beta_breaks,
      ad_target_kl_beta },
    { "clipped-gaussian", "a Gaussian cut to [0, 1]", clipped_options, prepare_clipped,
      member_quantile, member_breaks, ad_target_kl_member },
    { "log-normal", "exp of a Gaussian, masks above 1 included", log_normal_options,
      prepare_nothing, log_normal_quantile, log_normal_breaks, ad_target_kl_above_one },
    { "concrete", "the relaxed coin of concrete dropout", concrete_options, prepare_concrete,
      member_quantile, NULL, ad_target_kl_member },
};

enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

const ad_target_kind *ad_target_kind_at(size_t i)
{
    return i < N_KINDS ? &kinds[i] : NULL;
}

static const char *target_name_at(const void *list, size_t i)
{
    (void)list;
    return i < N_KINDS ? kinds[i].name : NULL;
}

static const ad_registry registry = { "target", target_name_at, NULL };

adrop_status ad_target_read(adrop_ctx *ctx, const char *text, ad_target *out)
{
    const char *rest;
    size_t index;

    *out = (ad_target){ 0 };
    adrop_status status = ad_registry_choose(ctx, &registry, text, &index, &rest);
    if (status)
        return status;
    out->kind = &kinds[index];
    adrop_options_default(out->kind->options, &out->settings);
    status = adrop_options_parse(ctx, out->kind->options, &out->settings, rest);
    if (status)
        return ad_fail(ctx, status, "target '%s': %s", out->kind->name, adrop_ctx_message(ctx));
    out->kind->prepare(out);
    return ad_options_spell(ctx, out->kind->name, out->kind->options, &out->settings, &out->text);
}
