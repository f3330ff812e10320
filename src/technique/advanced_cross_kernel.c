/*
 * Advanced dropout whose noise level is learned from its effect on training.
 *
 *     m = k(mu + sigma eps),   sigma = exp(rho),   y = x m / c,   c = E[m]
 *     dL/drho = sigma gsigma                             (gsigma: model_free.h)
 *
 * mu is constant, the middle of the mapping: k(mu) = 1/2, which is 0 for sigmoid, probit, tanh and
 * atan, 1/2 for clamp and ln 2 for one-minus-exp. So c = 1/2 for every sigma if seed and mapping
 * are symmetric; otherwise c is exact and the gradient includes it.
 *
 * With map=spline the mapping itself is learned: k(r) = sigmoid(S(r)), where theta are the
 * parameters of the site's spline S (dist/spline.h); theta = 0 is the sigmoid. mu is 0, c is exact:
 *
 *     dL/dtheta = sum G x dk/dtheta / c - (sum G y) (dc/dtheta) / c
 *
 * At fixed weights noise only raises the loss, so a gradient of the loss would remove it. Instead
 * the technique learns from the response: the loss on other rows after a step with this noise
 * (model/response.h). rho is kept within [ln sigma-min, ln sigma-max], theta within [-5, 5].
 *
 * Noise multiplies along a network: a level that suits three sites is far too high for fourteen.
 * Unless it is given, sigma starts at
 *
 *     1.4633 min(1, 3 / n)   in a network of n sites; 1.4633 is the paper's initial value
 *
 * The masks are those of Xie et al., "Advanced Dropout", TPAMI 2021. The response is that of
 * Luketina et al., ICML 2016, with the difference quotient of Liu et al. (DARTS), ICLR 2019.
 */
#include <math.h>

#include "base/context.h"
#include "dist/spline.h"
#include "technique/model_free.h"

enum unit { UNIT_LAYER, UNIT_NODE };

static const char *const unit_words[] = { "layer", "node", NULL };

typedef struct {
    double sigma, least, most;
    ad_seed_choice seed;
    ad_map_choice map;
    int unit, mask;
} settings;

static const double usual_start = 1.4633;
static const size_t usual_places = 3;

#define SIGMA_ROW(label, field_, start, lowest, text)                                              \
  {                                                                                                \
    .name = label, .kind = ADROP_OPT_REAL, .offset = offsetof(settings, field_),                   \
    .fallback = start, .min = lowest, .max = 1e6, .help = text                                     \
  }

static const real most_theta = 5; /* one bin is e^10 times as wide as another */

static const adrop_option options[] = {
    SIGMA_ROW("sigma", sigma, 0, 0, "sigma at the start; 0: 1.4633, less with more than 3 places"),
    SIGMA_ROW("sigma-min", least, 0.02, 1e-6, "the smallest sigma"),
    SIGMA_ROW("sigma-max", most, 30, 1e-6, "the largest sigma"),
    AD_PAIR_ROWS_OF(settings, ad_learned_map_names),
    { .name = "unit",
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(settings, unit),
      .words = unit_words,
      .help = "one sigma for the layer or one for each node or channel" },
    AD_MASK_ROW(settings),
    { 0 }
};

static const char *const examples[] = {
    "advanced-cross",
    "advanced-cross:sigma=4",
    "advanced-cross:unit=node,mask=channel",
    "advanced-cross:seed-dist=uniform,map=clamp,sigma=0.4",
    "advanced-cross:seed-dist=exponential,map=one-minus-exp,unit=node",
    "advanced-cross:map=formula(1/(1+exp(-r^3)))",
    "advanced-cross:map=spline",
    NULL
};

static int is_learned(const settings *s)
{
    return !s->map.sets;
}

/* Parameters: log_sigma, then those of the spline, if any. */
static size_t n_sigmas(const settings *s, const ad_site *site)
{
    return s->unit == UNIT_NODE ? site->channels : 1;
}

static void make_spline(const real *theta, ad_spline *out)
{
    double params[AD_SPLINE_PARAMS];

    for (size_t i = 0; i < AD_SPLINE_PARAMS; i++)
        params[i] = (double)theta[i];
    ad_spline_make(out, params);
}

