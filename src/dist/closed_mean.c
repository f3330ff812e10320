/* Closed forms of E[m], m = k(mu + sigma eps).
 *
 *   any seed     clamp          1 - sigma [G((1-mu)/sigma) - G(-mu/sigma)], G = integral of cdf
 *   any seed     tanh           sigmoid with (2 mu, 2 sigma)
 *   gaussian     probit         Phi(mu / sqrt(1 + sigma^2))
 *   gaussian     one-minus-exp  Phi(c) - e^(sigma^2/2 - mu) Phi(c - sigma), c = mu / sigma
 *   laplace      sigmoid        [H(mu) + 1 - H(-mu)] / 2
 *   laplace      probit         Phi(mu) - [T(-mu) - T(mu)] / 2
 *   logistic     sigmoid        only for sigma = 1: e^mu (e^mu - 1 - mu) / (e^mu - 1)^2
 *   uniform      sigmoid, probit, atan, one-minus-exp
 *                               [A(mu+sigma) - A(mu-sigma)] / (2 sigma), A = integral of k
 *   exponential  sigmoid        H(mu)
 *   exponential  probit         Phi(mu) + T(mu)
 *   exponential  one-minus-exp  1 - e^-mu / (1 + sigma), and for mu < 0
 *                               e^(mu/sigma) sigma / (1 + sigma)
 *
 * with a = 1 / sigma, H(mu) = 2F1(1, a; 1 + a; -e^-mu) and T(mu) =
 * e^(mu a + a^2/2) Phi(-mu - a) = phi(mu) R(mu + a), R being Mills' ratio.
 *
 * They follow from E[m] = P(K - sigma eps <= mu), K with distribution function k, and
 * from integrating by parts. As written above, most lose digits or overflow for some mu
 * and sigma; a form that would be worse than quadrature declines. */
#include "dist/family.h"

#include <math.h>
#include <string.h>

#include "dist/special.h"

/* Returns E[m], or NaN to decline. */
typedef double closed_fn(const ad_family *f);

/* For forms that subtract numbers of size 1: a small difference has few digits. */
static double unless_small(double mean)
{
    return mean > 1e-3 ? mean : NAN;
}

static double any_clamp(const ad_family *f)
{
    const double low = f->seed->cdf_integral(-f->mu / f->sigma);
    const double high = f->seed->cdf_integral((1 - f->mu) / f->sigma);

    /* The terms grow like |mu|, and sigma times their rounding is the error. */
    if (fabs(f->mu) > 100 || f->sigma > 1e4)
        return NAN;
    return unless_small(1 - f->sigma * (high - low));
}

/* H by the transformation of Pfaff, w = 1 / (1 + e^mu):
 * 2F1(1, a; 1 + a; -x) = (1 - w) sum n! w^n / ((1 + a) ... (n + a)), all terms positive. */
static double hypergeometric(double mu, double sigma)
{
    enum { MOST_TERMS = 300 };
    const double a = 1 / sigma, w = ad_sigmoid(-mu), rest = ad_sigmoid(mu);
    double term = 1, sum = 1;

    for (int n = 1; n <= MOST_TERMS; n++) {
        term *= w * n / (n + a);
        sum += term;
        if (term <= 1e-16 * rest * sum) /* the rest of the series is below term w / (1 - w) */
            return rest * sum;
    }
    return NAN;
}

static double exponential_sigmoid(const ad_family *f)
{
    return hypergeometric(f->mu, f->sigma);
}

static double laplace_sigmoid(const ad_family *f)
{
    const double up = hypergeometric(f->mu, f->sigma), down = hypergeometric(-f->mu, f->sigma);

    return unless_small(0.5 * (up + (1 - down)));
}

/* 0 / 0 at mu = 0; there 1/2 + sum B_2k mu^(2k-1) / (2k-1)!, B Bernoulli's numbers. */
static double logistic_sigmoid(const ad_family *f)
{
    static const double c[] = { 1 / 6.0,
                                -1 / 30.0 / 6,
                                1 / 42.0 / 120,
                                -1 / 30.0 / 5040,
                                5 / 66.0 / 362880,
                                -691 / 2730.0 / 39916800,
                                7 / 6.0 / 6227020800.0 };
    const double mu = f->mu, t = exp(-fabs(mu)), d = expm1(-fabs(mu));
    double odd = 0;

    if (f->sigma != 1)
        return NAN;
    if (fabs(mu) < 0.5) {
        for (int k = 6; k >= 0; k--)
            odd = odd * mu * mu + c[k];
        return 0.5 + mu * odd;
    }
    if (mu > 0)
        return (1 - t * (1 + mu)) / (d * d);
    return t * (d - mu) / (d * d);
}

