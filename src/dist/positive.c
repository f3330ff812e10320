/* Densities on (0, inf) and their moments.
 *
 *   softplus-gaussian  N(z; a, b^2) / (1 - e^-v), z = ln(e^v - 1)
 *   log-normal         N(ln v; a, b^2) / v
 *   gamma              v^(a-1) e^(-v/b) / (Gamma(a) b^a)
 *   inverse-gamma      b^a v^(-a-1) e^(-b/v) / Gamma(a)
 *
 * The softplus-Gaussian's moments are integrals over the Gaussian's noise. */
#include "dist/positive.h"

#include <math.h>
#include <stddef.h>

#include "dist/quadrature.h"
#include "dist/special.h"

enum { REACH = 38 }; /* standard deviations: further out the density underflows */
static const double tolerance = 1e-13;

const char *adrop_positive_name(adrop_positive_kind kind)
{
    static const char *const names[] = { "softplus-gaussian", "log-normal", "gamma",
                                         "inverse-gamma" };

    return (unsigned)kind <= ADROP_POSITIVE_INVERSE_GAMMA ? names[kind] : NULL;
}

int ad_positive_valid(const adrop_positive *p)
{
    const int gamma = p &&
                      (p->kind == ADROP_POSITIVE_GAMMA || p->kind == ADROP_POSITIVE_INVERSE_GAMMA);

    return p && adrop_positive_name(p->kind) && isfinite(p->a) && isfinite(p->b) && p->b > 0 &&
           (!gamma || p->a > 0);
}

static double log_normal_pdf(double x, double mean, double deviation)
{
    const double z = (x - mean) / deviation;

    return -0.5 * z * z - AD_LN_SQRT_2PI - log(deviation);
}

/* For small v softplus is the exponential function: z = ln v + v / 2. */
static double log_softplus_gaussian(const adrop_positive *p, double t)
{
    const double v = exp(t);

    if (t < -20)
        return log_normal_pdf(t + 0.5 * v, p->a, p->b) - t + 0.5 * v;
    return log_normal_pdf(ad_softplus_inverse(v), p->a, p->b) - log(-expm1(-v));
}

double ad_positive_log_pdf_at(const adrop_positive *p, double t)
{
    switch (p->kind) {
    case ADROP_POSITIVE_SOFTPLUS_GAUSSIAN:
        return log_softplus_gaussian(p, t);
    case ADROP_POSITIVE_LOG_NORMAL:
        return log_normal_pdf(t, p->a, p->b) - t;
    case ADROP_POSITIVE_GAMMA:
        return (p->a - 1) * t - exp(t - log(p->b)) - ad_log_gamma(p->a) - p->a * log(p->b);
    case ADROP_POSITIVE_INVERSE_GAMMA:
        return p->a * log(p->b) - ad_log_gamma(p->a) - (p->a + 1) * t - exp(log(p->b) - t);
    }
    return NAN;
}

double adrop_positive_log_pdf(const adrop_positive *p, double v)
{
    if (!ad_positive_valid(p) || isnan(v))
        return NAN;
    return v > 0 && isfinite(v) ? ad_positive_log_pdf_at(p, log(v)) : -INFINITY;
}

double ad_positive_log_v(adrop_positive_kind kind, double z)
{
    if (kind == ADROP_POSITIVE_LOG_NORMAL)
        return z;
    return z < -20 ? z - 0.5 * exp(z) : log(ad_softplus(z));
}

void ad_positive_log_range(const adrop_positive *p, double *low, double *high)
{
    *low = p->kind == ADROP_POSITIVE_INVERSE_GAMMA ? log(p->b) - 700 : -INFINITY;
    *high = p->kind == ADROP_POSITIVE_GAMMA               ? log(p->b) + 700
            : p->kind == ADROP_POSITIVE_SOFTPLUS_GAUSSIAN ? 350
                                                          : INFINITY;
}

typedef struct gaussian_query {
    const ad_gaussian *over;
    ad_gaussian_term *g;
    void *arg;
} gaussian_query;

static double gaussian_term(double e, void *arg)
{
    const gaussian_query *q = arg;

    return ad_normal_pdf(e) * q->g(q->over->a + q->over->b * e, e, q->arg);
}