/* The masks. The mapping is the one in the settings or a spline, made in room from params (from
 * zeros if params is NULL). */
static ad_model_free noise_of(const settings *s, const ad_site *site, const real *params,
                              ad_spline *room)
{
    if (is_learned(s) && params)
        make_spline(params + n_sigmas(s, site), room);
    else if (is_learned(s))
        ad_spline_make(room, NULL);
    return (ad_model_free){ .seed = s->seed.sets,
                            .map = is_learned(s) ? &room->sets : s->map.sets,
                            .mean = AD_MEAN_EXACT,
                            .shape = (ad_mask_shape)s->mask,
                            .per_channel = s->unit == UNIT_NODE,
                            .keeps_noise = 1 };
}

static double middle(const settings *s)
{
    if (is_learned(s))
        return 0;
    const ad_map *map = s->map.sets->of[AD_F64];
    return ad_map_inverse(map, 0.5 * (ad_map_bottom(map) + ad_map_top(map)));
}

/* Is the mask's distribution symmetric about 1/2? Unknown, so no, for plug-in seeds and mappings
 * and for a spline. */
static int is_symmetric(const settings *s)
{
    if (is_learned(s))
        return 0;
    const ad_seed *seed = s->seed.sets->of[AD_F64];
    const ad_map *map = s->map.sets->of[AD_F64];
    return !seed->own && !map->own && seed->low == -seed->high &&
           (isinf(map->low) ? isinf(map->high) : map->low + map->high == 2 * middle(s));
}

static double advanced_cross_mean_of(const settings *s, const ad_model_free *f, double sigma)
{
    return is_symmetric(s) && isfinite(sigma) ? 0.5 : ad_model_free_mean(f, middle(s), sigma);
}

static adrop_status advanced_cross_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    const settings *s = self;

    (void)site;
    if (s->least > s->most)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique 'advanced-cross': sigma-min %s is above sigma-max %s: change one "
                       "of them",
                       AD_NUM(s->least), AD_NUM(s->most));
    if (!(s->sigma > 0) || (s->least <= s->sigma && s->sigma <= s->most))
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EINVAL,
                   "technique 'advanced-cross': sigma %s is not between sigma-min %s and sigma-max "
                   "%s: change one of them",
                   AD_NUM(s->sigma), AD_NUM(s->least), AD_NUM(s->most));
}

static double start_of(const settings *s, const ad_site *site)
{
    const double places = (double)(site->places > usual_places ? site->places : usual_places);
    const double usual = usual_start * (double)usual_places / places;

    return s->sigma > 0       ? s->sigma
           : usual < s->least ? s->least
           : usual > s->most  ? s->most
                              : usual;
}

/* saved: c, mu and sigma of each pair. */
static void advanced_cross_plan(const void *self, const ad_site *site, ad_plan *p)
{
    const settings *s = self;
    ad_spline room;
    const ad_model_free f = noise_of(s, site, NULL, &room);
    const size_t n = n_sigmas(s, site);

    ad_tensor_add(&p->params, "log_sigma", n, 0);
    p->params.tensor[0].together = 1;
    if (is_learned(s))
        ad_tensor_add(&p->params, "spline", AD_SPLINE_PARAMS, 0);
    p->learns_shape = is_learned(s);
    p->distribution_share = s->unit == UNIT_NODE ? AD_DISTRIBUTION_OF_CHANNEL
                                                 : AD_DISTRIBUTION_OF_LAYER;
    p->saved_size = 3 * n * sizeof(double);
    AD_KERNEL(ad_mask_keep)(site, f.shape, 0, p); /* the noise */
    p->scratch_size = AD_KERNEL(ad_model_free_scratch)(&f, site);
}

static void advanced_cross_init(const ad_technique_view *v, uint64_t seed, void *params,
                                void *buffers)
{
    const settings *s = v->settings;
    real *rho = params;

    (void)seed, (void)buffers; /* a spline starts at zeros */
    for (size_t i = 0; i < n_sigmas(s, v->site); i++)
        rho[i] = (real)log(start_of(s, v->site));
}

