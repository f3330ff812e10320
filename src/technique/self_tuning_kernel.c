/*
 * A self-tuning network for its own noise level: it learns the linear best response to the noise
 * level together with the weights, and the noise level through that response.
 *
 *     m = k(sigma_i eps),   sigma_i = exp(rho + d_i),   d_i ~ N(0, perturb^2) for each row
 *     train:           y = x m (1 + d_i v) / c,   c = E[m] = 1/2
 *     sample:          the same with d_i = 0           mean:  y = x
 *     rows that judge: y = x (1 + d v) at d = 0, without noise
 *
 * k is the sigmoid, eps normal, v one number per unit or channel. Gradients, D = G x (1 + d_i v) /
 * c:
 *
 *     dL/dx = G m (1 + d_i v) / c,   dL/dv = sum d_i G x m / c,
 *     dL/drho = sum D k'(sigma_i eps) sigma_i eps
 *
 * The optimiser moves v by dL/dv: the best scaling of a unit when its row has more noise than
 * rho sets. rho follows the loss of rows that judge, through v alone:
 *
 *     dJ/drho = sum G x v
 *
 * which replaces dL/drho in passes over them (model/response.h).
 *
 * M. MacKay, P. Vicol, J. Lorraine, D. Duvenaud, R. Grosse, "Self-tuning networks", ICLR 2019; the
 * response centred at the current noise level: J. Bae, R. Grosse, "Delta-STN", NeurIPS 2020. There
 * gates scale the rows of weights, here units; there the weights learn without the perturbation.
 */
#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "random/noise.h"
#include "random/words.h"
#include "technique/mask.h"
#include "technique/model_free.h"

enum { DRAW_OF_ROW = 1 }; /* d_i, beside draw 0 of eps; must not change */

static const double centre = 0.5; /* c */

typedef struct {
    double sigma, least, most, perturb;
    int mask;
} settings;

#define SIGMA_ROW(label, field_, start, text)                                                      \
  {                                                                                                \
    .name = label, .kind = ADROP_OPT_REAL, .offset = offsetof(settings, field_),                   \
    .fallback = start, .min = 1e-6, .max = 1e6, .help = text                                       \
  }

static const adrop_option options[] = {
    SIGMA_ROW("sigma", sigma, 1.4633, "sigma at the start"),
    SIGMA_ROW("sigma-min", least, 0.02, "the smallest sigma"),
    SIGMA_ROW("sigma-max", most, 8, "the largest sigma"),
    { .name = "perturb",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, perturb),
      .fallback = 0.3,
      .max = 10,
      .help = "standard deviation of ln sigma between the rows of training" },
    AD_MASK_ROW(settings),
    { 0 }
};

static const char *const examples[] = { "self-tuning", "self-tuning:sigma=4,perturb=1",
                                        "self-tuning:sigma=0.5,mask=channel", NULL };

static adrop_status self_tuning_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    const settings *s = self;

    (void)site;
    if (s->least <= s->sigma && s->sigma <= s->most)
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EINVAL,
                   "technique 'self-tuning': sigma %s is not between sigma-min %s and sigma-max "
                   "%s: change one of them",
                   AD_NUM(s->sigma), AD_NUM(s->least), AD_NUM(s->most));
}

/* saved: masks and slopes. scratch: partial sums; then dv, the terms of drho, and 1 / c of
 * each channel. */
static size_t partials_size(const ad_site *site)
{
    return ad_round_up(AD_KERNEL(ad_mask_scratch)(site, 2, 1));
}

static void self_tuning_plan(const void *self, const ad_site *site, ad_plan *p)
{
    ad_tensor_add(&p->params, "log_sigma", 1, 0);
    ad_tensor_add(&p->params, "best_response", site->channels, 0);
    p->params.tensor[1].by_optimizer = 1;
    AD_KERNEL(ad_mask_keep)(site, (ad_mask_shape)((const settings *)self)->mask, 2, p);
    p->scratch_size = partials_size(site) + 3 * site->channels * sizeof(double);
}

static void self_tuning_init(const ad_technique_view *v, uint64_t seed, void *params, void *buffers)
{
    (void)seed, (void)buffers;
    *(real *)params = (real)log(((const settings *)v->settings)->sigma);
}

typedef struct {
    const ad_map *map;
    double rho, perturb;  /* perturb: 0 except in training */
    const real *response; /* v, (channels) */
    size_t draws;         /* per channel */
    int judges;
} noise;

/* d_i of the row at an address. */
static double displacement(const noise *z, const ad_address *of)
{
    ad_address at = *of;
    real e;

    at.draw = DRAW_OF_ROW;
    AD_KERNEL(ad_noise_normal)(&at, 0, 1, &e);
    return z->perturb * (double)e;
}

/* No noise; d1 is the slope in rho. */
static void fill_judged(const noise *z, size_t first, size_t n, real *m, real *d0, real *d1)
{
    for (size_t i = 0; i < n; i++)
        m[i] = (real)centre;
    for (size_t i = 0; d1 && i < n; i++) {
        d0[i] = 0;
        d1[i] = z->response[(first + i) / z->draws] * (real)centre;
    }
}