double ad_gaussian_expect(const ad_gaussian *over, const adrop_positive *p, ad_gaussian_term *g,
                          void *arg)
{
    static const double seed[] = { -REACH, -20, -12, -7, -4, -2, 0, 2, 4, 7, 12, 20, REACH };
    static const double softplus[] = { -40, -12, -4, -1.5, 0, 1.5, 4, 12, 40 };
    enum { N_SEED = sizeof seed / sizeof seed[0], N_SOFTPLUS = sizeof softplus / sizeof seed[0] };
    double breaks[N_SEED + N_SOFTPLUS];
    size_t n = N_SEED;

    for (size_t i = 0; i < N_SEED; i++)
        breaks[i] = seed[i];
    for (size_t i = 0; i < N_SOFTPLUS; i++)
        n = ad_break_insert(breaks, n, (softplus[i] - over->a) / over->b);
    if (p) {
        double low, high;
        ad_positive_log_range(p, &low, &high);
        if (over->kind == ADROP_POSITIVE_SOFTPLUS_GAUSSIAN)
            high = INFINITY; /* v is about z there, not e^z */
        low = (low - over->a) / over->b;
        high = (high - over->a) / over->b;
        for (size_t i = 0; i < n; i++)
            breaks[i] = fmin(fmax(breaks[i], low), high);
    }
    gaussian_query q = { over, g, arg };
    return ad_integrate(gaussian_term, &q, breaks, n, tolerance);
}

/* E[b_p e^-z; e < -c] = b_p e^(b^2/2 - a) Phi(b - c), and its mirror image; c is where
 * ad_gaussian_expect ends. */
double ad_gaussian_beyond(const ad_gaussian *over, const adrop_positive *p)
{
    const double a = over->a, b = over->b;
    double low, high;

    ad_positive_log_range(p, &low, &high);
    if (p->kind == ADROP_POSITIVE_INVERSE_GAMMA) {
        const double c = fmin(REACH, (a - low) / b);
        return exp(0.5 * b * b - a + log(p->b) + ad_log_normal_cdf(b - c));
    }
    if (p->kind == ADROP_POSITIVE_GAMMA && over->kind == ADROP_POSITIVE_LOG_NORMAL) {
        const double c = fmin(REACH, (high - a) / b);
        return exp(0.5 * b * b + a - log(p->b) + ad_log_normal_cdf(b - c));
    }
    return 0;
}

static double softplus_term(double z, double e, void *arg)
{
    (void)e, (void)arg;
    return ad_softplus(z);
}

static double softplus_square_term(double z, double e, void *arg)
{
    const double *mean = arg, d = ad_softplus(z) - *mean;

    (void)e;
    return d * d;
}

double adrop_positive_mean(const adrop_positive *p)
{
    if (!ad_positive_valid(p))
        return NAN;
    switch (p->kind) {
    case ADROP_POSITIVE_SOFTPLUS_GAUSSIAN:
        return ad_gaussian_expect(&(ad_gaussian){ p->kind, p->a, p->b }, NULL, softplus_term, NULL);
    case ADROP_POSITIVE_LOG_NORMAL:
        return exp(p->a + 0.5 * p->b * p->b);
    case ADROP_POSITIVE_GAMMA:
        return p->a * p->b;
    case ADROP_POSITIVE_INVERSE_GAMMA:
        return p->a > 1 ? p->b / (p->a - 1) : INFINITY;
    }
    return NAN;
}

double adrop_positive_variance(const adrop_positive *p)
{
    double mean = adrop_positive_mean(p);

    if (!ad_positive_valid(p))
        return NAN;
    switch (p->kind) {
    case ADROP_POSITIVE_SOFTPLUS_GAUSSIAN:
        return ad_gaussian_expect(&(ad_gaussian){ p->kind, p->a, p->b }, NULL, softplus_square_term,
                                  &mean);
    case ADROP_POSITIVE_LOG_NORMAL:
        return expm1(p->b * p->b) * mean * mean;
    case ADROP_POSITIVE_GAMMA:
        return mean * p->b;
    case ADROP_POSITIVE_INVERSE_GAMMA:
        return p->a > 2 ? mean * mean / (p->a - 2) : INFINITY;
    }
    return NAN;
}

static double log_v_term(double z, double e, void *arg)
{
    (void)e;
    return ad_positive_log_v(*(const adrop_positive_kind *)arg, z);
}

typedef struct log_square {
    adrop_positive_kind kind;
    double mean;
} log_square;

static double log_v_square_term(double z, double e, void *arg)
{
    const log_square *s = arg;
    const double d = ad_positive_log_v(s->kind, z) - s->mean;

    (void)e;
    return d * d;
}

void ad_positive_log_moments(const adrop_positive *p, double *mean, double *variance)
{
    const ad_gaussian over = { p->kind, p->a, p->b };
    log_square s = { p->kind, 0 };

    switch (p->kind) {
    case ADROP_POSITIVE_SOFTPLUS_GAUSSIAN:
        s.mean = *mean = ad_gaussian_expect(&over, NULL, log_v_term, &s.kind);
        *variance = ad_gaussian_expect(&over, NULL, log_v_square_term, &s);
        break;
    case ADROP_POSITIVE_LOG_NORMAL:
        *mean = p->a;
        *variance = p->b * p->b;
        break;
    case ADROP_POSITIVE_GAMMA:
    case ADROP_POSITIVE_INVERSE_GAMMA:
        *mean = log(p->b) + (p->kind == ADROP_POSITIVE_GAMMA ? 1 : -1) * ad_digamma(p->a);
        *variance = ad_trigamma(p->a);
        break;
    }
}