static void advanced_cross_forward(const ad_call *c)
{
    const settings *s = c->settings;
    const real *rho = c->params;
    ad_spline room;
    const ad_model_free f = noise_of(s, c->site, rho, &room);
    const size_t n = n_sigmas(s, c->site);
    double *mean = c->saved, *mu = mean + n, *sigma = mu + n;

    for (size_t i = 0; i < n; i++) {
        mu[i] = middle(s);
        sigma[i] = exp((double)rho[i]);
        mean[i] = advanced_cross_mean_of(s, &f, sigma[i]);
    }
    AD_KERNEL(ad_model_free_forward)(&f, c, mu, sigma, mean);
}

static void add_gradient(const ad_spline *spline, const double *sums, real *d)
{
    double gradient[AD_SPLINE_PARAMS];

    ad_spline_gradient(spline, sums, gradient);
    for (size_t i = 0; i < AD_SPLINE_PARAMS; i++)
        d[i] += (real)gradient[i];
}

static void advanced_cross_backward(const ad_call *c)
{
    const settings *s = c->settings;
    ad_spline room;
    const ad_model_free f = noise_of(s, c->site, c->params, &room);
    const size_t n = n_sigmas(s, c->site);
    const double *mean = c->saved, *mu = mean + n, *sigma = mu + n;
    const double *g = AD_KERNEL(ad_model_free_backward)(&f, c, mu, sigma, mean, !is_symmetric(s));
    real *d = c->dparams;

    for (size_t i = 0; d && i < n; i++)
        d[i] += (real)(sigma[i] * g[n + i]);
    if (d && is_learned(s))
        add_gradient(&room, AD_KERNEL(ad_model_free_map_sums)(&f, c), d + n);
}

static real advanced_cross_within(real x, real low, real high)
{
    return x < low ? low : x > high ? high : x; /* NaN stays, so that it is noticed */
}

static void advanced_cross_constrain(const ad_technique_view *v, void *params)
{
    const settings *s = v->settings;
    const real least = (real)log(s->least), most = (real)log(s->most);
    const size_t n = n_sigmas(s, v->site);
    real *rho = params, *theta = rho + n;

    for (size_t i = 0; i < n; i++)
        rho[i] = advanced_cross_within(rho[i], least, most);
    for (size_t i = 0; is_learned(s) && i < AD_SPLINE_PARAMS; i++)
        theta[i] = advanced_cross_within(theta[i], -most_theta, most_theta);
}

static double sigma_of(const ad_technique_view *v, size_t unit)
{
    const settings *s = v->settings;
    const real *rho = v->params;

    return exp((double)rho[s->unit == UNIT_NODE ? unit / ad_site_area(v->site) : 0]);
}

static void advanced_cross_moments(const ad_technique_view *v, size_t unit, double pre,
                                   adrop_moments *out)
{
    const settings *s = v->settings;
    ad_spline room;
    const ad_model_free f = noise_of(s, v->site, v->params, &room);
    const double sigma = sigma_of(v, unit);

    (void)pre;
    ad_model_free_moments(&f, middle(s), sigma, out);
    out->mean = advanced_cross_mean_of(s, &f, sigma);
    out->scale = 1 / out->mean;
    out->rate = 1 - out->mean;
}

static void advanced_cross_distribution(const ad_technique_view *v, size_t unit, double pre,
                                        double m, double *pdf, double *cdf)
{
    const settings *s = v->settings;
    ad_spline room;
    const ad_model_free f = noise_of(s, v->site, v->params, &room);

    (void)pre;
    ad_model_free_distribution(&f, middle(s), sigma_of(v, unit), m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_advanced_cross) = {
    .name = "advanced-cross",
    .summary = "advanced dropout whose sigma follows from what training with it does",
    .reference = "this project; masks of Xie et al., TPAMI 2021, response of Luketina et al., ICML "
                 "2016",
    .traits = AD_LEARNS | AD_LEARNS_BY_RESPONSE,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .check = advanced_cross_check,
    .plan = advanced_cross_plan,
    .init = advanced_cross_init,
    .forward = advanced_cross_forward,
    .backward = advanced_cross_backward,
    .constrain = advanced_cross_constrain,
    .moments = advanced_cross_moments,
    .distribution = advanced_cross_distribution,
};
