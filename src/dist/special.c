/* Special functions, from their textbook series and continued fractions
 * (Abramowitz and Stegun, chapters 6, 7 and 26). */
#define _DEFAULT_SOURCE /* lgamma_r: lgamma writes the global signgam */
#include "dist/special.h"

#include <float.h>
#include <math.h>

/* exp(-z^2 / 2) with z = h + d, h a multiple of 1/16: h^2 is exact, so that the
 * error does not grow with z. */
static double exp_minus_half_square(double z)
{
    if (fabs(z) > 40)
        return 0;
    const double h = rint(z * 16) / 16, d = z - h;

    return exp(-0.5 * h * h) * exp(-0.5 * d * (z + h));
}

double ad_normal_pdf(double z)
{
    return exp_minus_half_square(z) / AD_SQRT_2PI;
}

double ad_normal_cdf(double z)
{
    const double x = -z * AD_SQRT_HALF;
    const double y = 0.5 * erfc(x);

    if (!(x > 1) || y == 0)
        return y;
    /* The rounding error of x, times the derivative of erfc(x) / 2. */
    const double rest = fma(-z, AD_SQRT_HALF, -x) + z * 4.8336466567264567e-17;
    return y - rest * AD_SQRT_HALF * 2 * ad_normal_pdf(z);
}

double ad_normal_sf(double z)
{
    return ad_normal_cdf(-z);
}

/* From 12 on by the continued fraction 1/(z + 1/(z + 2/(z + ...))); with 24 levels the error is
 * below 1e-17. */
double ad_mills_ratio(double z)
{
    if (z < -38)
        return INFINITY;
    if (z < 12)
        return ad_normal_sf(z) / ad_normal_pdf(z);

    double tail = z;
    for (int n = 24; n >= 1; n--)
        tail = z + n / tail;
    return 1 / tail;
}

double ad_log_normal_cdf(double z)
{
    if (z > -1)
        return log1p(-ad_normal_sf(z));
    if (z > -12)
        return log(ad_normal_cdf(z));
    return log(ad_mills_ratio(-z)) - AD_LN_SQRT_2PI - 0.5 * z * z;
}

/* Newton's method with the second-order term (Halley) on ln cdf, which is nearly a parabola
 * in the tail. It starts from the asymptote of the tail. */
double ad_normal_quantile_log(double log_p)
{
    if (!(log_p < 0))
        return log_p == 0 ? INFINITY : NAN;
    if (log_p > -0.6931)
        return ad_normal_quantile(exp(log_p));
    if (isinf(log_p))
        return -INFINITY;

    const double t = sqrt(-2 * log_p);
    double z = t > 3 ? -t + (log(t) + AD_LN_SQRT_2PI) / t : -(t - 1.177) * 1.15;
    for (int i = 0; i < 20; i++) {
        const double value = ad_log_normal_cdf(z) - log_p;
        const double slope = 1 / ad_mills_ratio(-z);
        const double newton = value / slope;
        const double step = newton / (1 + 0.5 * newton * (z + slope));
        z -= step;
        if (fabs(step) <= 1e-9 * (1 + fabs(z)))
            break; /* the next step is of the order of its cube */
    }
    return z;
}

/* In the middle, solve with erf, which keeps the sign and the digits of small z. */
static double quantile_middle(double p)
{
    const double target = p - 0.5;
    double z = target * AD_SQRT_2PI;

    for (int i = 0; i < 20; i++) {
        const double newton = (0.5 * erf(z * AD_SQRT_HALF) - target) / ad_normal_pdf(z);
        const double step = newton / (1 + 0.5 * newton * z);
        z -= step;
        if (fabs(step) <= 1e-6 * fabs(z))
            break;
    }
    return z;
}

double ad_normal_quantile(double p)
{
    if (!(p >= 0 && p <= 1))
        return NAN;
    if (fabs(p - 0.5) < 0.4)
        return quantile_middle(p);
    return p < 0.5 ? ad_normal_quantile_log(log(p)) : -ad_normal_quantile_log(log1p(-p));
}

double ad_softplus(double x)
{
    return fmax(x, 0) + log1p(exp(-fabs(x)));
}

double ad_softplus_inverse(double y)
{
    return y < AD_LN_2 ? log(expm1(y)) : y + log1p(-exp(-y));
}

