/* Fitting the softplus-Gaussian or the log-normal to a density on (0, inf).
 *
 * Moments. Log-normal: b^2 = ln(1 + Var / E^2), a = ln E - b^2 / 2. Softplus-Gaussian:
 * Newton's method on (a, ln b) for ln E and ln Var, with the derivatives of E and Var
 * taken under the integral.
 *
 * Reverse KL. With l(z) the target's log density in terms of the Gaussian z,
 *   L = KL(fit || target) = -ln b - E[l(a + b e)] + constant.
 * Let M_n = E[l He_n(e)], He_n Hermite's polynomials; by parts M_n = b^n E[l^(n)], so in
 * x = (a / b, ln b) the gradient of L is (-M_1, -1 - M_2) and its Hessian
 *   -M_2   -M_3
 *   -M_3   -2 M_2 - M_4:
 * five integrals, without derivatives of l. For a gamma or inverse gamma of shape k the
 * log-normal's b^2 is 1 / k. */
#include "dist/positive.h"

#include <math.h>

#include "base/context.h"
#include "base/option_check.h"
#include "dist/special.h"

enum { MOST_STEPS = 200, MOST_HALVINGS = 40 };

/* ------------------------------------------------------------------------
 * Moments. */

typedef struct moments {
    double f[2];    /* ln E - ln target, ln Var - ln target */
    double j[2][2]; /* their derivatives by a and ln b */
} moments;

typedef struct moment_query {
    double mean;
    int square, by_noise; /* times (v - mean)? times e? */
} moment_query;

/* Derivatives: of E by a E[s], by b E[s e]; of Var / 2 the same times v - E; s = dv/dz. */
static double moment_slope_term(double z, double e, void *arg)
{
    const moment_query *q = arg;
    const double slope = ad_sigmoid(z) * (q->by_noise ? e : 1);

    return q->square ? slope * (ad_softplus(z) - q->mean) : slope;
}

static moments moments_at(double a, double b, double log_mean, double log_variance)
{
    const adrop_positive p = { ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, a, b };
    const ad_gaussian over = { p.kind, a, b };
    const double mean = adrop_positive_mean(&p), variance = adrop_positive_variance(&p);
    moments m = { .f = { log(mean) - log_mean, log(variance) - log_variance } };

    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            moment_query q = { mean, i, j };
            const double d = ad_gaussian_expect(&over, NULL, moment_slope_term, &q);
            m.j[i][j] = d * (j ? b : 1) * (i ? 2 / variance : 1 / mean);
        }
    return m;
}

static double size(const moments *m)
{
    return hypot(m->f[0], m->f[1]);
}

static adrop_status fit_softplus_moments(adrop_ctx *ctx, double mean, double variance,
                                         adrop_positive *out)
{
    const double log_mean = log(mean), log_variance = log(variance);
    double a = ad_softplus_inverse(mean), log_b = 0.5 * log_variance - log(ad_sigmoid(a));
    moments m = moments_at(a, exp(log_b), log_mean, log_variance);

    for (int i = 0; i < MOST_STEPS && size(&m) > 1e-12; i++) {
        const double det = m.j[0][0] * m.j[1][1] - m.j[0][1] * m.j[1][0];
        double da = (m.f[1] * m.j[0][1] - m.f[0] * m.j[1][1]) / det;
        double db = (m.f[0] * m.j[1][0] - m.f[1] * m.j[0][0]) / det;
        const double limit = fmax(fabs(da) / (2 + 2 * exp(log_b)), fabs(db));
        double step = limit > 1 ? 1 / limit : 1;
        moments next;
        int halvings = 0;
        do {
            next = moments_at(a + step * da, exp(log_b + step * db), log_mean, log_variance);
            step *= 0.5;
        } while (!(size(&next) < size(&m)) && ++halvings < MOST_HALVINGS);
        if (halvings == MOST_HALVINGS)
            break; /* as near as rounding allows, or no progress */
        a += 2 * step * da;
        log_b += 2 * step * db;
        m = next;
    }
    if (!(size(&m) < 1e-9))
        return ad_fail(ctx, ADROP_ENUMERIC,
                       "no softplus-gaussian found with mean %s and variance %s: fit by reverse KL",
                       AD_NUM(mean), AD_NUM(variance));
    *out = (adrop_positive){ ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, a, exp(log_b) };
    return ADROP_OK;
}

