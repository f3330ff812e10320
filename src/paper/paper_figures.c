/* Curves of the paper's figures gpdf and softplusapprox (paper_figures.h).
 *
 * gpdf shows that one family can take the shapes of others: U, nearly uniform, nearly Bernoulli,
 * bell, skewed bell. softplusapprox compares two approximations of a density on (0, inf): the
 * softplus of a Gaussian, and the log-normal. Its caption calls that density an inverse gamma, but
 * the claims of the text hold for the gamma only, so both are offered. An approximation has the
 * target's mean and variance. An inverse gamma with k <= 2 has no variance: its approximations
 * minimise KL(approximation || p). */
#include "paper/paper_figures.h"

#include <math.h>

#include "base/context.h"

static const struct {
    const char *shape;
    double mu, sigma;
} shapes[AD_GPDF_CURVES] = {
    { "U", 0, 3 },    { "uniform", 0, 1.6 },    { "Bernoulli", 0, 150 },
    { "bell", 0, 1 }, { "skewed bell", -1, 1 },
};

static const struct {
    double k, theta;
} panels_of[AD_SOFTPLUS_PANELS] = { { 5, 0.1 }, { 8, 0.1 }, { 2, 0.5 }, { 0.5, 3 } };

static const struct {
    const char *name;
    adrop_positive_kind kind;
    int inverted; /* the scale is 1 / theta */
} targets[AD_SOFTPLUS_TARGETS] = {
    { "gamma, scale theta", ADROP_POSITIVE_GAMMA, 0 },
    { "inverse gamma, scale 1/theta", ADROP_POSITIVE_INVERSE_GAMMA, 1 },
    { "inverse gamma, scale theta", ADROP_POSITIVE_INVERSE_GAMMA, 0 },
};

double ad_gpdf_at(size_t i)
{
    return (double)(i + 1) / (AD_CURVE_POINTS + 1);
}

adrop_status ad_gpdf_compute(adrop_ctx *ctx, const char *seed, const char *map,
                             ad_gpdf_curve curves[AD_GPDF_CURVES])
{
    for (size_t k = 0; k < AD_GPDF_CURVES; k++) {
        ad_gpdf_curve *c = &curves[k];
        adrop_dist *d;
        const adrop_status status = adrop_dist_create(ctx, seed ? seed : "gaussian",
                                                      map ? map : "sigmoid", shapes[k].mu,
                                                      shapes[k].sigma, &d);
        if (status)
            return status;
        *c = (ad_gpdf_curve){ .shape = shapes[k].shape,
                              .mu = shapes[k].mu,
                              .sigma = shapes[k].sigma,
                              .mean = adrop_dist_mean(d),
                              .variance = adrop_dist_variance(d) };
        for (size_t i = 0; i < AD_CURVE_POINTS; i++)
            c->pdf[i] = adrop_dist_pdf(d, ad_gpdf_at(i));
        adrop_dist_free(d);
    }
    return ADROP_OK;
}

const char *ad_softplus_target_name(size_t target)
{
    return target < AD_SOFTPLUS_TARGETS ? targets[target].name : NULL;
}

static void paper_figures_draw(const adrop_positive *p, const double v[AD_CURVE_POINTS],
                               double pdf[AD_CURVE_POINTS])
{
    for (size_t i = 0; i < AD_CURVE_POINTS; i++)
        pdf[i] = exp(adrop_positive_log_pdf(p, v[i]));
}

static adrop_status stand_in(adrop_ctx *ctx, const ad_softplus_panel *panel,
                             adrop_positive_kind kind, ad_stand_in *s)
{
    const adrop_status status = adrop_positive_match(ctx, &panel->target, kind, panel->fit,
                                                     &s->member);

    if (status)
        return status;
    s->forward = adrop_positive_kl(&panel->target, &s->member);
    s->reverse = adrop_positive_kl(&s->member, &panel->target);
    paper_figures_draw(&s->member, panel->v, s->pdf);
    return ADROP_OK;
}

/* Is a closer in both directions? Infinite forward divergences count as equal. */
static int closer(const ad_stand_in *a, const ad_stand_in *b)
{
    const int forward = a->forward < b->forward || (isinf(a->forward) && isinf(b->forward));

    return forward && a->reverse < b->reverse;
}

/* The end of the curves: the mean plus four standard deviations or, without a variance, ten times
 * the mode, b / (k + 1), of the inverse gamma. */
static double reach(const adrop_positive *p)
{
    const double variance = adrop_positive_variance(p);

    return isfinite(variance) ? adrop_positive_mean(p) + 4 * sqrt(variance)
                              : 10 * p->b / (p->a + 1);
}

static adrop_status fill_panel(adrop_ctx *ctx, size_t target, size_t which, ad_softplus_panel *p)
{
    const double k = panels_of[which].k, theta = panels_of[which].theta;
    adrop_status status;

    *p = (ad_softplus_panel){ .k = k, .theta = theta };
    p->target = (adrop_positive){ targets[target].kind, k,
                                  targets[target].inverted ? 1 / theta : theta };
    p->fit = isfinite(adrop_positive_variance(&p->target)) ? ADROP_FIT_MOMENTS
                                                           : ADROP_FIT_REVERSE_KL;
    for (size_t i = 0; i < AD_CURVE_POINTS; i++)
        p->v[i] = reach(&p->target) * ad_gpdf_at(i);
    paper_figures_draw(&p->target, p->v, p->pdf);
    if ((status = stand_in(ctx, p, ADROP_POSITIVE_LOG_NORMAL, &p->normal)) ||
        (status = stand_in(ctx, p, ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, &p->softplus)))
        return status;
    p->closer = closer(&p->softplus, &p->normal) - closer(&p->normal, &p->softplus);
    return ADROP_OK;
}

adrop_status ad_softplus_compute(adrop_ctx *ctx, size_t target,
                                 ad_softplus_panel panels[AD_SOFTPLUS_PANELS])
{
    adrop_status status = ADROP_OK;

    if (target >= AD_SOFTPLUS_TARGETS)
        return ad_fail(ctx, ADROP_EINVAL, "there is no target %zu: there are %d", target,
                       AD_SOFTPLUS_TARGETS);
    for (size_t i = 0; i < AD_SOFTPLUS_PANELS && !status; i++)
        status = fill_panel(ctx, target, i, &panels[i]);
    return status;
}