/* m (1 + d v), and its slopes in v and rho. */
static void self_tuning_fill(const void *self, const ad_address *at, size_t first, size_t n,
                             real *m, real *d0, real *d1)
{
    const noise *z = self;
    real r[AD_CHUNK], slope[AD_CHUNK];

    if (z->judges) {
        fill_judged(z, first, n, m, d0, d1);
        return;
    }
    const double d = displacement(z, at);
    const real sigma = (real)exp(z->rho + d), by = (real)d;
    AD_KERNEL(ad_noise_normal)(at, first, n, r);
    for (size_t i = 0; i < n; i++)
        r[i] *= sigma;
    ad_map_apply(z->map, n, r, m, slope);
    for (size_t i = 0; i < n; i++) {
        const real gate = 1 + by * z->response[(first + i) / z->draws];
        if (d1) {
            d0[i] = by * m[i];
            d1[i] = slope[i] * r[i] * gate;
        }
        m[i] *= gate;
    }
}

static double *self_tuning_run(const ad_call *c, void (*kernel)(const ad_mask *))
{
    const settings *s = c->settings;
    const size_t channels = c->site->channels;
    double *sums = (double *)((char *)c->scratch + partials_size(c->site));
    double *scale = sums + 2 * channels;
    const real *params = c->params;
    const int trains = c->where.phase == ADROP_PHASE_TRAIN;
    const noise z = { .map = ad_map_each(0)->of[AD_THIS_SET], /* the sigmoid */
                      .rho = (double)params[0],
                      .perturb = trains ? s->perturb : 0,
                      .response = params + 1,
                      .draws = s->mask == AD_BY_CHANNEL ? 1 : ad_site_area(c->site),
                      .judges = trains && c->where.is_response };

    for (size_t i = 0; i < channels; i++)
        scale[i] = 1 / centre;
    kernel(&(ad_mask){ .call = c,
                       .shape = (ad_mask_shape)s->mask,
                       .fill = self_tuning_fill,
                       .self = &z,
                       .scale = scale,
                       .per_channel = 1,
                       .n_slopes = 2,
                       .sums = sums });
    return sums;
}

static void self_tuning_forward(const ad_call *c)
{
    self_tuning_run(c, AD_KERNEL(ad_mask_forward));
}

static void self_tuning_backward(const ad_call *c)
{
    const size_t channels = c->site->channels;
    const double *sums = self_tuning_run(c, AD_KERNEL(ad_mask_backward));
    double drho = 0;
    real *d = c->dparams;

    for (size_t i = 0; d && i < channels; i++) {
        d[1 + i] += (real)sums[i];
        drho += sums[channels + i];
    }
    if (d)
        d[0] += (real)drho;
}

static void self_tuning_constrain(const ad_technique_view *v, void *params)
{
    const settings *s = v->settings;
    const real least = (real)log(s->least), most = (real)log(s->most);
    real *rho = params;

    *rho = *rho < least ? least : *rho > most ? most : *rho;
}

/* -- The distribution in phase sample ------------------------------------------------------ */

static ad_model_free family_of(const ad_technique_view *v, double *sigma)
{
    *sigma = exp((double)*(const real *)v->params);
    return (ad_model_free){ .seed = ad_seed_each(0), .map = ad_map_each(0), .mean = AD_MEAN_EXACT };
}

static void self_tuning_moments(const ad_technique_view *v, size_t unit, double pre,
                                adrop_moments *out)
{
    double sigma;
    const ad_model_free f = family_of(v, &sigma);

    (void)unit, (void)pre;
    ad_model_free_moments(&f, 0, sigma, out);
    out->mean = centre;
    out->scale = 1 / centre;
    out->rate = 1 - centre;
}

static void self_tuning_distribution(const ad_technique_view *v, size_t unit, double pre, double m,
                                     double *pdf, double *cdf)
{
    double sigma;
    const ad_model_free f = family_of(v, &sigma);

    (void)unit, (void)pre;
    ad_model_free_distribution(&f, 0, sigma, m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_self_tuning) = {
    .name = "self-tuning",
    .summary = "sigmoid masks whose sigma follows from a learned best response, judged by other "
               "rows",
    .reference = "MacKay et al., ICLR 2019; Bae, Grosse, NeurIPS 2020; masks of Xie et al., TPAMI "
                 "2021",
    .traits = AD_LEARNS | AD_LEARNS_BY_RESPONSE | AD_JUDGED_DIRECTLY,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .check = self_tuning_check,
    .plan = self_tuning_plan,
    .init = self_tuning_init,
    .forward = self_tuning_forward,
    .backward = self_tuning_backward,
    .constrain = self_tuning_constrain,
    .moments = self_tuning_moments,
    .distribution = self_tuning_distribution,
};