static adrop_status fit_moments(adrop_ctx *ctx, const adrop_positive *target,
                                adrop_positive_kind kind, adrop_positive *out)
{
    const double mean = adrop_positive_mean(target), variance = adrop_positive_variance(target);

    if (!isfinite(mean) || !isfinite(variance))
        return ad_fail(
            ctx, ADROP_EINVAL,
            "%s with a = %s and b = %s has no finite mean and variance: fit by reverse KL",
            adrop_positive_name(target->kind), AD_NUM(target->a), AD_NUM(target->b));
    if (kind == ADROP_POSITIVE_SOFTPLUS_GAUSSIAN)
        return fit_softplus_moments(ctx, mean, variance, out);

    const double b2 = log1p(variance / mean / mean);
    *out = (adrop_positive){ ADROP_POSITIVE_LOG_NORMAL, log(mean) - 0.5 * b2, sqrt(b2) };
    return ADROP_OK;
}

/* ------------------------------------------------------------------------
 * Reverse KL. */

typedef struct hermite_query {
    const adrop_positive *target;
    adrop_positive_kind kind;
    int order;
} hermite_query;

static double hermite(int order, double e)
{
    double before = 0, he = 1;

    for (int n = 0; n < order; n++) {
        const double next = e * he - n * before;
        before = he;
        he = next;
    }
    return he;
}

/* l(z): ln dv/dz is z for the exponential function and ln sigmoid(z) for softplus. */
static double log_target(const adrop_positive *target, adrop_positive_kind kind, double z)
{
    const double log_slope = kind == ADROP_POSITIVE_LOG_NORMAL ? z : -ad_softplus(-z);

    return ad_positive_log_pdf_at(target, ad_positive_log_v(kind, z)) + log_slope;
}

static double hermite_term(double z, double e, void *arg)
{
    const hermite_query *q = arg;

    return log_target(q->target, q->kind, z) * hermite(q->order, e);
}

/* M_n. Beyond the integral's reach l is an exponential, e^(-z) or e^z, and e is about
 * minus or plus b. */
static double hermite_moment(const adrop_positive *fit, const adrop_positive *target, int order)
{
    const ad_gaussian over = { fit->kind, fit->a, fit->b };
    const double e = target->kind == ADROP_POSITIVE_GAMMA ? fit->b : -fit->b;
    const double beyond = ad_gaussian_beyond(&over, target);
    hermite_query q = { target, fit->kind, order };

    return ad_gaussian_expect(&over, target, hermite_term, &q) -
           (beyond > 0 ? beyond * pow(e, order) : 0);
}

/* KL(fit || target) up to a constant. */
static double objective(const adrop_positive *fit, const adrop_positive *target)
{
    return -log(fit->b) - hermite_moment(fit, target, 0);
}

/* The Newton step in (a / b, ln b). Where L is not convex, a multiple of the identity that
 * makes it convex is added to the Hessian. */
static void newton_step(const double m[5], double step[2])
{
    const double g0 = -m[1], g1 = -1 - m[2], cross = -m[3];
    double h0 = -m[2], h1 = -2 * m[2] - m[4];
    const double least = 0.5 * (h0 + h1) - hypot(0.5 * (h0 - h1), cross);

    if (least < 1e-3) {
        h0 += 0.1 - least;
        h1 += 0.1 - least;
    }
    const double det = h0 * h1 - cross * cross;
    step[0] = (cross * g1 - h1 * g0) / det;
    step[1] = (cross * g0 - h0 * g1) / det;
}

/* Take the step, shortened until it does not raise L; returns L, or NaN if no length will do.
 * Near the minimum changes of L are rounding, so the full step is taken. */
static double descend(adrop_positive *fit, double value, const adrop_positive *target,
                      const double step[2])
{
    const double limit = fmax(fabs(step[0]) / 2, fabs(step[1]));
    double scale = limit > 1 ? 1 / limit : 1;

    for (int i = 0; i < MOST_HALVINGS; i++, scale *= 0.5) {
        const adrop_positive next = { fit->kind, fit->a + scale * step[0] * fit->b,
                                      fit->b * exp(scale * step[1]) };
        const double next_value = objective(&next, target);
        if (next_value <= value + 1e-11 * (1 + fabs(value))) {
            *fit = next;
            return next_value;
        }
    }
    return NAN;
}

/* z where ln v = t. */
static double gaussian_of(adrop_positive_kind kind, double t)
{
    return kind == ADROP_POSITIVE_LOG_NORMAL || t < -20 ? t : ad_softplus_inverse(exp(t));
}

