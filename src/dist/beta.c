/* The beta distribution: density and distribution function.
 *
 *     I_x(a, b) = x^a (1 - x)^b / (a B(a, b)) * 1 / (1 + d1 / (1 + d2 / (1 + ...)))
 *     d_2m = m (b - m) x / ((a + 2m - 1)(a + 2m))
 *     d_2m+1 = -(a + m)(a + b + m) x / ((a + 2m)(a + 2m + 1))
 *
 * (Abramowitz and Stegun 26.5.8), evaluated from the front by Lentz's method. It converges
 * quickly for x < (a + 1) / (a + b + 2); for larger x, I_x(a, b) = 1 - I_(1-x)(b, a). */
#include <float.h>
#include <math.h>

#include "dist/special.h"

/* ln(x^a (1 - x)^b / B(a, b)) */
static double log_front(double a, double b, double x)
{
    return ad_log_gamma(a + b) - ad_log_gamma(a) - ad_log_gamma(b) + a * log(x) + b * log1p(-x);
}

static double not_zero(double x)
{
    return fabs(x) < DBL_MIN ? DBL_MIN : x;
}

static double fraction(double a, double b, double x)
{
    double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), value = d;

    for (int m = 1; m < 100000; m++) {
        const double two = 2.0 * m;
        const double even = m * (b - m) * x / ((a + two - 1) * (a + two));
        const double odd = -(a + m) * (a + b + m) * x / ((a + two) * (a + two + 1));
        d = 1 / not_zero(1 + even * d);
        c = not_zero(1 + even / c);
        value *= d * c;
        d = 1 / not_zero(1 + odd * d);
        c = not_zero(1 + odd / c);
        value *= d * c;
        if (fabs(d * c - 1) < 1e-15)
            break;
    }
    return value;
}

double ad_beta_cdf(double a, double b, double x)
{
    if (!(a > 0 && b > 0 && x >= 0 && x <= 1))
        return NAN;
    if (x == 0 || x == 1)
        return x;
    if (x < (a + 1) / (a + b + 2))
        return exp(log_front(a, b, x)) * fraction(a, b, x) / a;
    return 1 - exp(log_front(b, a, 1 - x)) * fraction(b, a, 1 - x) / b;
}

double ad_beta_pdf(double a, double b, double x)
{
    return x > 0 && x < 1 ? exp(log_front(a, b, x)) / (x * (1 - x)) : 0;
}