/* A(mu + sigma) - A(mu - sigma) = ln(1 + k(mu - sigma) (e^(2 sigma) - 1)) for softplus. */
static double uniform_sigmoid(const ad_family *f)
{
    const double low = f->mu - f->sigma, high = f->mu + f->sigma;

    if (f->sigma > 20)
        return (ad_softplus(high) - ad_softplus(low)) / (2 * f->sigma);
    return log1p(ad_sigmoid(low) * expm1(2 * f->sigma)) / (2 * f->sigma);
}

static double any_tanh(const ad_family *f)
{
    const ad_family twice = { f->seed, f->map, 2 * f->mu, 2 * f->sigma };
    static const struct {
        const char *seed;
        closed_fn *mean;
    } forms[] = {
        { "laplace", laplace_sigmoid },
        { "logistic", logistic_sigmoid },
        { "uniform", uniform_sigmoid },
        { "exponential", exponential_sigmoid },
    };

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (!strcmp(f->seed->name, forms[i].seed))
            return forms[i].mean(&twice);
    return NAN;
}

static double gaussian_probit(const ad_family *f)
{
    return ad_normal_cdf(f->mu / hypot(1, f->sigma));
}

/* phi(mu) R(mu + a); where R is huge, the other expression, whose exponent is then
 * negative. */
static double tail(double mu, double a)
{
    if (mu + a < 0)
        return exp(a * (mu + 0.5 * a)) * ad_normal_cdf(-mu - a);
    return ad_normal_pdf(mu) * ad_mills_ratio(mu + a);
}

static double laplace_probit(const ad_family *f)
{
    const double a = 1 / f->sigma;

    return unless_small(ad_normal_cdf(f->mu) - 0.5 * (tail(-f->mu, a) - tail(f->mu, a)));
}

static double exponential_probit(const ad_family *f)
{
    return ad_normal_cdf(f->mu) + tail(f->mu, 1 / f->sigma);
}

static double gaussian_one_minus_exp(const ad_family *f)
{
    const double c = f->mu / f->sigma;

    return unless_small(ad_normal_cdf(c) - tail(-c, f->sigma));
}

/* The difference of two integrals of size high, divided by sigma. */
static double uniform_from(const ad_family *f, double (*integral)(double))
{
    if (f->sigma < 0.05 || fabs(f->mu) > 100 * f->sigma)
        return NAN;
    const double d = integral(f->mu + f->sigma) - integral(f->mu - f->sigma);
    return unless_small(d / (2 * f->sigma));
}

static double probit_integral(double z)
{
    return z * ad_normal_cdf(z) + ad_normal_pdf(z);
}

static double atan_integral(double z)
{
    return 0.5 * z + (z * atan(z) - log(hypot(1, z))) / AD_PI;
}

static double uniform_probit(const ad_family *f)
{
    return uniform_from(f, probit_integral);
}

static double uniform_atan(const ad_family *f)
{
    return uniform_from(f, atan_integral);
}

/* The integral of 1 - e^-r from low to low + width; all terms have one sign. */
static double uniform_one_minus_exp(const ad_family *f)
{
    const double low = fmax(f->mu - f->sigma, 0), high = f->mu + f->sigma;

    if (high <= 0)
        return 0;
    const double width = low > 0 ? 2 * f->sigma : high;
    return (ad_decay_integral(width) + expm1(-low) * expm1(-width)) / (2 * f->sigma);
}

static double exponential_one_minus_exp(const ad_family *f)
{
    if (f->mu < 0)
        return exp(f->mu / f->sigma) * f->sigma / (1 + f->sigma);
    return (f->sigma - expm1(-f->mu)) / (1 + f->sigma);
}

static const struct {
    const char *seed, *map; /* seed NULL: any */
    closed_fn *mean;
} forms[] = {
    { NULL, "clamp", any_clamp },
    { NULL, "tanh", any_tanh },
    { "gaussian", "probit", gaussian_probit },
    { "gaussian", "one-minus-exp", gaussian_one_minus_exp },
    { "laplace", "sigmoid", laplace_sigmoid },
    { "laplace", "probit", laplace_probit },
    { "logistic", "sigmoid", logistic_sigmoid },
    { "uniform", "sigmoid", uniform_sigmoid },
    { "uniform", "probit", uniform_probit },
    { "uniform", "atan", uniform_atan },
    { "uniform", "one-minus-exp", uniform_one_minus_exp },
    { "exponential", "sigmoid", exponential_sigmoid },
    { "exponential", "probit", exponential_probit },
    { "exponential", "one-minus-exp", exponential_one_minus_exp },
};

int ad_family_mean_closed(const ad_family *f, double *mean)
{
    if (f->seed->own || f->map->own)
        return 0;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (strcmp(f->map->name, forms[i].map) != 0 ||
            (forms[i].seed && strcmp(f->seed->name, forms[i].seed) != 0))
            continue;
        const double value = forms[i].mean(f);
        *mean = value > 1 ? 1 : value; /* by rounding */
        return !isnan(value);
    }
    return 0;
}