/* The mode of l, by ternary search within many standard deviations of ln v, and the standard
 * deviation from its curvature; smaller where that makes L huge. */
static adrop_positive first_guess(const adrop_positive *target, adrop_positive_kind kind)
{
    double mean, variance;
    ad_positive_log_moments(target, &mean, &variance);
    double low = mean - 8 * sqrt(variance), high = fmin(mean + 8 * sqrt(variance), 300);

    for (int i = 0; i < 200 && high - low > 1e-6 * (1 + fabs(low)); i++) {
        const double third = (high - low) / 3;
        const double l = log_target(target, kind, gaussian_of(kind, low + third));
        const double r = log_target(target, kind, gaussian_of(kind, high - third));
        *(l < r ? &low : &high) += l < r ? third : -third;
    }
    const double z = gaussian_of(kind, 0.5 * (low + high)), h = 0.05 * (1 + fabs(z));
    const double bend = (2 * log_target(target, kind, z) - log_target(target, kind, z - h) -
                         log_target(target, kind, z + h)) /
                        (h * h);
    adrop_positive fit = { kind, z, bend > 0 ? 1 / sqrt(bend) : 1 };
    for (int i = 0; i < MOST_HALVINGS && !(objective(&fit, target) < 1e3); i++)
        fit.b *= 0.5;
    return fit;
}

static adrop_status fit_reverse_kl(adrop_ctx *ctx, const adrop_positive *target,
                                   adrop_positive_kind kind, adrop_positive *out)
{
    double m[5] = { 0 }, moved = 1;
    adrop_positive fit = first_guess(target, kind);
    double value = objective(&fit, target);

    for (int i = 0; i < MOST_STEPS && moved > 1e-9 && !isnan(value); i++) {
        double step[2];
        for (int n = 1; n < 5; n++)
            m[n] = hermite_moment(&fit, target, n);
        newton_step(m, step);
        moved = fmax(fabs(step[0]), fabs(step[1]));
        value = descend(&fit, value, target, step);
    }
    if (!(moved <= 1e-9 && isfinite(value) && fabs(m[1]) < 1e-6 && fabs(1 + m[2]) < 1e-6))
        return ad_fail(ctx, ADROP_ENUMERIC, "no least KL to %s with a = %s and b = %s was found",
                       adrop_positive_name(target->kind), AD_NUM(target->a), AD_NUM(target->b));
    *out = fit;
    return ADROP_OK;
}

adrop_status adrop_positive_match(adrop_ctx *ctx, const adrop_positive *target,
                                  adrop_positive_kind kind, adrop_fit fit, adrop_positive *out)
{
    if (ad_check_given(ctx, "target", target) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    const char *name = adrop_positive_name(target->kind);

    if (!ad_positive_valid(target))
        return ad_fail(ctx, ADROP_EINVAL,
                       "%s cannot have a = %s and b = %s: both must be finite, b above 0, and for "
                       "the gammas a too",
                       name ? name : "an unknown density", AD_NUM(target->a), AD_NUM(target->b));
    if (kind != ADROP_POSITIVE_SOFTPLUS_GAUSSIAN && kind != ADROP_POSITIVE_LOG_NORMAL)
        return ad_fail(
            ctx, ADROP_EINVAL, "nothing is fitted by %s: choose softplus-gaussian or log-normal",
            adrop_positive_name(kind) ? adrop_positive_name(kind) : "an unknown density");
    if (kind == target->kind) { /* the target itself is the best fit */
        *out = *target;
        return ADROP_OK;
    }

    switch (fit) {
    case ADROP_FIT_MOMENTS:
        return fit_moments(ctx, target, kind, out);
    case ADROP_FIT_REVERSE_KL:
        return fit_reverse_kl(ctx, target, kind, out);
    case ADROP_FIT_LOG_MOMENTS:
        break;
    }
    if (fit != ADROP_FIT_LOG_MOMENTS || kind != ADROP_POSITIVE_LOG_NORMAL)
        return ad_fail(
            ctx, ADROP_EINVAL,
            "a softplus-gaussian is not fitted by log moments: fit by moments or reverse KL");
    ad_positive_log_moments(target, &out->a, &out->b);
    *out = (adrop_positive){ ADROP_POSITIVE_LOG_NORMAL, out->a, sqrt(out->b) };
    return ADROP_OK;
}