double ad_sigmoid(double x)
{
    const double t = exp(-fabs(x));

    return x >= 0 ? 1 / (1 + t) : t / (1 + t);
}

double ad_logit(double p)
{
    if (p > 0.3 && p < 0.7)
        return log1p((2 * p - 1) / (1 - p));
    return log(p) - log1p(-p);
}

double ad_logit_log(double log_p)
{
    /* ln(1 - p), from the smaller of p and 1 - p */
    return log_p - (log_p > -AD_LN_2 ? log(-expm1(log_p)) : log1p(-exp(log_p)));
}

double ad_decay_integral(double x)
{
    if (x > 0.5)
        return x + expm1(-x);

    double term = 0.5 * x * x, sum = term;
    for (int n = 3; n < 20; n++) {
        term *= -x / n;
        sum += term;
    }
    return sum;
}

/* -Li2(-e^x) with the dilogarithm Li2. For x <= 0, by the identities of Landen and Debye,
 *     u + u^2 / 4 + sum B_2k u^(2k+1) / (2k+1)!,   u = ln(1 + e^x) <= ln 2,
 * and for x > 0, pi^2 / 6 + x^2 / 2 minus the same of -x. */
double ad_softplus_integral(double x)
{
    static const double c[] = { 1 / 6.0 / 6,
                                -1 / 30.0 / 120,
                                1 / 42.0 / 5040,
                                -1 / 30.0 / 362880,
                                5 / 66.0 / 39916800,
                                -691 / 2730.0 / 6227020800.0,
                                7 / 6.0 / 1307674368000.0 };
    const double u = log1p(exp(-fabs(x)));
    double tail = 0;

    for (int k = 6; k >= 0; k--)
        tail = u * u * (c[k] + tail);
    const double lower = u * (1 + 0.25 * u + tail);
    return x > 0 ? AD_PI * AD_PI / 6 + 0.5 * x * x - lower : lower;
}

/* Below 6 the series e^(-y^2) sum y^(2n+1) / (n! (2n+1)), whose terms are all of
 * one sign; above it the asymptotic series, whose least term is e^-36. */
double ad_dawson(double y)
{
    const double yy = y * y;

    if (fabs(y) < 6) {
        double term = y, sum = y;
        for (int n = 1; n < 200 && fabs(term) > DBL_EPSILON / 64 * fabs(sum); n++) {
            term *= yy / n;
            sum += term / (2 * n + 1);
        }
        return exp(-yy) * sum;
    }

    double term = 1, sum = 1;
    for (int n = 1; n < 36 && term > DBL_EPSILON / 8; n++) {
        term *= (2 * n - 1) / (2 * yy);
        sum += term;
    }
    return 0.5 / y * sum;
}

double ad_log_gamma(double x)
{
    int sign;

    return x > 0 ? lgamma_r(x, &sign) : NAN;
}

/* psi(x) = psi(x + n) - sum 1 / (x + i), then Stirling's series. */
double ad_digamma(double x)
{
    static const double c[] = { 1 / 12.0,  -1 / 120.0,     1 / 252.0, -1 / 240.0,
                                1 / 132.0, -691 / 32760.0, 1 / 12.0 }; /* B_2k / 2k */
    double sum = 0;

    if (!(x > 0))
        return NAN;
    for (; x < 10; x += 1)
        sum -= 1 / x;

    const double w = 1 / (x * x);
    double tail = 0;
    for (int k = 6; k >= 0; k--)
        tail = w * (c[k] + tail);
    return sum + (log(x) - 0.5 / x - tail);
}

double ad_trigamma(double x)
{
    static const double b[] = { 1 / 6.0,  -1 / 30.0,     1 / 42.0, -1 / 30.0,
                                5 / 66.0, -691 / 2730.0, 7 / 6.0 }; /* B_2k */
    double sum = 0;

    if (!(x > 0))
        return NAN;
    for (; x < 12; x += 1)
        sum += 1 / (x * x);

    const double w = 1 / (x * x);
    double tail = 0;
    for (int k = 6; k >= 0; k--)
        tail = w * (b[k] + tail);
    return sum + (1 + 0.5 / x + tail) / x;
}
